// SPDX-License-Identifier: Apache-2.0
// The narrowest cut of a torus or mesh into halves, by a formula.
//
// Source  Azizoglu, Egecioglu, "The bisection width and the isoperimetric number of arrays",
//         Discrete Applied Mathematics 138, 2004 (mesh). Aroca, Fernandez Anta, "Bisection
//         (band)width of product networks with application to data centers", IEEE TPDS 25(3), 2014
//         (torus).

#pragma once

#include "runtime/topology/bisection.hpp"

#include <vector>

namespace toruscope::core {

/// Cuts odd sides, the longest first, by whole layers and half of the middle one, until an even
/// one. A torus has two links of each line there, and one of a line of two.
BisectionWidth grid_bisection(const std::vector<int>& sides, bool closes);

}  // namespace toruscope::core
