// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduce/scatter_gather.hpp"

#include "collectives/reduce_scatter/pairwise.hpp"
#include "collectives/reduce_scatter/recursive_halving.hpp"
#include "collectives/scatter/knomial.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <utility>

namespace toruscope::collectives {

namespace {

Reduce composed(const ReduceScatter& reduce_scatter, const Gather& gather) {
  Reduce entry;
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
  entry.run = [first = reduce_scatter.run, second = gather.run](Communicator& comm, Rank root,
                                                                std::span<std::byte> data, const Combine& op) {
    Buffer all = value_blocks(comm, data, op.element);
    Buffer mine = comm.buffer(all.size() / static_cast<std::size_t>(comm.size()));
    first(comm, all, mine, op);
    second(comm, root, mine, comm.rank() == root ? std::span<std::byte>(all) : std::span<std::byte>());
    if (comm.rank() == root) copy(std::span<const std::byte>(all).first(data.size()), data);
  };
  return entry;
}

}  // namespace

Reduce reduce_halving_gather() {
  Reduce entry = composed(reduce_scatter_recursive_halving(), gather_knomial());
  entry.name = "halving_gather";
  entry.summary = "a reduce-scatter by recursive halving, then the root gathers the blocks";
  entry.formula = "(log2 p + ceil(log_{k+1} p)) ts + (p - 1 + ceil((p-1)/k)) ceil(m/p) tw";
  return entry;
}

Reduce reduce_pairwise_gather() {
  Reduce entry = composed(reduce_scatter_pairwise(), gather_knomial());
  entry.name = "pairwise_gather";
  entry.summary = "a reduce-scatter by pairwise exchange, then the root gathers the blocks";
  entry.formula = "(ceil((p-1)/k) + ceil(log_{k+1} p)) ts + 2 ceil((p-1)/k) ceil(m/p) tw";
  return entry;
}

}  // namespace toruscope::collectives
