// SPDX-License-Identifier: Apache-2.0
// What a runner (labs/runner/) tells of its labs: the program of whoever grades, which is asked before a
// submission is looked at.

#pragma once

#include "labs/support/cases.hpp"

#include <filesystem>
#include <vector>

namespace toruscope::labs {

/// Errors    ConfigError for a program that tells none, one of another version of the library, and labs that are
///           not as they should be (require_sound).
std::vector<Lab> labs_of(const std::filesystem::path& runner);

/// The runs of one of its labs.
/// Errors    The same.
std::vector<Case> cases_of(const std::filesystem::path& runner, const Lab& lab);

}  // namespace toruscope::labs
