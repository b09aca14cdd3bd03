// SPDX-License-Identifier: Apache-2.0
// Summaries for the plan (engine/planner.hpp): of PEs, of their sends, of the network. Each is
// plain data.
//
// Threads     Called in the plan, while all workers wait; of one host or network only what belongs
//             to it is read.

#pragma once

#include "runtime/engine/pe_array.hpp"
#include "runtime/engine/planner.hpp"
#include "runtime/network/network.hpp"
#include "runtime/pe/host.hpp"
#include "runtime/pe/terms.hpp"

namespace toruscope::core {

/// Summary of the PEs that can go on, have ended, or wait for their turn.
[[nodiscard]] Summary summary_of_pes(PeHost& host, Ticks complete_before);
/// Summary of the sends that are posted and have not begun.
[[nodiscard]] Summary summary_of_sends(const PeHost& host);
[[nodiscard]] Summary summary_of_network(Network& network, const RunTerms& run, const PlanTerms& plan);

/// The latest of all clocks and of the arrivals of all messages at their mailboxes.
[[nodiscard]] Ticks latest_clock_or_arrival(PeArray& pes);

}  // namespace toruscope::core
