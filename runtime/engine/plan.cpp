// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/plan.hpp"

#include "runtime/engine/deadlock_report.hpp"
#include "runtime/engine/group_meetings.hpp"
#include "runtime/engine/summaries.hpp"
#include "runtime/engine/turn_taking.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace toruscope::core {

namespace {

PlanTerms plan_terms(const RunTerms& run, const Wiring& wiring) {
  const Costs& costs = run.costs;
  return {.pes = run.topology.pes(),
          .startup = costs.ts,
          .least_flight = costs.ts + costs.transmission(0) + costs.th + costs.latency,
          .is_strict = run.is_strict(),
          .crosses_in_no_time = wiring.lookahead() == Ticks{}};
}

}  // namespace

Plan::Plan(const PlanSetup& setup) : run_(setup), terms_(plan_terms(setup.terms, setup.wiring)) {
  if (run_.terms.parameters.eager) start_announcements();
}

void Plan::start_announcements() {
  announcements_.emplace(run_.hosts, run_.pes, run_.network);
  run_.known.answers_singly = true;
}

void Plan::make() {
  resolve_meetings(run_.hosts, run_.pes, run_.groups);
  run_.network.collect();
  const auto has_announced = [](const PeHost* host) { return !host->announced.empty(); };
  if (!announcements_ && std::any_of(run_.hosts.begin(), run_.hosts.end(), has_announced))
    start_announcements();
  if (announcements_) announcements_->announce_sends();
  const Decision decision = decide(summarise(), terms_, run_.terms.must_stop());
  learn(decision.earliest, decision.windows_known_before);
  carry_out(decision);
}

bool Plan::go_on() {
  const PeHost& all = *run_.hosts.front();
  const bool sends_before_horizon = terms_.startup == Ticks{};
  if (run_.hosts.size() != 1 || sends_before_horizon || terms_.is_strict || announcements_ ||
      !all.has_told_nothing() || run_.terms.must_stop())
    return false;
  MessagesAlone messages{
      .ended = all.ended, .asking = run_.network.earliest_asking(), .arrival = run_.network.earliest_arrival()};
  if (messages.arrival == kNever) return false;
  if (run_.terms.is_direct()) messages.tail = run_.network.earliest_tail();
  const Advance next = advance_by(messages, terms_);
  learn(next.earliest, next.earliest);
  begin_network_phase(next.until);
  return true;
}

Summary Plan::summarise() {
  const Ticks complete_before = run_.known.complete_before;
  Summary all;
  for (const PeHost* host : run_.hosts) all = combine(all, summary_of_pes(*host, complete_before));
  if (announcements_) all = combine(all, announcements_->summary(complete_before));
  for (const PeHost* host : run_.hosts) all = combine(all, summary_of_sends(*host));
  all = combine(all, summary_of_network(run_.network, run_.terms));
  if (const auto failure = run_.failures.earliest()) all.error = failure->when;
  return all;
}

void Plan::learn(Ticks earliest, Ticks windows_known_before) {
  run_.known.complete_before = std::max(run_.known.complete_before, earliest);
  run_.known.windows_known_before = windows_known_before;
}

void Plan::carry_out(const Decision& decision) {
  is_network_next_ = false;
  switch (decision.kind) {
    case Decision::Kind::run:
      break;
    case Decision::Kind::due:
      carry_out_due(run_.hosts, run_.pes, decision.due);  // then the workers plan again
      run_.network.collect();
      break;
    case Decision::Kind::give_turns:
      give_turns(run_.hosts, run_.known, decision.until);
      break;
    case Decision::Kind::give_turn:
      give_turn(run_.hosts, run_.pes, decision.rank, decision.when);
      break;
    case Decision::Kind::advance:
      begin_network_phase(decision.until);
      break;
    case Decision::Kind::finished:
      run_.ending.end_well();
      break;
    case Decision::Kind::failed:
      run_.ending.end_by_failure(*run_.failures.earliest());
      break;
    case Decision::Kind::stopped:
      end_early();
      break;
    case Decision::Kind::deadlock:
      end_in_deadlock();
      break;
  }
}

void Plan::begin_network_phase(Ticks horizon) {
  is_network_next_ = true;
  ++windows_;
  run_.network.set_horizon(horizon);
}

/// The time limit or Ctrl-C ends the run.
void Plan::end_early() {
  const bool is_limit = run_.terms.stop_asked.load(std::memory_order_relaxed);
  const std::string why = is_limit ? fmt::format("time limit: the run was ended after {} ms",
                                                 run_.terms.execution.time_limit->count())
                                   : "interrupted";
  const std::string title = fmt::format("{} at {}", why, run_.terms.time_text(latest_clock(run_.pes)));
  run_.ending.end_early(is_limit ? Ending::Why::limit : Ending::Why::interrupt,
                        describe_waiting(title, run_.pes, false));
}

void Plan::end_in_deadlock() {
  using enum DeadlockError::Where;
  Ticks when = latest_clock(run_.pes);
  if (run_.network.is_stuck()) {
    const std::vector<StuckMessage> stuck = run_.network.stuck();
    for (const StuckMessage& one : stuck) when = std::max(when, one.message->asks);  // for what it waits for
    const std::string report = describe_stuck(run_.terms.time_text(when), stuck, run_.wiring);
    return run_.ending.end_in_deadlock(network, when, report);
  }
  for (Pe& pe : run_.pes) pe.mailbox().settle(kNever - Ticks{1});  // nothing else arrives: what fits is matched
  const std::string title = fmt::format("deadlock at {}", run_.terms.time_text(when));
  run_.ending.end_in_deadlock(program, when, describe_waiting(title, run_.pes, true));
}

}  // namespace toruscope::core
