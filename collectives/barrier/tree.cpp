// SPDX-License-Identifier: Apache-2.0
// Barrier on a tree: an empty reduction to PE 0, then an empty broadcast, on the k-nomial tree.
//
//   p = 4, k = 1     1 -> 0, 3 -> 2      2 -> 0      0 -> 2      0 -> 1, 2 -> 3
//
// Rounds     2 ceil(log_{k+1} p), twice dissemination's.   Messages   2 (p - 1), against about p
//            log p. Any p, k, topology.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1;
//            Mellor-Crummey, Scott, ACM Trans. Computer Systems 9(1), 1991, section 3.4.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/without_data.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void tree(Barrier& entry) {
  const auto up = described<Reduce>(knomial);
  const auto down = described<Broadcast>(knomial);
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
}

}  // namespace toruscope::collectives
