// SPDX-License-Identifier: Apache-2.0
// Every PE sends to its next four ranks and takes what comes from its last four, whoever is first,
// repeatedly: by receives without a source, by probes, by wait_any. Without an eager limit, with
// one that all messages keep, and with one that a PE's first message of each round exceeds.

#include "bench/support/bar.hpp"

#include <toruscope/toruscope.hpp>

#include <benchmark/benchmark.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::bench {

namespace {

constexpr int kNeighbours = 4;
constexpr std::size_t kShort = 8;
constexpr std::size_t kLong = 24;

struct Inbox {
  explicit Inbox(Communicator& of) : comm(of), blocks(kNeighbours, std::vector<Rank>(kLong / sizeof(Rank))) {}
  /// The sender of the k-th block, as the block says.
  [[nodiscard]] Rank sender(int k) const { return blocks[static_cast<std::size_t>(k)].front(); }
  std::vector<Rank>& block(int k) { return blocks[static_cast<std::size_t>(k)]; }

  Communicator& comm;
  std::vector<std::vector<Rank>> blocks;
};

void by_receive(Inbox& inbox, int round) {
  for (int k = 0; k < kNeighbours; ++k) inbox.comm.recv(any_source, inbox.block(k), round);
}

void by_probe(Inbox& inbox, int round) {
  for (int k = 0; k < kNeighbours; ++k) {
    std::optional<Received> found;
    while (!found) found = inbox.comm.probe(any_source, round);
    inbox.comm.recv(found->source, inbox.block(k), round);
  }
}

void by_wait_any(Inbox& inbox, int round) {
  Communicator& comm = inbox.comm;
  std::vector<Request> requests;
  for (int k = 0; k < kNeighbours; ++k)
    requests.push_back(comm.irecv((comm.rank() + comm.size() - 1 - k) % comm.size(), inbox.block(k), round));
  for (int k = 0; k < kNeighbours; ++k) static_cast<void>(comm.wait_any(requests));
}

enum class Eager : std::uint8_t { unlimited, kept, exceeded };

void first_come(benchmark::State& state, void (*take)(Inbox&, int), Eager eager) {
  const int side = static_cast<int>(state.range(0));
  const int rounds = static_cast<int>(state.range(1));
  Parameters parameters = preset("generic");
  if (eager != Eager::unlimited) parameters.eager = eager == Eager::kept ? kLong : kShort;
  Machine machine(torus(side, side), parameters, {.workers = static_cast<int>(state.range(2))});
  Meter meter;
  for (auto _ : state) {
    const Report report = meter.run([&] {
      return machine.run([&](Communicator& comm) {
        Inbox inbox(comm);
        std::vector<Rank> mine(kLong / sizeof(Rank), comm.rank());
        for (int round = 0; round < rounds; ++round) {
          std::vector<Request> sent;
          for (int k = 1; k <= kNeighbours; ++k) {
            const std::size_t bytes = eager == Eager::exceeded && k == 1 ? kLong : kShort;
            sent.push_back(comm.isend((comm.rank() + k) % comm.size(),
                                      std::span(mine).first(bytes / sizeof(Rank)), round));
          }
          take(inbox, round);
          comm.wait_all(sent);
          int sum = 0;
          for (int k = 0; k < kNeighbours; ++k)
            sum += (comm.rank() + comm.size() - inbox.sender(k)) % comm.size();
          if (sum != 1 + 2 + 3 + 4) comm.fail("first come: a block came from nobody's neighbour");
        }
      });
    });
    meter.count_messages(report.totals.messages);
    if (report.totals.messages != static_cast<std::int64_t>(side) * side * rounds * kNeighbours)
      state.SkipWithError("wrong number of messages");
  }
  meter.report_per_message(state, kNoBar);
}

const std::vector<std::string> kArguments{"size", "rounds", "workers"};

void small(benchmark::internal::Benchmark* benchmark) {
  whole_process(benchmark->ArgNames(kArguments)->Args({4, 4, 1})->Args({4, 4, 2}));
}
void curve(benchmark::internal::Benchmark* benchmark) {
  whole_process(benchmark->ArgNames(kArguments)->Args({8, 128, 1})->Args({32, 16, 1})->Args({64, 8, 1}));
}

}  // namespace

BENCHMARK_CAPTURE(first_come, receive, by_receive, Eager::kept)->Apply(small);
BENCHMARK_CAPTURE(first_come, probe, by_probe, Eager::kept)->Apply(small);
BENCHMARK_CAPTURE(first_come, wait_any, by_wait_any, Eager::kept)->Apply(small);
BENCHMARK_CAPTURE(first_come, receive_some_long, by_receive, Eager::exceeded)->Apply(small);

BENCHMARK_CAPTURE(first_come, grow_receive, by_receive, Eager::unlimited)->Apply(curve);
BENCHMARK_CAPTURE(first_come, grow_receive_eager, by_receive, Eager::kept)->Apply(curve);
BENCHMARK_CAPTURE(first_come, grow_receive_some_long, by_receive, Eager::exceeded)->Apply(curve);
BENCHMARK_CAPTURE(first_come, grow_probe, by_probe, Eager::unlimited)->Apply(curve);
BENCHMARK_CAPTURE(first_come, grow_probe_eager, by_probe, Eager::kept)->Apply(curve);
BENCHMARK_CAPTURE(first_come, grow_wait_any, by_wait_any, Eager::unlimited)->Apply(curve);
BENCHMARK_CAPTURE(first_come, grow_wait_any_eager, by_wait_any, Eager::kept)->Apply(curve);

}  // namespace toruscope::bench
