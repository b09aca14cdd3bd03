// SPDX-License-Identifier: Apache-2.0
// Who sends to whom in each step of an algorithm, drawn from the event log of a run on the step machine "unit".

#pragma once

#include <toruscope/report.hpp>

#include <string>

namespace toruscope::detail {

/// A row per PE, a column per step: ">3" sends to PE 3, "<5" receives from PE 5; below, the blocks of a message.
/// "|" after a step marks a synchronisation. Precondition: the report has events and counts steps.
std::string rounds_picture(const Report& report, std::size_t block_bytes);

}  // namespace toruscope::detail
