// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/disjoint_trees.hpp"

#include "collectives/shapes/line.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cmath>

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

/// While the trees fill, PEs have fewer messages in a round: in half of these rounds half of them.
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

}  // namespace toruscope::collectives
