// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/tree.hpp"

#include "collectives/shapes/tree_cost.hpp"

namespace toruscope::collectives {

namespace {

void broadcast_on(Communicator& comm, const std::vector<TreeMessage>& messages, std::span<std::byte> data) {
  for (auto first = messages.begin(); first != messages.end();) {
    const auto last = end_of_step(first, messages.end());
    comm.round([&](Round& round) {
      for (auto message = first; message != last; ++message) {
        if (message->tells)
          round.send(message->partner, data);
        else
          round.recv(message->partner, data);
      }
    });
    first = last;
  }
}

}  // namespace

Broadcast broadcast_knomial() {
  auto entry =
      knomial_entry<Broadcast>("in each round every informed PE tells k others, one through each port");
  entry.predicted = [](const Case& c) { return knomial_cost(c, true); };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    const std::vector<TreeMessage> messages =
        knomial_tree(comm.ports(), comm.size()).messages(root, comm.rank());
    broadcast_on(comm, messages, data);
  };
  return entry;
}

Broadcast broadcast_postal() {
  auto entry = postal_entry<Broadcast>(
      "every informed PE goes on telling k others, whom it keeps fewer the later they know");
  entry.predicted = [](const Case& c) { return postal_tree_cost(c); };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    const std::vector<TreeMessage> messages =
        postal_tree(postal(comm, data.size()), comm.size()).messages(root, comm.rank());
    broadcast_on(comm, messages, data);
  };
  return entry;
}

}  // namespace toruscope::collectives
