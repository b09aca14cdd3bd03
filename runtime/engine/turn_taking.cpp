// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/turn_taking.hpp"

#include <algorithm>

namespace toruscope::core {

namespace {

/// Settles mailboxes of lower ranks: they first get the messages that have arrived (T10), even a PE
/// that cannot go on because one of its sends waits.
void settle_before(const std::vector<PeHost*>& hosts, Rank rank, Ticks tick) {
  for (const PeHost* host : hosts)
    for (Pe* pe : host->in_turn)
      if (pe->rank() < rank && pe->clock().time <= tick) pe->mailbox().settle(tick);
}

}  // namespace

void give_turns(const std::vector<PeHost*>& hosts, PlanKnowledge& known, Ticks until) {
  int turns = 0;
  Ticks latest;
  const auto has_turn = [&](Pe* pe) { return pe->turns().when(known.complete_before) < until; };
  for (PeHost* host : hosts) {
    for (Pe* pe : host->in_turn) {
      if (!has_turn(pe)) continue;
      if (!pe->turns().are_of_strands()) {  // else it has no receives without a source
        ++turns;
        latest = std::max(latest, pe->turns().when(known.complete_before));
      }
      pe->turns().give();
      host->runnable.push_back(pe);
    }
    std::erase_if(host->in_turn, has_turn);
  }
  if (turns > 1) known.answered_together_until = latest;
}

void give_turn(const std::vector<PeHost*>& hosts, PeArray& pes, Rank rank, Ticks tick) {
  settle_before(hosts, rank, tick);
  Pe& pe = pes[static_cast<std::size_t>(rank)];
  pe.turns().give();
  std::erase(pe.host().in_turn, &pe);
  pe.host().runnable.push_back(&pe);
}

void carry_out_due(const std::vector<PeHost*>& hosts, PeArray& pes, const NextDue& due) {
  Pe& first = pes[static_cast<std::size_t>(due.rank)];
  const bool is_worm = due.kind == NextDue::Kind::worm;
  const bool is_after_all_turns = due.kind == NextDue::Kind::background;
  if (!is_worm) settle_before(hosts, is_after_all_turns ? static_cast<Rank>(pes.size()) : due.rank, due.when);
  if (due.is_asked() || is_after_all_turns) return first.mailbox().settle(due.when);
  for (PeHost* host : hosts)
    std::erase_if(host->senders, [&](Pe* pe) {
      const bool is_its_turn = is_worm ? pe->sends().next_start(false) == due.when : pe == &first;
      return is_its_turn && pe->sends().start(due.when, !is_worm);
    });
}

}  // namespace toruscope::core
