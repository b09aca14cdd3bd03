// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/one_port_trees.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/one_port_trees.hpp"

namespace toruscope::collectives {

namespace {

void send_down_in_turn(Communicator& comm, Rank root, std::span<std::byte> data, std::size_t segment) {
  Case c = case_of(comm, data.size(), root);
  c.segment = segment;
  const Segments packets = one_port_packets(c);
  const OnePortTrees trees(comm.sides(), root, packets.count());
  ExactReceives receives;
  for (int t = 0; t < trees.rounds(); ++t) {
    const Rank partner = trees.partner(comm.rank(), t);
    const auto outgoing = trees.arriving(partner, t);
    const auto incoming = trees.arriving(comm.rank(), t);
    if (!outgoing && !incoming) continue;
    comm.round([&](Round& round) {
      if (outgoing) round.send(partner, packets.of(data, *outgoing));
      if (incoming) receives.post(round, partner, packets.of(data, *incoming));
    });
    receives.finish(comm);
  }
}

}  // namespace

Broadcast broadcast_one_port_trees() {
  Broadcast entry;
  entry.name = "one_port_trees";
  entry.summary =
      "packets of long data down spanning trees of a hypercube that share no link, in each round along one "
      "dimension";
  entry.restrictions = "a torus whose sides are all 2";
  entry.formula = "(P+D) (ts + m/P tw), th = 0 or P = 1, P packets, D > 1 dimensions; D = 1: P for P+D";
  entry.source = "Johnsson, Ho, IEEE Trans. Computers 38(9), 1989";
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_one_port_trees;
  entry.predicted = one_port_trees_cost;
  entry.estimated = one_port_trees_estimate;
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    send_down_in_turn(comm, root, data, 0);
  };
  entry.run_in_parts = send_down_in_turn;
  return entry;
}

}  // namespace toruscope::collectives
