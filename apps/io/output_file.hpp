// SPDX-License-Identifier: Apache-2.0
// A file that exists whole or not at all: it is written beside its place and then renamed.

#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace toruscope::detail {

/// Refuses what could not be written, before any work is done for it.
/// Errors    ConfigError: unknown extension (extensions are given as ".csv"), no such folder, a directory, not
///           writable, one of the inputs.
void check_output(const std::filesystem::path& path, const std::vector<std::string>& extensions,
                  const std::vector<std::filesystem::path>& inputs = {});

/// Calls `write` on a binary stream; an existing file is replaced in one instant and keeps its permissions. If
/// `write` throws or the disk is full, the place is as it was.
/// Errors    ConfigError if the file cannot be made or written.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace toruscope::detail
