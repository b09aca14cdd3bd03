// SPDX-License-Identifier: Apache-2.0
// Effects of the plan's decisions on PEs that wait: whose turn comes goes on (T10), and what is due
// at a PE happens. pe/turns.hpp says what a turn is.
//
// Threads     Called in the plan, while all workers wait.
// Source      docs/rules.md, T8, T10 and T11; docs/determinism.md, "Turns".

#pragma once

#include "runtime/engine/pe_array.hpp"
#include "runtime/engine/planner.hpp"
#include "runtime/pe/pe.hpp"

#include <vector>

namespace toruscope::core {

/// Settles mailboxes of lower ranks that wait for their turns: they first get the messages that
/// have arrived (T10), even a PE that cannot go on because one of its sends waits.
void settle_before(PeArray& pes, Rank rank, Ticks tick);
/// Gives the turns that come before `until`.
void give_turns(const std::vector<PeHost*>& hosts, PlanKnowledge& known, Ticks until);
/// Gives the first turn, and lets the worker of that PE give its PEs the turns that follow, up to
/// the first turn of another worker's PE and before `until`. Returns the host of that worker.
/// Precondition: until then, other PEs notice nothing of these turns but what PeHost::has_told()
/// reports.
const PeHost& give_turns_in_order(const std::vector<PeHost*>& hosts, Ticks until);
/// Gives the next of those turns, when no PE of the host can go on. False if the plan must decide.
bool give_next_in_order(PeHost& host, Ticks complete_before);
/// Gives one turn: the PE goes on whose turn it is at this tick.
void give_turn(PeArray& pes, Rank rank, Ticks tick);
/// Carries out what is due. Question, background: what the mailbox of the PE has by then is given
/// to its receives. Worm: all worms that can begin at this tick begin. Start: sends of this PE, the
/// lowest of those whose sends are due; the next plan looks at the others anew.
void carry_out_due(const std::vector<PeHost*>& hosts, PeArray& pes, const NextDue& due);

}  // namespace toruscope::core
