// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduce/one_port_trees.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/one_port_trees.hpp"

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

Reduce reduce_one_port_trees() {
  Reduce entry;
  entry.name = "one_port_trees";
  entry.summary =
      "packets of long data up spanning trees of a hypercube that share no link, in each round along one "
      "dimension";
  claim_one_port_trees(entry);
  entry.run = send_up_in_turn;
  return entry;
}

}  // namespace toruscope::collectives
