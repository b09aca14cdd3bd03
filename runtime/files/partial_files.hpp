// SPDX-License-Identifier: Apache-2.0
// Files under temporary names, which must not stay if the process ends before they have their own.
//
// Threads     Any thread may begin and end one. Signal handlers may call remove_partial_files() and
//             are_files_being_written().

#pragma once

#include <cstddef>
#include <filesystem>

namespace toruscope::core {

/// Registers a file for remove_partial_files(): from before the file is made until it has moved.
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
