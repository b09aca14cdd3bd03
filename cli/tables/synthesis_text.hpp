// SPDX-License-Identifier: Apache-2.0
// What a search for a schedule found, as text and as JSON.

#pragma once

#include "cli/runs/synthesis.hpp"
#include "cli/tables/console.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace toruscope::cli {

/// The answer, and the rounds: who sends which chunks to whom.
std::string synthesis_text(const Synthesis& synthesis, const Console& console);
/// The same: what was asked, and the answer.
nlohmann::ordered_json synthesis_json(const Synthesis& synthesis);
/// A row for each message.
nlohmann::ordered_json messages_json(const Synthesis& synthesis);

}  // namespace toruscope::cli
