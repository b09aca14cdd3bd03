// SPDX-License-Identifier: Apache-2.0
// Answers of a runner (labs/runner/) on its labs. It is the grader's own, asked before submissions.

#pragma once

#include "labs/support/cases.hpp"

#include <filesystem>
#include <vector>

namespace toruscope::labs {

/// Errors    ConfigError for a program that gives none, one of another version of the library, and
///           unsound labs (require_sound).
std::vector<Lab> labs_of(const std::filesystem::path& runner);

/// The runs of one of its labs.
/// Errors    those of labs_of.
std::vector<Case> cases_of(const std::filesystem::path& runner, const Lab& lab);

}  // namespace toruscope::labs
