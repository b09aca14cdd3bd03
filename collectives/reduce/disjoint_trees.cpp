// SPDX-License-Identifier: Apache-2.0
// Reduction of long data up spanning trees that share no link, in packets (shapes/disjoint_trees.hpp).
//
// Rounds     B + H - 1, B packets in each tree of height H.     Volume     (1 + (H-1)/B) m/T on each link, T trees.
// Restricted to a torus whose sides are all 3 and more, or all 2, and an operator that commutes. With fewer ports than trees packets of a round wait for each other.

#include "collectives/shapes/disjoint_trees.hpp"

#include "collectives/shapes/exact.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

void send_up_trees(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const Segments packets = tree_packets(case_of(comm, data.size(), root, op.element));
  const TreePipeline pipeline(comm.sides(), root, comm.rank(), packets);
  Buffer sum = comm.copy_of(data);
  const auto part = [&](std::size_t number) { return packets.of(std::span<std::byte>(sum), number); };
  ExactReceives receives;
  for (int t = pipeline.rounds() - 1; t >= 0; --t) {
    const auto outgoing = pipeline.from_parents(t);  // backwards: to them
    const auto incoming = pipeline.to_children(t);
    if (incoming.empty() && outgoing.empty()) continue;
    std::vector<Buffer> theirs;
    theirs.reserve(incoming.size());
    for (const auto& [child, number] : incoming) theirs.push_back(comm.buffer(packets.size(number)));
    comm.round([&](Round& round) {
      for (const auto& [parent, number] : outgoing) round.send(parent, part(number));
      for (std::size_t i = 0; i < incoming.size(); ++i) receives.post(round, incoming[i].partner, theirs[i]);
    });
    receives.finish(comm);
    for (std::size_t i = 0; i < incoming.size(); ++i) {
      const std::span<std::byte> mine = part(incoming[i].number);
      op.combine(theirs[i].data(), mine.data(), mine.data(), mine.size() / op.element);
    }
  }
  if (comm.rank() == root) copy(sum, data);
}

}  // namespace

void disjoint_trees(Reduce& entry) {
  entry.summary = "packets of long data up spanning trees that share no link, as many as a PE has links";
  entry.formula =
      "(B+H-1) (ts + m/(T B) tw), th = 0 or B = 1, T trees of height H = sum (N_i - 1) + 1, B packets in each";
  claim_disjoint_trees(entry);
  entry.predicted = disjoint_trees_cost;
  entry.estimated = disjoint_trees_estimate;
  entry.run = send_up_trees;
}

}  // namespace toruscope::collectives
