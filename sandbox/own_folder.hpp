// SPDX-License-Identifier: Apache-2.0
// Where submissions are built and run: a folder of their own below TMPDIR, and what this computer
// has to give there.
//
// Invariants  What this computer lacks is a HostLimitError that names the limit, and never a
//             verdict on a submission.

#pragma once

#include <filesystem>
#include <string>

namespace toruscope::sandbox {

/// A new folder that only this user can look into, gone again with all that is in it.
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
};

/// Errors    HostLimitError if it cannot be written to its end.
void write_file(const std::filesystem::path& path, const std::string& text);

/// What a submission may write while it is built can be written in the folder.
/// Errors    HostLimitError: no room on the disk, or a limit of the size of files.
void require_room(const std::filesystem::path& folder);

/// All that grading takes: the shell's limits, a place for temporary files with room, from which
/// programs may be run.
/// Errors    HostLimitError naming the limit and what to do.
void require_host();

/// Errors    Always: HostLimitError where this computer has no room for another process (`number`
///           is its errno), ConfigError where the program is not there or cannot be run.
[[noreturn]] void throw_not_started(const std::string& program, int number);

}  // namespace toruscope::sandbox
