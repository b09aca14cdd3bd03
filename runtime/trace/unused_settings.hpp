// SPDX-License-Identifier: Apache-2.0
// Settings of a machine that a run never used: for each a count that would prove its use.
//
// Invariants  If a setting mattered its count is above 0: it is never reported as unused.
// Not here    Origin of a setting, a user or a preset: only the command line knows.

#pragma once

#include <toruscope/report.hpp>

#include <string>
#include <vector>

namespace toruscope::core {

/// A sentence, beginning with its name, for each setting that could not matter in this run.
[[nodiscard]] std::vector<std::string> unused_settings(const Report& report);

}  // namespace toruscope::core
