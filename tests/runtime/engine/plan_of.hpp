// SPDX-License-Identifier: Apache-2.0
// A plan with all that it works on, over a network that forecasts what a test says.

#pragma once

#include "runtime/engine/plan.hpp"
#include "tests/runtime/engine/pes_on_hosts.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope::test {

/// Forecasts what it is told to, and notes its horizons.
class ForetoldNetwork final : public core::Network {
 public:
  [[nodiscard]] std::string name() const override { return "foretold"; }
  void inject(int, core::Message*) override {}
  [[nodiscard]] Ticks earliest_asking() const override { return asking; }
  [[nodiscard]] Ticks earliest_arrival() const override { return arrival; }
  [[nodiscard]] Ticks earliest_tail() const override { return tail; }
  void add_in_flight(std::vector<core::Message*>&) const override {}
  [[nodiscard]] bool is_stuck() const override { return !stuck_messages.empty(); }
  [[nodiscard]] std::vector<core::StuckMessage> stuck() const override { return stuck_messages; }
  void set_horizon(Ticks horizon) override { horizons.push_back(horizon); }
  void advance(int) override {}
  [[nodiscard]] core::NetworkStatistics statistics() override { return {}; }

  Ticks asking = kNever;
  Ticks arrival = kNever;
  Ticks tail = kNever;
  std::vector<core::StuckMessage> stuck_messages;
  std::vector<Ticks> horizons;
};

/// The plan of 8 PEs, on which a startup takes 10 ticks if it takes any, a byte 1, a hop 2.
class PlanOf {
 public:
  struct Run {
    Parameters machine{};
    int hosts = 1;
    Ticks startup{10};
  };
  PlanOf() : PlanOf(Run{}) {}
  explicit PlanOf(const Run& run)
      : on(run.hosts, run.machine),
        wiring(*on.run.topology, with_startup(on.run.costs, run.startup), on.run.parameters, run.hosts, 8) {}

  /// A header asks at 3, and a message can arrive at 20.
  void send_message() {
    network.asking = Ticks{3};
    network.arrival = Ticks{20};
  }
  /// The programs of PEs from `first` on have ended.
  void end_from(Rank first, Ticks when = Ticks{2}) {
    for (Rank rank = first; rank < PesOnHosts::kPes; ++rank) on.end(rank, when);
  }
  /// Ranks of the PEs of the first host that are to run.
  [[nodiscard]] std::vector<Rank> runnable() const {
    std::vector<Rank> ranks;
    for (const core::Pe* pe : on.fakes[0]->runnable) ranks.push_back(pe->rank());
    return ranks;
  }
  /// What the run would throw.
  template <class E>
  [[nodiscard]] E error() const {
    try {
      ending.throw_error(std::nullopt);
    } catch (const E& e) {
      return e;
    }
    throw std::logic_error("the run has no error");
  }

  PesOnHosts on;
  ForetoldNetwork network;
  core::Ending ending;
  core::Wiring wiring;
  core::Failures failures{on.hosts, on.groups, on.run.terms};
  core::Plan plan{{.terms = on.run.terms,
                   .wiring = wiring,
                   .hosts = on.hosts,
                   .pes = on.pes,
                   .groups = on.groups,
                   .network = network,
                   .known = on.known(),
                   .failures = failures,
                   .ending = ending}};

 private:
  static const Costs& with_startup(Costs& costs, Ticks startup) {
    costs.ts = startup;
    return costs;
  }
};

}  // namespace toruscope::test
