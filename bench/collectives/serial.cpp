// SPDX-License-Identifier: Apache-2.0
// The rival without a machine: the same values in an array, in a loop.

#include "bench/collectives/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace toruscope::bench {

namespace {

void serial(benchmark::State& state, Operation operation) {
  const auto p = static_cast<std::size_t>(state.range(0) * state.range(0));
  Meter meter;
  for (auto _ : state) {
    const std::vector<std::int64_t> values = meter.run([&] {
      std::vector<std::int64_t> value(p);
      for (std::size_t i = 0; i < p; ++i) value[i] = initial(static_cast<int>(i));
      switch (operation) {
        case Operation::broadcast:
          std::fill(value.begin(), value.end(), value[0]);
          break;
        case Operation::scan:
          std::inclusive_scan(value.begin(), value.end(), value.begin());
          break;
        case Operation::allreduce:
          std::fill(value.begin(), value.end(), std::accumulate(value.begin(), value.end(), std::int64_t{0}));
          break;
      }
      return value;
    });
    for (std::size_t i = 0; i < p; ++i)
      if (values[i] != expected(operation, static_cast<std::int64_t>(i), static_cast<std::int64_t>(p)))
        state.SkipWithError("serial: a wrong value");
  }
  meter.report_per_run(state, kNoBar);
}

}  // namespace

BENCHMARK_CAPTURE(serial, broadcast, Operation::broadcast)->ArgName("side")->Arg(128)->Apply(whole_process);
BENCHMARK_CAPTURE(serial, scan, Operation::scan)->ArgName("side")->Arg(128)->Apply(whole_process);
BENCHMARK_CAPTURE(serial, allreduce, Operation::allreduce)->ArgName("side")->Arg(128)->Apply(whole_process);

}  // namespace toruscope::bench
