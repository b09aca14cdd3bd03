// SPDX-License-Identifier: Apache-2.0
// Trials of a complete exchange, function 0 of a submission:
// void(Communicator&, std::span<const double> send, std::span<double> receive).

#pragma once

#include "labs/support/exam.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace toruscope::labs {

struct ExchangeCase {
  TopologyPtr topology{};
  std::size_t values = 1;  ///< of a block
};

/// Returns the trial's report if it ended and every PE has block s of each PE s; else `item` is
/// lost, with `hint`.
/// Errors    Foul if a PE has blocks that it has not received.
ReportPtr exchanged(Exam& exam, const std::string& item, const ExchangeCase& c, const Parameters& machine,
                    const std::string& hint);

/// A machine whose T is the number of rounds, even out of step: a busy port is a wait.
Parameters exchange_rounds();
/// ts = 1000 ticks, tw = 3 a byte, distance free, one-port. Waits, also for links, count.
Parameters exchange_machine();

}  // namespace toruscope::labs
