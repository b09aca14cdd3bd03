// SPDX-License-Identifier: Apache-2.0
// The channel dependency graph of a network: (link, virtual channel) pairs in succession.
//
// Source  Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
//         IEEE Trans. Computers 36(5), 1987, theorem 1: no cycle, no deadlock.

#pragma once

#include <toruscope/topology.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace toruscope::core {

struct ChannelGraph {
  struct Channel {
    Node from = 0;
    Node to = 0;
    int virtual_channel = 0;

    friend bool operator==(const Channel&, const Channel&) = default;
  };

  std::int64_t channels = 0;      ///< number of channels that some route passes
  std::int64_t dependencies = 0;  ///< pairs that follow each other on some route
  /// Channels each followed by the next, and the last by the first; empty if acyclic.
  std::vector<Channel> cycle;
  /// Two successive channels of a route on which Topology::channel_order does not increase, if any.
  std::vector<Channel> out_of_order;
};

/// The most virtual channels of a link.
inline constexpr int kMostVirtualChannels = 4;

/// Walks the routes between all PEs. Virtual channels beyond the last of `channels` count as that
/// one.
/// Errors    ConfigError if a route takes a link that is not there, or ends elsewhere.
ChannelGraph channel_graph(const Topology& topology, int channels = std::numeric_limits<int>::max());

/// Writes "0 -> 1 (channel 0), 1 -> 2 (channel 0)".
std::string to_string(const std::vector<ChannelGraph::Channel>& channels);

/// Errors    ConfigError if routes have a cyclic dependency, which is shown, or a wrong order.
void check_routes(const Topology& topology, const ChannelGraph& graph);

/// The most nodes of a network of which links can fail by walking all routes.
inline constexpr int kMostWalkedNodes = 1 << 10;
/// The most PEs for which all routes are walked.
inline constexpr int kMostWalkedPes = 512;

}  // namespace toruscope::core
