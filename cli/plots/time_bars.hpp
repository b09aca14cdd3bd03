// SPDX-License-Identifier: Apache-2.0
// The plot of compare: a bar for each algorithm, the fastest first, of what its T is made of, and the lower bound.

#pragma once

#include "cli/runs/measurement.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// Precondition: one at least, of one operation on one machine.
std::string time_bars_picture(const std::vector<Measurement>& measured);

}  // namespace toruscope::cli
