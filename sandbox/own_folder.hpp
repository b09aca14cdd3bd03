// SPDX-License-Identifier: Apache-2.0
// The folder below TMPDIR in which submissions are built and run, and this computer's limits.
//
// Invariants  A lack of this computer is a HostLimitError that names the limit, never a verdict.

#pragma once

#include "runtime/files/partial_files.hpp"

#include <filesystem>
#include <string>

namespace toruscope::sandbox {

/// A new folder that only this user can look into, gone again with all that is in it, also if a
/// signal ends the process.
class OwnFolder {
 public:
  /// Errors    ConfigError if TMPDIR names no folder; HostLimitError if none can be made there.
  OwnFolder();
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  ~OwnFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  core::PartialFile registered_;
};

/// Errors    HostLimitError if the text cannot be written to its end.
void write_file(const std::filesystem::path& path, const std::string& text);

/// Requires room in the folder for what a build of a submission may write.
/// Errors    HostLimitError: no room on the disk, or a limit of the size of files.
void require_room(const std::filesystem::path& folder);

/// Requires all that grading takes: the shell's limits, room for temporary files, from which
/// programs may be run.
/// Errors    HostLimitError naming the limit and what to do.
void require_host();

/// Errors    Always: HostLimitError where this computer has no room for another process (`number`
///           is its errno), ConfigError where the program is not there or cannot be run.
[[noreturn]] void throw_not_started(const std::string& program, int number);

}  // namespace toruscope::sandbox
