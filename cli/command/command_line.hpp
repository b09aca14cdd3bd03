// SPDX-License-Identifier: Apache-2.0
// A command line: the verb is found, its options are read, and what was meant is said where something is wrong.

#pragma once

#include "cli/command/verb_tree.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// What a command line asks for.
struct Command {
  CommandOptions options;
  VerbFunction carry_out = nullptr;  ///< null: only `text` is to be printed
  std::string text;                  ///< --help, --version, completion
};

/// Reads the words after the program's name.
/// Errors    ConfigError for an unknown verb or option, with the nearest one; for a missing operation or value.
Command read_command_line(const std::vector<std::string>& typed);

}  // namespace toruscope::cli
