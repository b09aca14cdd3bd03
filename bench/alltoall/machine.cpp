// SPDX-License-Identifier: Apache-2.0
// AT2 (few startups, joint blocks) and its rival direct (a message per pair) on a square torus.

#include "bench/alltoall/problem.hpp"
#include "bench/support/copy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::bench {

namespace {

const std::vector<std::string> kArguments{"side", "bytes", "workers"};

struct Exchange {
  explicit Exchange(const benchmark::State& state)
      : machine(torus(static_cast<int>(state.range(0)), static_cast<int>(state.range(0))), preset("generic"),
                {.workers = static_cast<int>(state.range(2))}),
        words(static_cast<std::size_t>(state.range(1)) / sizeof(std::uint64_t)) {}

  Report run(std::string_view algorithm) {
    return machine.run([&](Communicator& comm) { exchange_on_pe(comm, words, algorithm); });
  }

  Machine machine;
  std::size_t words;
};

/// Direct exchange, one message for each pair; figures per message. The bar is one of a whole run,
/// data made and checked.
void direct(benchmark::State& state, double bar_s) {
  Exchange exchange(state);
  Meter meter;
  std::int64_t messages = 0;
  for (auto _ : state) messages += meter.run([&] { return exchange.run("direct"); }).totals.messages;
  meter.report_per_run(state, bar_s);
  state.counters["cpu_ns_per_message"] =
      1e9 * meter.cpu_of_a_run() * static_cast<double>(state.iterations()) / static_cast<double>(messages);
}

void at2(benchmark::State& state, double bar_s) {
  Exchange exchange(state);
  Meter meter;
  for (auto _ : state) meter.run([&] { return exchange.run("at2"); });
  meter.report_per_run(state, bar_s);
  state.counters["peak_MiB"] = peak_mebibytes();
}

/// AT2 beside copying as many bytes, once what is sent and once what is received, in pieces; the
/// bar is `times` of that. The program's own work on its buffers, stamps and check is measured by
/// itself and left out; so is a first run, which pays for memory that a virtual computer may have
/// to get from its host.
void at2_beside_copy(benchmark::State& state, double times) {
  Exchange exchange(state);
  Meter whole;
  Meter alone;
  Meter copied;
  const std::int64_t volume = 2 * exchange.run("at2").totals.bytes;
  for (auto _ : state) {
    alone.run([&] { return exchange.run(""); });
    whole.run([&] { return exchange.run("at2"); });
    if (!copy_in_pieces(copied, volume)) state.SkipWithError("a copied piece is not its original");
  }
  const double cost = whole.cpu_of_a_run() - alone.cpu_of_a_run();
  set_cost(state, "cpu_s_per_run", cost, times * copied.cpu_of_a_run());
  state.counters["wall_s_per_run"] = whole.wall_of_a_run() - alone.wall_of_a_run();
  state.counters["program_s"] = alone.cpu_of_a_run();
  state.counters["copy_s"] = copied.cpu_of_a_run();
  state.counters["volume_MiB"] = static_cast<double>(volume) / (1024 * 1024);
  state.counters["peak_MiB"] = peak_mebibytes();
}

}  // namespace

BENCHMARK_CAPTURE(at2, small, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Args({8, 64, 2})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(at2_beside_copy, small, 3)->ArgNames(kArguments)->Args({8, 64, 1})->Apply(whole_process);
BENCHMARK_CAPTURE(direct, small, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Args({8, 8, 2})
    ->Apply(whole_process);

BENCHMARK_CAPTURE(direct, bar_32, 0.4)->ArgNames(kArguments)->Args({32, 8, 1})->Apply(whole_process);
BENCHMARK_CAPTURE(direct, bar_64, 10)->ArgNames(kArguments)->Args({64, 8, 1})->Apply(whole_process);
BENCHMARK_CAPTURE(at2_beside_copy, bar_64, 3)->ArgNames(kArguments)->Args({64, 64, 1})->Apply(whole_process);
BENCHMARK_CAPTURE(at2, big_128, 60)->ArgNames(kArguments)->Args({128, 8, 1})->Apply(whole_process);

BENCHMARK_CAPTURE(direct, grow_pes, kNoBar)
    ->ArgNames(kArguments)
    ->Args({8, 8, 1})
    ->Args({16, 8, 1})
    ->Args({32, 8, 1})
    ->Apply(whole_process);
BENCHMARK_CAPTURE(at2_beside_copy, grow_bytes, 3)
    ->ArgNames(kArguments)
    ->Args({32, 8, 1})
    ->Args({32, 64, 1})
    ->Args({32, 512, 1})
    ->Apply(whole_process);

}  // namespace toruscope::bench
