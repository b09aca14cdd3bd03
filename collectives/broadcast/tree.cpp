// SPDX-License-Identifier: Apache-2.0
// One-to-all broadcast on a tree of intervals, by k ports: the k-nomial tree and the postal one.
//
// An informed PE tells k others at once, then the next k, in the order of shapes/postal_tree.hpp.
//
//   knomial, p = 7, k = 2, root 0
//                                     round 1   0 -> 3 [3,5), 5 [5,7)
//                                     round 2   0 -> 1, 2   3 -> 4   5 -> 6
//   postal, p = 10, k = 2, lambda = 3, root 0
//                                     step 1    0 -> 7      step 2   0 -> 5, 6   step 3   0 -> 3, 4
//                                     step 4    0 -> 1, 2   7 -> 8, 9
//
// Invariant  (knomial) Before round i the informed PEs are (k+1)^i, or all. (postal) After step j
//            they are G(j), or all: a PE tells others again before those that it told can.
// Rounds     knomial ceil(log_{k+1} p); postal min { j : G(j) >= p } steps, optimal, for every root
//            and any lambda.
// Volume     n bytes per message, p - 1 messages.     Any p, k, root, topology.
// Source     Bar-Noy, Kipnis, Math. Systems Theory 27, 1994; k ports: Lin, Yeh, parallel prefix in
//            the k-port postal model, Theorem 1 (bound met); k-nomial: Grama et al., section 4.1.

#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>

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

void knomial(Broadcast& entry) {
  claim_knomial_tree(entry);
  entry.summary = "in each round every informed PE tells k others, one through each port";
  entry.predicted = [](const Case& c) { return knomial_cost(c, true); };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    const std::vector<TreeMessage> messages =
        knomial_tree(comm.ports(), comm.size()).messages(root, comm.rank());
    broadcast_on(comm, messages, data);
  };
}

void postal(Broadcast& entry) {
  entry.ignores_costs = false;
  claim_postal_tree(entry);
  entry.summary = "every informed PE goes on telling k others, whom it keeps fewer the later they know";
  entry.predicted = [](const Case& c) { return postal_tree_cost(c); };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    const std::vector<TreeMessage> messages =
        postal_tree(postal(comm, data.size()), comm.size()).messages(root, comm.rank());
    broadcast_on(comm, messages, data);
  };
}

}  // namespace toruscope::collectives
