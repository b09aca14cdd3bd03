// SPDX-License-Identifier: Apache-2.0
// Which of the PEs that wait for their turn go on (T10); what a turn is, pe/turns.hpp says.
//
// Threads     Called in the plan, while all workers wait.
// Source      docs/model.md, T10; docs/determinism.md, "Turns".

#include "runtime/engine/run.hpp"

#include <algorithm>

namespace toruscope::detail {

/// When the first of the PEs that wait for their turn can go on, if nothing else arrives.
Ticks Run::earliest_turn() {
  Ticks earliest = kNever;
  for (const auto& worker : workers_)
    for (Pe* pe : worker->in_turn) earliest = std::min(earliest, pe->turns().when(complete_before_));
  return earliest;
}

/// No header of this tick could still be overtaken by one that is sent at it: those that ask have been served (T10).
bool Run::is_quiet(Ticks tick) const {
  return costs_.ts > Ticks{} || std::all_of(routers_.begin(), routers_.end(),
                                            [&](const auto& router) { return router->earliest() > tick; });
}

/// Nothing runs, and no message arrives before `until`. Those go on whose turns come before anything that the
/// first of them may send can arrive, or meet another's header.
void Run::give_turns(Ticks first, Ticks until) {
  const bool is_one_tick = costs_.ts == Ticks{};
  const bool may_meet = is_one_tick && network_.lookahead() == Ticks{};
  const Ticks end = std::min({until, is_one_tick ? first + Ticks{1} : kNever,
                              first + costs_.ts + costs_.transmission(0) + costs_.th + costs_.latency});
  if (end == first || may_meet || has_announced_) {
    give_turn_to_lowest(first);
    return;
  }
  int turns = 0;
  Ticks latest = first;
  const auto has_turn = [&](Pe* pe) { return pe->turns().when(complete_before_) < end; };
  for (const auto& worker : workers_)
    for (Pe* pe : worker->in_turn)
      if (has_turn(pe)) {
        ++turns;
        latest = std::max(latest, pe->turns().when(complete_before_));
      }
  if (turns > 1) answered_together_until_ = latest;
  for (const auto& worker : workers_) {
    for (Pe* pe : worker->in_turn)
      if (has_turn(pe)) {
        pe->turns().give();
        worker->runnable.push_back(pe);
      }
    std::erase_if(worker->in_turn, has_turn);
  }
}

/// One PE after the other, by rank, gets the messages that are there; the first that can go on then does (T10).
void Run::give_turn_to_lowest(Ticks tick) {
  std::vector<Pe*> waiting;
  for (const auto& worker : workers_)
    for (Pe* pe : worker->in_turn)
      if (pe->clock().time <= tick) waiting.push_back(pe);
  std::sort(waiting.begin(), waiting.end(), [](const Pe* a, const Pe* b) { return a->rank() < b->rank(); });
  const auto lowest = std::find_if(waiting.begin(), waiting.end(),
                                   [&](Pe* pe) { return pe->turns().when(complete_before_) == tick; });
  std::for_each(waiting.begin(), lowest, [&](Pe* pe) { pe->mailbox().settle(tick); });
  (*lowest)->turns().give();
  PeHost& host = (*lowest)->host();
  std::erase(host.in_turn, *lowest);
  host.runnable.push_back(*lowest);
}

}  // namespace toruscope::detail
