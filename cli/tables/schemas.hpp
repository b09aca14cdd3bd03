// SPDX-License-Identifier: Apache-2.0
// The JSON Schemas (draft 2020-12) of what the program writes. Figures are those of
// their table.

#pragma once

#include <nlohmann/json.hpp>

namespace toruscope::cli {

/// Of a document of --format json.
nlohmann::ordered_json document_schema();
/// Of a row of the event log of --events.
nlohmann::ordered_json event_schema();

}  // namespace toruscope::cli
