// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter by pairwise exchange, k partners at a time: blocks go straight where they combine.
//
//   p = 5, k = 2     r -> r+1, r+2      r -> r+3, r+4      (mod 5), the receiver's block each
//
// Invariant  PE r gets the blocks of r-1, r-2, .. (mod p). Blocks of lower ranks go to the left of
//            its sum, those of higher ranks, which come later, to the left of each other: two sums,
//            joined at the end, keep rank order. What may be combined in any order goes to one sum.
// Rounds     ceil((p-1)/k).     Volume   p - 1 blocks per PE, k at a time: the ports' bound.
//            Any p, k, topology.
// Source     Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.4.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/shift_rounds.hpp"
#include "collectives/shapes/uneven.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <utility>

namespace toruscope::collectives {

namespace {

/// block_of(r): what this PE gives to the block of PE r.
template <class BlockOf>
void reduce_by_exchange(Communicator& comm, const BlockOf& block_of, std::span<std::byte> mine,
                        const Combine& op) {
  const int p = comm.size();
  const int k = comm.ports();
  const Rank me = comm.rank();
  const std::size_t block = mine.size();
  const std::size_t values = block / op.element;
  copy(block_of(me), mine);
  Buffer above;  // sum of the ranks above me; that of the lower ones is in `mine`
  for (int t = 1; t < p; t += k) {
    const int last = std::min(p - t, k) + t;  // distances t .. last-1
    std::vector<Buffer> theirs(static_cast<std::size_t>(last - t), comm.buffer(block));
    ExactReceives receives;
    comm.round([&](Round& round) {
      for (int d = t; d < last; ++d) round.send((me + d) % p, block_of((me + d) % p));
      for (int d = t; d < last; ++d)
        receives.post(round, (me - d + p) % p, theirs[static_cast<std::size_t>(d - t)]);
    });
    receives.finish(comm);
    for (int d = t; d < last; ++d) {
      Buffer& left = theirs[static_cast<std::size_t>(d - t)];
      if (d <= me || op.commutative)
        op.combine(left.data(), mine.data(), mine.data(), values);
      else if (above.empty())
        above = std::move(left);
      else
        op.combine(left.data(), above.data(), above.data(), values);
    }
  }
  if (!above.empty()) op.combine(mine.data(), above.data(), mine.data(), values);
}

}  // namespace

void pairwise(ReduceScatter& entry) {
  entry.summary = "in round t every PE sends k PEs their blocks and takes k of its own";
  entry.restrictions = "none";
  entry.formula = "ceil((p-1)/k) (ts + m tw)";
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.4";
  entry.predicted = shift_rounds_cost;
  entry.estimated = shift_rounds_estimate;
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    if (!c.commutative) return std::nullopt;
    return (c.p - 1) * static_cast<std::int64_t>(c.bytes);
  };
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    const std::size_t block = mine.size();
    reduce_by_exchange(
        comm, [&](Rank r) { return all.subspan(static_cast<std::size_t>(r) * block, block); }, mine, op);
  };
}

void pairwise(ReduceScatterv& entry) {
  take_claims(entry, described<ReduceScatter>(pairwise), "reduce_scatter/pairwise");
  entry.run = [](Communicator& comm, std::span<const std::byte> all, Sizes sizes, std::span<std::byte> mine,
                 const Combine& op) {
    const auto blocks = cut(all, sizes);
    reduce_by_exchange(
        comm, [&](Rank r) { return blocks[static_cast<std::size_t>(r)]; }, mine, op);
  };
}

}  // namespace toruscope::collectives
