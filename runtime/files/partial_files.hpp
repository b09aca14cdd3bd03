// SPDX-License-Identifier: Apache-2.0
// Files that are being written under a name of their own, and must not stay if the process is ended
// before they have theirs.
//
// Threads     Anyone may begin and end one. remove_partial_files() and are_files_being_written()
//             may be called by a signal handler.

#pragma once

#include <cstddef>
#include <filesystem>

namespace toruscope::core {

/// Registers a file for remove_partial_files(), which removes it while this lives. Make it before
/// the file, end it after the file has moved.
class PartialFile {
 public:
  /// Registers the file. At most 16 files at once; a name that no file can have is not removed.
  explicit PartialFile(const std::filesystem::path& file);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

 private:
  std::size_t slot_;
};

bool are_files_being_written();

/// Removes the registered files when the process is about to end without destructors.
void remove_partial_files();

}  // namespace toruscope::core
