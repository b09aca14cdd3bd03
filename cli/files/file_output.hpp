// SPDX-License-Identifier: Apache-2.0
// A place for results that is known to be writable before the work for them begins.
//
// Invariants  A regular file exists whole or not at all. A character device or a pipe that somebody reads is opened at
//             once, kept open and written as it is; anything else is refused.

#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

namespace toruscope::cli {

class FileOutput {
 public:
  /// Nothing is left behind by the check. `option` is the one that names the place.
  /// Errors    ConfigError if nothing can be written there, if the command reads that file (runtime/core/command_files.hpp) or if
  ///           another option names it. HostLimitError if the disk is full.
  FileOutput(const std::string& option, const std::string& path);

  /// Errors    HostLimitError if the file cannot be written to its end; then it is as it was before.
  void write(const std::function<void(std::ostream&)>& content) const;

 private:
  std::filesystem::path place_;
  std::shared_ptr<std::FILE> stream_;  ///< of a device or pipe; a regular file is made when it is written
};

/// Errors    HostLimitError if it cannot be written to its end.
void write_to_stdout(const std::string& text);

}  // namespace toruscope::cli
