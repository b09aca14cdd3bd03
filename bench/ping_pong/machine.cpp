// SPDX-License-Identifier: Apache-2.0
// Two PEs send 8 bytes to and fro; how many idle PEs stand beside them must not matter much.

#include <toruscope/toruscope.hpp>

#include <benchmark/benchmark.h>

namespace toruscope::bench {

namespace {

constexpr int kTurns = 5'000;

void ping_pong(benchmark::State& state, PeEngine engine) {
  Machine machine(ring(static_cast<int>(state.range(0))), preset("paragon"), {.engine = engine, .workers = 1});
  const Costs& costs = machine.costs();
  std::int64_t messages = 0;
  for (auto _ : state) {
    const Report report = machine.run([](Communicator& comm) {
      std::uint64_t value[1] = {0};
      const Rank other = 1 - comm.rank();
      for (int turn = 0; comm.rank() < 2 && turn < kTurns; ++turn) {
        if (turn % 2 == comm.rank()) {
          ++value[0];
          comm.send(other, value);
        } else {
          comm.recv(other, value);
        }
      }
      if (comm.rank() < 2 && value[0] != kTurns) comm.fail("ping-pong: a value was lost");
    });
    messages += report.totals.messages;
    // The last message is received; each before it was answered when it had been taken.
    const Ticks one = costs.ts + costs.th + costs.latency + costs.transmission(8) + costs.tr;
    if (report.finish.time != std::int64_t{kTurns} * one) state.SkipWithError("wrong virtual time");
  }
  state.counters["messages/s"] = benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
}

}  // namespace

BENCHMARK_CAPTURE(ping_pong, fibers, PeEngine::fibers)
    ->ArgName("pes")
    ->Arg(2)
    ->Arg(1024)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ping_pong, threads, PeEngine::threads)
    ->ArgName("pes")
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace toruscope::bench
