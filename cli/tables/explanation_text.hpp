// SPDX-License-Identifier: Apache-2.0
// An explanation in sentences and bars, for people who do not know the accounts; and as JSON.

#pragma once

#include "cli/runs/explanation.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/document.hpp"

#include <string>

namespace toruscope::cli {

std::string explanation_text(const Explanation& explanation, const Console& console);

/// "parts", "slices" and "what_ifs", in the order of the text.
Json explanation_json(const Explanation& explanation);

}  // namespace toruscope::cli
