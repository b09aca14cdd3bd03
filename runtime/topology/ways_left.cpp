// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/ways_left.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace toruscope::core {

namespace {

/// Nodes by their distance, nearest first.
using Front = std::priority_queue<std::pair<int, Node>, std::vector<std::pair<int, Node>>, std::greater<>>;

}  // namespace

std::vector<int> distances_left(const LinksLeft& links, Node to) {
  std::vector<int> distances(static_cast<std::size_t>(links.nodes()), WaysLeft::kNoWay);
  const auto distance = [&](Node node) -> int& { return distances[static_cast<std::size_t>(node)]; };
  std::queue<Node> front;
  distance(to) = 0;
  for (front.push(to); !front.empty(); front.pop())
    for (const Node node : links.neighbours(front.front()))
      if (distance(node) == WaysLeft::kNoWay) {
        distance(node) = distance(front.front()) + 1;
        front.push(node);
      }
  return distances;
}

WaysLeft::WaysLeft(const Topology& network, const LinksLeft& links, const std::vector<LinkEnds>& failed)
    : network_(network),
      links_(links),
      failed_(failed),
      found_(static_cast<std::size_t>(network.nodes()), kAsBefore),
      next_(found_.size(), LinksLeft::kNone) {}

void WaysLeft::find(Node to) {
  to_ = to;
  std::fill(next_.begin(), next_.end(), LinksLeft::kNone);
  if (network_.is_routed_by_destination()) {
    for (const Node node : longer_) found(node) = kAsBefore;
    longer_.clear();
    find_longer();
    shorten();
  } else {
    found_ = distances_left(links_, to);
  }
}

LinksLeft::Link WaysLeft::next(Node from) {
  LinksLeft::Link& next = next_[static_cast<std::size_t>(from)];
  if (next != LinksLeft::kNone) return next;
  const int left = distance(from) - 1;
  const auto nearer = [&](LinksLeft::Link link) {
    while (distance(links_.head(link)) != left) ++link;
    return link;
  };
  next = nearer(links_.first(from));
  if (!network_.spreads_detours()) return next;
  const auto ways = std::count_if(links_.neighbours(from).begin(), links_.neighbours(from).end(),
                                  [&](Node node) { return distance(node) == left; });
  for (auto way = to_ % ways; way > 0; --way) next = nearer(next + 1);
  return next;
}

/// Nodes without a nearer neighbour that keeps its distance: first at failed links, then behind.
void WaysLeft::find_longer() {
  Front front;
  for (const auto& [a, b] : failed_) {
    const int from_a = network_.distance(a, to_);
    const int from_b = network_.distance(b, to_);
    if (from_a > from_b) front.emplace(from_a, a);
    if (from_b > from_a) front.emplace(from_b, b);
  }
  while (!front.empty()) {
    const auto [before, node] = front.top();
    front.pop();
    const auto& neighbours = links_.neighbours(node);
    const bool keeps = std::any_of(neighbours.begin(), neighbours.end(),
                                   [&, nearer = before - 1](Node next) { return distance(next) == nearer; });
    if (keeps || found(node) != kAsBefore) continue;
    found(node) = kNoWay;
    longer_.push_back(node);
    for (const Node next : neighbours)
      if (distance(next) == before + 1) front.emplace(before + 1, next);
  }
}

/// Finds the distances of these nodes, from the nearest on (Dijkstra).
void WaysLeft::shorten() {
  Front front;
  const auto offer = [&](int links, Node node) {
    if (links >= found(node)) return;
    found(node) = links;
    front.emplace(links, node);
  };
  for (const Node node : longer_)
    for (const Node next : links_.neighbours(node))
      if (const int links = distance(next); links != kNoWay) offer(links + 1, node);
  while (!front.empty()) {
    const auto [links, node] = front.top();
    front.pop();
    for (const Node next : links_.neighbours(node))
      if (found(next) != kAsBefore) offer(links + 1, next);
  }
}

}  // namespace toruscope::core
