// SPDX-License-Identifier: Apache-2.0
// The plan: what one worker does between two phases, while all others wait.
//
//   meetings that are complete are resolved, and sends that wait for their receives announced (T11)
//   what all workers know is summed up, and decide() says what comes next (engine/planner.hpp)
//   the decision is carried out: PEs get their turns, the network its horizon, or the run ends
//
// Threads     Called while all workers wait; go_on() by the one worker of a run that has no other.
// Invariants  Nothing that the network does before the horizon can be influenced by what a PE does later.
// Not here    The decision itself; what a worker does in a phase (engine/run.cpp).
// Source      docs/determinism.md.

#pragma once

#include "runtime/engine/announcements.hpp"
#include "runtime/engine/ending.hpp"
#include "runtime/engine/failures.hpp"
#include "runtime/engine/group_table.hpp"
#include "runtime/engine/pe_array.hpp"
#include "runtime/engine/planner.hpp"
#include "runtime/network/network.hpp"
#include "runtime/pe/host.hpp"
#include "runtime/pe/terms.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace toruscope::core {

/// What a plan works on. All of it must live longer.
struct PlanSetup {
  const RunTerms& terms;
  const Wiring& wiring;
  const std::vector<PeHost*>& hosts;  ///< of all PEs
  PeArray& pes;
  GroupTable& groups;
  Network& network;
  PlanKnowledge& known;
  const Failures& failures;
  Ending& ending;
};

class Plan {
 public:
  explicit Plan(const PlanSetup& setup);

  /// Plans what comes next, and carries it out as far as it is no phase.
  void make();
  /// In a network phase of a single worker whose PEs have gone on already: plans the next network phase, and returns true, if messages
  /// are all that can come next. Without it a ping-pong of 2 PEs takes some 23 % more processor time.
  [[nodiscard]] bool go_on();
  /// The workers advance the network; else they run PEs, unless the run ends.
  [[nodiscard]] bool is_network_next() const { return is_network_next_; }
  /// Network phases that have been planned.
  [[nodiscard]] std::int64_t windows() const { return windows_; }

 private:
  void start_announcements();
  /// What is known now, by all workers.
  [[nodiscard]] Summary summarise();
  void learn(Ticks earliest, Ticks windows_known_before);
  void carry_out(const Decision& decision);
  void begin_network_phase(Ticks horizon);
  void end_early();
  void end_in_deadlock();

  PlanSetup run_;
  const PlanTerms terms_;
  std::optional<Announcements> announcements_;  // if a send may wait for its receive (T11)
  bool is_network_next_ = false;
  std::int64_t windows_ = 0;
};

}  // namespace toruscope::core
