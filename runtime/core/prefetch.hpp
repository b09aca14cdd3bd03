// SPDX-License-Identifier: Apache-2.0
// Prefetches of memory: with thousands of PEs the host's caches have nothing of the next one.

#pragma once

#include <cstddef>

namespace toruscope::core {

/// Asks the host for `lines` lines of memory from `begin` on; null asks for nothing.
template <std::size_t lines>
void prefetch_lines(const void* begin) {
  constexpr std::size_t kLine = 64;
  // Keeps the compiler from removing calls of a function that only prefetches.
  asm volatile("" : : "r"(begin));
  for (std::size_t i = 0; begin != nullptr && i < lines; ++i)
    __builtin_prefetch(static_cast<const std::byte*>(begin) + i * kLine, 1);
}

}  // namespace toruscope::core
