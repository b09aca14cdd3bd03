// SPDX-License-Identifier: Apache-2.0
// Files that one command reads and writes: it replaces none that it reads, nor writes one twice.
//
// Every reader of files, and every option that names a place for a result, notes its file here. The
// second of two notes that disagree is refused, so their order does not matter.
//
// Threads     Notes may come from any thread.

#pragma once

#include <filesystem>
#include <string>

namespace toruscope::core {

/// Enables notes while it lives; programs without a command line have none. If two live at once,
/// each sees the notes of both.
class CommandFiles {
 public:
  CommandFiles();
  CommandFiles(const CommandFiles&) = delete;
  CommandFiles& operator=(const CommandFiles&) = delete;
  ~CommandFiles();
};

/// Errors    ConfigError if the file, by whatever path, is one that the command writes.
void note_input(const std::filesystem::path& file);

/// `option` names the place: "--events". Other than regular files (a terminal, /dev/null) can lose
/// nothing.
/// Errors    ConfigError if the command reads the file, by any path, or another option names it.
void note_output(const std::string& option, const std::filesystem::path& file);

}  // namespace toruscope::core
