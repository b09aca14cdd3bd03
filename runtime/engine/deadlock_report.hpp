// SPDX-License-Identifier: Apache-2.0
// Why a run cannot go on, as text and as data: PEs that wait for each other, or messages that do so in the network.
//
// Threads     Called in the plan, while all workers wait.

#pragma once

#include "runtime/engine/pe_array.hpp"
#include "runtime/network/network.hpp"

#include <toruscope/report.hpp>

#include <string>
#include <vector>

namespace toruscope::core {

/// Who waits for whom; of a deadlock also the cycle and unclaimed messages. `title` is the first line.
std::string describe_waiting(const std::string& title, const PeArray& pes, bool is_deadlock);
/// The same as data, of a deadlock.
std::vector<WaitingPe> waiting_pes(const PeArray& pes);

/// Messages that wait for each other in the network: what each holds and wants, and the cycle. `when` is a virtual time.
std::string describe_stuck(const std::string& when, const std::vector<StuckMessage>& stuck,
                           const Wiring& wiring);
/// The same as data.
std::vector<StuckTransfer> stuck_transfers(const std::vector<StuckMessage>& stuck, const Wiring& wiring);

}  // namespace toruscope::core
