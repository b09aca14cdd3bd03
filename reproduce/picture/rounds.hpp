// SPDX-License-Identifier: Apache-2.0
// The rounds of a schedule: PEs side by side, rounds below each other, an arrow a message.

#pragma once

#include "reproduce/transfers.hpp"

#include <string>
#include <vector>

namespace toruscope::reproduce {

/// `labels`: one per round, to the left of it.
std::string rounds_picture(const std::string& title, int p, const Schedule& schedule,
                           const std::vector<std::string>& labels);

/// Labels "step 1", "step 2", ...
std::vector<std::string> step_labels(std::size_t steps);

}  // namespace toruscope::reproduce
