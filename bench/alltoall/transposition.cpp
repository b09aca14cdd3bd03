// SPDX-License-Identifier: Apache-2.0
// The rival without a machine: a serial loop that moves the same blocks.

#include "bench/alltoall/problem.hpp"

#include <vector>

namespace toruscope::bench {

static void transposition(benchmark::State& state) {
  const int p = static_cast<int>(state.range(0) * state.range(0));
  const auto n = static_cast<std::size_t>(p);
  std::vector<std::uint64_t> send(n * n);
  std::vector<std::uint64_t> receive(n * n);
  for (int s = 0; s < p; ++s)
    for (int d = 0; d < p; ++d)
      send[static_cast<std::size_t>(s) * n + static_cast<std::size_t>(d)] = stamp(s, d, p);
  Meter meter;
  for (auto _ : state) {
    meter.run([&] {
      for (std::size_t s = 0; s < n; ++s)
        for (std::size_t d = 0; d < n; ++d) receive[d * n + s] = send[s * n + d];
      benchmark::ClobberMemory();
      return true;
    });
    meter.count_messages(static_cast<std::int64_t>(n * (n - 1)));
  }
  for (int s = 0; s < p; ++s)
    for (int d = 0; d < p; ++d)
      if (receive[static_cast<std::size_t>(d) * n + static_cast<std::size_t>(s)] != stamp(s, d, p)) {
        state.SkipWithError("a block is not its source's");
        return;
      }
  meter.report_per_message(state, kNoBar);
}
BENCHMARK(transposition)->ArgName("side")->Arg(8)->Apply(whole_process);
BENCHMARK(transposition)
    ->Name("transposition/grow_pes")
    ->ArgName("side")
    ->Arg(32)
    ->Arg(64)
    ->Apply(whole_process);

}  // namespace toruscope::bench
