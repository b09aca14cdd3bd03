// SPDX-License-Identifier: Apache-2.0
// The machine: served ring by ring (cut-through), hop by hop, and with worms, which hold the links that they wait on.

#include "bench/permutations/problem.hpp"
#include "bench/support/bar.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <string>

namespace toruscope::bench {

namespace {

void permutations(benchmark::State& state, Switching switching, NetworkEngine network, double bar_ns) {
  const int side = static_cast<int>(state.range(0));
  const Permutations drawn(side * side, static_cast<int>(state.range(1)));
  Parameters costs = preset("generic");
  costs.switching = switching;
  Machine machine(torus(side, side), costs, {.network = network, .workers = static_cast<int>(state.range(2))});
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
    if (side <= 8 && switching == Switching::cut_through &&
        report.finish.time != finish_by_events(*machine.topology(), machine.costs(), drawn))
      state.SkipWithError("it ends at another virtual time than a simulation hop by hop");
  }
  meter.report_per_message(state, bar_ns);
  state.counters["hops_per_message"] = static_cast<double>(hops) / static_cast<double>(messages);
  state.counters["delayed_of_100"] = 100 * static_cast<double>(conflicts) / static_cast<double>(messages);
}

constexpr auto kCutThrough = Switching::cut_through;
constexpr auto kWormhole = Switching::wormhole;
constexpr auto kAutomatic = NetworkEngine::automatic;
constexpr auto kHop = NetworkEngine::hop;
const std::vector<std::string> kArguments{"side", "rounds", "workers"};

}  // namespace

BENCHMARK_CAPTURE(permutations, cut_through, kCutThrough, kAutomatic, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Args({8, 8, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, hop_by_hop, kCutThrough, kHop, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, wormhole, kWormhole, kAutomatic, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Apply(whole_process);

BENCHMARK_CAPTURE(permutations, bar_cut_through, kCutThrough, kAutomatic, 1500)
    ->ArgNames(kArguments)
    ->Args({128, 64, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, bar_wormhole, kWormhole, kAutomatic, kNoBar)
    ->ArgNames(kArguments)
    ->Args({128, 8, 1})
    ->Apply(whole_process);

BENCHMARK_CAPTURE(permutations, grow_pes, kCutThrough, kAutomatic, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 1024, 1})
    ->Args({32, 256, 1})
    ->Args({64, 64, 1})
    ->Args({128, 64, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(permutations, grow_hop_by_hop, kCutThrough, kHop, kNoBar)
    ->ArgNames(kArguments)
    ->Args({32, 64, 1})
    ->Args({128, 4, 1})
    ->Apply(whole_process);

}  // namespace toruscope::bench
