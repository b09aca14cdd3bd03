// SPDX-License-Identifier: Apache-2.0
// Memory that will be wanted soon. With thousands of PEs nothing of the next one is in the host's
// caches.

#pragma once

#include <cstddef>

namespace toruscope::core {

/// Asks the host for so many lines of memory, from this one on; null asks for nothing.
template <std::size_t lines>
void prefetch_lines(const void* begin) {
  constexpr std::size_t kLine = 64;
  // To the compiler a function that only prefetches has no effect, and it leaves calls of it out.
  asm volatile("" : : "r"(begin));
  for (std::size_t i = 0; begin != nullptr && i < lines; ++i)
    __builtin_prefetch(static_cast<const std::byte*>(begin) + i * kLine, 1);
}

}  // namespace toruscope::core
