// SPDX-License-Identifier: Apache-2.0
#include "collectives/barrier/tree.hpp"

#include "collectives/broadcast/tree.hpp"
#include "collectives/reduce/tree.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/without_data.hpp"

namespace toruscope::collectives {

Barrier barrier_tree() {
  const Reduce up = reduce_knomial();
  const Broadcast down = broadcast_knomial();
  Barrier entry;
  entry.name = "tree";
  entry.summary = "up the k-nomial tree to PE 0 and down again, with messages of no bytes";
  entry.restrictions = "none";
  entry.formula = "2 ceil(log_{k+1} p) ts";
  entry.source =
      "Mellor-Crummey, Scott, ACM Trans. Computer Systems 9(1), 1991; Grama, Gupta, Karypis, Kumar, "
      "Introduction to Parallel Computing, section 4.1";
  entry.predicted = [first = up.predicted, second = down.predicted](const Case& c) {
    return in_turn(first(c), second(c));
  };
  entry.estimated = [first = up.estimated, second = down.estimated](const Case& c) {
    return in_turn(first(c), second(c));
  };
  entry.run = [first = up.run, second = down.run](Communicator& comm) {
    first(comm, 0, {}, without_data({}));
    second(comm, 0, {});
  };
  return entry;
}

}  // namespace toruscope::collectives
