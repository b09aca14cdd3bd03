// SPDX-License-Identifier: Apache-2.0
// The naive rival: so many OS threads, all alive at once, without any machine.

#include "bench/support/bar.hpp"

#include <atomic>
#include <benchmark/benchmark.h>
#include <cstddef>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace toruscope::bench {

static void bare_threads(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0) * state.range(0));
  Meter meter;
  for (auto _ : state) {
    std::atomic<int> started{0};
    const bool is_complete = meter.run([&] {
      std::latch all(1);
      std::vector<std::jthread> threads;
      threads.reserve(static_cast<std::size_t>(count));
      bool is_started = true;
      try {
        for (int i = 0; i < count; ++i)
          threads.emplace_back([&] {
            started.fetch_add(1, std::memory_order_relaxed);
            all.wait();
          });
      } catch (const std::system_error&) {
        is_started = false;  // a computer may allow fewer
      }
      all.count_down();
      return is_started;
    });
    if (!is_complete || started.load() != count)
      state.SkipWithError("this computer does not allow so many threads");
  }
  meter.report_per_run(state, kNoBar);
}
BENCHMARK(bare_threads)->ArgName("side")->Arg(8)->Apply(whole_process);
BENCHMARK(bare_threads)
    ->Name("bare_threads/grow_pes")
    ->ArgName("side")
    ->Arg(32)
    ->Arg(128)
    ->Apply(whole_process);

}  // namespace toruscope::bench
