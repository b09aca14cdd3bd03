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

/// Gives the turns that come before `until`.
void give_turns(const std::vector<PeHost*>& hosts, PlanKnowledge& known, Ticks until);
/// Gives one turn: the PE goes on whose turn it is at this tick.
void give_turn(const std::vector<PeHost*>& hosts, PeArray& pes, Rank rank, Ticks tick);
/// Carries out what is due. Question, background: what the mailbox of the PE has by then is given
/// to its receives. Worm: all worms that can begin at this tick begin. Start: sends of this PE, the
/// lowest of those whose sends are due; the next plan looks at the others anew.
void carry_out_due(const std::vector<PeHost*>& hosts, PeArray& pes, const NextDue& due);

}  // namespace toruscope::core
