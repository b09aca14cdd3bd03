// SPDX-License-Identifier: Apache-2.0
// Reports messages that wait for each other in the network, as text and as data.
//
// Threads     Called in the plan, while all workers wait.

#pragma once

#include "runtime/network/network.hpp"

#include <toruscope/report.hpp>

#include <string>
#include <vector>

namespace toruscope::core {

/// Text that says what each stuck message holds and wants, and the cycle. `when` is a virtual time.
std::string describe_stuck(const std::string& when, const std::vector<StuckMessage>& stuck,
                           const Wiring& wiring);
/// The stuck messages as data.
std::vector<StuckTransfer> stuck_transfers(const std::vector<StuckMessage>& stuck, const Wiring& wiring);

}  // namespace toruscope::core
