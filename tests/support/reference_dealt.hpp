// SPDX-License-Identifier: Apache-2.0
// Routes in a network that is given by its wires: shortest, a tie goes to the neighbour of the lowest number. They are dealt
// to virtual channels (lanes) in the order of source and destination: each takes the lowest on which its dependencies, from
// each link to the next, close no cycle with those that are there.
//
// Source    Skeie, Lysne, Theiss, "Layered Shortest Path (LASH) Routing in Irregular System Area Networks", IPDPS 2002.

#pragma once

#include "tests/support/reference_route.hpp"

#include <vector>

namespace toruscope::test {

/// Lanes that a graph's routes may need.
inline constexpr int kMostLanes = 4;

/// Virtual channels of a link: as described, but 2 where messages hold none (their number is no matter then), and as many as
/// a graph's routes may need if there is more than one.
int reference_channels(const MachineDescription& machine);

/// Lanes that the routes of the machine's graph take; 1 if it is no graph.
int lanes_of_graph(const MachineDescription& machine);

/// The channels from a to b in the machine's graph.
/// Errors    std::runtime_error if there is no way, or four lanes are not enough. If the machine has one virtual channel, all
///           routes share it.
const std::vector<Channel>& route_in_graph(const MachineDescription& machine, Node a, Node b);

}  // namespace toruscope::test
