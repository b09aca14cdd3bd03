// SPDX-License-Identifier: Apache-2.0
// Reduction of long data on a hypercube whose PEs have one port: packets up its spanning trees, in each round along one
// dimension (shapes/one_port_trees.hpp).
//
// Rounds     P + D, P packets, D dimensions.     Volume     (1 + D/P) m, about half of a halving and a gather.
// Restricted to a torus whose sides are all 2, and an operator that commutes.

#include "collectives/shapes/one_port_trees.hpp"

#include "collectives/shapes/exact.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void send_up_in_turn(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const Segments packets = one_port_packets(case_of(comm, data.size(), root, op.element));
  const OnePortTrees trees(comm.sides(), root, packets.count());
  Buffer sum = comm.copy_of(data);
  const auto part = [&](std::size_t number) { return packets.of(std::span<std::byte>(sum), number); };
  ExactReceives receives;
  for (int t = trees.rounds() - 1; t >= 0; --t) {
    const Rank partner = trees.partner(comm.rank(), t);
    const auto incoming = trees.arriving(partner, t);  // backwards: from there
    const auto outgoing = trees.arriving(comm.rank(), t);
    if (!outgoing && !incoming) continue;
    Buffer theirs = comm.buffer(incoming ? packets.size(*incoming) : 0);
    comm.round([&](Round& round) {
      if (outgoing) round.send(partner, part(*outgoing));
      if (incoming) receives.post(round, partner, theirs);
    });
    receives.finish(comm);
    if (!incoming) continue;
    const std::span<std::byte> mine = part(*incoming);
    op.combine(theirs.data(), mine.data(), mine.data(), mine.size() / op.element);
  }
  if (comm.rank() == root) copy(sum, data);
}

}  // namespace

void one_port_trees(Reduce& entry) {
  entry.summary =
      "packets of long data up spanning trees of a hypercube that share no link, in each round along one "
      "dimension";
  claim_one_port_trees(entry);
  entry.run = send_up_in_turn;
}

}  // namespace toruscope::collectives
