// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/stack.hpp"

#include "runtime/engine/sanitizers.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

namespace toruscope::detail {

namespace {

/// Address space below each stack that may not be touched; a frame that is larger could step over it unseen.
constexpr std::size_t kGuard = std::size_t{1} << 20U;

/// Mappings that this process may have; a guard page splits one mapping into two more.
long max_mappings() {
  long most = 65530;
  std::ifstream("/proc/sys/vm/max_map_count") >> most;
  return most;
}

}  // namespace

StackPool::StackPool(int count, std::size_t bytes, std::size_t extra)
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
  const long guards = std::max(max_mappings() / 2 - 4096, 64L);
  guards_every_ = static_cast<int>((count + guards - 1) / guards);
  for (int i = 0; i < count; i += guards_every_)
    if (mprotect(base_ + stride_ * static_cast<std::size_t>(i), kGuard, PROT_NONE) != 0) break;
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

std::optional<int> StackPool::overflowed(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  if (at < base_ || at >= base_ + stride_ * static_cast<std::size_t>(count_)) return std::nullopt;
  const auto offset = static_cast<std::size_t>(at - base_);
  if (offset % stride_ >= kGuard) return std::nullopt;
  return static_cast<int>(offset / stride_);
}

}  // namespace toruscope::detail
