// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/good_halves.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

namespace toruscope::core {

namespace {

constexpr std::size_t kImprovedStarts = 3;
/// The most passes from one start. A handful is usual; the bound without it is the links across.
constexpr int kMostPasses = 64;

std::size_t place_of(Node node) {
  return static_cast<std::size_t>(node);
}

/// A pass that moves each node once, always the best move, and keeps the best halves on its way.
class Improvement {
 public:
  Improvement(const CutGraph& graph, Halves sides)
      : graph_(graph), sides_(std::move(sides)), gain_(sides_.size()), links_(links_across(graph, sides_)) {}

  int links_in_the_end() {
    for (int passes = 0; passes < kMostPasses && pass();) ++passes;
    return links_;
  }

 private:
  using Candidate = std::pair<int, Node>;  // links that its move adds
  enum Class : std::size_t { zeros, ones, switches };

  [[nodiscard]] Class class_of(Node node) const {
    if (!graph_.is_pe(node)) return switches;
    return sides_[place_of(node)] == 0 ? zeros : ones;
  }
  [[nodiscard]] bool is_balanced() const {
    return graph_.smaller_half() <= zeros_ && zeros_ <= graph_.larger_half();
  }
  /// Allows one PE more or fewer than a half on the way.
  [[nodiscard]] bool may_move(Class of) const {
    return of == switches || (of == zeros ? zeros_ >= graph_.smaller_half() : zeros_ <= graph_.larger_half());
  }

  void begin_pass() {
    zeros_ = 0;
    for (auto& candidates : free_) candidates.clear();
    for (Node node = 0; node < graph_.nodes(); ++node) {
      int added = 0;
      for (const auto& [to, links] : graph_.edges(node))
        added += sides_[place_of(to)] == sides_[place_of(node)] ? links : -links;
      gain_[place_of(node)] = added;
      free_[class_of(node)].emplace(added, node);
      if (class_of(node) == zeros) ++zeros_;
    }
  }

  [[nodiscard]] const Candidate* best() const {
    const Candidate* best = nullptr;
    for (const Class of : {zeros, ones, switches})
      if (!free_[of].empty() && may_move(of) && (best == nullptr || *free_[of].begin() < *best))
        best = &*free_[of].begin();
    return best;
  }

  void move(Node node, int& links) {
    char& side = sides_[place_of(node)];
    free_[class_of(node)].erase({gain_[place_of(node)], node});
    links += gain_[place_of(node)];
    if (graph_.is_pe(node)) zeros_ += side == 0 ? -1 : 1;
    side = side == 0 ? 1 : 0;
    for (const auto& [to, of_edge] : graph_.edges(node)) {
      int& added = gain_[place_of(to)];
      auto& candidates = free_[class_of(to)];
      const bool is_free = candidates.erase({added, to}) != 0;
      added += sides_[place_of(to)] == side ? 2 * of_edge : -2 * of_edge;
      if (is_free) candidates.emplace(added, to);
    }
  }

  bool pass() {
    begin_pass();
    std::vector<Node> moved;
    std::size_t kept = 0;
    int links = links_;
    while (const Candidate* next = best()) {
      moved.push_back(next->second);
      move(next->second, links);
      if (!is_balanced() || links >= links_) continue;
      links_ = links;
      kept = moved.size();
    }
    for (; moved.size() > kept; moved.pop_back()) {
      char& side = sides_[place_of(moved.back())];
      side = side == 0 ? 1 : 0;
    }
    return kept > 0;
  }

  const CutGraph& graph_;
  Halves sides_;
  std::vector<int> gain_;  // links that a move of the node adds
  std::array<std::set<Candidate>, 3> free_;
  int zeros_ = 0;  // PEs
  int links_;
};

/// The first half of the PEs in this order, and each switch with most of its neighbours.
Halves halves(const CutGraph& graph, const std::vector<Node>& order) {
  Halves sides(place_of(graph.nodes()), 1);
  int taken = 0;
  for (const Node node : order)
    if (graph.is_pe(node) && taken++ < graph.larger_half()) sides[place_of(node)] = 0;
  for (Node node = graph.pes(); node < graph.nodes(); ++node) {
    int balance = 0;
    for (const auto& [to, links] : graph.edges(node)) balance += sides[place_of(to)] == 0 ? links : -links;
    if (balance > 0) sides[place_of(node)] = 0;
  }
  return sides;
}

std::vector<Node> by_distance(const CutGraph& graph, Node from) {
  std::vector<Node> order{from};
  Halves is_there(place_of(graph.nodes()), 0);
  is_there[place_of(from)] = 1;
  for (std::size_t next = 0; next < order.size(); ++next)
    for (const auto& [to, links] : graph.edges(order[next])) {
      if (is_there[place_of(to)] != 0) continue;
      is_there[place_of(to)] = 1;
      order.push_back(to);
    }
  return order;
}

/// PEs by their coordinate in one dimension, then by number.
std::vector<Node> across(const CutGraph& graph, const std::vector<int>& grid, std::size_t dimension) {
  const int stride = std::accumulate(grid.begin() + static_cast<std::ptrdiff_t>(dimension) + 1, grid.end(), 1,
                                     std::multiplies<>());
  std::vector<Node> order(place_of(graph.pes()));
  std::iota(order.begin(), order.end(), 0);
  const auto coordinate = [&](Node pe) { return pe / stride % grid[dimension]; };
  std::stable_sort(order.begin(), order.end(), [&](Node a, Node b) { return coordinate(a) < coordinate(b); });
  return order;
}

}  // namespace

int links_between_good_halves(const CutGraph& graph, const std::vector<int>& grid) {
  std::vector<std::pair<int, Halves>> starts;
  const auto add = [&](const std::vector<Node>& order) {
    Halves sides = halves(graph, order);
    const int links = links_across(graph, sides);
    starts.emplace_back(links, std::move(sides));
  };
  for (std::size_t dimension = 0; dimension < grid.size(); ++dimension)
    if (grid[dimension] > 1) add(across(graph, grid, dimension));
  const std::vector<Node> near = by_distance(graph, 0);
  add(near);
  add(by_distance(graph, near.back()));
  std::stable_sort(starts.begin(), starts.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  int fewest = starts.front().first;
  for (std::size_t i = 0; i < std::min(kImprovedStarts, starts.size()); ++i)
    fewest = std::min(fewest, Improvement(graph, std::move(starts[i].second)).links_in_the_end());
  return fewest;
}

}  // namespace toruscope::core
