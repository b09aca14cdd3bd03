// SPDX-License-Identifier: Apache-2.0
// Allgather by recursive doubling: in round i PEs whose ranks differ in bit i exchange all blocks.
//
//   p = 4     0 <-> 1, 2 <-> 3: one block      0 <-> 2, 1 <-> 3: two
//
// Invariant  After round i a PE has the blocks of its aligned group of 2^(i+1) ranks.
// Rounds     log2 p.     Volume   p - 1 blocks: both optimal for one port.
// Restricted to a power of two of PEs.
// Source     Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.1.

#include "collectives/shapes/doubling_cost.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void exchange(Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
  const auto blocks = [&](int first, int count) {
    return all.subspan(static_cast<std::size_t>(first) * mine.size(),
                       static_cast<std::size_t>(count) * mine.size());
  };
  const Rank me = comm.rank();
  copy(mine, blocks(me, 1));
  for (int group = 1; group < comm.size(); group *= 2) {
    const Rank partner = me ^ group;
    comm.sendrecv(partner, blocks(me / group * group, group), partner, blocks(partner / group * group, group));
  }
}

}  // namespace

void recursive_doubling(Allgather& entry) {
  entry.summary = "PEs whose ranks differ in one bit exchange all that they hold, bit by bit";
  entry.restrictions = "a power of two of PEs";
  entry.formula = "log2 p ts + (p-1) m tw";
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.1";
  entry.refusal = needs_power_of_two;
  entry.predicted = [](const Case& c) -> std::optional<Prediction> {
    if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
    const int rounds = ceil_log(2, c.p);
    return chain(c, rounds, (c.p - 1) * static_cast<std::int64_t>(c.bytes), rounds);
  };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Estimate estimate(c);
    for (int group = 1; group < c.p; group *= 2)
      estimate.exchange(group, group * static_cast<std::int64_t>(c.bytes));
    return estimate.time();
  };
  entry.run = exchange;
}

}  // namespace toruscope::collectives
