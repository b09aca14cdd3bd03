// SPDX-License-Identifier: Apache-2.0
// A collective on a square torus, one run: the machine is made, all PEs start, take part and end.

#include "bench/collectives/problem.hpp"

#include <toruscope/toruscope.hpp>

#include <functional>
#include <string_view>

namespace toruscope::bench {

namespace {

void collective(benchmark::State& state, Operation operation, std::string_view algorithm, double bar_s) {
  const int side = static_cast<int>(state.range(0));
  Meter meter;
  std::int64_t messages = 0;
  for (auto _ : state) {
    const Report report = meter.run([&] {
      Machine machine(torus(side, side), preset("generic"), {.workers = 1});
      return machine.run([&](Communicator& comm) {
        std::int64_t value[1] = {initial(comm.rank())};
        switch (operation) {
          case Operation::broadcast:
            broadcast(comm, 0, value, algorithm);
            break;
          case Operation::scan:
            scan(comm, value[0], std::plus<>{}, algorithm);
            break;
          case Operation::allreduce:
            allreduce(comm, value, std::plus<>{}, algorithm);
            break;
        }
        if (value[0] != expected(operation, comm.rank(), comm.size())) comm.fail("collective: a wrong value");
      });
    });
    messages = report.totals.messages;
  }
  meter.report_per_run(state, bar_s);
  state.counters["messages"] = static_cast<double>(messages);
  state.counters["peak_MiB"] = peak_mebibytes();
}

}  // namespace

BENCHMARK_CAPTURE(collective, broadcast, Operation::broadcast, "torus_recursive_doubling", kNoBar)
    ->ArgName("side")
    ->Arg(8)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(collective, scan_a, Operation::scan, "a", kNoBar)
    ->ArgName("side")
    ->Arg(8)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(collective, allreduce, Operation::allreduce, "recursive_doubling", kNoBar)
    ->ArgName("side")
    ->Arg(8)
    ->Apply(whole_process);

BENCHMARK_CAPTURE(collective, bar_broadcast, Operation::broadcast, "torus_recursive_doubling", 0.3)
    ->ArgName("side")
    ->Arg(128)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(collective, bar_scan_a, Operation::scan, "a", 0.45)
    ->ArgName("side")
    ->Arg(128)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(collective, bar_allreduce, Operation::allreduce, "recursive_doubling", 0.32)
    ->ArgName("side")
    ->Arg(128)
    ->Apply(whole_process);

BENCHMARK_CAPTURE(collective, big_broadcast, Operation::broadcast, "auto", 15)
    ->ArgName("side")
    ->Arg(1024)
    ->Apply(whole_process);

BENCHMARK_CAPTURE(collective, grow_auto_broadcast, Operation::broadcast, "auto", kNoBar)
    ->ArgName("side")
    ->Arg(32)
    ->Arg(128)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(collective, grow_auto_allreduce, Operation::allreduce, "auto", kNoBar)
    ->ArgName("side")
    ->Arg(32)
    ->Arg(128)
    ->Apply(whole_process);

}  // namespace toruscope::bench
