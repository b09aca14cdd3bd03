// SPDX-License-Identifier: Apache-2.0
// Every PE passes a block on to the PE `hops` places to its right, repeatedly. Rival: OS threads.

#include "bench/support/bar.hpp"

#include <toruscope/toruscope.hpp>

#include <benchmark/benchmark.h>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace toruscope::bench {

namespace {

TopologyPtr square(int side) {
  return torus(side, side);
}

void ring_shift(benchmark::State& state, TopologyPtr (*make)(int), PeEngine engine, double bar_ns,
                NetworkEngine network = NetworkEngine::automatic) {
  const int hops = static_cast<int>(state.range(1));
  const auto bytes = static_cast<std::size_t>(state.range(2));
  const int shifts = static_cast<int>(state.range(3));
  Machine machine(make(static_cast<int>(state.range(0))), preset("generic"),
                  {.engine = engine, .network = network, .workers = static_cast<int>(state.range(4))});
  const Costs& costs = machine.costs();
  Meter meter;
  for (auto _ : state) {
    const Report report = meter.run([&] {
      return machine.run([&](Communicator& comm) {
        const int row = comm.dimensions() - 1;
        std::vector<std::byte> block(bytes);
        Rank owner = comm.rank();
        std::memcpy(block.data(), &owner, sizeof owner);
        const Rank to = comm.shift(row, hops);
        const Rank from = comm.shift(row, -hops);
        for (int i = 0; i < shifts; ++i) comm.sendrecv(to, block, from, block);
        std::memcpy(&owner, block.data(), sizeof owner);
        if (owner != comm.shift(row, -hops * shifts)) comm.fail("ring shift: the wrong block came round");
      });
    });
    meter.count_messages(report.totals.messages);
    // A header asks for a link th after its neighbour's has left it, or later: none meet if
    // x <= th, or after one hop.
    const Ticks one = costs.ts + hops * costs.th + costs.latency + costs.transmission(bytes) + costs.tr;
    if (report.finish.time != shifts * one) state.SkipWithError("wrong virtual time");
  }
  meter.report_per_message(state, bar_ns);
}

constexpr auto kFibers = PeEngine::fibers;
const std::vector<std::string> kArguments{"size", "hops", "bytes", "shifts", "workers"};

}  // namespace

BENCHMARK_CAPTURE(ring_shift, torus, square, kFibers, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 1, 8, 16, 1})
    ->Args({32, 1, 8, 16, 2})
    ->Args({8, 3, 8, 16, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ring_shift, complete, complete, kFibers, kNoBar)
    ->ArgNames(kArguments)
    ->Args({64, 1, 8, 16, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ring_shift, threads, square, PeEngine::threads, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 1, 8, 16, 1})
    ->Args({8, 1, 8, 16, 2})
    ->Apply(whole_process);

BENCHMARK_CAPTURE(ring_shift, bar_torus, square, kFibers, 300)
    ->ArgNames(kArguments)
    ->Args({128, 1, 8, 256, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ring_shift, bar_complete, complete, kFibers, 130)
    ->ArgNames(kArguments)
    ->Args({1024, 1, 8, 4096, 1})
    ->Args({16'384, 1, 8, 1024, 1})
    ->Apply(whole_process);

BENCHMARK_CAPTURE(ring_shift, grow_pes, square, kFibers, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 1, 8, 16'384, 1})
    ->Args({32, 1, 8, 1'024, 1})
    ->Args({64, 1, 8, 256, 1})
    ->Args({128, 1, 8, 256, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ring_shift, grow_hops, square, kFibers, kNoBar)
    ->ArgNames(kArguments)
    ->Args({64, 1, 8, 256, 1})
    ->Args({64, 4, 8, 256, 1})
    ->Args({64, 16, 8, 256, 1})
    ->Args({64, 32, 8, 256, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ring_shift, grow_bytes, square, kFibers, kNoBar)
    ->ArgNames(kArguments)
    ->Args({32, 1, 8, 256, 1})
    ->Args({32, 1, 64, 256, 1})
    ->Args({32, 1, 1024, 256, 1})
    ->Args({32, 1, 16'384, 256, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ring_shift, grow_workers, square, kFibers, kNoBar)
    ->ArgNames(kArguments)
    ->Args({128, 1, 8, 256, 1})
    ->Args({128, 1, 8, 256, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(ring_shift, grow_threads, square, PeEngine::threads, kNoBar)
    ->ArgNames(kArguments)
    ->Args({32, 1, 8, 64, 1})
    ->Apply(whole_process);

}  // namespace toruscope::bench
