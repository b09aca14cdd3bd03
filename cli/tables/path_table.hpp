// SPDX-License-Identifier: Apache-2.0
// The critical path of a run, in steps or event by event: a table for people, rows for a document.

#pragma once

#include "cli/tables/console.hpp"

#include <toruscope/report.hpp>

#include <nlohmann/json.hpp>
#include <string>

namespace toruscope::cli {

/// A line for each step, or for several if there are many; with --critical-path full one for each event, but those of a cost
/// that is 0 on this machine.
std::string path_text(const Report& report, const Console& console);

/// Every step.
nlohmann::ordered_json path_steps_json(const Report& report);

/// Every event.
nlohmann::ordered_json path_json(const Report& report);

}  // namespace toruscope::cli
