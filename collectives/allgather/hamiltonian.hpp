// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus of two dimensions around its Hamiltonian cycles (shapes/hamiltonian.hpp).
//
// Rounds     p - 1.     Volume     p - 1 blocks over the rings.
// Restricted to a torus of two dimensions with sides of 3 and more.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "hamiltonian".
Allgather allgather_hamiltonian();

}  // namespace toruscope::collectives
