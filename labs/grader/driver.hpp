// SPDX-License-Identifier: Apache-2.0
// A run of a lab's checks as a program of its own, by the library's public headers alone: what a student takes
// to a debugger.

#pragma once

#include "labs/grader/places.hpp"
#include "labs/support/exam.hpp"

#include <filesystem>
#include <string>

namespace toruscope::labs {

/// The trial of this label.
/// Errors    ConfigError with the labels of the lab if it has none of that one.
Trial trial_of(const Lab& lab, const std::string& label);

/// The text of the program. It includes the source, an absolute path; `command`, which stands in its first
/// lines, is that of driver_command().
std::string driver_text(const Lab& lab, const Trial& trial, const std::filesystem::path& source,
                        const std::string& command);

/// The command that builds and runs the program in this file.
std::string driver_command(const Places& places, const std::filesystem::path& file);

}  // namespace toruscope::labs
