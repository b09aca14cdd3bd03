// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter on a torus of any sides in steps of distance 1, 3, 9, .. in both directions of a dimension (shapes/ternary.hpp).
//
// Rounds     sum of ceil(log3 N).
// Volume     all sides 3: (p - 1)/2 blocks over the parts.
// Restricted to a torus and an operator that commutes.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "ternary".
ReduceScatter reduce_scatter_ternary();

}  // namespace toruscope::collectives
