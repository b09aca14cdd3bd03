// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/pages.hpp"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace toruscope::core {

namespace {

std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
  return std::align_val_t{bytes >= kHugePage ? std::max(kHugePage, alignment) : alignment};
}

}  // namespace

void* allocate_pages(std::size_t bytes, std::size_t alignment) {
  void* memory = ::operator new(bytes, alignment_of(bytes, alignment));
  if (bytes >= kHugePage)
    // A failure does not matter: memory without huge pages works as well.
    madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
  return memory;
}

void free_pages(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
  ::operator delete(memory, alignment_of(bytes, alignment));
}

}  // namespace toruscope::core
