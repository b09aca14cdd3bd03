// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/flat.hpp"

#include "collectives/shapes/flat.hpp"

namespace toruscope::collectives {

Broadcast broadcast_flat() {
  Broadcast entry;
  entry.name = "flat";
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
  return entry;
}

}  // namespace toruscope::collectives
