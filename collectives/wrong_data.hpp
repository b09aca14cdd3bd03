// SPDX-License-Identifier: Apache-2.0
// Description of wrong data, in words: the block or element, and what stands there instead.

#pragma once

#include "collectives/stamps.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace toruscope::collectives {

/// Empty if the data are right; else it makes a sentence. Only one PE with wrong data is asked.
using Wrong = std::function<std::string()>;

/// Content of a PE's buffer before it receives anything.
inline constexpr std::byte kUntouched{0xee};

/// A block as stamp_block makes it.
struct StampedBlock {
  Rank source = 0, destination = 0;  ///< of the stamp
  int p = 0;                         ///< PEs, whose blocks may be there instead
  /// Bytes of the block of two PEs.
  std::function<std::size_t(Rank, Rank)> length;
};
/// `name` is the block in the sentence: "the block from PE 3 is not the one that was sent".
Wrong wrong_block(const StampedBlock& expected, std::span<const std::byte> found, const std::string& name);

/// Contributors to a combination: PEs or values 0 .. n-1, as many bytes each.
struct Contributors {
  const char* noun = "PE";  ///< one of them
  std::int64_t n = 0;
  std::size_t offset = 0;  ///< of the compared bytes in a contribution
};
/// `op` must live until the sentence is made; its result must not depend on grouping.
Wrong wrong_combination(const TestOperator& op, const Contributors& contributors,
                        std::span<const std::byte> found, std::span<const std::byte> expected);

}  // namespace toruscope::collectives
