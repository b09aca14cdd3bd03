// SPDX-License-Identifier: Apache-2.0
// The files that one command reads and writes. None that it reads is replaced, and no two results
// go to one file.
//
// Every reader of files notes its file here, and every option that names a place for a result.
// Whichever of two notes that disagree comes second is refused, so the order of reading and
// checking in a command does not matter.
//
// Threads     Notes may come from any thread.

#pragma once

#include <filesystem>
#include <string>

namespace toruscope::core {

/// Enables notes while it lives; a program that calls the library without a command line has none.
/// If two live at once, in two threads, each sees the notes of both.
class CommandFiles {
 public:
  CommandFiles();
  CommandFiles(const CommandFiles&) = delete;
  CommandFiles& operator=(const CommandFiles&) = delete;
  ~CommandFiles();
};

/// Errors    ConfigError if the file, by whatever path, is one that the command writes.
void note_input(const std::filesystem::path& file);

/// `option` is the one that names the place: "--events". What is no regular file (a terminal,
/// /dev/null) holds nothing that could be lost.
/// Errors    ConfigError if the file, by whatever path, is one that the command reads, or that
///           another option names.
void note_output(const std::string& option, const std::filesystem::path& file);

}  // namespace toruscope::core
