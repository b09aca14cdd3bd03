// SPDX-License-Identifier: Apache-2.0
// Every PE of a square torus passes a value to its right neighbour, 16 times. The rival: one OS thread per PE.

#include <toruscope/toruscope.hpp>

#include <benchmark/benchmark.h>

namespace toruscope::bench {

namespace {

constexpr int kShifts = 16;

void ring_shift(benchmark::State& state, PeEngine engine) {
  const int side = static_cast<int>(state.range(0));
  Machine machine(torus(side, side), preset("paragon"),
                  {.engine = engine, .workers = static_cast<int>(state.range(1))});
  const Costs& costs = machine.costs();
  std::int64_t messages = 0;
  for (auto _ : state) {
    const Report report = machine.run([](Communicator& comm) {
      int value[1] = {comm.rank()};
      for (int i = 0; i < kShifts; ++i) comm.sendrecv(comm.shift(1, +1), value, comm.shift(1, -1), value);
      if (value[0] != comm.shift(1, -kShifts)) comm.fail("ring shift: the wrong value came round");
    });
    messages += report.totals.messages;
    const Ticks one = costs.ts + costs.th + costs.latency + costs.transmission(sizeof(int)) + costs.tr;
    if (report.finish.time != std::int64_t{kShifts} * one) state.SkipWithError("wrong virtual time");
  }
  state.counters["messages/s"] = benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
}

}  // namespace

BENCHMARK_CAPTURE(ring_shift, fibers, PeEngine::fibers)
    ->ArgNames({"side", "workers"})
    ->ArgsProduct({{8, 32, 128}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ring_shift, threads, PeEngine::threads)
    ->ArgNames({"side", "workers"})
    ->ArgsProduct({{8, 32}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace toruscope::bench
