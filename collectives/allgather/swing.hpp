// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus by Swing, by all links that have ports (shapes/butterfly.hpp).
//
// Rounds     sum ceil(log2 N_d).     Volume     p - 1 blocks over the parts.
// Restricted to even sides, or a ring.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "swing".
Allgather allgather_swing();

}  // namespace toruscope::collectives
