// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors on a torus by all its links: a reduce-scatter in buckets, then an allgather (shapes/bucket.hpp).
//
// Rounds     2 sum (N - 1), N the longest side of each stage.     Volume     2 (p - 1) blocks of ceil(n/p) values over the parts.
// Dimensions D parts, all in one direction: twice the volume of 2 D parts by half the links.
// Unaligned  2 sum (N_i - 1) rounds: parts in a short dimension do not wait for those in a long one. Where sides differ they share
//            links.
// Restricted to a torus and an operator that commutes; dimensions, unaligned: D >= 2 with D ports or more.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bucket".
Allreduce allreduce_bucket();
/// The entry "bucket_dimensions".
Allreduce allreduce_bucket_dimensions();
/// The entry "bucket_unaligned".
Allreduce allreduce_bucket_unaligned();

}  // namespace toruscope::collectives
