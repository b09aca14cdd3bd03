// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter for k ports and any number of PEs: Bruck's concatenation (allgather/bruck.cpp)
// backwards, with combining in place of copying.
//
// Partial sums lie in the order of the blocks me, me+1, ... (mod p). In a round in which every PE
// ends with w of them it sends those from w, 2 w, .. k w on to the PEs as many ranks after it; the
// first round hands over the p - w last ones in k equal pieces.
//
//   p = 7, k = 2     round 1   to r+3 and r+5, 2 sums each     round 2   to r+1 and r+2, 1 sum each
//
// Invariant  Before the last i rounds PE r holds sums of the blocks r .. r + (k+1)^i - 1 (mod p),
//            or all; every contribution to a block is in one sum.
// Rounds     ceil(log_{k+1} p).     Volume   ceil((p-1)/k) blocks: both optimal.     Any p, k,
//            topology.
// Restricted to an operator that commutes: sums go around the ranks.
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997, section 4, backwards.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/rotated.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void hand_back(Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
               const Combine& op) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const std::size_t block = mine.size();
  Buffer held = comm.buffer(all.size());  // sum i: of the block of PE me + i
  copy_rotated(all, static_cast<std::size_t>(me) * block, held);
  const auto sums = [&](int first, int count) {
    return std::span<std::byte>(held).subspan(static_cast<std::size_t>(first) * block,
                                              static_cast<std::size_t>(count) * block);
  };
  const std::vector<std::vector<BruckPiece>> plan = bruck_plan(p, comm.ports());
  ExactReceives receives;
  for (auto pieces = plan.rbegin(); pieces != plan.rend(); ++pieces) {
    std::vector<Buffer> theirs;
    for (const BruckPiece& piece : *pieces) theirs.push_back(comm.buffer(sums(0, piece.length).size()));
    comm.round([&](Round& round) {
      for (std::size_t i = 0; i < pieces->size(); ++i) {
        const auto& [offset, length] = (*pieces)[i];
        round.send((me + offset) % p, sums(offset, length));
        receives.post(round, (me - offset + p) % p, theirs[i]);
      }
    });
    receives.finish(comm);
    for (std::size_t i = 0; i < pieces->size(); ++i) {
      const std::span<std::byte> into = sums(0, (*pieces)[i].length);
      op.combine(theirs[i].data(), into.data(), into.data(), into.size() / op.element);
    }
  }
  copy(sums(0, 1), mine);
}

}  // namespace

void bruck(ReduceScatter& entry) {
  entry.summary =
      "every PE hands its sums of the last blocks to the k PEs w, 2 w, .. k w ranks further on, w blocks being "
      "left";
  entry.restrictions = "an operator that commutes";
  entry.formula = "ceil(log_{k+1} p) ts + ceil((p-1)/k) m tw";
  entry.source =
      "Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section "
      "4, backwards";
  entry.refusal = needs_commutative_operator;
  entry.predicted = bruck_cost;
  entry.estimated = [](const Case& c) { return bruck_estimate(c, BruckOrder::backwards); };
  entry.run = hand_back;
}

}  // namespace toruscope::collectives
