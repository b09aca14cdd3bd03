// SPDX-License-Identifier: Apache-2.0
// Broadcast without help: the root itself tells everybody, k at a time (shapes/flat.hpp).
//
//   p = 6, k = 2, root 1     1 -> 2, 3      1 -> 4, 5      1 -> 0
//
// Rounds     ceil((p-1)/k).     Volume   n bytes in each.     Any p, k, root, topology.
// Links      None is shared by two messages at one time when sends are direct.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1.

#include "collectives/shapes/flat.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void flat(Broadcast& entry) {
  entry.summary = "the root tells everybody itself, k at a time";
  entry.restrictions = "none";
  entry.formula = "ceil((p-1)/k) (ts + m tw)";
  entry.source =
      "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1 (the naive way)";
  entry.conflict_free = never_in_conflict();
  entry.predicted = one_to_all_cost;
  entry.estimated = one_to_all_estimate;
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    if (comm.rank() == root)
      tell_all(comm, root, [&](Round& round, Rank to) { round.send(to, data); });
    else
      comm.recv(root, data);
  };
}

}  // namespace toruscope::collectives
