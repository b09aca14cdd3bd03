// SPDX-License-Identifier: Apache-2.0
// Spanning trees of a torus without a common link, one for each link of a PE, for packets.
//
//   torus 3x3, root 0, tree (0, +)   0 -> 3 -> 6    down the root's column, then along the rows
//                                    6 -> 0 -> ..   the rest of the root's row, from below
//
// Tree (i, s)   From the root along dimension i, then i+1, .., always in direction s; PEs with the
//               root's coordinate in dimension i hang below the PE before them on that ring. Every
//               link that does not enter the root belongs to one tree.
// Hypercube     Only the trees in one direction, one for each dimension: Johnsson and Ho's
//               edge-disjoint spanning binomial trees.
// Height        H = sum (N - 1) + 1; one dimension: N - 1.
// Packets       Packet x goes down tree x mod T. PEs at depth h send packet q of a tree in
//               round q + h; upwards the order is reversed.
// Rounds        B + H - 1 for B packets of about m/(T B) in each tree.
// Links         None is shared.
// Restricted to a torus whose sides are all 3 and more, or all 2.
// Source        Johnsson, Ho, "Optimum Broadcasting and Personalized Communication in Hypercubes",
//               IEEE Trans. Computers 38(9), 1989; trees of other tori are ours.
// Allreduce     Up the trees to PE 0, then down again. The sum is complete there before its first
//               packet goes down, so all PEs end with the same bits. A reduction and a broadcast on
//               such trees: Almasi et al., "Optimization of MPI Collective Communication on
//               BlueGene/L Systems", Int. Conf. Supercomputing, 2005.
// Ports         With fewer ports than trees packets of a round wait for each other.

#include "collectives/tori/disjoint_trees.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/line.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/segments.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toruscope::collectives {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// Rounds of the whole pipeline.
int rounds_of(const DisjointTrees& trees, const Segments& packets) {
  const auto in_each = ceil_div(static_cast<std::int64_t>(packets.count()), std::max(1, trees.count()));
  return trees.count() == 0 ? 0 : static_cast<int>(in_each) + trees.height() - 1;
}

/// One PE's place in the trees, and the packets that it passes on in each round.
class TreePipeline {
 public:
  struct Packet {
    Rank partner;
    std::size_t number;
  };

  TreePipeline(const std::vector<int>& sides, Rank root, Rank rank, const Segments& packets);

  [[nodiscard]] int rounds() const { return rounds_; }
  /// Packets from the parents, and to the children, in this round on the way down.
  [[nodiscard]] std::vector<Packet> from_parents(int round) const;
  [[nodiscard]] std::vector<Packet> to_children(int round) const;

 private:
  struct Place {
    int depth;
    Rank parent;
    std::vector<Rank> children;
  };
  [[nodiscard]] std::optional<std::size_t> number(std::size_t tree, int q) const;

  std::vector<Place> places_;  // by tree
  std::size_t packets_;
  int rounds_;
};

}  // namespace

DisjointTrees::DisjointTrees(const std::vector<int>& sides, Rank root) : sides_(sides), root_(root) {
  for (int d = 0; d < static_cast<int>(sides.size()); ++d)
    if (sides[at(d)] > 1) long_.push_back(d);
  if (!long_.empty() && sides[at(long_.front())] > 2) directions_ = 2;
}

int DisjointTrees::height() const {
  int links = long_.size() > 1 ? 1 : 0;
  for (const int d : long_) links += sides_[at(d)] - 1;
  return links;
}

int DisjointTrees::depth(int tree, Rank rank) const {
  if (rank == root_) return 0;
  int links = 0;
  for (const int d : long_) links += steps(tree, d, rank);
  const int first = dimension(tree, 0);
  return steps(tree, first, rank) > 0 ? links : links + sides_[at(first)];
}

Rank DisjointTrees::parent(int tree, Rank rank) const {
  int last = dimension(tree, 0);
  if (steps(tree, last, rank) > 0)
    for (int place = 1; place < static_cast<int>(long_.size()); ++place)
      if (steps(tree, dimension(tree, place), rank) > 0) last = dimension(tree, place);
  return beside(rank, last, -direction(tree));
}

std::vector<Rank> DisjointTrees::children(int tree, Rank rank) const {
  std::vector<Rank> all;
  for (const int d : long_) {
    const Rank next = beside(rank, d, direction(tree));
    if (next != root_ && parent(tree, next) == rank) all.push_back(next);
  }
  return all;
}

int DisjointTrees::dimension(int tree, int place) const {
  return long_[at((tree / directions_ + place) % static_cast<int>(long_.size()))];
}

int DisjointTrees::steps(int tree, int dimension, Rank rank) const {
  const int away = coordinate(sides_, dimension, rank) - coordinate(sides_, dimension, root_);
  return core::mod(direction(tree) * away, sides_[at(dimension)]);
}

Rank DisjointTrees::beside(Rank rank, int dimension, int by) const {
  const Line line = along(sides_, dimension, rank);
  return line.at(core::mod(line.place + by, line.p));
}

TreePipeline::TreePipeline(const std::vector<int>& sides, Rank root, Rank rank, const Segments& packets)
    : packets_(packets.count()) {
  const DisjointTrees trees(sides, root);
  rounds_ = rounds_of(trees, packets);
  for (int tree = 0; tree < trees.count(); ++tree)
    places_.push_back(
        {trees.depth(tree, rank), rank == root ? rank : trees.parent(tree, rank), trees.children(tree, rank)});
}

std::optional<std::size_t> TreePipeline::number(std::size_t tree, int q) const {
  if (q < 0) return std::nullopt;
  const std::size_t packet = at(q) * places_.size() + tree;
  return packet < packets_ ? std::optional(packet) : std::nullopt;
}

std::vector<TreePipeline::Packet> TreePipeline::from_parents(int round) const {
  std::vector<Packet> all;
  for (std::size_t tree = 0; tree < places_.size(); ++tree) {
    if (places_[tree].depth == 0) continue;
    if (const auto packet = number(tree, round - places_[tree].depth + 1))
      all.push_back({places_[tree].parent, *packet});
  }
  return all;
}

std::vector<TreePipeline::Packet> TreePipeline::to_children(int round) const {
  std::vector<Packet> all;
  for (std::size_t tree = 0; tree < places_.size(); ++tree)
    if (const auto packet = number(tree, round - places_[tree].depth))
      for (const Rank child : places_[tree].children) all.push_back({child, *packet});
  return all;
}

namespace {

/// Packets of `segment` bytes, or for 0 of the fastest size.
Segments tree_packets(const Case& c) {
  if (c.segment != 0) return {c.bytes, c.element, c.segment};
  constexpr std::int64_t kMost = 1024;
  const DisjointTrees trees(c.sides, c.root);
  const auto values = static_cast<std::int64_t>(c.element == 0 ? 0 : c.bytes / c.element);
  if (trees.count() == 0 || values == 0) return {c.bytes, c.element, 0};
  const Costs& k = c.costs;
  const auto turns = static_cast<double>(ceil_div(trees.count(), ports_of(c)));
  const double each = turns * static_cast<double>((k.ts + k.tm).count) +
                      static_cast<double>((k.th + k.latency + trees.count() * k.tr).count);
  const double carried = turns * static_cast<double>(k.tw.count) * static_cast<double>(c.bytes) / trees.count();
  const double best = each == 0 ? static_cast<double>(kMost) : std::sqrt((trees.height() - 1) * carried / each);
  const auto about = static_cast<std::int64_t>(std::lround(std::min(best, static_cast<double>(kMost))));
  const std::int64_t in_each = std::max<std::int64_t>(1, about);
  const std::int64_t longest = ceil_div(values, in_each * trees.count());
  return {c.bytes, c.element, static_cast<std::size_t>(longest) * c.element};
}

std::optional<std::string> refusal_of_disjoint_trees(const Case& c) {
  const auto is = [&](auto holds) { return std::any_of(c.sides.begin(), c.sides.end(), holds); };
  const bool is_mixed = is([](int side) { return side == 2; }) && is([](int side) { return side > 2; });
  if (c.is_torus && !is_mixed) return std::nullopt;
  return "needs a torus whose sides are all 2, or all 3 and more, got " + grid_to_string(c);
}

/// Cost; nothing with fewer ports than trees, or if PEs wait for hops: several packets and th or L.
std::optional<Prediction> disjoint_trees_cost(const Case& c) {
  const DisjointTrees trees(c.sides, c.root);
  if (trees.count() == 0) return Prediction{};
  if (!is_plain_k_port_machine(c) || ports_of(c) < trees.count()) return std::nullopt;
  const Segments packets = tree_packets(c);
  const std::size_t in_last_round = (packets.count() - 1) % at(trees.count());
  if (packets.count() > 1 && in_last_round == 0 && !packets.are_equal()) return std::nullopt;
  const bool is_one_wave = packets.count() <= at(trees.count());
  if (!is_one_wave && c.costs.th + c.costs.latency != Ticks{}) return std::nullopt;
  if (packets.count() > 1 && c.costs.tr != Ticks{}) return std::nullopt;
  const std::int64_t rounds = rounds_of(trees, packets);
  return chain(c, rounds, rounds * static_cast<std::int64_t>(packets.longest),
               c.costs.th == Ticks{} ? Count() : Count(rounds));
}

/// Estimate: while the trees fill, half of the rounds have half of the messages.
std::optional<Ticks> disjoint_trees_estimate(const Case& c) {
  const DisjointTrees trees(c.sides, c.root);
  const Segments packets = tree_packets(c);
  const std::int64_t rounds = rounds_of(trees, packets);
  const std::int64_t filling = trees.height() / 2;
  const auto messages = std::min<std::int64_t>(trees.count(), static_cast<std::int64_t>(packets.count()));
  Estimate estimate(c);
  const auto add = [&](std::int64_t some, std::int64_t at_once) {
    estimate.add({.rounds = some,
                  .bytes = some * static_cast<std::int64_t>(packets.longest),
                  .hops = some,
                  .messages = std::max<std::int64_t>(1, at_once)});
  };
  add(rounds - filling, messages);
  add(filling, ceil_div(messages, 2));
  return estimate.time();
}

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

void send_up_trees(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const Segments packets = tree_packets(case_of(comm, data.size(), root, op.element));
  const TreePipeline pipeline(comm.sides(), root, comm.rank(), packets);
  Buffer sum = comm.copy_of(data);
  const auto part = [&](std::size_t number) { return packets.of(std::span<std::byte>(sum), number); };
  ExactReceives receives;
  for (int t = pipeline.rounds() - 1; t >= 0; --t) {
    const auto outgoing = pipeline.from_parents(t);  // backwards: to the parents
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

/// A broadcast cuts bytes, not values, into packets.
Case with_byte_elements(Case c) {
  c.element = 1;
  return c;
}

template <class Entry>
void claim_disjoint_trees(Entry& entry) {
  claim_restrictions(entry, "a torus, its sides all 2 or all 3 and more", refusal_of_disjoint_trees);
  entry.formula =
      "(B+H-1) (ts + m/(T B) tw), th = 0 or B = 1, T trees of height H = sum (N_i - 1) + 1, B packets in each";
  entry.source = "Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (hypercubes)";
  if (Entry::kOperation.combines) entry.source += ", backwards";
  entry.source += "; other tori are ours";
  entry.conflict_free = never_in_conflict();
  entry.predicted = disjoint_trees_cost;
  entry.estimated = disjoint_trees_estimate;
}

}  // namespace

void disjoint_trees(Broadcast& entry) {
  entry.ignores_costs = false;
  entry.summary = "packets of long data down spanning trees that share no link, as many as a PE has links";
  claim_disjoint_trees(entry);
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    send_down_trees(comm, root, data, 0);
  };
  entry.run_in_parts = send_down_trees;
}

void disjoint_trees(Reduce& entry) {
  entry.ignores_costs = false;
  entry.summary = "packets of long data up spanning trees that share no link, as many as a PE has links";
  claim_disjoint_trees(entry);
  entry.run = send_up_trees;
}

void disjoint_trees(Allreduce& entry) {
  entry.ignores_costs = false;
  claim_disjoint_trees(entry);
  entry.summary =
      "packets of a long vector up spanning trees that share no link, as many as a PE has links, and down "
      "again";
  entry.formula =
      "2 (B+H-1) (ts + m/(T B) tw), th = 0 or B = 1, T trees of height H = sum (N_i - 1) + 1, B packets in "
      "each";
  entry.predicted = [](const Case& c) {
    return in_turn(disjoint_trees_cost(c), disjoint_trees_cost(with_byte_elements(c)));
  };
  entry.estimated = [](const Case& c) {
    return in_turn(disjoint_trees_estimate(c), disjoint_trees_estimate(with_byte_elements(c)));
  };
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    send_up_trees(comm, 0, data, op);
    send_down_trees(comm, 0, data, 0);
  };
}

}  // namespace toruscope::collectives
