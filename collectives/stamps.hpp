// SPDX-License-Identifier: Apache-2.0
// What verified runs move: blocks whose every byte says where it came from, and operators, of which some commute.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {

/// What a verified reduction or scan combines. The first two do not commute, so a wrong order is a wrong result; the last
/// five are numbers without sign, of 8 bytes or of one.
enum class Operands {
  affine,     ///< maps x -> a x + b modulo a prime, composed
  intervals,  ///< i:j, joined; neighbours only, anything else gives an interval that joins nothing
  rounded,  ///< doubles added: the last bits depend on grouping and order, so a result is compared with itself only
  sum,
  product,
  min,
  max,
  bit_xor,
};
/// The operators by their names, those whose result is compared: "sum", "max", "affine", ...
const std::vector<std::pair<std::string, Operands>>& operators();
/// The name, "(not compared)" of one whose result is not.
std::string name_of(Operands operands);

namespace collectives {

/// A well-mixed word of its three arguments.
std::uint64_t stamp_hash(std::uint64_t source, std::uint64_t destination, std::uint64_t index);

/// Bytes of a word of a stamp.
inline constexpr std::size_t kStampWord = 8;
/// Fills a block: word i is (source, destination, i); what is left of less than 8 bytes is a hash of the three.
void stamp_block(Rank source, Rank destination, std::span<std::byte> block);
/// The first byte that is not as stamp_block makes it; the end of the block if all are.
std::size_t first_unstamped(Rank source, Rank destination, std::span<const std::byte> block);
inline bool is_stamped(Rank source, Rank destination, std::span<const std::byte> block) {
  return first_unstamped(source, destination, block) == block.size();
}

/// A run of bytes of one stamped block.
struct StampedPiece {
  Rank source = 0, destination = 0;  ///< of the stamp
  std::size_t offset = 0;            ///< in the block
  std::size_t bytes = 0;
};
/// The piece with which a body begins, as long as it goes on; `length(source, destination)` are the bytes of a block. Nothing if it
/// begins with no stamp of ranks below p, or in a place that tells a hash only.
std::optional<StampedPiece> first_stamped(std::span<const std::byte> body, int p,
                                          const std::function<std::size_t(Rank, Rank)>& length);
/// The first and the last contributor of the combination of Operands::intervals with which a body begins. Nothing if there is none.
inline constexpr std::size_t kIntervalBytes = 8;
std::optional<std::pair<std::int64_t, std::int64_t>> contributors_in(std::span<const std::byte> body);

/// An associative operator and what is combined by it.
struct TestOperator {
  Combine combine;
  /// What PE or value `index` contributes: `bytes` bytes, a multiple of combine.element.
  std::function<std::vector<std::byte>(std::int64_t index, std::size_t bytes)> contribution;
};

/// In elements of 8 bytes if `unit` is a multiple of 8, else of one; intervals and doubles are affine maps then.
TestOperator test_operator(Operands kind, std::size_t unit);

}  // namespace collectives
}  // namespace toruscope
