// SPDX-License-Identifier: Apache-2.0
// The verbs, what each may be followed by, and which function carries it out.

#pragma once

#include "cli/options.hpp"
#include "cli/session.hpp"

#include <memory>
#include <string>
#include <vector>

namespace toruscope::detail {

using VerbFunction = ExitCode (*)(const Session&);

/// What a command line asks for.
struct Command {
  CommandOptions options;
  VerbFunction carry_out = nullptr;  ///< null: only `text` is to be printed
  std::string text;                  ///< --help, --version
};

/// Reads the words after the program's name.
/// Errors    ConfigError for an unknown verb or option, with the nearest one; for a missing operation or value.
Command read_command_line(const std::vector<std::string>& words);

}  // namespace toruscope::detail
