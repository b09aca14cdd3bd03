// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/one_port_trees.hpp"

#include "collectives/shapes/premises.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cmath>

namespace toruscope::collectives {

OnePortTrees::OnePortTrees(const std::vector<int>& sides, Rank root, std::size_t packets)
    : bits_(static_cast<std::size_t>(long_dimensions(sides))), root_(root), packets_(packets) {
  for (std::size_t d = 0; d < bits_.size(); ++d) bits_[d] = 1 << (bits_.size() - 1 - d);
}

int OnePortTrees::rounds() const {
  if (dimensions() == 0) return 0;
  return static_cast<int>(packets_) + (dimensions() > 1 ? dimensions() : 0);
}

std::optional<std::size_t> OnePortTrees::arriving(Rank rank, int round) const {
  if (rank == root_) return std::nullopt;
  const std::size_t d = dimension(round);
  const auto differs = [&](std::size_t dimension) { return ((rank ^ root_) & bits_[dimension]) != 0; };
  int delay = dimensions();
  if (differs(d)) {  // the first dimension after d in which they differ is that of the tree
    std::size_t tree = (d + 1) % bits_.size();
    while (!differs(tree)) tree = (tree + 1) % bits_.size();
    delay = core::mod(static_cast<int>(d) - static_cast<int>(tree), dimensions());
  }
  if (round < delay || static_cast<std::size_t>(round - delay) >= packets_) return std::nullopt;
  return static_cast<std::size_t>(round - delay);
}

Segments one_port_packets(const Case& c) {
  if (c.segment != 0) return {c.bytes, c.element, c.segment};
  constexpr double kMost = 4096;
  const int dimensions = long_dimensions(c.sides);
  const auto values = static_cast<std::int64_t>(c.element == 0 ? 0 : c.bytes / c.element);
  if (dimensions < 2 || values == 0) return {c.bytes, c.element, 0};
  const Costs& k = c.costs;
  const auto each = static_cast<double>((k.ts + k.tm + k.th + k.latency + k.tr).count);
  const double carried = static_cast<double>(k.tw.count) * static_cast<double>(c.bytes);
  const double best = each == 0 ? kMost : std::sqrt(dimensions * carried / each);
  const auto packets = std::max<std::int64_t>(1, std::lround(std::min(best, kMost)));
  return {c.bytes, c.element, static_cast<std::size_t>(ceil_div(values, packets)) * c.element};
}

std::optional<std::string> refusal_of_one_port_trees(const Case& c) {
  if (c.is_torus && std::all_of(c.sides.begin(), c.sides.end(), [](int side) { return side <= 2; }))
    return std::nullopt;
  return "needs a hypercube, which is a torus whose sides are all 2, got " + grid_to_string(c);
}

std::optional<Prediction> one_port_trees_cost(const Case& c) {
  const Segments packets = one_port_packets(c);
  const int dimensions = long_dimensions(c.sides);
  if (dimensions == 0) return Prediction{};
  const std::int64_t rounds = static_cast<std::int64_t>(packets.count()) + (dimensions > 1 ? dimensions : 0);
  if (!is_plain_k_port_machine(c)) return std::nullopt;
  if (packets.count() > 1 && !receives_cost_nothing(c)) return std::nullopt;
  const std::size_t last = packets.size(packets.count() - 1);
  return chain(c, rounds,
               (rounds - 1) * static_cast<std::int64_t>(packets.longest) + static_cast<std::int64_t>(last),
               packets.count() > 1 ? Count() : Count(rounds));
}

std::optional<Ticks> one_port_trees_estimate(const Case& c) {
  const Segments packets = one_port_packets(c);
  const std::int64_t rounds = OnePortTrees(c.sides, c.root, packets.count()).rounds();
  return Estimate(c)
      .add({.rounds = rounds, .bytes = rounds * static_cast<std::int64_t>(packets.longest), .hops = rounds})
      .time();
}

}  // namespace toruscope::collectives
