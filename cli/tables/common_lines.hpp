// SPDX-License-Identifier: Apache-2.0
// What all rows of a table have in common, above it.

#pragma once

#include "cli/machines/sweep.hpp"
#include "cli/runs/measurement.hpp"
#include "cli/tables/text_table.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// The network and the machine as far as they are the same in all places.
void add_common_lines(TextSheet& sheet, const Places& places);
/// What the operation was given besides the block, as far as it is the same in all rows.
/// `segment_rule` as of input_lines.
/// Returns   the names of what differs, for which there is no axis: each asks for a column
std::vector<std::string> add_common_inputs(TextSheet& sheet, const Places& places,
                                           const std::vector<const Measurement*>& rows,
                                           const Text& segment_rule = {});

}  // namespace toruscope::cli
