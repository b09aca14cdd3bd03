// SPDX-License-Identifier: Apache-2.0
// Broadcast of long data on a hypercube whose PEs have one port: packets down its spanning trees, in each round along one
// dimension (shapes/one_port_trees.hpp).
//
// Rounds     P + D, P packets, D dimensions.     Volume     (1 + D/P) m, about half of a scatter and an allgather.
// Restricted to a torus whose sides are all 2.

#include "collectives/shapes/one_port_trees.hpp"

#include "collectives/shapes/exact.hpp"

#include <toruscope/catalogue.hpp>

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

void one_port_trees(Broadcast& entry) {
  entry.summary =
      "packets of long data down spanning trees of a hypercube that share no link, in each round along one "
      "dimension";
  claim_one_port_trees(entry);
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    send_down_in_turn(comm, root, data, 0);
  };
  entry.run_in_parts = send_down_in_turn;
}

}  // namespace toruscope::collectives
