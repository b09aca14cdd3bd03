// SPDX-License-Identifier: Apache-2.0
// Allreduce on a torus by Swing, whose partners are near by turning back in every second step (shapes/butterfly.hpp).
//
// swing            a reduce-scatter, then an allgather: 2 sum ceil(log2 N_d) rounds, 2 (p - 1) blocks of ceil(n/p) values over the parts.
//                  Restricted to even sides, or a ring, and an operator that commutes.
// swing_latency    the vector in each step (shapes/folded_butterfly.hpp): half as many rounds, n bytes over the parts in each.
//                  Restricted to a torus and an operator that commutes; of integers where a side is 8 or longer.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "swing".
Allreduce allreduce_swing();
/// The entry "swing_latency".
Allreduce allreduce_swing_latency();

}  // namespace toruscope::collectives
