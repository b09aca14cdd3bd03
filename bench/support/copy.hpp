// SPDX-License-Identifier: Apache-2.0
// The naive rival of whatever moves data: so many bytes copied by memcpy, 1 KiB at a time, in and
// out of memory that is far larger than the caches. The pages exist before the clock runs.

#pragma once

#include "bench/support/bar.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace toruscope::bench {

/// True if the last round of pieces arrived as it was. Counts the copy alone as a run of `meter`.
inline bool copy_in_pieces(Meter& meter, std::int64_t bytes) {
  constexpr std::size_t kPiece = 1024;
  constexpr std::size_t kMost = std::size_t{512} << 20U;
  const std::size_t pieces = (static_cast<std::size_t>(bytes) + kPiece - 1) / kPiece;
  const std::size_t length = std::min(pieces * kPiece, kMost);
  std::vector<unsigned char> from(length);
  std::vector<unsigned char> to(length, 1);
  for (std::size_t i = 0; i < length; i += 64) from[i] = static_cast<unsigned char>(i / 64);
  std::size_t piece = kPiece;
  // a call of memcpy, not what the compiler makes of a constant length
  benchmark::DoNotOptimize(piece);
  return meter.run([&] {
    std::size_t at = 0;
    for (std::size_t i = 0; i < pieces; ++i, at = at + kPiece < length ? at + kPiece : 0)
      std::memcpy(&to[at], &from[at], piece);
    benchmark::ClobberMemory();
    return true;
  }) && from == to;
}

}  // namespace toruscope::bench
