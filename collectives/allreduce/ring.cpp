// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/ring.hpp"

#include "collectives/allgather/ring.hpp"
#include "collectives/reduce_scatter/ring.hpp"
#include "collectives/shapes/value_blocks.hpp"

namespace toruscope::collectives {

namespace {

/// One PE's block is combined, goes through `meanwhile`, and is collected.
template <class Meanwhile>
void on_ring(Communicator& ring, std::span<std::byte> data, const Combine& op, Meanwhile meanwhile) {
  Buffer all = value_blocks(ring, data, op.element);
  Buffer mine = ring.buffer(all.size() / static_cast<std::size_t>(ring.size()));
  reduce_scatter_around(ring, all, mine, op);
  meanwhile(std::span<std::byte>(mine));
  allgather_around(ring, mine, all);
  copy(std::span<const std::byte>(all).first(data.size()), data);
}

/// The dimensions up to this one.
void by_dimension(Communicator& comm, int dimension, std::span<std::byte> data, const Combine& op) {
  if (dimension < 0) return;
  Communicator line = comm.line(dimension);
  on_ring(line, data, op, [&](std::span<std::byte> mine) { by_dimension(comm, dimension - 1, mine, op); });
}

RingRounds rounds_on_ring(int p, std::size_t block, bool commutative) {
  RingRounds all = reduce_scatter_ring_rounds(p, block, commutative);
  return all += allgather_ring_rounds(p, block);
}

RingRounds rounds_on_torus(const Case& c) {
  RingRounds all;
  std::size_t held = c.bytes;
  for (auto side = c.sides.rbegin(); side != c.sides.rend(); ++side) {
    held = value_block(held, c.element, *side);
    all += rounds_on_ring(*side, held, c.commutative);
  }
  return all;
}

RingRounds rounds_in_a_row(const Case& c) {
  return rounds_on_ring(c.p, value_block(c.bytes, c.element, c.p), c.commutative);
}

}  // namespace

Allreduce allreduce_ring() {
  Allreduce entry;
  entry.name = "ring";
  entry.summary = "a reduce-scatter around the ring, then an allgather around it";
  entry.formula =
      "2 (p-1) (ts + ceil(m/p) tw); an operator that does not commute: 2 (p-1) ts + (3p-4) ceil(m/p) tw";
  entry.source = "Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009; rank order is ours";
  claim_ring(entry, rounds_in_a_row);
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    on_ring(comm, data, op, [](std::span<std::byte>) {});
  };
  return entry;
}

Allreduce allreduce_torus() {
  Allreduce entry;
  entry.name = "torus";
  entry.summary = "reduce-scatters around the rings of each dimension, the last first, then allgathers back";
  entry.formula =
      "sum of 2 (N_i - 1) (ts + ceil(m/(N_i..N_k)) tw); an operator that does not commute: 3 N_i - 4 for 2 "
      "(N_i - 1) "
      "before tw";
  entry.source =
      "Barnett, Littlefield, Payne, van de Geijn, Int. Parallel Processing Symposium, 1993; rank order is ours";
  claim_lines(entry, rounds_on_torus);
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    by_dimension(comm, comm.dimensions() - 1, data, op);
  };
  return entry;
}

}  // namespace toruscope::collectives
