// SPDX-License-Identifier: Apache-2.0
// A program with one worker and with two: the speed-up is the quotient of the wall times. It means
// something on a quiet computer with two free cores only. One worker is the rival.
//
// The order is 1 2 2 1, after a run that does not count: the first run of a process pays for memory
// that those after it find ready, and a computer that grows busier meanwhile hits both alike.
//
// Counters  speed_up; bar; of_bar = bar / speed_up: up to 1 the bar is met; wall_1_s, wall_2_s,
//           cpu_1_s, cpu_2_s: of a run.

#pragma once

#include "bench/support/bar.hpp"

#include <benchmark/benchmark.h>

namespace toruscope::bench {

inline constexpr double kLeastSpeedUp = 1.6;

/// Calls run(workers), which returns something.
template <class Run>
void compare_workers(benchmark::State& state, double bar, Run&& run) {
  Meter meters[2];
  for (auto _ : state) {
    run(2);
    for (const int workers : {1, 2, 2, 1}) meters[workers - 1].run([&] { return run(workers); });
  }
  const double speed_up = meters[0].wall_of_a_run() / meters[1].wall_of_a_run();
  state.counters["speed_up"] = speed_up;
  if (bar != kNoBar) {
    state.counters["bar"] = bar;
    state.counters["of_bar"] = bar / speed_up;
  }
  state.counters["wall_1_s"] = meters[0].wall_of_a_run();
  state.counters["wall_2_s"] = meters[1].wall_of_a_run();
  state.counters["cpu_1_s"] = meters[0].cpu_of_a_run();
  state.counters["cpu_2_s"] = meters[1].cpu_of_a_run();
}

}  // namespace toruscope::bench
