// SPDX-License-Identifier: Apache-2.0
// Resident memory of a PE that has started and waits: what the process has more while all PEs wait
// than before the machine was made. The rival: PEs that are OS threads.

#include "bench/support/bar.hpp"

#include <toruscope/toruscope.hpp>

#include <benchmark/benchmark.h>
#include <fstream>
#include <malloc.h>
#include <unistd.h>

namespace toruscope::bench {

namespace {

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double pages = 0;
  double resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void idle_pe(benchmark::State& state, PeEngine engine, double bar_kib) {
  const int side = static_cast<int>(state.range(0));
  double kib = 0;
  for (auto _ : state) {
    malloc_trim(0);  // what earlier machines gave back is not to be taken for this one's
    const double before = resident_bytes();
    double waiting = 0;
    Machine machine(torus(side, side), preset("generic"), {.engine = engine, .workers = 1});
    machine.run([&](Communicator& comm) {
      comm.synchronize();  // all have started
      if (comm.rank() == 0) waiting = resident_bytes();
      comm.synchronize();
    });
    if (waiting <= before) state.SkipWithError("the PEs take no memory");
    kib = (waiting - before) / 1024 / (side * side);
  }
  set_cost(state, "KiB_per_pe", kib, bar_kib);
}

}  // namespace

BENCHMARK_CAPTURE(idle_pe, fibers, PeEngine::fibers, kNoBar)
    ->ArgName("side")
    ->Arg(32)
    ->Iterations(1)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(idle_pe, threads, PeEngine::threads, kNoBar)
    ->ArgName("side")
    ->Arg(8)
    ->Iterations(1)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(idle_pe, bar_fibers, PeEngine::fibers, 8)
    ->ArgName("side")
    ->Arg(128)
    ->Iterations(1)
    ->Apply(whole_process);
BENCHMARK_CAPTURE(idle_pe, grow_threads, PeEngine::threads, kNoBar)
    ->ArgName("side")
    ->Arg(64)
    ->Iterations(1)
    ->Apply(whole_process);

}  // namespace toruscope::bench
