// SPDX-License-Identifier: Apache-2.0
// Files that are being written under a name of their own, and temporary folders: what must not stay
// if the process is ended before its time.
//
// Threads     Any thread may begin and end one. Signal handlers may call remove_partial_files() and
//             are_files_being_written().

#pragma once

#include <cstddef>
#include <filesystem>

namespace toruscope::core {

/// Registers a file, or a folder with all that is in it, for remove_partial_files(), which removes
/// it while this lives. Make it before the file, end it after the file has moved.
class PartialFile {
 public:
  enum class Kind { file, folder };  ///< what is removed

  /// Registers the file. At most 160 at once; a name that no file can have is not removed.
  explicit PartialFile(const std::filesystem::path& file, Kind kind = Kind::file);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

 private:
  std::size_t slot_;
};

/// True while a file is registered; a folder does not count.
bool are_files_being_written();

/// Removes the registered files and folders when the process is about to end without destructors.
void remove_partial_files();

}  // namespace toruscope::core
