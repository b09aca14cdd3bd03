// SPDX-License-Identifier: Apache-2.0
// The critical path of a run as a chain of events: a table for people, rows for a document.

#pragma once

#include "cli/console.hpp"

#include <toruscope/report.hpp>

#include <nlohmann/json.hpp>
#include <string>

namespace toruscope::detail {

/// One line per event; without those of a cost that is 0 on this machine.
std::string path_text(const Report& report, const Console& console);

/// Every event.
nlohmann::ordered_json path_json(const Report& report);

}  // namespace toruscope::detail
