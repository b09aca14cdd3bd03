// SPDX-License-Identifier: Apache-2.0
// The remaining directed links of a network, numbered by tail and then by head.

#pragma once

#include <toruscope/topology.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toruscope::core {

class LinksLeft {
 public:
  using Link = std::uint32_t;
  static constexpr Link kNone = static_cast<Link>(-1);

  /// Begins with all links of a network.
  explicit LinksLeft(const Topology& network);

  /// Removes both directions of all links between two nodes; false if there is none.
  bool remove(Node a, Node b);

  [[nodiscard]] std::size_t size() const { return head_.size(); }
  [[nodiscard]] int nodes() const { return static_cast<int>(first_.size()) - 1; }
  /// The first link of a node; its last one comes before the next node's first.
  [[nodiscard]] Link first(Node node) const { return first_[static_cast<std::size_t>(node)]; }
  /// Heads of the links of a node.
  [[nodiscard]] std::span<const Node> neighbours(Node node) const {
    return std::span(head_).subspan(first(node), first(node + 1) - first(node));
  }
  [[nodiscard]] bool has(Node from, Node to) const;
  /// The link that leaves a node by a port; kNone if there is none.
  [[nodiscard]] Link at(Node node, Port port) const {
    return numbers_[static_cast<std::size_t>(node) * ports_ + static_cast<std::size_t>(port)];
  }
  [[nodiscard]] Node tail(Link link) const;
  [[nodiscard]] Node head(Link link) const { return head_[link]; }
  [[nodiscard]] Port port(Link link) const { return port_[link]; }

 private:
  [[nodiscard]] Link find(Node from, Node to) const;
  void number();

  std::size_t ports_;
  std::vector<Link> first_;  // by node, and the number of links
  std::vector<Node> head_;
  std::vector<Port> port_;
  std::vector<Link> numbers_;  // by node and port
};

}  // namespace toruscope::core
