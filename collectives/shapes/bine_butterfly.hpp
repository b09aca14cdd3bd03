// SPDX-License-Identifier: Apache-2.0
// The butterfly of Bine trees among the ranks in a circle: Swing's on one ring of p, on one port.
//
// Steps add up on private links: all PEs send equal messages. Rings up to 4 have only neighbours.

#pragma once

#include "collectives/shapes/bine.hpp"
#include "collectives/shapes/butterfly.hpp"
#include "collectives/shapes/premises.hpp"

#include <memory>
#include <optional>

namespace toruscope::collectives {

inline std::shared_ptr<const Butterfly> bine_butterfly(int p) {
  return butterfly_on(Pairing::swing, {p}, 1);
}

/// Blocks of `block` bytes go through it, there or there and back.
struct BineRounds {
  std::size_t block;
  int times;
};

inline bool has_neighbours_as_partners(const Case& c) {
  return c.is_complete || (is_ring(c) && c.p <= 4);
}

inline std::optional<Prediction> bine_butterfly_cost(const Case& c, const BineRounds& blocks) {
  if (!is_plain_k_port_machine(c) || !has_neighbours_as_partners(c)) return std::nullopt;
  const std::int64_t rounds = blocks.times * ceil_log2(c.p);
  return chain(c, rounds, blocks.times * (c.p - 1) * static_cast<std::int64_t>(blocks.block), rounds);
}

inline std::optional<Ticks> bine_butterfly_estimate(const Case& c, const BineRounds& blocks) {
  const auto butterfly = bine_butterfly(c.p);
  Estimate estimate(c);
  for (int time = 0; time < blocks.times; ++time)
    for (int step = 0; step < butterfly->steps(); ++step)
      estimate.add(bine_exchange(c, estimate, step,
                                 butterfly->blocks(0, step) * static_cast<std::int64_t>(blocks.block)));
  return estimate.time();
}

/// Claims of the entry "bine" whose blocks in a case are those.
template <class Entry, class Rounds>
void claim_bine_butterfly(Entry& entry, Rounds rounds) {
  claim_restrictions(entry, "an even number of PEs", refusal_of_bine);
  entry.source = kBineSource;
  entry.conflict_free = {"on a ring of up to 4", has_neighbours_as_partners};
  entry.predicted = [rounds](const Case& c) { return bine_butterfly_cost(c, rounds(c)); };
  entry.estimated = [rounds](const Case& c) { return bine_butterfly_estimate(c, rounds(c)); };
}

}  // namespace toruscope::collectives
