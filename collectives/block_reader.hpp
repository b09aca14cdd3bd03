// SPDX-License-Identifier: Apache-2.0
// Blocks in a message of a verified run, read from the stamps in its body (stamps.hpp): no
// algorithm has to declare them, and they are what was really sent.
//
// Invariants  Exact or nothing: a body with one byte that is not as its stamp makes it is not read.
// Not here    Blocks below 8 bytes, which hold a hash; pieces that begin beyond the first 65,536
//             words of a block; sums and other numbers, which do not tell who contributed. Of
//             combinations only Operands::intervals do, one value on each PE.

#pragma once

#include "collectives/definitions.hpp"

#include <toruscope/machine.hpp>

namespace toruscope::collectives {

/// Makes Execution::read_blocks while `operation` and `given` live; null if blocks are unreadable.
std::function<std::vector<CarriedBlock>(std::span<const std::byte>)> block_reader(
    const OperationTraits& operation, const Given& given);

}  // namespace toruscope::collectives
