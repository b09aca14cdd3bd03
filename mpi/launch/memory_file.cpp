// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/memory_file.hpp"

#include <cerrno>
#include <cstddef>
#include <sys/mman.h>
#include <unistd.h>

namespace toruscope::mpi {

MemoryFile::MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {}

MemoryFile::~MemoryFile() {
  if (is_made()) close(descriptor_);
}

bool MemoryFile::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace toruscope::mpi
