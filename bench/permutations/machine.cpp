// SPDX-License-Identifier: Apache-2.0
// The machine: a torus served ring by ring and hop by hop; networks that are served hop by hop
// alone; messages that are stored whole, that want room in buffers, and worms.

#include "bench/permutations/problem.hpp"
#include "bench/support/bar.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <string>

namespace toruscope::bench {

namespace {

void permutations(benchmark::State& state, const Case& of) {
  Machine machine =
      machine_of(of, of.topology(static_cast<int>(state.range(0))), static_cast<int>(state.range(2)));
  const int pes = machine.topology()->pes();
  const Permutations drawn(pes, static_cast<int>(state.range(1)));
  const bool is_plain = of.switching == Switching::cut_through && !of.buffers;
  Meter meter;
  std::int64_t hops = 0;
  std::int64_t conflicts = 0;
  std::int64_t messages = 0;
  for (auto _ : state) {
    const Report report = meter.run([&] { return run_permutations(machine, drawn); });
    meter.count_messages(report.totals.messages);
    messages += report.totals.messages;
    hops += report.totals.hops;
    conflicts += report.totals.link_conflicts;
    if (pes <= 64 && is_plain &&
        report.finish.time != finish_by_events(*machine.topology(), machine.costs(), drawn))
      state.SkipWithError("it ends at another virtual time than a simulation hop by hop");
  }
  meter.report_per_message(state, of.bar);
  state.counters["hops_per_message"] = static_cast<double>(hops) / static_cast<double>(messages);
  state.counters["delayed_of_100"] = 100 * static_cast<double>(conflicts) / static_cast<double>(messages);
}

constexpr auto kHop = NetworkEngine::hop;
constexpr auto kStored = Switching::store_and_forward;
constexpr auto kWormhole = Switching::wormhole;
const std::vector<std::string> kArguments{"size", "rounds", "workers"};

}  // namespace

BENCHMARK_CAPTURE(permutations, cut_through, Case{square})
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Args({8, 8, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, hop_by_hop, Case{.topology = square, .network = kHop})
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Args({8, 8, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, hypercube, Case{hypercube})
    ->ArgNames(kArguments)
    ->Args({6, 8, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, wormhole, Case{square, kWormhole})
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Apply(whole_process);

BENCHMARK_CAPTURE(permutations, bar_cut_through, Case{.topology = square, .bar = 1500})
    ->ArgNames(kArguments)
    ->Args({128, 64, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_hop_by_hop, Case{.topology = square, .network = kHop, .bar = 8000})
    ->ArgNames(kArguments)
    ->Args({128, 32, 1})
    ->Args({128, 32, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_hypercube, Case{.topology = hypercube, .bar = 7 * 150})
    ->ArgNames(kArguments)
    ->Args({14, 128, 1})
    ->Args({14, 128, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_failed_link, Case{.topology = square_with_failed_link, .bar = 64 * 150})
    ->ArgNames(kArguments)
    ->Args({128, 32, 1})
    ->Args({128, 32, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_stored, Case{.topology = square, .switching = kStored, .bar = 12'000})
    ->ArgNames(kArguments)
    ->Args({128, 32, 1})
    ->Args({128, 32, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_buffers, Case{.topology = square, .buffers = 2, .bar = 12'000})
    ->ArgNames(kArguments)
    ->Args({128, 32, 1})
    ->Args({128, 32, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_wormhole, Case{.topology = square, .switching = kWormhole, .bar = 16'000})
    ->ArgNames(kArguments)
    ->Args({128, 32, 1})
    ->Args({128, 32, 2})
    ->Apply(whole_process);

BENCHMARK_CAPTURE(permutations, grow_pes, Case{square})
    ->ArgNames(kArguments)
    ->Args({8, 1024, 1})
    ->Args({32, 256, 1})
    ->Args({64, 64, 1})
    ->Args({128, 64, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, grow_hop_by_hop, Case{.topology = square, .network = kHop})
    ->ArgNames(kArguments)
    ->Args({32, 64, 1})
    ->Args({128, 4, 1})
    ->Apply(whole_process);

}  // namespace toruscope::bench
