// SPDX-License-Identifier: Apache-2.0
// Trials of a broadcast, function 0 of a submission: void(Communicator&, Rank, std::span<double>).

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
  int pes = 0;  ///< only PEs 0 .. pes-1 take part, in their own communicator; 0: all
};

/// Returns the trial's report if it ended and all participants have the root's data; else `item` is
/// lost, with `hint`.
/// Errors    Foul if a PE has the data without having received them.
ReportPtr told_all(Exam& exam, const std::string& item, const BroadcastCase& c, const Parameters& machine,
                   const std::string& hint);

/// The first message of more than one link, in words; nothing if all are to neighbours.
std::optional<std::string> message_of_many_links(const Report& report);

}  // namespace toruscope::labs
