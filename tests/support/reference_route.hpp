// SPDX-License-Identifier: Apache-2.0
// Routes and the order of channels, written from the text of the design and not from the library's
// topologies.
//
// Torus: dimension 0 first, the shorter way round, half a ring in the positive direction; lane
// (virtual channel) 0 up to the wrap-around link, 1 from that link on. Complete: the private link.
// Mesh, line: dimension 0 first. Hypercube: the lowest bit that differs first; dimension 0 is the
// highest bit. Tree: up to the lowest common switch, then down; a switch with n leaves has the
// first ceil(n/2) on its left; switches are numbered after the PEs in preorder. Fat tree,
// dragonfly, HyperX: reference_switched.hpp. Graph, dead links: reference_dealt.hpp; routes may be
// given. A guest has the routes of the network between the places of its ranks
// (reference_embedding.hpp).

#pragma once

#include "tests/support/machine_description.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace toruscope::test {

/// One virtual channel of a directed link.
struct Channel {
  Node tail = 0;
  Node head = 0;
  /// Increases along every route: the place in a topological order of the channels' dependencies.
  /// Channels of different links may share a place.
  std::int64_t order = 0;
  int dimension = 0;
  /// 1 from the wrap-around link of its dimension on, if there are virtual channels for it
  int lane = 0;
  std::optional<MachineDescription::OwnCosts> own = {};  ///< set by reference_route()
};

/// Ports of this PE in each direction.
int reference_ports(const MachineDescription& machine, Rank rank);

/// Which way round a ring goes a message whose two ways are equally long.
enum class HalfRing { positive, negative };

/// The channels from a PE to another; none if they are the same.
/// Errors    as dealt_route.
std::vector<Channel> reference_route(const MachineDescription& machine, Rank a, Rank b,
                                     HalfRing tie = HalfRing::positive);

/// The same in the network without a guest. No link of a graph may have failed; those of others
/// count as there.
std::vector<Channel> route_in_network(const MachineDescription& machine, Node a, Node b,
                                      HalfRing tie = HalfRing::positive);

}  // namespace toruscope::test
