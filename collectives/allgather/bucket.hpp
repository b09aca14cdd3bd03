// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus by all its links, around the rings of one dimension after the other (shapes/bucket.hpp).
//
// Rounds     sum (N - 1), N the longest side of each stage.     Volume     p - 1 blocks over the parts.
// Restricted to a torus.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bucket".
Allgather allgather_bucket();

}  // namespace toruscope::collectives
