// SPDX-License-Identifier: Apache-2.0
// AT2 (few startups, blocks travel together) and its rival direct (a message per pair) on a square torus.

#include "bench/alltoall/problem.hpp"

#include <toruscope/toruscope.hpp>

#include <numeric>

namespace toruscope::bench {

namespace {

void exchange(benchmark::State& state, const char* algorithm) {
  const int side = static_cast<int>(state.range(0));
  const int p = side * side;
  Machine machine(torus(side, side), preset("paragon"), {.workers = static_cast<int>(state.range(1))});
  std::int64_t runs = 0;
  std::int64_t messages = 0;
  for (auto _ : state) {
    const Report report = machine.run([&](Communicator& comm) {
      std::vector<std::uint64_t> send(static_cast<std::size_t>(p));
      std::vector<std::uint64_t> receive(send.size());
      std::iota(send.begin(), send.end(), stamp(comm.rank(), 0, p));
      alltoall(comm, send, receive, algorithm);
      for (int s = 0; s < p; ++s)
        if (receive[static_cast<std::size_t>(s)] != stamp(s, comm.rank(), p))
          comm.fail("all-to-all: a block is not its source's");
    });
    messages += report.totals.messages;
    ++runs;
  }
  state.counters["messages/s"] = benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
  count_blocks(state, runs, p);
}

}  // namespace

BENCHMARK_CAPTURE(exchange, at2, "at2")
    ->ArgNames({"side", "workers"})
    ->ArgsProduct({{8, 16, 32}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(exchange, direct, "direct")
    ->ArgNames({"side", "workers"})
    ->ArgsProduct({{8, 16, 32}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace toruscope::bench
