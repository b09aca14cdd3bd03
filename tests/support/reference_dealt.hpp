// SPDX-License-Identifier: Apache-2.0
// Routes that are dealt to virtual channels (lanes): those of a graph, and those that go around
// failed links. They are shortest, a tie goes to the neighbour of the lowest number, unless the
// machine gives a route of a graph. In the order of source and destination each takes the lowest
// lane on which its dependencies, from each link to the next, close no cycle with those that are
// there.
//
// Graph        all routes, from lane 0 on.
// Failed links   the routes that pass one, from the first lane on that the network does not use
//                itself; the others stay.
//
// A link with fewer virtual channels has the lanes that it lacks on its last one.
//
// Source    Skeie, Lysne, Theiss, "Layered Shortest Path (LASH) Routing in Irregular System Area
//           Networks", IPDPS 2002.

#pragma once

#include "tests/support/reference_route.hpp"

#include <set>
#include <vector>

namespace toruscope::test {

/// Lanes that dealt routes may need.
inline constexpr int kMostLanes = 4;

/// The network's links that have not failed, the lower node first.
std::set<LinkEnds> links_left(const MachineDescription& machine);

/// True if the network's routes are dealt.
bool is_dealt(const MachineDescription& machine);

/// True if messages hold the channels of their routes: worms, finite buffers.
bool holds_channels(const MachineDescription& machine);

/// Virtual channels of a link: as described, but where messages hold none (their number is no
/// matter then) 2, or as many as dealt routes may need.
int reference_channels(const MachineDescription& machine);

/// Lanes that the network's routes take: 2 with rings, 1 without, of dealt ones as many as they
/// were dealt to.
/// Errors    as dealt_route.
int lanes_of(const MachineDescription& machine);

/// True if messages hold channels on which assigned routes have a cyclic dependency.
/// Errors    as dealt_route.
bool has_cyclic_waits(const MachineDescription& machine);

/// The channels from a to b in the network, whose routes are dealt.
/// Errors    std::runtime_error if there is no way between two PEs, or four lanes are not enough.
std::vector<Channel> dealt_route(const MachineDescription& machine, Node a, Node b, HalfRing tie);

/// True if the message goes around a failed link.
bool is_detour(const MachineDescription& machine, Rank a, Rank b);

}  // namespace toruscope::test
