// SPDX-License-Identifier: Apache-2.0
// Trials of a broadcast that a submission defines as function 0 of its lab: void(Communicator&, Rank root, std::span<double> data).

#pragma once

#include "labs/support/exam.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace toruscope::labs {

struct BroadcastCase {
  TopologyPtr topology{};
  Rank root = 0;
  std::size_t values = 1;
  int pes = 0;  ///< only the PEs of these lowest ranks take part, in a communicator of their own; 0: all
};

/// The trial's report if it ended and every PE that takes part has the root's data; else `item` is lost, with `hint`.
/// Errors    Foul if a PE has the data without having received them.
std::optional<Report> told_all(Exam& exam, const std::string& item, const BroadcastCase& c,
                               const Parameters& machine, const std::string& hint);

/// The first message of more than one link, in words; nothing if neighbours alone talk to each other.
std::optional<std::string> message_of_many_links(const Report& report);

}  // namespace toruscope::labs
