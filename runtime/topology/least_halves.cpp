// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/least_halves.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace toruscope::core {

namespace {

constexpr int kMostNodes = 512;
constexpr std::int64_t kMostLooks = std::int64_t{1} << 24;  // at nodes and edges

std::size_t number_of(Node node) {
  return static_cast<std::size_t>(node);
}

/// The fewest links between the PEs of two sides, wherever switches stand: a maximum flow.
class LeastCut {
 public:
  LeastCut(const CutGraph& graph, const Halves& side, std::int64_t& looks)
      : graph_(graph), side_(side), looks_(looks) {
    for (Node node = 0; node < graph.nodes(); ++node) {
      first_.push_back(left_.size());
      for (const auto& edge : graph.edges(node)) left_.push_back(edge.links);
    }
  }

  int links() {
    int flow = 0;
    for (Node end = way(); end != kNoNode; end = way()) {
      for (Node node = end; before_[number_of(node)] != node; node = before_[number_of(node)]) {
        --left(before_[number_of(node)], node);
        ++left(node, before_[number_of(node)]);
      }
      ++flow;
    }
    return flow;
  }

 private:
  [[nodiscard]] int& left(Node from, Node to) {
    const auto edges = graph_.edges(from);
    const auto edge = std::lower_bound(edges.begin(), edges.end(), to,
                                       [](const CutGraph::Edge& e, Node node) { return e.to < node; });
    return left_[first_[number_of(from)] + static_cast<std::size_t>(edge - edges.begin())];
  }

  /// A PE of side 1 that side 0 can still reach; kNoNode if there is none.
  Node way() {
    before_.assign(number_of(graph_.nodes()), kNoNode);
    std::vector<Node> front;
    for (Node pe = 0; pe < graph_.pes(); ++pe)
      if (side_[number_of(pe)] == 0) {
        before_[number_of(pe)] = pe;
        front.push_back(pe);
      }
    for (std::size_t next = 0; next < front.size(); ++next) {
      const Node node = front[next];
      std::size_t edge = first_[number_of(node)];
      looks_ += std::ssize(graph_.edges(node));
      for (const auto& [to, links] : graph_.edges(node)) {
        if (left_[edge++] == 0 || before_[number_of(to)] != kNoNode) continue;
        before_[number_of(to)] = node;
        if (graph_.is_pe(to)) return to;  // of side 1: side 0's came before
        front.push_back(to);
      }
    }
    return kNoNode;
  }

  const CutGraph& graph_;
  const Halves& side_;
  std::int64_t& looks_;
  std::vector<std::size_t> first_;  // edge of each node
  std::vector<int> left_;           // by edge: links that no way takes
  std::vector<Node> before_;        // on the way to each node; itself for a first one
};

class BranchAndBound {
 public:
  BranchAndBound(const CutGraph& graph, int known)
      : graph_(graph),
        best_(known),
        begins_with_pes_(2 * graph.pes() <= graph.nodes() - graph.pes()),
        side_(number_of(graph.nodes()), kOpen),
        to_(number_of(graph.nodes())) {
    find_order();
    for (Node node = 0; node < graph.nodes(); ++node) open_edges_ += std::ssize(graph.edges(node));
  }

  std::optional<int> least() {
    go_on(0);
    return looks_ > kMostLooks ? std::nullopt : std::optional(best_);
  }

 private:
  static constexpr char kOpen = 2;

  /// Chooses PEs or switches first, whichever leaves less to try: behind switches PEs without links
  /// among them need no trying, behind PEs a flow places the switches best. Each next node has the
  /// most links to those before it.
  void find_order() {
    std::vector<int> links_before(number_of(graph_.nodes()), 0);
    std::vector<bool> is_there(number_of(graph_.nodes()), false);
    const auto add_all = [&](bool pes) {
      const Node first = pes ? 0 : graph_.pes();
      const Node last = pes ? graph_.pes() : graph_.nodes();
      for (Node i = first; i < last; ++i) {
        Node next = kNoNode;
        for (Node node = first; node < last; ++node)
          if (!is_there[number_of(node)] &&
              (next == kNoNode || links_before[number_of(node)] > links_before[number_of(next)]))
            next = node;
        is_there[number_of(next)] = true;
        order_.push_back(next);
        for (const auto& [to, links] : graph_.edges(next)) links_before[number_of(to)] += links;
      }
    };
    add_all(begins_with_pes_);
    add_all(!begins_with_pes_);
  }

  void go_on(std::size_t placed) {
    if (looks_ > kMostLooks) return;
    const int least = least_from(placed);
    if (least >= best_) return;
    if (open_edges_ == 0) {
      best_ = least;
      return;
    }
    if (begins_with_pes_ && placed == number_of(graph_.pes())) {
      best_ = std::min(best_, LeastCut(graph_, side_, looks_).links());
      return;
    }
    const Node node = order_[placed];
    const auto& to = to_[number_of(node)];
    const char nearer = to[1] > to[0] ? 1 : 0;
    for (const char side : {nearer, static_cast<char>(1 - nearer)}) {
      // Halves with exchanged sides are the same.
      if (placed == 0 && side != nearer) continue;
      if (graph_.is_pe(node) && pes_[number_of(side)] == graph_.larger_half()) continue;
      put(node, side, 1);
      go_on(placed + 1);
      put(node, side, -1);
    }
  }

  /// Puts a node on a side (`times` 1), or takes it away (-1).
  void put(Node node, char side, int times) {
    const auto at = number_of(side);
    side_[number_of(node)] = times > 0 ? side : kOpen;
    across_ += times * to_[number_of(node)][1 - at];
    if (graph_.is_pe(node)) pes_[at] += times;
    for (const auto& [to, links] : graph_.edges(node)) {
      to_[number_of(to)][at] += times * links;
      if (side_[number_of(to)] == kOpen) open_edges_ -= 2 * times;
    }
    looks_ += std::ssize(graph_.edges(node));
  }

  /// The links across if each remaining node goes where it has more links, but the PEs to whom it
  /// matters least where none is overfull. Exact without links among them, else too low.
  int least_from(std::size_t placed) {
    int least = across_;
    std::array<int, 2> wanted = pes_;
    for (auto& costs : overrule_) costs.clear();
    for (std::size_t i = placed; i < order_.size(); ++i) {
      const auto& to = to_[number_of(order_[i])];
      least += std::min(to[0], to[1]);
      if (!graph_.is_pe(order_[i]) || to[0] == to[1]) continue;
      const std::size_t side = to[1] > to[0] ? 1 : 0;
      ++wanted[side];
      overrule_[side].push_back(std::abs(to[1] - to[0]));
    }
    looks_ += std::ssize(order_) - static_cast<std::int64_t>(placed);
    for (std::size_t side = 0; side < 2; ++side) {
      const int over = wanted[side] - graph_.larger_half();
      if (over <= 0) continue;
      std::sort(overrule_[side].begin(), overrule_[side].end());
      for (int i = 0; i < over; ++i) least += overrule_[side][static_cast<std::size_t>(i)];
    }
    return least;
  }

  const CutGraph& graph_;
  int best_;
  bool begins_with_pes_;
  std::vector<Node> order_;
  Halves side_;                         // by node: 0, 1, kOpen
  std::vector<std::array<int, 2>> to_;  // by node: links to the nodes placed on each side
  std::array<int, 2> pes_{};            // placed on each side
  int across_ = 0;                      // links between nodes placed
  std::int64_t open_edges_ = 0;         // between open nodes, from both ends
  std::array<std::vector<int>, 2> overrule_;
  std::int64_t looks_ = 0;
};

}  // namespace

std::optional<int> least_links_between_halves(const CutGraph& graph, int known) {
  if (graph.nodes() > kMostNodes) return std::nullopt;
  return BranchAndBound(graph, known).least();
}

}  // namespace toruscope::core
