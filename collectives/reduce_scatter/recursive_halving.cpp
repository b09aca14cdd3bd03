// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter by recursive halving: partners exchange half of the blocks that they combine.
//
//   p = 4, blocks 0 2 1 3     round 1   0 <-> 1, 2 <-> 3   0, 2 keep blocks 0 2, 1, 3 keep 1 3
//                             round 2   0 <-> 2, 1 <-> 3   each keeps its own
//
// Invariant  Partners of round i are 2^i ranks apart, so their sums are of neighbouring groups of
//            2^i ranks: rank order is kept. Blocks lie bit-reversed: halves are in one piece.
// Rounds     log2 p.     Volume   p - 1 blocks.
// Restricted to a power of two of PEs; one port.
// Source     Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.4.

#include "collectives/shapes/doubling_cost.hpp"
#include "collectives/shapes/exact.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

namespace toruscope::collectives {

namespace {

/// The lowest `bits` bits of x in reverse.
int reversed(int x, int bits) {
  int result = 0;
  for (int i = 0; i < bits; ++i, x /= 2) result = 2 * result + x % 2;
  return result;
}

void halve(Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine, const Combine& op) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const std::size_t block = mine.size();
  Buffer held = comm.buffer(all.size());
  std::span<std::byte> blocks(held);
  const auto block_of = [&](auto buffer, int i) {
    return buffer.subspan(static_cast<std::size_t>(i) * block, block);
  };
  for (Rank r = 0; r < p; ++r) copy(block_of(all, r), block_of(blocks, reversed(r, ceil_log(2, p))));

  Buffer theirs = comm.buffer(all.size() / 2);
  for (int bit = 1; bit < p; bit *= 2) {
    const bool upper = (me & bit) != 0;
    const std::size_t half = blocks.size() / 2;
    const std::span<std::byte> kept = upper ? blocks.last(half) : blocks.first(half);
    const std::span<std::byte> given = upper ? blocks.first(half) : blocks.last(half);
    const std::span<std::byte> received = std::span<std::byte>(theirs).first(half);
    ExactReceives exact;
    comm.round([&](Round& round) {
      round.send(me ^ bit, given);
      exact.post(round, me ^ bit, received);
    });
    exact.finish(comm);
    op.combine(upper ? received.data() : kept.data(), upper ? kept.data() : received.data(), kept.data(),
               half / op.element);
    blocks = kept;
  }
  copy(blocks, mine);
}

}  // namespace

void recursive_halving(ReduceScatter& entry) {
  entry.summary = "PEs whose ranks differ in one bit exchange half of the blocks that they still combine";
  entry.restrictions = "a power of two of PEs";
  entry.formula = "log2 p ts + (p-1) m tw";
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.4";
  entry.refusal = needs_power_of_two;
  entry.predicted = [](const Case& c) -> std::optional<Prediction> {
    if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
    const int rounds = ceil_log(2, c.p);
    return chain(c, rounds, (c.p - 1) * static_cast<std::int64_t>(c.bytes), rounds);
  };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Estimate estimate(c);
    for (int bit = 1; bit < c.p; bit *= 2)
      estimate.exchange(bit, c.p / (2 * bit) * static_cast<std::int64_t>(c.bytes));
    return estimate.time();
  };
  entry.combined = [](const Case& c) { return std::optional((c.p - 1) * static_cast<std::int64_t>(c.bytes)); };
  entry.run = halve;
}

}  // namespace toruscope::collectives
