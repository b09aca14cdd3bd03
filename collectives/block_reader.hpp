// SPDX-License-Identifier: Apache-2.0
// Which blocks a message of a verified run carries, read from its body: every block is stamped (stamps.hpp), so no algorithm has to
// say it, and what is said cannot differ from what was sent.
//
// Invariants  Exact or nothing: a body of which one byte is not as a stamp makes it is not told at all.
// Not here    Blocks below 8 bytes, which hold a hash; pieces that begin beyond the first 65,536 words of a block; sums and other
//             numbers, which do not tell who contributed. Of combinations only Operands::intervals do, one value on each PE.

#pragma once

#include "collectives/definitions.hpp"

#include <toruscope/machine.hpp>

namespace toruscope::collectives {

/// For Execution::read_blocks, while `operation` and `given` live. Null where nothing can be told of the run.
std::function<std::vector<CarriedBlock>(std::span<const std::byte>)> block_reader(
    const OperationTraits& operation, const Given& given);

}  // namespace toruscope::collectives
