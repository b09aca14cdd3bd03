// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/summaries.hpp"

#include "runtime/pe/pe.hpp"

#include <algorithm>

namespace toruscope::core {

Summary summary_of_pes(PeHost& host, Ticks complete_before) {
  Summary here{.ended = host.ended, .can_run = !host.runnable.empty()};
  for (const Pe* pe : host.runnable) here.clock = std::min(here.clock, pe->clock().time);
  if (host.in_turn.is_empty()) return here;
  host.in_turn.find(complete_before);
  for (const bool is_hopeless : {false, true})
    if (const TurnQueue::Turn* turn = host.in_turn.first(is_hopeless); turn != nullptr)
      here.note_turn({turn->when, turn->rank}, is_hopeless);
  here.answers_singly = host.in_turn.has_strands();
  return here;
}

Summary summary_of_sends(const PeHost& host) {
  Summary here;
  for (Pe* pe : host.senders) {
    here.note_due({pe->sends().next_start(false), NextDue::Kind::worm, pe->rank()});
    here.note_due({pe->sends().next_start(true), NextDue::Kind::start, pe->rank()});
  }
  return here;
}

Summary summary_of_network(Network& network, const RunTerms& run, const PlanTerms& plan) {
  Summary all{.asking = network.earliest_asking(),
              .arrival = network.earliest_arrival(),
              .is_stuck = network.is_stuck()};
  if (run.is_direct()) all.tail = network.earliest_tail();
  if (run.is_strict() && all.asking != kNever) all.reception = all.asking + plan.to_reception;
  return all;
}

Ticks latest_clock_or_arrival(PeArray& pes) {
  Ticks latest = latest_clock(pes);
  const auto consider = [&](const Message* m) {
    if (m != nullptr && !m->is_announcement()) latest = std::max(latest, m->asks);
  };
  for (Pe& pe : pes) {
    for (const Message* m : pe.mailbox().unclaimed()) consider(m);
    pe.requests().for_each_message(consider);
  }
  return latest;
}

}  // namespace toruscope::core
