// SPDX-License-Identifier: Apache-2.0
// The same program with one worker and with two, in turn, several pairs: the speed-up is the quotient of the wall times. It
// means something on a quiet computer with two free cores only. One worker is the rival.
//
// Counters  speed_up: the median of the pairs; bar; of_bar = bar / speed_up: up to 1 the bar is met; least, most: of the pairs;
//           wall_1_s, wall_2_s, cpu_1_s, cpu_2_s: means.

#pragma once

#include "bench/support/bar.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstddef>
#include <vector>

namespace toruscope::bench {

inline constexpr int kPairs = 3;
inline constexpr double kLeastSpeedUp = 1.6;

/// Calls run(workers) for kPairs pairs.
template <class Run>
void compare_workers(benchmark::State& state, double bar, Run&& run) {
  std::vector<double> speed_up;
  Meter one;
  Meter two;
  for (auto _ : state)
    for (int pair = 0; pair < kPairs; ++pair) {
      const double before_one = one.wall();
      one.run([&] { return run(1); });
      const double before_two = two.wall();
      two.run([&] { return run(2); });
      speed_up.push_back((one.wall() - before_one) / (two.wall() - before_two));
    }
  std::sort(speed_up.begin(), speed_up.end());
  const double median = speed_up[speed_up.size() / 2];
  state.counters["speed_up"] = median;
  state.counters["least"] = speed_up.front();
  state.counters["most"] = speed_up.back();
  if (bar != kNoBar) {
    state.counters["bar"] = bar;
    state.counters["of_bar"] = bar / median;
  }
  state.counters["wall_1_s"] = one.wall_of_a_run();
  state.counters["wall_2_s"] = two.wall_of_a_run();
  state.counters["cpu_1_s"] = one.cpu_of_a_run();
  state.counters["cpu_2_s"] = two.cpu_of_a_run();
}

}  // namespace toruscope::bench
