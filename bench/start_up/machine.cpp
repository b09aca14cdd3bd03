// SPDX-License-Identifier: Apache-2.0
// A machine is made, each PE starts, says so, and ends; PEs are fibers or OS threads.

#include "bench/support/bar.hpp"

#include <toruscope/toruscope.hpp>

#include <atomic>
#include <benchmark/benchmark.h>

namespace toruscope::bench {

namespace {

void start_up(benchmark::State& state, PeEngine engine, double bar_s) {
  const int side = static_cast<int>(state.range(0));
  Meter meter;
  for (auto _ : state) {
    std::atomic<int> started{0};
    meter.run([&] {
      Machine machine(torus(side, side), preset("generic"), {.engine = engine, .workers = 1});
      return machine.run([&](Communicator&) { started.fetch_add(1, std::memory_order_relaxed); });
    });
    if (started.load() != side * side) state.SkipWithError("a PE did not start");
  }
  meter.report_per_run(state, bar_s);
}

}  // namespace

BENCHMARK_CAPTURE(start_up, fibers, PeEngine::fibers, kNoBar)->ArgName("side")->Arg(8)->Apply(whole_process);
BENCHMARK_CAPTURE(start_up, threads, PeEngine::threads, kNoBar)->ArgName("side")->Arg(8)->Apply(whole_process);
BENCHMARK_CAPTURE(start_up, bar_fibers, PeEngine::fibers, 0.3)->ArgName("side")->Arg(128)->Apply(whole_process);
BENCHMARK_CAPTURE(start_up, grow_pes, PeEngine::fibers, kNoBar)
    ->ArgName("side")
    ->Arg(16)
    ->Arg(32)
    ->Arg(64)
    ->Arg(128)
    ->Apply(whole_process);

}  // namespace toruscope::bench
