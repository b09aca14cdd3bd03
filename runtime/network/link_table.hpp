// SPDX-License-Identifier: Apache-2.0
// All links of the machine by number. If a node has very many, as on a complete graph, links are
// made by blocks on first use: 16,384 PEs have 268 million links and may use a few.
//
// Threads     A block that is made later belongs to one node, and so to one worker.

#pragma once

#include "runtime/network/link.hpp"
#include "runtime/network/per_link.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstddef>

namespace toruscope::core {

using LinkIndex = std::size_t;

class LinkTable {
 public:
  LinkTable(int nodes, int ports)
      : per_node_(numbers_for(static_cast<std::size_t>(ports))),
        size_(static_cast<std::size_t>(nodes) * per_node_),
        links_(size_, are_few()) {}

  /// Bytes of a table if a node uses at most `used` links, each with its channel.
  static std::size_t bytes_for(int nodes, int ports, std::size_t used, std::size_t channel) {
    const std::size_t numbers = numbers_for(static_cast<std::size_t>(ports));
    const bool are_few = numbers < kBlock;  // messages of others use them too
    const std::size_t channels = are_few ? numbers : std::min(used, static_cast<std::size_t>(ports));
    const std::size_t made = are_few ? numbers : std::min(numbers, channels * kBlock);
    const std::size_t of_node = numbers / kBlock * sizeof(void*) + made * sizeof(Link) + channels * channel;
    return static_cast<std::size_t>(nodes) * of_node;
  }

  [[nodiscard]] LinkIndex index(Node node, Port port) const {
    return static_cast<LinkIndex>(node) * per_node_ + static_cast<LinkIndex>(port);
  }
  [[nodiscard]] Node tail(LinkIndex link) const { return static_cast<Node>(link / per_node_); }
  [[nodiscard]] Port port(LinkIndex link) const { return static_cast<Port>(link % per_node_); }
  /// The highest link number plus one; some numbers have no link.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// True if a node has so few that all are made at once.
  [[nodiscard]] bool are_few() const { return per_node_ < kBlock; }

  [[nodiscard]] Link& operator[](LinkIndex link) { return links_[link]; }
  /// Calls use(number, link) for links that have carried a message, by number.
  template <class Use>
  void for_each_used(Use&& use) const {
    links_.for_each([&](LinkIndex number, const Link& link) {
      if (link.messages != 0) use(number, link);
    });
  }

 private:
  static constexpr std::size_t kBlock = PerLink<Link>::kBlock;

  /// Link numbers of a node. Many are rounded up: no block has links of two nodes.
  static std::size_t numbers_for(std::size_t ports) {
    if (ports < kBlock) return ports == 0 ? 1 : ports;
    return (ports + kBlock - 1) / kBlock * kBlock;
  }

  std::size_t per_node_;
  std::size_t size_;
  PerLink<Link> links_;
};

}  // namespace toruscope::core
