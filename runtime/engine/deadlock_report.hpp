// SPDX-License-Identifier: Apache-2.0
// Reports PEs that wait for each other, as text and as data. For messages that wait for each other
// in the network, see engine/network_deadlock.hpp.
//
// Threads     Called in the plan, while all workers wait.

#pragma once

#include "runtime/engine/group_table.hpp"
#include "runtime/engine/pe_array.hpp"

#include <toruscope/report.hpp>

#include <string>
#include <vector>

namespace toruscope::core {

/// Text that says who waits for whom. `groups`: of a deadlock, for which it also tells the cycle,
/// collective calls that a PE has left out, and unclaimed messages; else null. `title` is the first
/// line.
std::string describe_waiting(const std::string& title, const PeArray& pes, const GroupTable* groups = nullptr);
/// The waiting PEs of a deadlock, as data.
std::vector<WaitingPe> waiting_pes(const PeArray& pes);

}  // namespace toruscope::core
