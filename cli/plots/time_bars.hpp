// SPDX-License-Identifier: Apache-2.0
// The pictures of compare: a bar for each algorithm, the fastest first, of what its T is made of, and the lower bound; and the link
// loads of the fastest.

#pragma once

#include "cli/runs/measurement.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace toruscope::cli {

/// Precondition: one at least, of one operation on one machine.
std::string time_bars_picture(const std::vector<Measurement>& measured);

/// Precondition: likewise, and they have their details.
inline constexpr std::size_t kMostHeatmaps = 12;
std::string heatmaps_picture(const std::vector<Measurement>& measured);

}  // namespace toruscope::cli
