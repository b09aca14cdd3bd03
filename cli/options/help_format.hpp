// SPDX-License-Identifier: Apache-2.0
// How --help looks: the usage as it is typed, the options, examples, exit codes, within a page's width.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::cli {

/// "Usage: toruscope bench OPERATION [OPTIONS]".
std::shared_ptr<CLI::Formatter> help_format();

/// What stands below the options: the examples of a verb, if it has some, and what holds for all.
std::string help_footer(const std::vector<const char*>& examples);

/// What CLI11 made of it, within a width: descriptions are folded below themselves, other lines below their beginning.
std::string folded_help(const std::string& help, std::size_t width);

}  // namespace toruscope::cli
