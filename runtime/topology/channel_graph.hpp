// SPDX-License-Identifier: Apache-2.0
// The channel dependency graph of a network: which (link, virtual channel) some route passes right
// after which.
//
// Source  Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
//         IEEE Trans. Computers 36(5), 1987, theorem 1: routes cannot deadlock if and only if the
//         graph has no cycle.

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
  /// Channels each of which is followed by the next one, and the last by the first; empty if there
  /// is no such cycle.
  std::vector<Channel> cycle;
  /// Two channels that follow each other on a route although Topology::channel_order does not
  /// increase. Empty if it always does.
  std::vector<Channel> out_of_order;
};

/// Most virtual channels that a link may have.
inline constexpr int kMostVirtualChannels = 4;

/// Walks the routes between all PEs. What a route has on a virtual channel beyond the last of
/// `channels` is on that one.
/// Errors    ConfigError if a route takes a link that is not there, or ends elsewhere.
ChannelGraph channel_graph(const Topology& topology, int channels = std::numeric_limits<int>::max());

/// "0 -> 1 (channel 0), 1 -> 2 (channel 0)"
std::string to_string(const std::vector<ChannelGraph::Channel>& channels);

/// Errors    ConfigError if routes have a cyclic dependency, which is shown, or the order of
///           channels is none.
void check_routes(const Topology& topology, const ChannelGraph& graph);

/// More PEs have too many routes to walk them all.
inline constexpr int kMostWalkedPes = 512;

}  // namespace toruscope::core
