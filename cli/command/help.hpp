// SPDX-License-Identifier: Apache-2.0
// What is made of the tree of verbs: --help, manual pages, completion by the shell.
//
// --help has the usage as it is typed, the options, examples and exit codes, within a page's width.
// Of a verb with many options it shows those that most people need, --help-all all of them.

#pragma once

#include "apps/application.hpp"

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

/// Help as CLI11 made it, within a width: lines are folded below their beginning, descriptions
/// below themselves.
std::string folded_help(const std::string& help, std::size_t width);

/// What an application is, takes and gives, and its own options.
std::string application_help(const Application& app, std::size_t width);

/// "toruscope-machine-show"; the program's own: "toruscope".
std::string manual_name(const CLI::App& verb);
/// The page in the man macros of roff, section 1. `app`: of the applications this one alone;
/// empty: all.
std::string manual_page(const CLI::App& verb, const std::string& app = {});

/// A bash function that knows the verbs, their options, the operations and the values in tables.
std::string bash_completion(const CLI::App& app);
/// For zsh and fish, which also say what each word means.
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace toruscope::cli
