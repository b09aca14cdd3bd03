// SPDX-License-Identifier: Apache-2.0
// Barrier by dissemination: messages of no bytes to the PE 1, 2, 4, ... ranks further on.
//
//   p = 5     r -> r+1      r -> r+2      r -> r+4     (mod 5)
//
// Invariant  After round i a PE has heard of the 2^(i+1) - 1 ranks before it, or of all.
// Rounds     ceil(log2 p).     Volume   none.     Any p.
// Source     Hensgen, Finkel, Manber, "Two Algorithms for Barrier Synchronization", Int. J.
//            Parallel Programming 17(1), 1988.

#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <array>

namespace toruscope::collectives {

namespace {

void disseminate(Communicator& comm) {
  const int p = comm.size();
  const Rank me = comm.rank();
  std::array<std::byte, 0> nothing{};
  for (int distance = 1; distance < p; distance *= 2)
    comm.sendrecv((me + distance) % p, nothing, (me - distance + p) % p, nothing);
}

/// Rounds i in which all PEs send 2^i ranks on: min(2^i, p - 2^i) links of a ring, one of a
/// complete graph. Where messages share links the formula holds only for tm = 0.
std::optional<Prediction> cost_of_dissemination(const Case& c) {
  if (!is_plain_machine(c)) return std::nullopt;
  const int rounds = ceil_log2(c.p);
  if (c.is_complete) return chain(c, rounds, 0, rounds);
  if (!c.is_torus || c.costs.tm > Ticks{}) return std::nullopt;
  if (is_ring(c)) {
    std::int64_t hops = 0;
    for (int i = 0; i < rounds; ++i) hops += std::min(1 << i, c.p - (1 << i));
    return chain(c, rounds, 0, hops);
  }
  return c.costs.th == Ticks{} ? std::optional(chain(c, rounds, 0, std::nullopt)) : std::nullopt;
}

}  // namespace

void dissemination(Barrier& entry) {
  entry.summary = "in round i every PE tells the one 2^i ranks further on";
  entry.restrictions = "none";
  entry.formula = "ceil(log2 p) ts";
  entry.source =
      "Hensgen, Finkel, Manber, Two Algorithms for Barrier Synchronization, Int. J. Parallel Programming "
      "17(1), 1988";
  entry.refusal = [](const Case&) { return std::optional<std::string>(); };
  entry.conflict_free = {"if tm = 0", [](const Case& c) { return c.costs.tm == Ticks{}; }};
  entry.predicted = cost_of_dissemination;
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Estimate estimate(c);
    for (int distance = 1; distance < c.p; distance *= 2) estimate.shift(distance, 0);
    return estimate.time();
  };
  entry.run = disseminate;
}

}  // namespace toruscope::collectives
