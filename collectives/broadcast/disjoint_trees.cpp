// SPDX-License-Identifier: Apache-2.0
// Broadcast of long data down spanning trees that share no link, in packets (shapes/disjoint_trees.hpp).
//
// Rounds     B + H - 1, B packets in each tree of height H.     Volume     (1 + (H-1)/B) m/T on each link, T trees.
// Restricted to a torus whose sides are all 3 and more, or all 2. With fewer ports than trees packets of a round wait for each other.

#include "collectives/shapes/disjoint_trees.hpp"

#include "collectives/shapes/exact.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void send_down_trees(Communicator& comm, Rank root, std::span<std::byte> data, std::size_t segment) {
  Case c = case_of(comm, data.size(), root);
  c.segment = segment;
  const Segments packets = tree_packets(c);
  const TreePipeline pipeline(comm.sides(), root, comm.rank(), packets);
  ExactReceives receives;
  for (int t = 0; t < pipeline.rounds(); ++t) {
    const auto incoming = pipeline.from_parents(t);
    const auto outgoing = pipeline.to_children(t);
    if (incoming.empty() && outgoing.empty()) continue;
    comm.round([&](Round& round) {
      for (const auto& [child, number] : outgoing) round.send(child, packets.of(data, number));
      for (const auto& [parent, number] : incoming) receives.post(round, parent, packets.of(data, number));
    });
    receives.finish(comm);
  }
}

}  // namespace

void disjoint_trees(Broadcast& entry) {
  entry.summary = "packets of long data down spanning trees that share no link, as many as a PE has links";
  entry.formula =
      "(B+H-1) (ts + m/(T B) tw), th = 0 or B = 1, T trees of height H = sum (N_i - 1) + 1, B packets in each";
  claim_disjoint_trees(entry);
  entry.predicted = disjoint_trees_cost;
  entry.estimated = disjoint_trees_estimate;
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    send_down_trees(comm, root, data, 0);
  };
  entry.run_in_parts = send_down_trees;
}

}  // namespace toruscope::collectives
