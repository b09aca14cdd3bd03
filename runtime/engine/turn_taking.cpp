// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/turn_taking.hpp"

#include <algorithm>

namespace toruscope::core {

namespace {

struct FirstTurn {
  const TurnQueue::Turn* turn;  // null if there is none
  bool is_hopeless;
};

/// Precondition: all turns are known.
FirstTurn first_turn(PeHost& host) {
  const TurnQueue::Turn* const hope = host.in_turn.first(false);
  const TurnQueue::Turn* const hopeless = host.in_turn.first(true);
  if (hope == nullptr || (hopeless != nullptr && hopeless->is_before(*hope))) return {hopeless, true};
  return {hope, false};
}

/// Precondition: there is a turn.
void give_first(PeHost& host) {
  host.runnable.push_back(host.in_turn.take(first_turn(host).is_hopeless));
}

}  // namespace

void settle_before(PeArray& pes, Rank rank, Ticks tick) {
  for (Pe& pe : pes) {
    if (pe.rank() >= rank) return;
    if (pe.waits_for_turn() && pe.clock().time <= tick) pe.mailbox().settle(tick);
  }
}

void give_turns(const std::vector<PeHost*>& hosts, PlanKnowledge& known, Ticks until) {
  std::size_t turns = 0;
  Ticks latest;
  for (PeHost* host : hosts) {
    latest = std::max(latest, host->in_turn.take_before(until, host->runnable));
    turns += host->runnable.size();
  }
  if (turns > 1) known.answered_together_until = latest;
}

const PeHost& give_turns_in_order(const std::vector<PeHost*>& hosts, Ticks until) {
  PeHost* first = nullptr;
  TurnQueue::Turn earliest{kNever};
  TurnQueue::Turn limit{until, -1};
  for (PeHost* host : hosts) {
    const TurnQueue::Turn* const turn = first_turn(*host).turn;
    if (turn == nullptr) continue;
    if (first != nullptr && !turn->is_before(earliest)) {
      if (turn->is_before(limit)) limit = *turn;
      continue;
    }
    if (earliest.is_before(limit)) limit = earliest;
    earliest = *turn;
    first = host;
  }
  first->turns_in_order = {true, limit, earliest};
  give_first(*first);
  return *first;
}

bool give_next_in_order(PeHost& host, Ticks complete_before) {
  PeHost::TurnsInOrder& turns = host.turns_in_order;
  if (host.has_told() || host.in_turn.has_strands() || turns.last.pe->has_for_plan()) return false;
  host.in_turn.find(complete_before);
  const TurnQueue::Turn* const next = host.in_turn.first(false);
  // Whether a poll without hope ends may depend on what others do before (T14).
  const bool is_next = next != nullptr && next->is_before(turns.limit) && host.in_turn.first(true) == nullptr &&
                       !host.has_told();
  if (!is_next) return false;
  turns.last = *next;
  host.runnable.push_back(host.in_turn.take(false));
  return true;
}

void give_turn(PeArray& pes, Rank rank, Ticks tick) {
  settle_before(pes, rank, tick);
  give_first(pes[static_cast<std::size_t>(rank)].host());
}

void carry_out_due(const std::vector<PeHost*>& hosts, PeArray& pes, const NextDue& due) {
  Pe& first = pes[static_cast<std::size_t>(due.rank)];
  const bool is_worm = due.kind == NextDue::Kind::worm;
  const bool is_after_all_turns = due.kind == NextDue::Kind::background;
  if (!is_worm) settle_before(pes, is_after_all_turns ? static_cast<Rank>(pes.size()) : due.rank, due.when);
  if (due.is_asked() || is_after_all_turns) return first.mailbox().settle(due.when);
  for (PeHost* host : hosts)
    std::erase_if(host->senders, [&](Pe* pe) {
      const bool is_its_turn = is_worm ? pe->sends().next_start(false) == due.when : pe == &first;
      return is_its_turn && pe->sends().start(due.when, !is_worm);
    });
}

}  // namespace toruscope::core
