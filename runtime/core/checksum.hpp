// SPDX-License-Identifier: Apache-2.0
// Checksums, to notice in checked builds that a buffer was written while a receive owned it.

#pragma once

#include <toruscope/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace toruscope::core {

#ifdef NDEBUG
inline constexpr bool kChecksBuffers = false;
#else
inline constexpr bool kChecksBuffers = true;
#endif

/// FNV-1a; 0 for bytes without data.
inline std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  if (!has_data(bytes)) return 0;
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte b : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3U;
  return hash;
}

}  // namespace toruscope::core
