// SPDX-License-Identifier: Apache-2.0
// What verified runs move: blocks whose every byte says where it came from, and an operator that does not commute.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace toruscope::detail {

/// A well-mixed word of its three arguments.
std::uint64_t stamp_hash(std::uint64_t source, std::uint64_t destination, std::uint64_t index);

/// Fills a block: word i is (source, destination, i); what is left of less than 8 bytes is a hash of the three.
void stamp_block(Rank source, Rank destination, std::span<std::byte> block);
/// True if the block is as stamp_block makes it.
bool is_stamped(Rank source, Rank destination, std::span<const std::byte> block);

/// The operator with which reductions are verified: affine maps x -> a x + b, composed. In elements of 8 bytes
/// (two 32-bit numbers modulo 1,000,003) if `bytes` is a multiple of 8, else of one byte (two halves, modulo
/// 13). Associative; it does not commute.
Combine affine_maps(std::size_t bytes);
/// What PE `rank` contributes: `bytes` of maps, none of them the identity for all ranks.
std::vector<std::byte> affine_data(Rank rank, std::size_t bytes);

}  // namespace toruscope::detail
