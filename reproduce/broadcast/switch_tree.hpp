// SPDX-License-Identifier: Apache-2.0
// Figure 4.7's network: a balanced binary tree whose leaves are PEs and whose inner nodes only switch.
//
//   d = 2, p = 4           4          nodes 0 .. p-1 are the leaves, p is the root, then the switches level by level
//                        /   \.
//                       5     6       ports: 0 up, 1 to the left, 2 to the right; a port that leads nowhere leads back
//                      / \   / \.     to its node, and no route uses it
//                     0   1 2   3
//
// Routes      up to the lowest common switch, then down. Channels are ordered: first those that lead up, by height, then
//             those that lead down, by depth; so no cycle of waits.

#pragma once

#include <toruscope/topology.hpp>

namespace toruscope::reproduction {

/// 2^d leaves, 2^d - 1 switches; d from 1 to 12. A switch carries a PE too, which a program leaves idle.
TopologyPtr switch_tree(int d);

}  // namespace toruscope::reproduction
