// SPDX-License-Identifier: Apache-2.0
// Two workers against one: random permutations of 64-byte blocks, and AT2 with blocks of 64 bytes.

#include "bench/alltoall/problem.hpp"
#include "bench/permutations/problem.hpp"
#include "bench/workers/problem.hpp"

#include <toruscope/toruscope.hpp>

#include <cstddef>
#include <cstdint>

namespace toruscope::bench {

namespace {

void permutations(benchmark::State& state, const Case& of) {
  const TopologyPtr network = of.topology(static_cast<int>(state.range(0)));
  const Permutations drawn(network->pes(), static_cast<int>(state.range(1)));
  Ticks finish[2];
  compare_workers(state, of.bar, [&](int workers) {
    Machine machine = machine_of(of, network, workers);
    const Report report = run_permutations(machine, drawn);
    finish[workers - 1] = report.finish.time;
    return report.finish.time;
  });
  if (finish[0] != finish[1]) state.SkipWithError("two workers end at another virtual time than one");
}

void at2(benchmark::State& state, double bar) {
  const int side = static_cast<int>(state.range(0));
  const auto words = static_cast<std::size_t>(state.range(1)) / sizeof(std::uint64_t);
  Ticks finish[2];
  compare_workers(state, bar, [&](int workers) {
    Machine machine(torus(side, side), preset("generic"), {.workers = workers});
    const Report report = machine.run([&](Communicator& comm) { exchange_on_pe(comm, words, "at2"); });
    finish[workers - 1] = report.finish.time;
    return report.finish.time;
  });
  if (finish[0] != finish[1]) state.SkipWithError("two workers end at another virtual time than one");
}

void once_on_16384_pes(benchmark::internal::Benchmark* benchmark) {
  whole_process(benchmark->ArgNames({"size", "rounds"})->Args({128, 32})->Iterations(1));
}

}  // namespace

BENCHMARK_CAPTURE(permutations, small, Case{square})
    ->ArgNames({"size", "rounds"})
    ->Args({8, 4})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(at2, small, kNoBar)->ArgNames({"side", "bytes"})->Args({8, 64})->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_128, Case{.topology = square, .bar = kLeastSpeedUp})
    ->Apply(once_on_16384_pes);
BENCHMARK_CAPTURE(permutations, bar_hop_by_hop,
                  Case{.topology = square, .network = NetworkEngine::hop, .bar = kLeastSpeedUp})
    ->Apply(once_on_16384_pes);
BENCHMARK_CAPTURE(permutations, bar_hypercube, Case{.topology = hypercube, .bar = kLeastSpeedUp})
    ->ArgNames({"size", "rounds"})
    ->Args({14, 128})
    ->Iterations(1)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_failed_link,
                  Case{.topology = square_with_failed_link, .bar = kLeastSpeedUp})
    ->Apply(once_on_16384_pes);
BENCHMARK_CAPTURE(permutations, bar_stored,
                  Case{.topology = square, .switching = Switching::store_and_forward, .bar = kLeastSpeedUp})
    ->Apply(once_on_16384_pes);
BENCHMARK_CAPTURE(permutations, bar_buffers, Case{.topology = square, .buffers = 2, .bar = kLeastSpeedUp})
    ->Apply(once_on_16384_pes);
BENCHMARK_CAPTURE(permutations, bar_wormhole,
                  Case{.topology = square, .switching = Switching::wormhole, .bar = kLeastSpeedUp})
    ->Apply(once_on_16384_pes);
BENCHMARK_CAPTURE(at2, bar_64, kLeastSpeedUp)
    ->ArgNames({"side", "bytes"})
    ->Args({64, 64})
    ->Iterations(1)
    ->Apply(whole_process);

}  // namespace toruscope::bench
