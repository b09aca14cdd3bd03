// SPDX-License-Identifier: Apache-2.0
// The table of labs that a runner has, and what it tells the grader of them.

#pragma once

#include "labs/support/lab.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::labs {

/// "01-ring-broadcast", "01", "1" or a file name that begins like this ("01-anna.cpp"); null if there is no such lab.
const Lab* find_lab(const std::vector<Lab>& labs, std::string_view name);

/// Errors    ConfigError for a lab whose name does not begin with a number, two of one number, a lab without a function,
///           or a rubric that has not 100 points in all, or whose items are two of one name or need one that does
///           not stand before them.
void require_sound(const std::vector<Lab>& labs);

/// All but the checks, and the version of the library.
std::string to_json(const std::vector<Lab>& labs);
/// Errors    ConfigError for a text that is none of to_json, or that of another version.
std::vector<Lab> labs_from_json(const std::string& text);

}  // namespace toruscope::labs
