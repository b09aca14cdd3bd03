// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus of any sides in steps of distance .., 9, 3, 1 in both directions of a dimension (shapes/ternary.hpp).
//
// Rounds     sum of ceil(log3 N).
// Volume     all sides 3: (p - 1)/2 blocks over the parts.
// Restricted to a torus.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "ternary".
Allgather allgather_ternary();

}  // namespace toruscope::collectives
