// SPDX-License-Identifier: Apache-2.0
// Tables of measurements in a file, whatever form they have: OSU, IMB, nccl-tests, Netgauge,
// SimGrid's <config>, our own CSV.

#pragma once

#include "calibration/table.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace toruscope::calibration {

/// Adds what the file says. `asked`: the test of a table that does not name its own.
/// Errors    ConfigError with file and line for what is broken, and for a file without a table
///           that is known.
void read_tables(std::string_view file, std::string_view text, const std::optional<std::string>& asked,
                 Reading& reading);

}  // namespace toruscope::calibration
