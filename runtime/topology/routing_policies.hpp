// SPDX-License-Identifier: Apache-2.0
// Choices among the shortest ways of any network: what `routing = NAME` of a graph file means.
//
//   first       the lowest port
//   dmodk       by the destination: way floor(destination / W_l) mod ways, where W_l is the
//               product of the widths of the levels below: the most ports of a node to nodes a
//               level above. On the way down l is the next node's level, so that it comes back by
//               the same cable.
//   ecmp        by a hash of both PEs and the links passed so far
//   balanced    each destination in turn takes the ways of the fewest routes so far; or, where they
//               have fewer routes on the busiest link, those of dmodk or first
//
// Source  dmodk: Zahavi, CCIT report 776, 2010. balanced: Hoefler, Schneider, Lumsdaine, "Optimized
//         routing for large-scale InfiniBand networks", Hot Interconnects 2009, on shortest ways.

#pragma once

#include "runtime/topology/cabling.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// The port of each row to each PE, row by row.
using PortTable = std::vector<std::uint16_t>;
inline constexpr std::uint16_t kNoPort = 0xffff;

struct RoutingPolicy {
  const char* name;
  const char* description;
  PortTable (*table)(const Cabling& cabling);  ///< null: the way depends on both PEs
};

const std::vector<RoutingPolicy>& routing_policies();
/// The policy of a name; null if there is none.
const RoutingPolicy* find_routing_policy(std::string_view name);

/// Of `ways` equal ones the way from a PE to a PE that `ecmp` takes behind `passed` links.
std::size_t way_by_hash(Node from, Node to, int passed, std::size_t ways);

}  // namespace toruscope::core
