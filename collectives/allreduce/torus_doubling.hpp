// SPDX-License-Identifier: Apache-2.0
// Allreduce on a torus by recursive doubling in each dimension, by all links that have ports (shapes/butterfly.hpp).
//
// torus_halving    a reduce-scatter by halves, then an allgather: 2 log2 p rounds, 2 (p - 1) blocks of ceil(n/p) values over the parts.
//                  Restricted to sides that are powers of two and an operator that commutes.
// torus_doubling   the vector in each step (shapes/folded_butterfly.hpp): half as many rounds, n bytes over the parts in each.
//                  Restricted to a torus and an operator that commutes; of integers where a side is 8 or longer and each link has a port.
//
// The partners of the last step of a dimension are opposite each other: both ways round are as long, all messages take the same one.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "torus_halving".
Allreduce allreduce_torus_halving();
/// The entry "torus_doubling".
Allreduce allreduce_torus_doubling();

}  // namespace toruscope::collectives
