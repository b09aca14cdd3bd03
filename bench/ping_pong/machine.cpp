// SPDX-License-Identifier: Apache-2.0
// Two PEs send 8 bytes to and fro; how many idle PEs stand beside them must not matter much.

#include "bench/support/bar.hpp"

#include <toruscope/toruscope.hpp>

#include <benchmark/benchmark.h>
#include <cstdint>

namespace toruscope::bench {

namespace {

void ping_pong(benchmark::State& state, PeEngine engine, double bar_ns,
               NetworkEngine network = NetworkEngine::automatic) {
  const int pes = static_cast<int>(state.range(0));
  Machine machine(ring(pes), preset("generic"), {.engine = engine, .network = network, .workers = 1});
  const std::int64_t turns = state.range(1);
  const Costs& costs = machine.costs();
  Meter meter;
  for (auto _ : state) {
    const Report report = meter.run([&] {
      return machine.run([turns](Communicator& comm) {
        std::int64_t value[1] = {0};
        const Rank other = 1 - comm.rank();
        for (std::int64_t turn = 0; comm.rank() < 2 && turn < turns; ++turn) {
          if (turn % 2 == comm.rank()) {
            ++value[0];
            comm.send(other, value);
          } else {
            comm.recv(other, value);
          }
        }
        if (comm.rank() < 2 && value[0] != turns) comm.fail("ping-pong: a value was lost");
      });
    });
    meter.count_messages(report.totals.messages);
    // The last message is received; each before it was answered when it had been taken.
    const Ticks one = costs.ts + costs.th + costs.latency + costs.transmission(8) + costs.tr;
    if (report.finish.time != turns * one) state.SkipWithError("wrong virtual time");
  }
  meter.report_per_message(state, bar_ns);
}

}  // namespace

BENCHMARK_CAPTURE(ping_pong, fibers, PeEngine::fibers, kNoBar)
    ->ArgNames({"pes", "turns"})
    ->Args({2, 5'000})
    ->Args({1024, 5'000})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ping_pong, threads, PeEngine::threads, kNoBar)
    ->ArgNames({"pes", "turns"})
    ->Args({2, 5'000})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ping_pong, bar_fibers, PeEngine::fibers, 220)
    ->ArgNames({"pes", "turns"})
    ->Args({2, 1'000'000})
    ->Args({1024, 1'000'000})
    ->Apply(whole_process);

}  // namespace toruscope::bench
