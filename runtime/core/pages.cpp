// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/pages.hpp"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace toruscope::core {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20U;
constexpr std::size_t kMuch = 32 * kHugePage;  // more than malloc takes from its heap: a mapping of its own

std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
  return std::align_val_t{bytes >= kMuch ? std::max(kHugePage, alignment) : alignment};
}

}  // namespace

void* allocate_pages(std::size_t bytes, std::size_t alignment) {
  void* memory = ::operator new(bytes, alignment_of(bytes, alignment));
  if (bytes >= kMuch)
    madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // without a huge page it works as well
  return memory;
}

void free_pages(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
  ::operator delete(memory, alignment_of(bytes, alignment));
}

}  // namespace toruscope::core
