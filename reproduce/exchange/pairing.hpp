// SPDX-License-Identifier: Apache-2.0
// AR1 run with labelled blocks, to see whom each pairing of neighbours serves.

#pragma once

#include <cstdint>

namespace toruscope::reproduce {

class Runs;

/// An odd PE's partner in the first step: to its right (Figure 2) or to its left (the prose).
enum class Pairing { figure, prose };

/// Blocks that are not at their destination after the last step of AR1 on a ring of p PEs, p even.
std::int64_t undelivered_blocks(const Runs& runs, int p, Pairing pairing);

}  // namespace toruscope::reproduce
