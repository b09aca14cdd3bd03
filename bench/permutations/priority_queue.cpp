// SPDX-License-Identifier: Apache-2.0
// The naive rival: one event for each hop, as bare numbers in a std::priority_queue. No program, no
// data, no account of times; cut-through, one port, rules T1 to T7 of docs/rules.md. It finds the
// machine's virtual time to the tick, by other code.

#include "bench/permutations/problem.hpp"
#include "bench/support/bar.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <queue>
#include <tuple>

namespace toruscope::bench {

namespace {

struct Header {
  Ticks asks;
  int virtual_channel;
  Rank source;
  int round;
  Node at;
  std::size_t leg;
  int steps_left;

  friend bool operator<(const Header& a, const Header& b) {
    return std::tie(b.asks, b.virtual_channel, b.source, b.round) <
           std::tie(a.asks, a.virtual_channel, a.source, a.round);
  }
};

class Simulation {
 public:
  Simulation(const Topology& topology, const Costs& costs, const Permutations& permutations)
      : topology_(topology),
        costs_(costs),
        permutations_(permutations),
        p_(topology.pes()),
        x_(costs.transmission(kBlock)),
        link_free_(static_cast<std::size_t>(p_) * static_cast<std::size_t>(topology.ports())),
        clock_(static_cast<std::size_t>(p_)),
        receive_free_(clock_.size()),
        round_(clock_.size()),
        arrival_(clock_.size() * static_cast<std::size_t>(permutations.rounds()), kNone) {}

  Ticks run() {
    for (Rank pe = 0; pe < p_; ++pe) post(pe);
    while (!queue_.empty()) {
      const Header header = queue_.top();
      queue_.pop();
      hop(header);
    }
    return *std::max_element(clock_.begin(), clock_.end());
  }

 private:
  static constexpr Ticks kNone{-1};
  std::size_t index(Rank pe) const { return static_cast<std::size_t>(pe); }
  Ticks& arrival(Rank pe, int round) {
    return arrival_[static_cast<std::size_t>(round) * clock_.size() + index(pe)];
  }

  /// The PE's sends, from its round on, until it must wait for a message.
  void post(Rank pe) {
    for (int& round = round_[index(pe)]; round < permutations_.rounds(); ++round) {
      const Rank to = permutations_.destination(round, pe);
      if (to == pe) continue;  // to itself: takes no time
      topology_.route(pe, to, route_);
      queue_.push(
          {clock_[index(pe)] + costs_.ts, route_[0].virtual_channel, pe, round, pe, 0, route_[0].steps});
      if (arrival(pe, round) == kNone) return;
      take(pe);
    }
  }

  /// The message of the PE's round is known to come: the reception is booked, the round ends.
  void take(Rank pe) {
    const Ticks occupied = costs_.ts + x_;
    Ticks& free = receive_free_[index(pe)];
    Ticks& clock = clock_[index(pe)];
    free = std::max(arrival(pe, round_[index(pe)]), free + occupied);
    clock = std::max(clock + occupied, std::max(clock + costs_.ts, free) + costs_.tr);
  }

  void hop(Header header) {
    const Rank to = permutations_.destination(header.round, header.source);
    topology_.route(header.source, to, route_);
    const Port port = route_[header.leg].port;
    Ticks& free = link_free_[index(header.at) * static_cast<std::size_t>(topology_.ports()) +
                             static_cast<std::size_t>(port)];
    const Ticks granted = std::max(header.asks, free);
    free = granted + x_;
    header.asks = granted + costs_.th;
    header.at = topology_.neighbour(header.at, port);
    if (--header.steps_left == 0 && ++header.leg < route_.size()) header.steps_left = route_[header.leg].steps;
    if (header.leg < route_.size()) {
      header.virtual_channel = route_[header.leg].virtual_channel;
      queue_.push(header);
      return;
    }
    arrival(to, header.round) = header.asks + x_ + costs_.latency;
    if (round_[index(to)] != header.round) return;
    take(to);
    ++round_[index(to)];
    post(to);
  }

  const Topology& topology_;
  const Costs& costs_;
  const Permutations& permutations_;
  int p_;
  Ticks x_;
  std::vector<Ticks> link_free_, clock_, receive_free_;
  std::vector<int> round_;  // of each PE: the one it is in
  std::vector<Ticks> arrival_;
  std::priority_queue<Header> queue_;
  Route route_;
};

void priority_queue(benchmark::State& state) {
  const int side = static_cast<int>(state.range(0));
  const Permutations permutations(side * side, static_cast<int>(state.range(1)));
  Machine machine(torus(side, side), preset("generic"), {.workers = 1});
  const Report report = run_permutations(machine, permutations);
  Meter meter;
  for (auto _ : state) {
    const Ticks finish =
        meter.run([&] { return finish_by_events(*machine.topology(), machine.costs(), permutations); });
    meter.count_messages(report.totals.messages);
    if (finish != report.finish.time) state.SkipWithError("it ends at another virtual time than the machine");
  }
  meter.report_per_message(state, kNoBar);
}

}  // namespace

Ticks finish_by_events(const Topology& topology, const Costs& costs, const Permutations& permutations) {
  return Simulation(topology, costs, permutations).run();
}

BENCHMARK(priority_queue)->ArgNames({"side", "rounds"})->Args({8, 8})->Apply(whole_process);
BENCHMARK(priority_queue)
    ->Name("priority_queue/grow_pes")
    ->ArgNames({"side", "rounds"})
    ->Args({32, 64})
    ->Args({128, 4})
    ->Apply(whole_process);

}  // namespace toruscope::bench
