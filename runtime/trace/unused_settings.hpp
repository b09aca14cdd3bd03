// SPDX-License-Identifier: Apache-2.0
// Settings of a machine that a run never used: for each a count of the run that would prove the
// use.
//
// Invariants  A run in which a setting mattered has that count above 0, so that it is never told as
//             unused.
// Not here    Whether a user gave the setting or took it over with a preset: only the command line
//             knows.

#pragma once

#include <toruscope/report.hpp>

#include <string>
#include <vector>

namespace toruscope::core {

/// A sentence for each setting that could not matter in the run of this report; it begins with the
/// setting's name.
[[nodiscard]] std::vector<std::string> unused_settings(const Report& report);

}  // namespace toruscope::core
