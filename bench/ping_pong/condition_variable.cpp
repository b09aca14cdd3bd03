// SPDX-License-Identifier: Apache-2.0
// The naive rival: two host threads with a mutex, a condition variable and no virtual time at all.

#include "bench/support/bar.hpp"

#include <benchmark/benchmark.h>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace toruscope::bench {

static void condition_variable(benchmark::State& state) {
  constexpr int kTurns = 5'000;
  Meter meter;
  for (auto _ : state) {
    std::mutex mutex;
    std::condition_variable turned;
    int turn = 0;
    std::uint64_t value = 0;
    const auto play = [&](int me) {
      std::unique_lock lock(mutex);
      while (turn < kTurns) {
        turned.wait(lock, [&] { return turn >= kTurns || turn % 2 == me; });
        if (turn >= kTurns) break;
        ++value;
        ++turn;
        turned.notify_one();
      }
      turned.notify_one();
    };
    const std::uint64_t arrived = meter.run([&] {
      std::jthread other([&] { play(1); });
      play(0);
      other.join();
      return value;
    });
    if (arrived != kTurns) state.SkipWithError("a value was lost");
    meter.count_messages(kTurns);
  }
  meter.report_per_message(state, kNoBar);
}
BENCHMARK(condition_variable)->Apply(whole_process);

}  // namespace toruscope::bench
