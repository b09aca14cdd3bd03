// SPDX-License-Identifier: Apache-2.0
// Routes of fat trees, dragonflies and HyperX, written from docs/topologies.md and not from the
// library's topologies.
//
// Fat tree     LxSxH or K: up by the destination's number, down the one way there is. Nodes: PEs,
//              then level by level.
// Dragonfly    PxAxHxG: link k of a group, at its router k / H, leads k + 1 groups on; minimal
//              routes. Lane 1 after that link, but for the PE's.
// HyperX       one link in each dimension in which the coordinates differ, dimension 0 first.

#pragma once

#include "tests/support/reference_route.hpp"

#include <vector>

namespace toruscope::test {

/// Between two different PEs. Sides as in MachineDescription.
std::vector<Channel> route_in_fat_tree(const std::vector<int>& sides, Node a, Node b);
std::vector<Channel> route_in_dragonfly(const std::vector<int>& sides, Node a, Node b);
std::vector<Channel> route_in_hyperx(const std::vector<int>& sides, Node a, Node b);

}  // namespace toruscope::test
