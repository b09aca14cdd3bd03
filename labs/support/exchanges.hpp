// SPDX-License-Identifier: Apache-2.0
// Trials of a complete exchange that a submission defines as function 0 of its lab:
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

/// The trial's report if it ended and block s of every PE is what PE s had for it; else `item` is lost, with `hint`.
/// Errors    Foul if a PE has blocks that it has not received.
std::optional<Report> exchanged(Exam& exam, const std::string& item, const ExchangeCase& c,
                                const Parameters& machine, const std::string& hint);

/// ts = 1000 ticks, tw = 3 a byte, distance free, one-port. A busy port is a wait: what waits for links is to be counted.
Parameters exchange_machine();

}  // namespace toruscope::labs
