// SPDX-License-Identifier: Apache-2.0
// Blocks of PEs that share some coordinates, as one message: the same bytes of each, in rank order.
//
//   torus 2x3, fixed {any, 1}   PEs 1 and 4   message   | range of block 1 | range of block 4 |

#pragma once

#include "collectives/shapes/line.hpp"

#include <toruscope/buffer.hpp>
#include <toruscope/communicator.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace toruscope::collectives {

inline constexpr int kAnyCoordinate = -1;

/// A range of bytes of every block.
struct Range {
  std::size_t begin = 0;
  std::size_t bytes = 0;
};

/// Share i of n of a block of whole values. Shares differ by at most one value.
inline Range share_of(std::size_t block, std::size_t element, std::size_t i, std::size_t n) {
  const std::size_t values = element == 0 ? 0 : block / element;
  const std::size_t begin = values / n * i + std::min(i, values % n);
  return {begin * element, (values / n + (i < values % n ? 1 : 0)) * element};
}

/// PEs of a grid whose coordinates are `fixed`, where those are not kAnyCoordinate.
class GridSlice {
 public:
  GridSlice(const std::vector<int>& sides, std::vector<int> fixed) : sides_(sides), fixed_(std::move(fixed)) {}

  [[nodiscard]] std::size_t size() const {
    std::size_t pes = 1;
    for (std::size_t d = 0; d < sides_.size(); ++d)
      if (fixed_[d] == kAnyCoordinate) pes *= static_cast<std::size_t>(sides_[d]);
    return pes;
  }
  /// Visits the PEs in rank order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    visit_from(0, 0, visit);
  }

 private:
  template <class Visit>
  void visit_from(std::size_t d, Rank rank, const Visit& visit) const {
    if (d == sides_.size()) return visit(static_cast<std::size_t>(rank));
    const bool any = fixed_[d] == kAnyCoordinate;
    const int end = any ? sides_[d] : fixed_[d] + 1;
    for (int at = any ? 0 : fixed_[d]; at < end; ++at) visit_from(d + 1, rank * sides_[d] + at, visit);
  }

  const std::vector<int>& sides_;
  std::vector<int> fixed_;
};

/// What is done for blocks and messages without data: nothing, or calls with null pointers, as
/// those of an operator take time.
enum class NoData { skipped, called };

/// Without data an algorithm calls the operator where that takes time.
inline NoData combined_without_data(const Communicator& comm) {
  return comm.costs().gamma == Ticks{} ? NoData::skipped : NoData::called;
}

/// Calls take(range of a block, its place in the message) for all blocks of `box`, a GridSlice or a
/// GridBox; its message begins `at` bytes into `message`.
template <class Blocks, class Box, class Message, class Take>
void for_each_range(const Blocks& blocks, std::size_t block, const Box& box, const Range& range,
                    Message& message, std::size_t at, const Take& take, NoData no_data = NoData::skipped) {
  if (range.bytes == 0) return;
  if (has_data(blocks) && has_data(message))
    return box.for_each([&](std::size_t rank) {
      take(blocks.data() + rank * block + range.begin, message.data() + at);
      at += range.bytes;
    });
  if (no_data == NoData::called) box.for_each([&](std::size_t) { take(nullptr, nullptr); });
}

}  // namespace toruscope::collectives
