// SPDX-License-Identifier: Apache-2.0
// Allgather around rings: every PE hands the block that it got last to the next PE. On a torus one
// dimension after the other, that in which bytes cost most first, of equal ones the last; all that
// was gathered so far is the block.
//
//   p = 4     round 1   r sends block r       to r+1
//             round 2   r sends block r-1     to r+1
//             round 3   r sends block r-2     to r+1   (mod 4)
//   torus 2x3, PE (0,0)     along dimension 1: has 0 1 2
//                           along dimension 0: sends all three, has 0 1 2 3 4 5
//
// Invariant  (ring) After round i PE r has the blocks r-i .. r (mod p).
// Rounds     p - 1; torus: the sum of N_i - 1.     Volume   p - 1 blocks per PE, one port's bound.
// Restricted to a torus (torus version). The ring takes any p, topology.
// Links      None is shared on a ring whose ranks stand in a row, nor on a torus.
// Source     Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.1; by dimensions: Barnett,
//            Littlefield, Payne, van de Geijn, "Global Combine on Mesh Architectures with Wormhole
//            Routing", Int. Parallel Processing Symposium 1993.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/dimension_order.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/ring_cost.hpp"
#include "collectives/shapes/uneven.hpp"

#include <toruscope/catalogue.hpp>

#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

/// block_of(r): the place of rank r's block, for r from 1 - p to p - 1; this PE's own is there.
template <class BlockOf>
void pass_around(Communicator& ring, const BlockOf& block_of) {
  const int p = ring.size();
  const Rank me = ring.rank();
  ExactReceives receives;
  for (int i = 0; i + 1 < p; ++i) {
    ring.round([&](Round& round) {
      round.send((me + 1) % p, block_of(me - i));
      receives.post(round, (me - 1 + p) % p, block_of(me - i - 1));
    });
    receives.finish(ring);
  }
}

/// Blocks of one coordinate after the other, put in rank order: of each coordinate `run` bytes in a
/// row.
Buffer in_rank_order(const Communicator& comm, std::span<const std::byte> turned, std::size_t side,
                     std::size_t run) {
  Buffer all = comm.buffer(turned.size());
  const std::span<std::byte> into(all);
  if (!has_data(into)) return all;
  for (std::size_t j = 0; j < side; ++j)
    for (std::size_t at = j * run; at < all.size(); at += side * run) {
      copy(turned.first(run), into.subspan(at, run));
      turned = turned.subspan(run);
    }
  return all;
}

void by_dimension(Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
  // Blocks, in rank order, of the PEs that differ in the dimensions so far.
  Buffer held = comm.copy_of(mine);
  std::vector<std::size_t> sides(static_cast<std::size_t>(comm.dimensions()), 1);  // of these
  for (const int dimension : allgather_order(sides.size(), comm.parameters())) {
    Communicator line = comm.line(dimension);
    const auto side = static_cast<std::size_t>(line.size());
    Buffer more = comm.buffer(held.size() * side);
    allgather_around(line, held, more);
    const auto later = sides.begin() + dimension;
    const std::size_t run = std::accumulate(later, sides.end(), mine.size(), std::multiplies<>());
    held = run == held.size() ? std::move(more) : in_rank_order(comm, more, side, run);
    *later = side;
  }
  copy(held, all);
}

RingRounds allgather_rounds_on_torus(const Case& c) {
  RingRounds all;
  std::size_t held = c.bytes;
  for (const int d : allgather_order(c.sides.size(), c.parameters)) {
    const int side = c.sides[static_cast<std::size_t>(d)];
    RingRounds ring = allgather_ring_rounds(side, held);
    ring.bytes = at_cheapest(ring.bytes, c.parameters, c.sides.size(), d);
    all += ring;
    held *= static_cast<std::size_t>(side);
  }
  return all;
}

}  // namespace

void allgather_around(Communicator& ring, std::span<const std::byte> mine, std::span<std::byte> all) {
  const int p = ring.size();
  const auto block_of = [&](Rank r) {
    return all.subspan(static_cast<std::size_t>((r + p) % p) * mine.size(), mine.size());
  };
  copy(mine, block_of(ring.rank()));
  pass_around(ring, block_of);
}

RingRounds allgather_ring_rounds(int p, std::size_t block) {
  return {p - 1, (p - 1) * static_cast<std::int64_t>(block)};
}

void ring(Allgather& entry) {
  entry.summary = "every PE hands the block that it got last to the next one";
  entry.formula = "(p-1) (ts + m tw)";
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.1";
  claim_ring(entry, [](const Case& c) { return allgather_ring_rounds(c.p, c.bytes); });
  entry.run = allgather_around;
}

void ring(Allgatherv& entry) {
  take_claims(entry, described<Allgather>(ring), "allgather/ring");
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all, Sizes sizes) {
    const auto blocks = cut(all, sizes);
    const auto block_of = [&](Rank r) {
      return blocks[static_cast<std::size_t>((r + comm.size()) % comm.size())];
    };
    copy(mine, block_of(comm.rank()));
    pass_around(comm, block_of);
  };
}

void torus(Allgather& entry) {
  entry.ignores_costs = false;
  entry.summary =
      "around the rings of one dimension after the other, the last first (or that in which bytes cost most), "
      "with all that was gathered so far";
  entry.formula = "sum of (N_i - 1) ts + (p-1) m tw";
  entry.source = "Barnett, Littlefield, Payne, van de Geijn, Int. Parallel Processing Symposium, 1993";
  claim_lines(entry, allgather_rounds_on_torus);
  entry.run = by_dimension;
}

}  // namespace toruscope::collectives
