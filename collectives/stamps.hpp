// SPDX-License-Identifier: Apache-2.0
// Data of verified runs: blocks whose every byte is stamped with its origin, and operators.

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

/// Operands of a verified reduction or scan. The first two do not commute, so a wrong order is a
/// wrong result; the last five are unsigned numbers of 8 bytes or of one.
enum class Operands {
  affine,     ///< i:j, joined; a join of others than neighbours joins nothing more
  intervals,  ///< i:j, joined; neighbours only, anything else gives an interval that joins nothing
  /// Doubles added: order changes the last bits, so a result is only compared with itself.
  rounded,
  sum,
  product,
  min,
  max,
  bit_xor,
};
/// Operators whose result is compared, by name: "sum", "max", "affine", ...
const std::vector<std::pair<std::string, Operands>>& operators();
/// The name; "(not compared)" if results are not.
std::string name_of(Operands operands);

namespace collectives {

/// A well-mixed word of its three arguments.
std::uint64_t stamp_hash(std::uint64_t source, std::uint64_t destination, std::uint64_t index);

/// Bytes of a word of a stamp.
inline constexpr std::size_t kStampWord = 8;
/// Fills a block: word i is (source, destination, i); a rest below 8 bytes is a hash of the three.
void stamp_block(Rank source, Rank destination, std::span<std::byte> block);
/// The first byte that stamp_block did not make; the end of the block if it made all.
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
/// The longest piece at the beginning of a body; `length(source, destination)` gives the bytes of a
/// block. Nothing if it begins with no stamp of ranks below p, or where blocks have only a hash.
std::optional<StampedPiece> first_stamped(std::span<const std::byte> body, int p,
                                          const std::function<std::size_t(Rank, Rank)>& length);
/// Bytes of a combination of Operands::intervals.
inline constexpr std::size_t kIntervalBytes = 8;
std::optional<std::pair<std::int64_t, std::int64_t>> contributors_in(std::span<const std::byte> body);

/// An associative operator and its operands.
struct TestOperator {
  Combine combine;
  /// The contribution of PE or value `index`: `bytes` bytes, a multiple of combine.element.
  std::function<std::vector<std::byte>(std::int64_t index, std::size_t bytes)> contribution;
};

/// Elements have 8 bytes if 8 divides `unit`, else one; intervals and doubles are affine maps then.
TestOperator test_operator(Operands kind, std::size_t unit);

}  // namespace collectives
}  // namespace toruscope
