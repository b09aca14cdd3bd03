// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors on a torus of two dimensions: a reduce-scatter around its Hamiltonian cycles, then an allgather (shapes/hamiltonian.hpp).
//
// Rounds     2 (p - 1).     Volume     2 (p - 1) blocks of ceil(n/p) values over the rings.
// Restricted to a torus of two dimensions with sides of 3 and more, and an operator that commutes.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "hamiltonian".
Allreduce allreduce_hamiltonian();

}  // namespace toruscope::collectives
