// SPDX-License-Identifier: Apache-2.0
// Schedules that --algorithm names as files, "file:NAME.xml", and the fingerprints of all inputs.

#pragma once

#include "cli/options/options.hpp"

#include <toruscope/main.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

/// The files among the names of algorithms, in their order.
std::vector<std::filesystem::path> schedule_files(const CommandOptions& options);

/// The tables with an algorithm "file:NAME.xml" for each of them. Raises options.default_block to
/// 8 bytes for each chunk of the largest schedule, so that none is empty.
/// Errors    ConfigError with file and line if one is no schedule, or of another operation than the
///           command names.
Tables with_schedules(const Tables& tables, CommandOptions& options);

/// SHA-256, 64 hexadecimal digits; nothing if the file can be read no more.
std::optional<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace toruscope::cli
