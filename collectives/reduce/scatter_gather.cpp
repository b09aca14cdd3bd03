// SPDX-License-Identifier: Apache-2.0
// Reduction of long vectors: a reduce-scatter, then the root gathers the blocks.
//
//   p = 4, vectors of 4 blocks   reduce-scatter   PE i has block i of the result  (reduce_scatter/)
//                                gather           the root has all four      (scatter/knomial.cpp)
//
// Rounds     halving_gather log2 p + ceil(log_{k+1} p); pairwise_gather
//            ceil((p-1)/k) + ceil(log_{k+1} p).
// Volume     about 2 n bytes whatever p (one port), where a tree takes n ceil(log2 p). Blocks are
//            whole values, padded at the end (shapes/value_blocks.hpp). Any k, root, n, topology;
//            halving: p a power of two. The operator need not commute.
// Source     Rabenseifner; Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.5.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void compose(Reduce& entry, const ReduceScatter& reduce_scatter, const Gather& gather) {
  entry.restrictions = reduce_scatter.restrictions;
  entry.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.5";
  entry.refusal = reduce_scatter.refusal;
  entry.predicted = [first = reduce_scatter.predicted, second = gather.predicted](const Case& c) {
    const Case blocks = about_blocks(c, value_block(c.bytes, c.element, c.p));
    return in_turn(first(blocks), second(blocks));
  };
  entry.estimated = [first = reduce_scatter.estimated, second = gather.estimated](const Case& c) {
    const Case blocks = about_blocks(c, value_block(c.bytes, c.element, c.p));
    return in_turn(first(blocks), second(blocks));
  };
  if (reduce_scatter.combined)
    entry.combined = [first = reduce_scatter.combined](const Case& c) {
      return first(about_blocks(c, value_block(c.bytes, c.element, c.p)));
    };
  entry.run = [first = reduce_scatter.run, second = gather.run](Communicator& comm, Rank root,
                                                                std::span<std::byte> data, const Combine& op) {
    Buffer all = value_blocks(comm, data, op.element);
    Buffer mine = comm.buffer(all.size() / static_cast<std::size_t>(comm.size()));
    first(comm, all, mine, op);
    second(comm, root, mine, comm.rank() == root ? std::span<std::byte>(all) : std::span<std::byte>());
    if (comm.rank() == root) copy(std::span<const std::byte>(all).first(data.size()), data);
  };
}

}  // namespace

void halving_gather(Reduce& entry) {
  compose(entry, described<ReduceScatter>(recursive_halving), described<Gather>(knomial));
  entry.summary = "a reduce-scatter by recursive halving, then the root gathers the blocks";
  entry.formula = "(log2 p + ceil(log_{k+1} p)) ts + (p - 1 + ceil((p-1)/k)) ceil(m/p) tw";
}

void pairwise_gather(Reduce& entry) {
  compose(entry, described<ReduceScatter>(pairwise), described<Gather>(knomial));
  entry.summary = "a reduce-scatter by pairwise exchange, then the root gathers the blocks";
  entry.formula = "(ceil((p-1)/k) + ceil(log_{k+1} p)) ts + 2 ceil((p-1)/k) ceil(m/p) tw";
}

}  // namespace toruscope::collectives
