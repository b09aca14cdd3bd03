// SPDX-License-Identifier: Apache-2.0
// How --help looks: the usage as it is typed, the options, examples, exit codes.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::detail {

/// "Usage: toruscope bench OPERATION [OPTIONS]".
std::shared_ptr<CLI::Formatter> help_format();

/// What stands below the options: the examples of a verb, if it has some, and what holds for all.
std::string help_footer(const std::vector<const char*>& examples);

}  // namespace toruscope::detail
