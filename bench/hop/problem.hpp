// SPDX-License-Identifier: Apache-2.0
// Every PE of a ring sends one message `hops` links to the right; nobody waits for a link for long.

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <benchmark/benchmark.h>
#include <cstdint>

namespace toruscope::bench {

inline constexpr int kNodes = 256;
inline const Costs kCosts = [] {
  Costs costs{};
  costs.ts = Ticks{100};
  costs.tw = Ticks{1};
  costs.th = Ticks{10};
  return costs;
}();
inline constexpr std::size_t kBytes = 8;

/// Arrival of headers that all start at 0 and move in step: links are free for the next.
inline Ticks expected_arrival(int hops) {
  return kCosts.ts + hops * kCosts.th + kCosts.transmission(kBytes);
}

inline void count_hops(benchmark::State& state, std::int64_t rounds) {
  state.counters["hops/s"] =
      benchmark::Counter(static_cast<double>(rounds * kNodes * state.range(0)), benchmark::Counter::kIsRate);
}

}  // namespace toruscope::bench
