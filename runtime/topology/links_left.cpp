// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/links_left.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::core {

LinksLeft::LinksLeft(const Topology& network) : ports_(static_cast<std::size_t>(network.ports())), first_{0} {
  std::vector<std::pair<Node, Port>> out;
  for (Node node = 0; node < network.nodes(); ++node) {
    out.clear();
    for (Port port = 0; port < network.ports(); ++port)
      if (const Node next = network.neighbour(node, port); next != kNoNode) out.emplace_back(next, port);
    std::sort(out.begin(), out.end());
    for (const auto& [next, port] : out) {
      head_.push_back(next);
      port_.push_back(port);
    }
    first_.push_back(static_cast<Link>(head_.size()));
  }
  number();
}

bool LinksLeft::remove(Node a, Node b) {
  if (!has(a, b)) return false;
  for (const auto& [from, to] : {LinkEnds{a, b}, LinkEnds{b, a}})
    for (Link link = find(from, to); link != kNone; link = find(from, to)) {
      head_.erase(head_.begin() + link);
      port_.erase(port_.begin() + link);
      for (Node node = from + 1; node <= nodes(); ++node) --first_[static_cast<std::size_t>(node)];
    }
  number();
  return true;
}

bool LinksLeft::has(Node from, Node to) const {
  return find(from, to) != kNone;
}

Node LinksLeft::tail(Link link) const {
  return static_cast<Node>(std::upper_bound(first_.begin(), first_.end(), link) - first_.begin()) - 1;
}

LinksLeft::Link LinksLeft::find(Node from, Node to) const {
  const auto heads = neighbours(from);
  const auto place = std::lower_bound(heads.begin(), heads.end(), to);
  if (place == heads.end() || *place != to) return kNone;
  return first(from) + static_cast<Link>(place - heads.begin());
}

void LinksLeft::number() {
  numbers_.assign(static_cast<std::size_t>(nodes()) * ports_, kNone);
  for (Node node = 0; node < nodes(); ++node)
    for (Link link = first(node); link < first(node + 1); ++link)
      numbers_[static_cast<std::size_t>(node) * ports_ + static_cast<std::size_t>(port_[link])] = link;
}

}  // namespace toruscope::core
