// SPDX-License-Identifier: Apache-2.0
// Files that a command line names: none is lost because two options name the same.

#pragma once

#include "cli/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::detail {

struct NamedFile {
  const char* option;
  const Text& file;
};

/// Where a command writes: -o, --events, --traffic, --output.
std::vector<NamedFile> written_files(const CommandOptions& options);

/// Errors    ConfigError if two of them are one file, by whatever path. What is no regular file (a terminal, /dev/null) holds
///           nothing that could be lost.
void refuse_same_file(const char* command, const std::vector<NamedFile>& files);
/// Errors    ConfigError if what is written would replace a file that is read.
void refuse_overwriting(const std::filesystem::path& input, const CommandOptions& options);

}  // namespace toruscope::detail
