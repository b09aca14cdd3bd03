// SPDX-License-Identifier: Apache-2.0
// A place for results that is known to be writable before the work for them begins.
//
// Invariants  A regular file exists whole or not at all. A character device or a pipe that somebody
//             reads is opened at once, kept open and written as it is; anything else is refused.
//             What the process has open already (/dev/stdout, or the very file to which standard
//             output goes) is written on: what is there stays.

#pragma once

#include "formats/schedule.hpp"

#include <toruscope/report.hpp>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace toruscope::cli {

/// For a sentence that says that nothing is written: "; x.html is from an earlier command", if
/// there is such a file.
std::string note_of_old(const std::filesystem::path& file);

class FileOutput {
 public:
  /// Leaves nothing behind. `option` names the place, "-" that of standard output. `like`: another
  /// option, if what is written is what that one writes.
  /// Errors    ConfigError if nothing can be written there, the command reads that file
  ///           (runtime/files/command_files.hpp), another option names it, or its name does not say
  ///           what is written there. HostLimitError if the disk is full.
  FileOutput(const std::string& option, const std::string& path, std::string_view like = {});

  /// Errors    HostLimitError if the file cannot be written to its end; it is as before then.
  void write(const std::function<void(std::ostream&)>& content) const;
  /// False: a device, a pipe or an open stream, whose name says nothing of what is written.
  [[nodiscard]] bool is_file() const { return stream_ == nullptr; }
  [[nodiscard]] std::string note_of_old() const { return is_file() ? cli::note_of_old(place_) : ""; }

 private:
  std::filesystem::path place_;
  std::shared_ptr<std::FILE>
      stream_;  ///< of a device, a pipe, what is open; a regular file is made when it is written
};

/// Errors    HostLimitError if it cannot be written to its end.
void write_to_stdout(const std::string& text);

enum class ExportedForm { goal, msccl };

/// Errors    ConfigError for another ending.
ExportedForm exported_form(const std::string& option, const std::string& path);

class ExportFile {
 public:
  /// Errors    ConfigError as exported_form and FileOutput.
  ExportFile(const std::string& option, const std::string& path);

  /// Writes the run if the form is goal. Errors: those of write_goal, before the file is begun.
  void write_run(const Report& report, const std::string& title) const;
  /// Writes the schedule if the form is msccl.
  void write_schedule(const std::function<formats::Schedule()>& made) const;
  [[nodiscard]] std::string note_of_old() const { return file_.note_of_old(); }

 private:
  ExportedForm form_;
  FileOutput file_;
};

/// True if the name ends as that of a picture.
bool is_picture(const std::string& path);

class PictureFile {
 public:
  /// Errors    ConfigError for another ending, for .png without the program, and as FileOutput.
  PictureFile(const std::string& option, const std::string& path);

  /// Errors    HostLimitError if the file cannot be written; then it is as it was before.
  void write(const std::string& svg) const;
  [[nodiscard]] std::string note_of_old() const { return file_.note_of_old(); }

 private:
  bool has_pixels_;
  FileOutput file_;
};

}  // namespace toruscope::cli
