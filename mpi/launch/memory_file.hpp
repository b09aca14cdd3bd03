// SPDX-License-Identifier: Apache-2.0
// A file in memory, of this process alone.

#pragma once

#include <string_view>

namespace toruscope::mpi {

class MemoryFile {
 public:
  /// Makes an empty file; where that fails, is_made() is false and errno tells why.
  explicit MemoryFile(const char* name);
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  [[nodiscard]] bool is_made() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Writes behind what is there. Returns false if not all of it could be written; errno tells why.
  [[nodiscard]] bool write(std::string_view bytes) const;

 private:
  const int descriptor_;
};

}  // namespace toruscope::mpi
