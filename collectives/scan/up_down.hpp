// SPDX-License-Identifier: Apache-2.0
// Messages of a work-efficient scan: up a binary tree that is laid over the PEs, and down again.
//
// PE v-1 has the level of the lowest bit of v, b. On the way up it takes the windows of the PEs 1,
// 2, .. b/2 before it and hands its own to the PE b further on; on the way down it gets the prefix
// of the PE b before it and hands its own to the PEs b/2, .. 2, 1 further on.
//
//   p = 8     up     0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7      1 -> 3, 5 -> 7      3 -> 7
//             down   3 -> 5      1 -> 2, 3 -> 4, 5 -> 6
//
// Invariant  After the way up PE v-1 holds the window of the b PEs that ends with itself, so all
//            that it takes in is next to what it has.
// Messages   2p - 2 - log2 p for p a power of two, where doubling has about p log2 p.     Any p, k.
// Source     Brent, Kung, "A Regular Layout for Parallel Adders", IEEE Trans. Computers C-31(3),
//            1982; Blelloch, "Scans as Primitive Parallel Operations", IEEE Trans. Computers
//            38(11), 1989, whose exclusive scan exchanges on the way down (3p - 4 messages); here e
//            of scan/prefix.hpp needs no further message.

#pragma once

#include "collectives/scan/prefix.hpp"

#include <toruscope/communicator.hpp>

namespace toruscope::collectives {

/// Every PE hands on its window as soon as it is complete, k messages at a time.
void sweep_up_and_down(Communicator& comm, Prefix& prefix);

/// Levels of messages: floor(log2 p) up, and those down that have a pair. p = 10: 3 and 2.
int sweep_levels(int p);

}  // namespace toruscope::collectives
