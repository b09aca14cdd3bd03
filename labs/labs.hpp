// SPDX-License-Identifier: Apache-2.0
// The labs of a runner, and their description for the grader.

#pragma once

#include "labs/support/lab.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::labs {

/// Finds "01-ring-broadcast", "01", "1" or a file name that begins so ("01-anna.cpp"); else null.
const Lab* find_lab(const std::vector<Lab>& labs, std::string_view name);

/// Errors    ConfigError for a lab whose name does not begin with a number, two of one number, a
///           lab without a function, or a rubric that has not 100 points in all, or whose items
///           share a name or need one that does not stand before them.
void require_sound(const std::vector<Lab>& labs);

/// All labs without their checks, and the version of the library.
std::string to_json(const std::vector<Lab>& labs);
/// Errors    ConfigError for a text that to_json did not make, or made in another version.
std::vector<Lab> labs_from_json(const std::string& text);

}  // namespace toruscope::labs
