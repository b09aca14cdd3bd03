// SPDX-License-Identifier: Apache-2.0
// Rotation of blocks between the order of ranks and that of places counted from some PE.

#pragma once

#include <toruscope/buffer.hpp>

#include <cstddef>
#include <span>

namespace toruscope::collectives {

/// Copies `from` to `into`, byte `first` to the front and the bytes before it to the end.
inline void copy_rotated(std::span<const std::byte> from, std::size_t first, std::span<std::byte> into) {
  copy(from.subspan(first), into);
  copy(from.first(first), into.subspan(from.size() - first));
}

}  // namespace toruscope::collectives
