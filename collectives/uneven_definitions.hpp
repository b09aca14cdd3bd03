// SPDX-License-Identifier: Apache-2.0
// Parts of the definitions that operations on blocks of one size and of many share.

#pragma once

#include "collectives/definitions.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace toruscope::collectives {

/// Bytes of which the elements of a combination are a part: all sizes are multiples of it.
std::size_t unit_of(const OperationTraits& operation, std::size_t bytes);
/// Sums over the blocks of a verified run, as far as they bound what must move.
BlockSizes uneven_sizes(const OperationTraits& operation, const Case& c);
/// Bytes of the blocks of all PEs, of which each has one.
std::size_t uneven_total(const Case& c);

/// A PE's buffer before it receives.
Buffer untouched(const Communicator& comm, std::size_t bytes);
/// Compares `result` with the sum of all PEs, from byte `offset` on.
Wrong compare(const Given& given, std::span<const std::byte> result, std::size_t offset = 0);
/// The contribution of PE or value `index` to a combination.
Buffer contribution(const Communicator& comm, const Given& given, std::int64_t index, std::size_t bytes);
std::string block_from(Rank source);

}  // namespace toruscope::collectives
