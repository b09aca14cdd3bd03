// SPDX-License-Identifier: Apache-2.0
// Lists of hosts as Slurm writes them: "n[01-03,7],login1", "r[0-1]n[0-3]".

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::formats {

/// The names of a list, in Slurm's order: of several brackets the last one varies fastest, then the
/// first, the second, and so on. The digits of a range's begin give the width.
/// Errors    ConfigError for brackets that do not close, ranges that are none, text behind the
///           last of several brackets, and more than 65,536 names.
std::vector<std::string> expand_hosts(std::string_view list);

}  // namespace toruscope::formats
