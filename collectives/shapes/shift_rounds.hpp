// SPDX-License-Identifier: Apache-2.0
// Cost of ceil((p-1)/k) rounds in which every PE sends a block to each of the next k PEs by rank.

#pragma once

#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

namespace toruscope::collectives {

/// Cost on a complete graph.
inline std::optional<Prediction> shift_rounds_cost(const Case& c) {
  if (!is_plain_k_port_machine(c) || !c.is_complete || !takes_are_counted(c)) return std::nullopt;
  const std::int64_t rounds = ceil_div(c.p - 1, ports_of(c));
  return chain(c, rounds, rounds * static_cast<std::int64_t>(c.bytes), rounds);
}

/// Estimate on any network.
inline std::optional<Ticks> shift_rounds_estimate(const Case& c) {
  Estimate estimate(c);
  for (int t = 1; t < c.p; t += ports_of(c)) {
    Estimate::Distances distances(static_cast<std::size_t>(std::min(c.p - t, ports_of(c))));
    std::iota(distances.begin(), distances.end(), t);
    estimate.add(estimate.shifts(distances, static_cast<std::int64_t>(c.bytes)));
  }
  return estimate.time();
}

}  // namespace toruscope::collectives
