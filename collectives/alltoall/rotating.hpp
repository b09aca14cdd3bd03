// SPDX-License-Identifier: Apache-2.0
// All-to-all on a torus by all its links at once, as fast as these allow: the dimensions rotate.
//
//   torus 3x4, each block in 2 shares     share   stage 0              stage 1
//                                         0       along the columns    along the rows
//                                         1       along the rows       along the columns
//
// Stage         Each share goes around the rings of one dimension, no two shares around the same: on a ring every PE has p/N shares for
//               each of the N, which go the shorter way, those for the opposite PE half each way. In each round all that is under
//               way moves to the next PE, one message in each direction: what has arrived is kept, the rest sent on.
// Invariant     After its stages a share is at a PE that has its destination's coordinates in the dimensions done. The share's blocks stand in the
//               order of the coordinates of the origin there, and of the destination in all others.
// Rounds        D floor(N/2), N the longest side.
// Volume        Each link carries about N p/8 blocks, the lower bound for links: the longest dimension is never idle.
// Links         None is shared: all PEs send equal messages, and are at the same round at one time.
// Restricted to a torus. With fewer ports than links the messages of a round wait for each other.
// Source        The bound: Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, Lemma 1; by all ports: Liu, Gu, Ren, Tao, Int.
//               Multi-Symposiums on Computer and Computational Sciences, 2006. Rotation and halves are ours.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "rotating".
Alltoall alltoall_rotating();

}  // namespace toruscope::collectives
