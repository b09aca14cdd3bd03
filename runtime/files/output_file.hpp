// SPDX-License-Identifier: Apache-2.0
// A file that exists whole or not at all: it is written under another name in the same folder and
// then renamed. An interrupt removes what was written so far (runtime/files/partial_files.hpp).

#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace toruscope::core {

/// Refuses a place for a regular file where none could be written, before any work is done for it.
/// Nothing is left behind.
/// Errors    ConfigError: no such folder, a directory, a name that is too long, not writable, the
///           file to which standard output or standard error goes.
void check_place(const std::filesystem::path& path);

/// Checks the place of an application's output.
/// Errors    ConfigError: as check_place; unknown extension (".csv"), no regular file, an input.
void check_output(const std::filesystem::path& path, const std::vector<std::string>& extensions,
                  const std::vector<std::filesystem::path>& inputs = {});

/// Calls `write` on a binary stream; an existing file, or the one a symbolic link names, is
/// replaced in one instant and keeps its permissions. If `write` throws or the disk is full, the
/// place is as it was.
/// Errors    HostLimitError if the file cannot be made or written: its place was checked.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace toruscope::core
