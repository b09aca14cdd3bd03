// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/tree.hpp"

#include "collectives/shapes/tree_cost.hpp"

namespace toruscope::detail {

namespace {

void broadcast_on(Communicator& comm, const PostalTree& tree, Rank root, std::span<std::byte> data) {
  const std::vector<TreeMessage> messages = tree.messages(root, comm.rank());
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
  Broadcast entry;
  entry.name = "knomial";
  entry.summary = "in each round every informed PE tells k others, one through each port";
  entry.restrictions = "none";
  entry.formula = "ceil(log_{k+1} p) (ts + m tw)";
  entry.source = "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1, with k ports";
  entry.predicted = [](const Case& c) { return knomial_cost(c, true); };
  entry.estimated = knomial_estimate;
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    broadcast_on(comm, knomial_tree(comm.ports(), comm.size()), root, data);
  };
  return entry;
}

Broadcast broadcast_postal() {
  Broadcast entry;
  entry.name = "postal";
  entry.summary = "every informed PE goes on telling k others, whom it keeps fewer the later they know";
  entry.restrictions = "none";
  entry.formula =
      "min { j : G(j) >= p } steps, G(j) = G(j-1) + k G(j-lambda); lambda = 1: ceil(log_{k+1} p) (ts + m tw)";
  entry.source =
      "Bar-Noy, Kipnis, Math. Systems Theory 27, 1994; k ports: Lin, Yeh, parallel prefix in the k-port "
      "postal model, Theorem 1";
  entry.predicted = [](const Case& c) { return postal_tree_cost(c); };
  entry.estimated = postal_tree_estimate;
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    broadcast_on(comm, postal_tree(postal(comm, data.size()), comm.size()), root, data);
  };
  return entry;
}

}  // namespace toruscope::detail
