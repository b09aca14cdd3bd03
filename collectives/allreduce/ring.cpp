// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors around rings: a reduce-scatter, then an allgather. On a torus the
// reduce-scatters go through the dimensions, the last first (or, if the operator commutes, those in
// which bytes cost least), and the allgathers back.
//
//   torus 2x4, 8 blocks     along dimension 1: each PE of a row keeps 2 blocks of the row's sum
//                           along dimension 0: each keeps 1 block of the whole sum, gets the other
//                           along dimension 1: each gets the other 6
//
// Invariant  Neighbouring intervals of ranks combine: the operator need not commute.
// Rounds     2 (p - 1); torus: the sum of 2 (N_i - 1).
// Volume     2 (p - 1) blocks of ceil(n/p) values, padded at the end (shapes/value_blocks.hpp);
//            torus: 2 (p - 1)/p n. If the operator does not commute: 3p - 4 blocks, of which 2p - 3
//            in the reduce-scatter; torus: about 3 n, whatever p.
// Restricted to a torus (torus version). The ring takes any p, topology.
// Links      None is shared on a ring whose ranks stand in a row, nor on a torus.
// Source     Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009; by dimensions: Barnett,
//            Littlefield, Payne, van de Geijn, Int. Parallel Processing Symposium 1993.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/dimension_order.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

/// Combines one PE's block, calls `meanwhile` with it, and collects all blocks.
template <class Meanwhile>
void on_ring(Communicator& ring, std::span<std::byte> data, const Combine& op, Meanwhile meanwhile) {
  Buffer all = value_blocks(ring, data, op.element);
  Buffer mine = ring.buffer(all.size() / static_cast<std::size_t>(ring.size()));
  reduce_scatter_around(ring, all, mine, op);
  meanwhile(std::span<std::byte>(mine));
  allgather_around(ring, mine, all);
  copy(std::span<const std::byte>(all).first(data.size()), data);
}

/// Combines along these dimensions, in this order.
void by_dimension(Communicator& comm, std::span<const int> dimensions, std::span<std::byte> data,
                  const Combine& op) {
  if (dimensions.empty()) return;
  Communicator line = comm.line(dimensions.front());
  on_ring(line, data, op,
          [&](std::span<std::byte> mine) { by_dimension(comm, dimensions.subspan(1), mine, op); });
}

RingRounds rounds_on_ring(int p, std::size_t block, bool commutative) {
  RingRounds all = reduce_scatter_ring_rounds(p, block, commutative);
  return all += allgather_ring_rounds(p, block);
}

RingRounds allreduce_rounds_on_torus(const Case& c) {
  RingRounds all;
  std::size_t held = c.bytes;
  for (const int d : reduce_scatter_order(c.sides.size(), c.commutative, c.parameters)) {
    const int side = c.sides[static_cast<std::size_t>(d)];
    held = value_block(held, c.element, side);
    RingRounds ring = rounds_on_ring(side, held, c.commutative);
    ring.bytes = at_cheapest(ring.bytes, c.parameters, c.sides.size(), d);
    all += ring;
  }
  return all;
}

RingRounds rounds_in_a_row(const Case& c) {
  return rounds_on_ring(c.p, value_block(c.bytes, c.element, c.p), c.commutative);
}

}  // namespace

void ring(Allreduce& entry) {
  entry.summary = "a reduce-scatter around the ring, then an allgather around it";
  entry.formula =
      "2 (p-1) (ts + ceil(m/p) tw); an operator that does not commute: 2 (p-1) ts + (3p-4) ceil(m/p) tw";
  entry.source = "Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009; rank order is ours";
  claim_ring(entry, rounds_in_a_row);
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    if (!c.commutative) return std::nullopt;
    return (c.p - 1) * static_cast<std::int64_t>(value_block(c.bytes, c.element, c.p));
  };
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    on_ring(comm, data, op, [](std::span<std::byte>) {});
  };
}

void torus(Allreduce& entry) {
  entry.ignores_costs = false;
  entry.summary = "reduce-scatters around the rings of each dimension, the last first, then allgathers back";
  entry.formula =
      "sum of 2 (N_i - 1) (ts + ceil(m/(N_i..N_k)) tw); an operator that does not commute: 3 N_i - 4 for 2 "
      "(N_i - 1) before tw";
  entry.source =
      "Barnett, Littlefield, Payne, van de Geijn, Int. Parallel Processing Symposium, 1993; rank order is ours";
  claim_lines(entry, allreduce_rounds_on_torus);
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    if (!c.commutative) return std::nullopt;
    std::int64_t bytes = 0;
    std::size_t held = c.bytes;
    for (const int d : reduce_scatter_order(c.sides.size(), c.commutative, c.parameters)) {
      const int side = c.sides[static_cast<std::size_t>(d)];
      held = value_block(held, c.element, side);
      bytes += (side - 1) * static_cast<std::int64_t>(held);
    }
    return bytes;
  };
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    by_dimension(comm, reduce_scatter_order(comm.sides().size(), op.commutative, comm.parameters()), data, op);
  };
}

}  // namespace toruscope::collectives
