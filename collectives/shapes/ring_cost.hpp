// SPDX-License-Identifier: Apache-2.0
// Cost of algorithms in which every PE sends to the next one on its ring, round after round.
//
// No two messages share a link, and in each round some PE with the longest message waits for one of
// the round before: rounds add up. On a torus dimensions follow each other, on all lines at once.

#pragma once

#include "collectives/shapes/dimension_order.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/route_load.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace toruscope::collectives {

/// Rounds, and the sum of their longest messages.
struct RingRounds {
  std::int64_t rounds = 0;
  std::int64_t bytes = 0;

  RingRounds& operator+=(const RingRounds& other) {
    rounds += other.rounds;
    bytes += other.bytes;
    return *this;
  }
};

/// Cost if the ranks stand on one ring.
inline std::optional<Prediction> ring_cost(const Case& c, const RingRounds& all) {
  if (!is_plain_k_port_machine(c) || (!c.is_complete && !is_ring(c))) return std::nullopt;
  return chain(c, all.rounds, all.bytes, all.rounds);
}
inline std::optional<Ticks> ring_estimate(const Case& c, const RingRounds& all) {
  if (walks_routes(c)) {
    const RouteLoad step = shift_load(c, {1});
    return Estimate(c)
        .add({.rounds = all.rounds,
              .bytes = all.bytes,
              .hops = all.rounds * step.all_hops / c.p,
              .congestion = step.congestion})
        .time();
  }
  const std::int64_t second_hops = hops_along_ranks(c) - (c.p - 1);  // from line to line of a torus
  const std::int64_t hops = all.rounds + (c.p > 1 ? all.rounds * second_hops / (c.p - 1) : 0);
  // In every round some message goes along the dearest dimension.
  std::int64_t bytes = all.bytes;
  for (int d = 0; d < static_cast<int>(c.sides.size()); ++d)
    bytes = std::max(bytes, at_cheapest(all.bytes, c.parameters, c.sides.size(), d));
  return Estimate(c).chain({all.rounds, bytes, hops, {}}).time();
}

/// Cost of the rounds of all dimensions of a torus.
inline std::optional<Prediction> lines_cost(const Case& c, const RingRounds& all) {
  if (!is_plain_k_port_machine(c) || !c.is_torus) return std::nullopt;
  return chain(c, all.rounds, all.bytes, all.rounds);
}
inline std::optional<Ticks> lines_estimate(const Case& c, const RingRounds& all) {
  return Estimate(c).chain({all.rounds, all.bytes, all.rounds, {}}).time();
}

inline std::optional<std::string> needs_torus(const Case& c) {
  if (c.is_torus) return std::nullopt;
  return "needs a torus, got " + grid_to_string(c);
}

/// Claims of an entry whose PEs stand on one ring, by the rounds of a case.
template <class Entry, class Rounds>
void claim_ring(Entry& entry, Rounds rounds) {
  entry.restrictions = "none";
  entry.conflict_free = no_conflicts_on_rings();
  entry.predicted = [rounds](const Case& c) { return ring_cost(c, rounds(c)); };
  entry.estimated = [rounds](const Case& c) { return ring_estimate(c, rounds(c)); };
}
/// Claims of an entry that goes around the rings of each dimension of a torus.
template <class Entry, class Rounds>
void claim_lines(Entry& entry, Rounds rounds) {
  entry.restrictions = "a torus";
  entry.conflict_free = never_in_conflict();
  entry.refusal = needs_torus;
  entry.predicted = [rounds](const Case& c) { return lines_cost(c, rounds(c)); };
  entry.estimated = [rounds](const Case& c) { return lines_estimate(c, rounds(c)); };
}

}  // namespace toruscope::collectives
