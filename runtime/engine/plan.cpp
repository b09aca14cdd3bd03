// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/plan.hpp"

#include "runtime/engine/deadlock_report.hpp"
#include "runtime/engine/group_meetings.hpp"
#include "runtime/engine/network_deadlock.hpp"
#include "runtime/engine/summaries.hpp"
#include "runtime/engine/turn_taking.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <string>
#include <utility>

namespace toruscope::core {

namespace {

PlanTerms plan_terms(const RunTerms& run, const Wiring& wiring) {
  const Costs& costs = wiring.least_costs();
  return {.pes = run.topology.pes(),
          .startup = costs.ts,
          .least_flight = costs.ts + costs.transmission(0) + costs.th + costs.latency,
          // A reception takes x, with direct injection ts too; the header has one link or more to
          // go.
          .to_reception = costs.th + costs.latency - (run.is_direct() ? run.costs.most().ts : Ticks{}),
          .is_strict = run.is_strict(),
          .crosses_in_no_time = wiring.lookahead() == Ticks{}};
}

}  // namespace

Plan::Plan(const PlanSetup& setup) : on_(setup), plan_terms_(plan_terms(setup.terms, setup.wiring)) {
  if (on_.terms.parameters.eager) start_announcements();
}

void Plan::start_announcements() {
  announcements_.emplace(on_.hosts, on_.pes, on_.network);
  on_.known.answers_in_order = true;
}

void Plan::make() {
  resolve_meetings(on_.hosts, on_.pes, on_.groups);
  on_.groups.give_back();
  on_.network.collect();
  if (turns_in_order_ != nullptr) end_turns_in_order();
  const auto has_announced = [](const PeHost* host) { return !host->announced.empty(); };
  if (!announcements_ && std::any_of(on_.hosts.begin(), on_.hosts.end(), has_announced)) start_announcements();
  if (announcements_) announcements_->announce_sends();
  const Decision decision = decide(summarise(), plan_terms_, on_.terms.must_stop());
  learn(decision.earliest, decision.windows_known_before);
  carry_out(decision);
}

/// Settles mailboxes as after a single turn, if the PE of the last turn did what others know of.
void Plan::end_turns_in_order() {
  const PeHost& host = *std::exchange(turns_in_order_, nullptr);
  const TurnQueue::Turn& last = host.turns_in_order.last;
  if (host.has_told()) settle_before(on_.pes, last.rank, last.when);
}

bool Plan::plan_next_network_phase() {
  if (on_.hosts.size() != 1) return false;
  const PeHost& all = *on_.hosts.front();
  const bool sends_before_horizon = plan_terms_.startup == Ticks{};
  if (sends_before_horizon || plan_terms_.is_strict || announcements_ || !all.has_told_nothing() ||
      on_.terms.must_stop())
    return false;
  MessagesAlone messages{
      .ended = all.ended, .asking = on_.network.earliest_asking(), .arrival = on_.network.earliest_arrival()};
  if (messages.arrival == kNever) return false;
  if (on_.terms.is_direct()) messages.tail = on_.network.earliest_tail();
  const Advance next = advance_by(messages, plan_terms_);
  learn(next.earliest, next.earliest);
  begin_network_phase(next.until);
  return true;
}

Summary Plan::summarise() {
  const Ticks complete_before = on_.known.complete_before;
  Summary all;
  for (PeHost* host : on_.hosts) all = combine(all, summary_of_pes(*host, complete_before));
  if (announcements_) {
    all = combine(all, announcements_->summary(complete_before));
    announcements_->tell_senders();  // before the sends are asked
  }
  for (const PeHost* host : on_.hosts) all = combine(all, summary_of_sends(*host));
  all = combine(all, summary_of_network(on_.network, on_.terms, plan_terms_));
  if (const auto failure = on_.failures.earliest()) all.error = failure->when;
  if (all.is_without_hope()) all.latest = latest_clock_or_arrival(on_.pes);
  return all;
}

void Plan::learn(Ticks earliest, Ticks windows_known_before) {
  on_.known.complete_before = std::max(on_.known.complete_before, earliest);
  on_.known.windows_known_before = windows_known_before;
}

void Plan::carry_out(const Decision& decision) {
  is_network_next_ = false;
  switch (decision.kind) {
    case Decision::Kind::run:
      break;
    case Decision::Kind::due:
      carry_out_due(on_.hosts, on_.pes, decision.due);  // then the workers plan again
      on_.network.collect();
      break;
    case Decision::Kind::give_turns:
      give_turns(on_.hosts, on_.known, decision.until);
      break;
    case Decision::Kind::give_turns_in_order:
      turns_in_order_ = &give_turns_in_order(on_.hosts, decision.until);
      break;
    case Decision::Kind::give_turn:
      give_turn(on_.pes, decision.rank, decision.when);
      break;
    case Decision::Kind::advance:
      begin_network_phase(decision.until);
      break;
    case Decision::Kind::finished:
      on_.ending.end_well();
      break;
    case Decision::Kind::failed:
      on_.ending.end_by_failure(*on_.failures.earliest());
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
  on_.network.set_horizon(horizon);
}

/// The time limit or Ctrl-C ends the run.
void Plan::end_early() {
  const bool is_limit = on_.terms.stop_asked.load(std::memory_order_relaxed);
  const std::string title = fmt::format("{} at {}", is_limit ? "time limit: the run was ended" : "interrupted",
                                        on_.terms.time_text(latest_clock(on_.pes)));
  on_.ending.end_early(is_limit ? Ending::Why::limit : Ending::Why::interrupt,
                       describe_waiting(title, on_.pes));
}

void Plan::end_in_deadlock() {
  using enum DeadlockError::Where;
  Ticks when = latest_clock(on_.pes);
  if (on_.network.is_stuck()) {
    const std::vector<StuckMessage> stuck = on_.network.stuck();
    // for what it waits for
    for (const StuckMessage& one : stuck) when = std::max(when, one.message->asks);
    const std::string report = describe_stuck(on_.terms.time_text(when), stuck, on_.wiring);
    return on_.ending.end_in_deadlock(network, when, report);
  }
  // nothing else arrives: what fits is matched
  for (Pe& pe : on_.pes) pe.mailbox().settle(kNever - Ticks{1});
  const std::string title = fmt::format("deadlock at {}", on_.terms.time_text(when));
  on_.ending.end_in_deadlock(program, when, describe_waiting(title, on_.pes, &on_.groups));
}

}  // namespace toruscope::core
