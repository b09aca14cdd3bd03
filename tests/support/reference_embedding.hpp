// SPDX-License-Identifier: Apache-2.0
// Where the PEs of a guest stand in the network: the rules of docs/topologies.md.
//
//   snake     on the r-th node of the network's grid, rows forwards and backwards in turn
//   gray      on the node whose bits are the Gray codes of the guest's coordinates, one after the
//             other
//   blocked   on the r-th node, tile after tile; a tile's sides are the largest divisors up to the
//             roots of the grid's
//   listed    on the r-th node of a list
//
// Reading   Nodes have other numbers for the guest: ranks come first, the nodes without one follow
//           in their order.

#pragma once

#include "tests/support/machine_description.hpp"

#include <vector>

namespace toruscope::test {

/// The network's node on which each rank stands; its own without a guest.
std::vector<Node> reference_places(const MachineDescription& machine);

/// By node of the network: its number for the guest.
std::vector<Node> numbers_for_guest(const MachineDescription& machine);

}  // namespace toruscope::test
