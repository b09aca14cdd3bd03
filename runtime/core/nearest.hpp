// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known name that is nearest to what a user wrote.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// Least number of insertions, deletions, replacements and swaps of neighbours, regardless of case.
int edit_distance(std::string_view a, std::string_view b);

/// The known name that `asked` probably means: the one least edits away, at most a third of its
/// length, or else the only one that begins with it. Ties go to the first.
std::optional<std::string> nearest(std::string_view asked, const std::vector<std::string>& known);

/// Writes " Did you mean ring?" or nothing.
std::string did_you_mean(std::string_view asked, const std::vector<std::string>& known);

/// `unknown topology "rign"; topologies are: complete, ring, torus. Did you mean ring?`
std::string unknown_name(std::string_view kind, std::string_view plural, std::string_view asked,
                         const std::vector<std::string>& known);

}  // namespace toruscope::core
