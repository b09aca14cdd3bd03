// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors on a torus by all its links: a reduce-scatter in buckets, then an allgather (shapes/bucket.hpp).
//
// Rounds     2 sum (N - 1), N the longest side of each stage.     Volume     2 (p - 1) blocks of ceil(n/p) values over the parts.
// Restricted to a torus and an operator that commutes.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bucket".
Allreduce allreduce_bucket();

}  // namespace toruscope::collectives
