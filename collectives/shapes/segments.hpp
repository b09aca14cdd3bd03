// SPDX-License-Identifier: Apache-2.0
// A value of several elements in parts of whole elements, all of one length but the last.
//
//   20 bytes, elements of 4, segment 10     8 | 8 | 4
//
// A value of no bytes is one part of no bytes; an element is never cut.

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace toruscope::collectives {

struct Segments {
  std::size_t bytes = 0;    ///< of the whole value
  std::size_t longest = 0;  ///< of each part but the last

  /// Segments of `segment` bytes; 0: one piece.
  Segments(std::size_t value, std::size_t element, std::size_t segment) : bytes(value), longest(value) {
    if (segment != 0 && element != 0) longest = std::min(value, std::max(element, segment / element * element));
  }

  [[nodiscard]] std::size_t count() const { return longest == 0 ? 1 : (bytes + longest - 1) / longest; }
  [[nodiscard]] bool are_equal() const { return longest == 0 || bytes % longest == 0; }
  [[nodiscard]] std::size_t size(std::size_t i) const { return std::min(longest, bytes - i * longest); }
  /// Part i of `value`, which has `bytes` bytes; nothing of an empty one.
  template <class Byte>
  [[nodiscard]] std::span<Byte> of(std::span<Byte> value, std::size_t i) const {
    return value.empty() ? value : value.subspan(i * longest, size(i));
  }
};

}  // namespace toruscope::collectives
