// SPDX-License-Identifier: Apache-2.0
// A place for results that is known to be writable before the work for them begins.
//
// Invariants  A regular file exists whole or not at all. A character device or a pipe that somebody reads is opened at
//             once, kept open and written as it is; anything else is refused.
//             What the process has open already (/dev/stdout, or the very file to which standard output goes)
//             is written on: what is there stays.

#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace toruscope::cli {

class FileOutput {
 public:
  /// Nothing is left behind by the check. `option` is the one that names the place.
  /// Errors    ConfigError if nothing can be written there, if the command reads that file (runtime/files/command_files.hpp) or if
  ///           another option names it. HostLimitError if the disk is full.
  FileOutput(const std::string& option, const std::string& path);

  /// Errors    HostLimitError if the file cannot be written to its end; then it is as it was before.
  void write(const std::function<void(std::ostream&)>& content) const;
  /// False: a device, a pipe or an open stream, whose name says nothing of what is written.
  [[nodiscard]] bool is_file() const { return stream_ == nullptr; }

 private:
  std::filesystem::path place_;
  std::shared_ptr<std::FILE>
      stream_;  ///< of a device, a pipe, what is open; a regular file is made when it is written
};

/// A place whose name has to say what is written there. `endings` are in lower case; `what` is for the error: "a page is a file named
/// .html or .htm".
/// Errors    ConfigError for a file with another ending, and as FileOutput.
FileOutput named_output(const std::string& option, const std::string& path,
                        std::initializer_list<std::string_view> endings, std::string_view what);
/// A page that plays a run.
FileOutput page_output(const std::string& option, const std::string& path);

/// Errors    HostLimitError if it cannot be written to its end.
void write_to_stdout(const std::string& text);

}  // namespace toruscope::cli
