// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/stack.hpp"

#include "runtime/engine/sanitizers.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace toruscope::detail {

namespace {

/// Address space below each stack that may not be touched; a frame that is larger could step over it unseen.
constexpr std::size_t kGuard = std::size_t{1} << 20U;

/// Marks these pages in the page table as not to be touched: no mapping more. False if the kernel cannot.
bool mark_as_guard(std::byte* begin) {
  constexpr int kGuardInstall = 102;  // MADV_GUARD_INSTALL, Linux 6.13; older headers lack it
  int failure = 0;
  do failure = madvise(begin, kGuard, kGuardInstall);
  while (failure != 0 && errno == EINTR);
  return failure == 0;
}

/// Each splits one mapping into two more, and so many are allowed; the process has others.
std::size_t most_guard_mappings() {
  constexpr long kOthers = 4096;
  constexpr long kFew = 64;
  long most = 65530;
  std::ifstream("/proc/sys/vm/max_map_count") >> most;
  return static_cast<std::size_t>(std::max(most / 2 - kOthers, kFew));
}

}  // namespace

StackPool::StackPool(int count, std::size_t bytes, std::size_t extra)
    : StackPool(count, bytes, extra, Allowed{most_guard_mappings()}) {}

StackPool::StackPool(int count, std::size_t bytes, std::size_t extra, const Allowed& guards)
    : count_(count), asked_(bytes), page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  // Sanitizers need room of their own, ThreadSanitizer most of a mebibyte for each thread.
  const std::size_t wanted = kSanitized ? std::max(2 * bytes, std::size_t{1} << 20U) : bytes + extra;
  size_ = (wanted + page_ - 1) / page_ * page_;
  stride_ = size_ + kGuard;
  const std::size_t total = stride_ * static_cast<std::size_t>(count);
  void* base = mmap(nullptr, total, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED)
    throw HostLimitError(
        fmt::format("stacks: {} PEs with {} each need {} of address space, which this computer "
                    "refuses; try a smaller --stack",
                    count, bytes_to_string(bytes), bytes_to_string(total)));
  base_ = static_cast<std::byte*>(base);
  madvise(base_, total, MADV_NOHUGEPAGE);
  guard(guards);
}

void StackPool::guard(const Allowed& guards) {
  const auto count = static_cast<std::size_t>(count_);
  if (guards.marks && count > guards.mappings) {
    std::size_t marked = 0;
    while (marked < count && mark_as_guard(guard_of(marked))) ++marked;
    if (marked == count) return;
  }
  guards_every_ = static_cast<int>((count + guards.mappings - 1) / guards.mappings);
  for (std::size_t i = 0; i < count; i += static_cast<std::size_t>(guards_every_))
    if (mprotect(guard_of(i), kGuard, PROT_NONE) != 0) break;
}

StackPool::~StackPool() {
  const std::size_t total = stride_ * static_cast<std::size_t>(count_);
#if TORUSCOPE_ASAN
  __asan_unpoison_memory_region(base_, total);  // what is mapped here next must not inherit the frames' marks
#endif
  munmap(base_, total);
}

std::byte* StackPool::bottom(int index) const {
  return base_ + stride_ * static_cast<std::size_t>(index) + kGuard;
}

std::optional<int> StackPool::overran() const {
  constexpr std::size_t kSmallestPage = 4096;
  std::array<unsigned char, kGuard / kSmallestPage> is_resident{};
  const auto pages = static_cast<std::ptrdiff_t>(kGuard / page_);
  for (int i = 0; guards_every_ > 1 && i < count_; ++i) {
    if (i % guards_every_ == 0) continue;
    if (mincore(guard_of(static_cast<std::size_t>(i)), kGuard, is_resident.data()) != 0) continue;
    if (std::any_of(is_resident.begin(), is_resident.begin() + pages,
                    [](auto page) { return (page & 1U) != 0; }))
      return i;
  }
  return std::nullopt;
}

std::optional<int> StackPool::overflowed(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  if (at < base_ || at >= base_ + stride_ * static_cast<std::size_t>(count_)) return std::nullopt;
  const auto offset = static_cast<std::size_t>(at - base_);
  if (offset % stride_ >= kGuard) return std::nullopt;
  return static_cast<int>(offset / stride_);
}

}  // namespace toruscope::detail
