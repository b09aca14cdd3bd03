// SPDX-License-Identifier: Apache-2.0
// Completion of a command line by the shell.

#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace toruscope::cli {

/// A bash function that knows the verbs, their options and the operations, and says that it completes `toruscope`.
std::string bash_completion(const CLI::App& app);
/// The same for zsh and fish, which also say what each word means.
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace toruscope::cli
