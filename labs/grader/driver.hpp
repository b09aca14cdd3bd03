// SPDX-License-Identifier: Apache-2.0
// A run of a lab's checks as a program of its own, which uses only public headers: for a debugger.

#pragma once

#include "labs/grader/places.hpp"
#include "labs/support/cases.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::labs {

/// Finds the run with this label.
/// Errors    ConfigError with the labels of the lab if it has no such run, or none with a program.
const Case& case_of(const std::vector<Case>& cases, const Lab& lab, const std::string& label);

/// The text of the program. It includes the source, an absolute path; its first lines have
/// `command`, made by driver_command().
/// Errors    ConfigError for a source whose name cannot stand in an #include.
std::string driver_text(const Lab& lab, const Case& run, const std::filesystem::path& source,
                        const std::string& command);

/// Errors    ConfigError if the place is a file that is there and is no such program: it could be a
/// submission.
void require_no_other_file(const std::filesystem::path& place);

/// The command that builds and runs the program in this file.
/// Errors    ConfigError for a name that cannot stand in a comment, or is none of C++.
std::string driver_command(const Places& places, const std::filesystem::path& file);

}  // namespace toruscope::labs
