// SPDX-License-Identifier: Apache-2.0
// How --help looks: the usage as it is typed, the options, examples, exit codes, within a page's width. --help of a verb with many
// options shows those that most people need, --help-all all of them.

#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::cli {

/// "Usage: toruscope bench OPERATION [OPTIONS]".
std::shared_ptr<CLI::Formatter> help_format();

/// The examples of a verb, as CLI11 keeps them for it: a command in each line.
std::string examples_text(const std::vector<const char*>& examples);
/// "Exit codes: 0 ok, 1 wrong result, ...", and what holds for options of all verbs.
const char* exit_codes_text();
const char* option_rules_text();

/// The options that help shows of a verb in this group; `all`: not just the common ones.
std::vector<const CLI::Option*> options_in(const CLI::App& verb, const std::string& group, bool all);
/// "-t,--topology NAME:SIZES": as it is typed.
std::string typed(const CLI::Option& option);

/// What CLI11 made of it, within a width: descriptions are folded below themselves, other lines below their beginning.
std::string folded_help(const std::string& help, std::size_t width);

}  // namespace toruscope::cli
