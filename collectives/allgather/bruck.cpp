// SPDX-License-Identifier: Apache-2.0
// Allgather by Bruck's concatenation, for k ports and any number of PEs.
//
// Blocks lie in the order me, me+1, ... (mod p). In a round in which every PE holds w of them it
// sends its first w to the PEs w, 2 w, .. k w ranks before it; in the last round the p - w missing
// ones come in k equal pieces. At the end blocks are turned into rank order.
//
//   p = 7, k = 2     round 1   from r+1 and r+2, 1 block each
//                    round 2   from r+3 and r+5, 2 blocks each
//
// Invariant  After i rounds PE r holds the blocks r .. r + (k+1)^i - 1 (mod p), or all.
// Rounds     ceil(log_{k+1} p).     Volume   ceil((p-1)/k) blocks: optimal. Any p, k, topology.
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, "Efficient Algorithms for All-to-All
//            Communications in Multiport Message-Passing Systems", TPDS 8(11), 1997, section 4.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/rotated.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace toruscope::collectives {

namespace {

void concatenate(Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const std::size_t block = mine.size();
  Buffer held = comm.buffer(all.size());  // block i is that of PE me + i
  const auto blocks = [&](int first, int count) {
    return std::span<std::byte>(held).subspan(static_cast<std::size_t>(first) * block,
                                              static_cast<std::size_t>(count) * block);
  };
  copy(mine, held);
  ExactReceives receives;
  for (const std::vector<BruckPiece>& pieces : bruck_plan(p, comm.ports())) {
    comm.round([&](Round& round) {
      for (const auto& [offset, length] : pieces) {
        round.send((me - offset + p) % p, blocks(0, length));
        receives.post(round, (me + offset) % p, blocks(offset, length));
      }
    });
    receives.finish(comm);
  }
  copy_rotated(held, static_cast<std::size_t>(p - me) * block, all);
}

}  // namespace

std::vector<std::vector<BruckPiece>> bruck_plan(int p, int k) {
  std::vector<std::vector<BruckPiece>> rounds;
  std::int64_t held = 1;
  while (held < p) {
    const bool is_last = (k + 1) * held >= p;
    const std::int64_t length = is_last ? ceil_div(p - held, k) : held;
    std::vector<BruckPiece>& pieces = rounds.emplace_back();
    for (std::int64_t offset = held; offset < std::min<std::int64_t>(p, held + k * length); offset += length)
      pieces.push_back({static_cast<int>(offset), static_cast<int>(std::min(length, p - offset))});
    held += k * length;
  }
  return rounds;
}

std::optional<Prediction> bruck_cost(const Case& c) {
  if (!is_plain_k_port_machine(c) || !c.is_complete || !takes_are_counted(c)) return std::nullopt;
  const int rounds = ceil_log(ports_of(c) + 1, c.p);
  return chain(c, rounds, ceil_div(c.p - 1, ports_of(c)) * static_cast<std::int64_t>(c.bytes), rounds);
}

std::optional<Ticks> bruck_estimate(const Case& c, BruckOrder order) {
  const int k = ports_of(c);
  Estimate estimate(c);
  for (std::int64_t held = 1; held < c.p; held *= k + 1) {
    const std::int64_t length = std::min(held, ceil_div(c.p - held, k));
    Estimate::Distances distances;
    for (std::int64_t at = held; at < std::min<std::int64_t>(c.p, held * (k + 1)); at += length)
      distances.push_back(order == BruckOrder::forwards ? c.p - at : at);
    estimate.add(estimate.shifts(distances, length * static_cast<std::int64_t>(c.bytes)));
  }
  return estimate.time();
}

void bruck(Allgather& entry) {
  entry.summary =
      "every PE takes all that the k PEs w, 2 w, .. k w ranks further on hold, w being what they do";
  entry.restrictions = "none";
  entry.formula = "ceil(log_{k+1} p) ts + ceil((p-1)/k) m tw";
  entry.source =
      "Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section "
      "4";
  entry.predicted = bruck_cost;
  entry.estimated = [](const Case& c) { return bruck_estimate(c, BruckOrder::forwards); };
  entry.run = concatenate;
}

}  // namespace toruscope::collectives
