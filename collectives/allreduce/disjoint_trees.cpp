// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/disjoint_trees.hpp"

#include "collectives/broadcast/disjoint_trees.hpp"
#include "collectives/reduce/disjoint_trees.hpp"
#include "collectives/shapes/disjoint_trees.hpp"
#include "collectives/shapes/premises.hpp"

namespace toruscope::collectives {

namespace {

/// A broadcast cuts bytes, not values, into packets.
Case with_byte_elements(Case c) {
  c.element = 1;
  return c;
}

}  // namespace

Allreduce allreduce_disjoint_trees() {
  Allreduce entry;
  entry.name = "disjoint_trees";
  entry.summary =
      "packets of a long vector up spanning trees that share no link, as many as a PE has links, and down "
      "again";
  entry.formula =
      "2 (B+H-1) (ts + m/(T B) tw), th = 0 or B = 1, T trees of height H = sum (N_i - 1) + 1, B packets in "
      "each";
  claim_disjoint_trees(entry);
  entry.predicted = [](const Case& c) {
    return in_turn(disjoint_trees_cost(c), disjoint_trees_cost(with_byte_elements(c)));
  };
  entry.estimated = [](const Case& c) {
    return in_turn(disjoint_trees_estimate(c), disjoint_trees_estimate(with_byte_elements(c)));
  };
  entry.run = [combine = reduce_disjoint_trees().run, spread = broadcast_disjoint_trees().run](
                  Communicator& comm, std::span<std::byte> data, const Combine& op) {
    combine(comm, 0, data, op);
    spread(comm, 0, data);
  };
  return entry;
}

}  // namespace toruscope::collectives
