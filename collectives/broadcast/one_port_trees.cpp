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
  claim_one_port_trees(entry);
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    send_down_in_turn(comm, root, data, 0);
  };
  entry.run_in_parts = send_down_in_turn;
  return entry;
}

}  // namespace toruscope::collectives
