// SPDX-License-Identifier: Apache-2.0
// AR1 run block by block, each block with its origin and destination, to see whom each pairing of
// neighbours serves.

#pragma once

#include <cstdint>

namespace toruscope::reproduce {

class Runs;

/// The partner of a PE of odd rank in the first step: the one to its right (Figure 2) or to its
/// left (the prose).
enum class Pairing { figure, prose };

/// Blocks that are not at their destination after the last step of AR1 on a ring of p PEs, p even.
std::int64_t undelivered_blocks(const Runs& runs, int p, Pairing pairing);

}  // namespace toruscope::reproduce
