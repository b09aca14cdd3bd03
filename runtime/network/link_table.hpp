// SPDX-License-Identifier: Apache-2.0
// All links of the machine by number. Where a node has very many, as on a complete graph, those of a block are made when one of
// them is first used: 16,384 PEs have 268 million links and may use a few.
//
// Threads     A block that is made later belongs to one node, and so to one worker.

#pragma once

#include "runtime/network/link.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace toruscope::core {

using LinkIndex = std::size_t;

class LinkTable {
 public:
  LinkTable(int nodes, int ports)
      : per_node_(numbers_for(static_cast<std::size_t>(ports))),
        size_(static_cast<std::size_t>(nodes) * per_node_),
        blocks_((size_ + kBlock - 1) / kBlock) {
    if (per_node_ >= kBlock) return;
    for (auto& block : blocks_) block = std::make_unique<Link[]>(kBlock);
  }

  /// Bytes of a table if a node uses so many links at most, each with its channel.
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
  /// One more than the highest number; some numbers have no link.
  [[nodiscard]] std::size_t size() const { return size_; }

  [[nodiscard]] Link& operator[](LinkIndex link) {
    auto& block = blocks_[link / kBlock];
    if (block == nullptr) make(block);
    return block[link % kBlock];
  }
  /// Calls use(number, link) for those that have carried a message, in the order of their numbers.
  template <class Use>
  void for_each_used(Use&& use) const {
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      for (std::size_t i = 0; blocks_[b] != nullptr && i < kBlock; ++i)
        if (const Link& link = blocks_[b][i]; link.messages != 0) use(b * kBlock + i, link);
  }

 private:
  static constexpr std::size_t kBlock = 64;

  [[gnu::noinline]] static void make(std::unique_ptr<Link[]>& block) {
    block = std::make_unique<Link[]>(kBlock);
  }
  /// Many are rounded up, so that no block is of two nodes.
  static std::size_t numbers_for(std::size_t ports) {
    if (ports < kBlock) return ports == 0 ? 1 : ports;
    return (ports + kBlock - 1) / kBlock * kBlock;
  }

  std::size_t per_node_;
  std::size_t size_;
  std::vector<std::unique_ptr<Link[]>> blocks_;
};

}  // namespace toruscope::core
