// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter around rings: the sum of block c sets out from PE c+1 and ends on PE c, taking in
// every PE's block on its way; on a torus one dimension after the other, the last first (or, if the
// operator commutes, that in which bytes cost least).
//
//   p = 4, block 1   2 -> 3 (x2)   3 -> 0 (x2 x3)   0 -> 1 (x2 x3 and x0)   1 has x0 x1 x2 x3
//
// Invariant  A sum that has passed PE 0 is two: of ranks 0 .. r, and of ranks c+1 .. p-1. Joined at
//            the end they keep rank order, so the operator need not commute. For one that does
//            there is one sum all the way. On a torus sums are over whole rows after the last
//            dimension, again intervals of row-major ranks.
// Rounds     p - 1; torus: the sum of N_i - 1.
// Volume     p - 1 blocks. If the operator does not commute 2p - 3: PE 0 sends two in all rounds
//            but the first; torus: 2 N_i - 3 pieces of N_1 .. N_(i-1) blocks along dimension i.
// Restricted to a torus (torus version). The ring takes any p, topology.
// Links      None is shared on a ring whose ranks stand in a row, nor on a torus.
// Source     Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009; by dimensions: Barnett,
//            Littlefield, Payne, van de Geijn, IPPS 1993. The second sum is ours.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/dimension_order.hpp"
#include "collectives/shapes/ring_cost.hpp"
#include "collectives/shapes/uneven.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

/// Sum of block c on its way from PE c+1.
class RingSum {
 public:
  RingSum(Rank block, int p, bool commutes) : c_(block), p_(p), commutes_(commutes) {}

  /// Adds the block of this PE, rank r.
  void absorb(const Communicator& comm, Rank r, std::span<const std::byte> own, const Combine& op) {
    Buffer& sum = commutes_ || r <= c_ ? low_ : high_;
    if (sum.empty())
      sum = comm.copy_of(own);
    else
      op.combine(sum.data(), own.data(), sum.data(), own.size() / op.element);
  }
  /// Message of both sums, the lower ranks' first.
  [[nodiscard]] Buffer message() && {
    low_.append(high_);
    return std::move(low_);
  }
  /// Takes over the message of `sender` for blocks of this size. False if it cannot be one.
  [[nodiscard]] bool accept(Buffer&& got, Rank sender, std::size_t block) {
    const std::size_t low = commutes_ || sender <= c_ ? block : 0;
    const std::size_t high = !commutes_ && (sender > c_ || c_ + 1 < p_) ? block : 0;
    if (got.size() != low + high) return false;
    high_ = Buffer(std::span<const std::byte>(got).subspan(low));
    got.shrink(low);
    low_ = std::move(got);
    return true;
  }
  void finish(std::span<std::byte> into, const Combine& op) const {
    if (high_.empty())
      copy(low_, into);
    else
      op.combine(low_.data(), high_.data(), into.data(), into.size() / op.element);
  }

 private:
  Rank c_;
  int p_;
  bool commutes_;
  Buffer low_;   // ranks 0 .. r, once past PE 0; all so far if the operator commutes
  Buffer high_;  // ranks c+1 .. p-1, or all so far
};

/// Turns blocks in rank order round: first all of coordinate 0 in a dimension, then 1, ...; of each
/// coordinate `run` bytes are in a row.
Buffer by_coordinate(const Communicator& comm, std::span<const std::byte> all, std::size_t side,
                     std::size_t run) {
  Buffer turned = comm.buffer(all.size());
  std::span<std::byte> rest(turned);
  if (!has_data(rest)) return turned;
  for (std::size_t j = 0; j < side; ++j)
    for (std::size_t at = j * run; at < all.size(); at += side * run) {
      copy(all.subspan(at, run), rest);
      rest = rest.subspan(run);
    }
  return turned;
}

/// block_of(r): what this PE gives to the block of PE r.
template <class BlockOf>
void sum_around(Communicator& ring, const char* operation, const BlockOf& block_of, std::span<std::byte> mine,
                const Combine& op) {
  const int p = ring.size();
  const Rank me = ring.rank();
  const Rank before = (me - 1 + p) % p;
  RingSum sum(before, p, op.commutative);
  sum.absorb(ring, me, block_of(before), op);
  for (int t = 2; t <= p; ++t) {
    Buffer got;
    ring.round([&](Round& round) {
      round.send((me + 1) % p, std::move(sum).message());
      round.adopt(before, got);
    });
    const Rank c = (me - t + p) % p;
    const std::size_t bytes = got.size();
    sum = RingSum(c, p, op.commutative);
    if (!sum.accept(std::move(got), before, block_of(c).size()))
      ring.fail(std::string(operation) + ": got " + std::to_string(bytes) +
                " bytes to combine with blocks of " + std::to_string(block_of(c).size()) +
                "; every PE must give the same number");
    sum.absorb(ring, me, block_of(c), op);
  }
  sum.finish(mine, op);
}

void reduce_scatter_by_dimension(Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                                 const Combine& op) {
  // Blocks, in rank order, of the PEs that differ in the dimensions left.
  Buffer held = comm.copy_of(all);
  std::vector<std::size_t> sides(comm.sides().begin(), comm.sides().end());  // of these
  for (const int dimension : reduce_scatter_order(sides.size(), op.commutative, comm.parameters())) {
    Communicator line = comm.line(dimension);
    const auto own = sides.begin() + dimension;
    const std::size_t run = std::accumulate(own + 1, sides.end(), mine.size(), std::multiplies<>());
    Buffer kept = comm.buffer(held.size() / *own);
    reduce_scatter_around(line, by_coordinate(comm, held, *own, run), kept, op);
    held = std::move(kept);
    *own = 1;
  }
  copy(held, mine);
}

RingRounds reduce_scatter_rounds_on_torus(const Case& c) {
  RingRounds all;
  auto pieces = static_cast<std::size_t>(c.p);
  for (const int d : reduce_scatter_order(c.sides.size(), c.commutative, c.parameters)) {
    const int side = c.sides[static_cast<std::size_t>(d)];
    pieces /= static_cast<std::size_t>(side);
    RingRounds ring = reduce_scatter_ring_rounds(side, pieces * c.bytes, c.commutative);
    ring.bytes = at_cheapest(ring.bytes, c.parameters, c.sides.size(), d);
    all += ring;
  }
  return all;
}

/// Along a ring as along the dimensions of a torus every block but one's own, if the operator
/// commutes.
std::optional<std::int64_t> all_other_blocks(const Case& c) {
  if (!c.commutative) return std::nullopt;
  return (c.p - 1) * static_cast<std::int64_t>(c.bytes);
}

}  // namespace

void reduce_scatter_around(Communicator& ring, std::span<const std::byte> all, std::span<std::byte> mine,
                           const Combine& op) {
  const auto block_of = [&](Rank r) {
    return all.subspan(static_cast<std::size_t>(r) * mine.size(), mine.size());
  };
  sum_around(ring, "reduce_scatter", block_of, mine, op);
}

RingRounds reduce_scatter_ring_rounds(int p, std::size_t block, bool commutative) {
  return {p - 1, std::max(0, commutative ? p - 1 : 2 * p - 3) * static_cast<std::int64_t>(block)};
}

void ring(ReduceScatter& entry) {
  entry.summary =
      "the sum of each block goes once around the ring; if the operator does not commute in two parts once it "
      "has passed PE 0";
  entry.formula = "(p-1) (ts + m tw); an operator that does not commute: (p-1) ts + (2p-3) m tw";
  entry.source = "Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009; the second part is ours";
  claim_ring(entry, [](const Case& c) { return reduce_scatter_ring_rounds(c.p, c.bytes, c.commutative); });
  entry.combined = all_other_blocks;
  entry.run = reduce_scatter_around;
}

void ring(ReduceScatterv& entry) {
  take_claims(entry, described<ReduceScatter>(ring), "reduce_scatter/ring");
  entry.run = [](Communicator& comm, std::span<const std::byte> all, Sizes sizes, std::span<std::byte> mine,
                 const Combine& op) {
    const auto blocks = cut(all, sizes);
    sum_around(
        comm, "reduce_scatterv", [&](Rank r) { return blocks[static_cast<std::size_t>(r)]; }, mine, op);
  };
}

void torus(ReduceScatter& entry) {
  entry.ignores_costs = false;
  entry.summary =
      "around the rings of one dimension after the other, the last first (or that in which bytes cost least), "
      "with ever fewer blocks";
  entry.formula =
      "sum of (N_i - 1) ts + (p-1) m tw; an operator that does not commute: sum of (2 N_i - 3) N_1..N_(i-1) m "
      "tw";
  entry.source =
      "Barnett, Littlefield, Payne, van de Geijn, Int. Parallel Processing Symposium, 1993; rank order is ours";
  claim_lines(entry, reduce_scatter_rounds_on_torus);
  entry.combined = all_other_blocks;
  entry.run = reduce_scatter_by_dimension;
}

}  // namespace toruscope::collectives
