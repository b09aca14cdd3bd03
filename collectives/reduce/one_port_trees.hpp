// SPDX-License-Identifier: Apache-2.0
// Reduction of long data on a hypercube whose PEs have one port: packets up its spanning trees, in each round along one
// dimension (shapes/one_port_trees.hpp).
//
// Rounds     P + D, P packets, D dimensions.     Volume     (1 + D/P) m, about half of a halving and a gather.
// Restricted to a torus whose sides are all 2, and an operator that commutes.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "one_port_trees".
Reduce reduce_one_port_trees();

}  // namespace toruscope::collectives
