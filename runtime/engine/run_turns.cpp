// SPDX-License-Identifier: Apache-2.0
// Which of the PEs that wait for their turn go on (T10); what a turn is, pe/turns.hpp says.
//
// Threads     Called in the plan, while all workers wait.
// Source      docs/rules.md, T10; docs/determinism.md, "Turns".

#include "runtime/engine/run.hpp"

#include <algorithm>

namespace toruscope::core {

void Run::give_turns(Ticks until) {
  int turns = 0;
  Ticks latest;
  const auto has_turn = [&](Pe* pe) { return pe->turns().when(known_.complete_before) < until; };
  for (const auto& worker : workers_) {
    for (Pe* pe : worker->in_turn) {
      if (!has_turn(pe)) continue;
      ++turns;
      latest = std::max(latest, pe->turns().when(known_.complete_before));
      pe->turns().give();
      worker->runnable.push_back(pe);
    }
    std::erase_if(worker->in_turn, has_turn);
  }
  if (turns > 1) known_.answered_together_until = latest;
}

/// PEs of lower rank, whose turns come later, get the messages that are there before (T10).
void Run::give_turn(Rank rank, Ticks tick) {
  for (const auto& worker : workers_)
    for (Pe* pe : worker->in_turn)
      if (pe->rank() < rank && pe->clock().time <= tick) pe->mailbox().settle(tick);
  Pe& pe = pes_[static_cast<std::size_t>(rank)];
  pe.turns().give();
  std::erase(pe.host().in_turn, &pe);
  pe.host().runnable.push_back(&pe);
}

}  // namespace toruscope::core
