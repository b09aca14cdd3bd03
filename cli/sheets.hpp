// SPDX-License-Identifier: Apache-2.0
// Measurements and machines as text.

#pragma once

#include "cli/console.hpp"
#include "cli/measurement.hpp"
#include "cli/text_table.hpp"

#include <string>

namespace toruscope::detail {

/// All that a run showed, a line each.
std::string measurement_text(const Measurement& m, const Console& console);
/// "ts 75us, tw 11.1ns; one-port, cut-through, ..."
std::string machine_text(const Parameters& parameters);
/// "12 PEs", "1 PE".
std::string counted(std::int64_t count, const char* noun);

/// The cells that a sheet and a table share.
std::string time_with_ticks(Ticks time, const Parameters& machine);
std::string loaded_link_text(const Report& report);
Cell check_cell(const Measurement& m, const Console& console);

}  // namespace toruscope::detail
