// SPDX-License-Identifier: Apache-2.0
// Broadcast of long data along the ranks, from the root on and around, in parts of the best size.
//
//   p = 5, root 3     3 -> 4 -> 0 -> 1 -> 2, part after part: shapes/pipeline.hpp
//
// Rounds     s + p - 2 messages on the way of the last part, s parts.     Volume   (1 + (p-2)/s) m.
// Links      None is shared on a ring whose ranks stand in a row.         Any p, root, topology.
// Source     Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (pipelined packets).

#include "collectives/shapes/pipeline.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

Segments parts_of(const Costs& costs, int p, std::size_t bytes, std::size_t segment) {
  return best_segments(costs, p, bytes, 1, segment);
}

void send_in_parts(Communicator& comm, Rank root, std::span<std::byte> data, std::size_t segment) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const int place = (me - root + p) % p;
  const Segments parts = parts_of(comm.costs(), p, data.size(), segment);
  for (std::size_t i = 0; i < parts.count(); ++i) {
    const std::span<std::byte> part = parts.of(data, i);
    if (place > 0) comm.recv((me - 1 + p) % p, part);
    if (place + 1 < p) comm.send((me + 1) % p, part);
  }
}

}  // namespace

void pipelined_chain(Broadcast& entry) {
  entry.ignores_costs = false;
  entry.summary = "from rank to rank, part after part of long data: all PEs are at work at once";
  entry.restrictions = "none";
  entry.formula = "(s+p-2) ts + (1 + (p-2)/s) m tw, s parts, about sqrt((p-2) m tw/ts)";
  entry.source = "Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (pipelined packets)";
  entry.conflict_free = no_conflicts_on_rings();
  entry.predicted = [](const Case& c) { return pipeline_cost(c, parts_of(c.costs, c.p, c.bytes, c.segment)); };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    return pipeline_estimate(c, parts_of(c.costs, c.p, c.bytes, c.segment));
  };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    send_in_parts(comm, root, data, 0);
  };
  entry.run_in_parts = send_in_parts;
}

}  // namespace toruscope::collectives
