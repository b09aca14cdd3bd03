// SPDX-License-Identifier: Apache-2.0
// Complete exchange of one value per pair: PE s has the value s * p + d for PE d.

#pragma once

#include <benchmark/benchmark.h>
#include <cstdint>

namespace toruscope::bench {

inline std::uint64_t stamp(int source, int destination, int p) {
  return static_cast<std::uint64_t>(source) * static_cast<std::uint64_t>(p) +
         static_cast<std::uint64_t>(destination);
}

inline void count_blocks(benchmark::State& state, std::int64_t runs, std::int64_t p) {
  state.counters["blocks/s"] =
      benchmark::Counter(static_cast<double>(runs * p * p), benchmark::Counter::kIsRate);
}

}  // namespace toruscope::bench
