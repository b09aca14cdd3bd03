// SPDX-License-Identifier: Apache-2.0
// Premises of closed formulas: what an algorithm asks of a case before it predicts a time.
//
// Link        toruscope::collectives

#pragma once

#include <toruscope/algorithm_info.hpp>

#include <algorithm>

namespace toruscope {

/// True if only ts, tw and th cost time, and messages wait for links and ports only: direct
/// injection, cut-through, any number of buffers, no eager limit, no costs by size. Ports are a
/// separate premise: c.parameters.ports == one_port.
[[nodiscard]] inline bool costs_only_ts_tw_th(const Case& c) {
  const Costs& k = c.costs;
  const Parameters& m = c.parameters;
  return k.tr == Ticks{} && k.tm == Ticks{} && k.latency == Ticks{} && k.gap == Ticks{} &&
         m.injection == Injection::direct && m.switching == Switching::cut_through && !m.buffers && !m.eager &&
         m.pieces.empty();
}

/// True if each rank is linked with the next one: on a line, a ring, or a complete graph.
[[nodiscard]] inline bool ranks_form_line(const Case& c) {
  const auto is_long = [](int side) { return side > 1; };
  return c.is_complete || (c.is_mesh && std::count_if(c.sides.begin(), c.sides.end(), is_long) <= 1);
}

/// True if also the last rank is linked with the first.
[[nodiscard]] inline bool ranks_form_ring(const Case& c) {
  return ranks_form_line(c) && (c.is_complete || c.is_torus);
}

}  // namespace toruscope
