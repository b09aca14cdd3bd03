// SPDX-License-Identifier: Apache-2.0
// The plan: what one worker does between two phases, while all others wait.
//
//   meetings that are complete are resolved, and sends that wait for their receives announced (T11)
//   decide() says what comes next, from the summaries of all workers (engine/planner.hpp)
//   the decision is carried out: PEs get their turns, the network its horizon, or the run ends
//
// Threads     make() while all workers wait. plan_next_network_phase() by every worker after a
//             network phase: with several workers it reads constants only, and returns false.
// Invariants  Nothing that the network does before the horizon can be influenced by what a PE does
//             later.
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

/// The objects that a plan works on. All must live longer.
struct PlanSetup {
  const RunTerms& terms;
  const Wiring& wiring;
  const std::vector<PeHost*>& hosts;  ///< hosts of all PEs
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

  /// Decides what comes next and carries it out, up to the phase itself.
  void make();
  /// Plans the next network phase without a full plan, if there is one worker and all its PEs wait
  /// for messages. Otherwise returns false and changes nothing. Without this shortcut a ping-pong
  /// of 2 PEs takes some 23 % more processor time.
  [[nodiscard]] bool plan_next_network_phase();
  /// True if the workers are to advance the network next. Otherwise they run PEs, unless the run
  /// ends.
  [[nodiscard]] bool is_network_next() const { return is_network_next_; }
  /// Network phases that have been planned.
  [[nodiscard]] std::int64_t windows() const { return windows_; }

 private:
  void start_announcements();
  void end_turns_in_order();
  /// Combines what all workers know now.
  [[nodiscard]] Summary summarise();
  void learn(Ticks earliest, Ticks windows_known_before);
  void carry_out(const Decision& decision);
  void begin_network_phase(Ticks horizon);
  void end_early();
  void end_in_deadlock();

  const PlanSetup on_;
  const PlanTerms plan_terms_;
  std::optional<Announcements> announcements_;  // if a send may wait for its receive (T11)
  const PeHost* turns_in_order_ = nullptr;      // its PEs have gone on in this order
  bool is_network_next_ = false;
  std::int64_t windows_ = 0;
};

}  // namespace toruscope::core
