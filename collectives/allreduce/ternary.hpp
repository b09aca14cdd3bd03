// SPDX-License-Identifier: Apache-2.0
// Allreduce on a torus of any sides: a reduce-scatter in steps of distance 1, 3, 9, .. in both directions of a dimension, then an
// allgather (shapes/ternary.hpp). Latency form: every PE sends its sum so far in every step, on sides that are powers of 3.
//
// Rounds     2 sum of ceil(log3 N); latency form: sum of log3 N.
// Volume     all sides 3: p - 1 blocks of ceil(n/p) values over the parts; latency form: D messages of n/parts values.
// Restricted to a torus and an operator that commutes.
// Latency form: PEs add in different orders, so that sums of floating-point numbers differ between them in the last bits.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "ternary".
Allreduce allreduce_ternary();
/// The entry "ternary_latency".
Allreduce allreduce_ternary_latency();

}  // namespace toruscope::collectives
