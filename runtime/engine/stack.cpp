// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/stack.hpp"

#include "runtime/core/host_advice.hpp"
#include "runtime/core/sanitizers.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <fmt/core.h>
#include <fstream>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace toruscope::core {

namespace {

/// Address space below each stack that may not be touched. A stack frame that is larger could step
/// over the guard unseen. A longer guard means more page tables, which the processor reads whenever
/// another PE is resumed.
constexpr std::size_t kGuard = std::size_t{256} << 10U;

/// Marks these pages in the page table as not to be touched, without one more mapping. False if the
/// kernel cannot.
bool mark_as_guard(std::byte* begin, std::size_t bytes) {
  constexpr int kGuardInstall = 102;  // MADV_GUARD_INSTALL, Linux 6.13; older headers lack it
  int failure = 0;
  do failure = madvise(begin, bytes, kGuardInstall);
  while (failure != 0 && errno == EINTR);
  return failure == 0;
}

/// Guards that may be mappings in this process. Each splits one mapping into two more; their number
/// is limited, and the process has others.
std::size_t most_guard_mappings() {
  static const std::size_t allowed = [] {
    constexpr long kOthers = 4096;
    constexpr long kFew = 64;
    long most = 65530;
    std::ifstream("/proc/sys/vm/max_map_count") >> most;
    return static_cast<std::size_t>(std::max(most / 2 - kOthers, kFew));
  }();
  return allowed;
}

/// Count of all guards in the process that are mappings. With too many, other users of mappings in
/// the process find no room.
class GuardMappings {
 public:
  /// Grants as many of `count` guards as keeps their number in the process at `most`. Returns how
  /// many.
  std::size_t take(std::size_t count, std::size_t most) {
    std::size_t taken = taken_.load(std::memory_order_relaxed);
    std::size_t got = 0;
    do got = std::min(count, most - std::min(most, taken));
    while (!taken_.compare_exchange_weak(taken, taken + got, std::memory_order_relaxed));
    return got;
  }
  void give(std::size_t count) { taken_.fetch_sub(count, std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> taken_{0};
};
constinit GuardMappings guard_mappings;

/// Stacks that lie beside each other, each with a guard.
struct Stacks {
  std::byte* base = nullptr;
  std::size_t stride = 0;
  int count = 0;
  std::size_t guard_mappings = 0;  // guards that are mappings of their own: all or none

  [[nodiscard]] std::size_t bytes() const { return (stride - kGuard) * static_cast<std::size_t>(count); }
};

/// Gives the memory back.
void unmap(const Stacks& stacks) {
  const std::size_t bytes = stacks.base == nullptr ? 0 : stacks.stride * static_cast<std::size_t>(stacks.count);
#if TORUSCOPE_ASAN
  // What is mapped here next must not inherit the frames' marks.
  __asan_unpoison_memory_region(stacks.base, bytes);
#endif
  munmap(stacks.base, bytes);
  guard_mappings.give(stacks.guard_mappings);
}

/// Stacks of pools that are gone, kept for later pools.
class KeptStacks {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

  /// Takes the fewest kept stacks that are at least so many, of this size; nothing if there are
  /// none.
  std::optional<Stacks> take(std::size_t stride, int count) {
    const std::lock_guard lock(mutex_);
    std::size_t best = size_;
    for (std::size_t i = 0; i < size_; ++i)
      if (kept_[i].stride == stride && kept_[i].count >= count &&
          (best == size_ || kept_[i].count < kept_[best].count))
        best = i;
    if (best == size_) return std::nullopt;
    return remove(best);
  }
  /// Keeps stacks; the oldest go if there are too many. Precondition: they are at most kMostBytes.
  void give(const Stacks& stacks) {
    std::array<Stacks, kMost> gone;
    std::size_t gone_size = 0;
    {
      const std::lock_guard lock(mutex_);
      while (size_ == kMost || bytes_ + stacks.bytes() > kMostBytes) gone[gone_size++] = remove(0);
      kept_[size_++] = stacks;
      bytes_ += stacks.bytes();
    }
    for (std::size_t i = 0; i < gone_size; ++i) unmap(gone[i]);
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    while (size_ != 0) unmap(remove(0));
  }

 private:
  static constexpr std::size_t kMost = 16;

  Stacks remove(std::size_t i) {
    const Stacks removed = kept_[i];
    std::move(kept_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
              kept_.begin() + static_cast<std::ptrdiff_t>(size_),
              kept_.begin() + static_cast<std::ptrdiff_t>(i));
    --size_;
    bytes_ -= removed.bytes();
    return removed;
  }

  std::mutex mutex_;
  std::array<Stacks, kMost> kept_;  // the oldest first
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
};
constinit KeptStacks kept_stacks;

}  // namespace

StackPool::StackPool(int count, std::size_t bytes, std::size_t extra, std::size_t above,
                     const std::function<void()>& before_each)
    : StackPool(count, bytes, extra, above, Allowed{most_guard_mappings()}, before_each) {}

StackPool::StackPool(int count, std::size_t bytes, std::size_t extra, std::size_t above, const Allowed& guards,
                     const std::function<void()>& before_each)
    : count_(count), asked_(bytes), page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), above_(above) {
  // Sanitizers need room of their own, ThreadSanitizer most of a mebibyte for each thread.
  const std::size_t wanted = kSanitized ? std::max(2 * bytes, std::size_t{1} << 20U) : bytes + extra;
  const std::size_t pages = (wanted + above + page_ - 1) / page_;
  size_ = pages * page_ - above;
  // An odd number of pages: at even distances the translations of all stacks would lie in few sets
  // of the caches that hold them.
  stride_ = (pages * page_ + kGuard) | page_;
  if (take_kept(guards)) return;
  mapped_ = count_;
  try {
    map();
    guard(guards, before_each);
  } catch (...) {
    unmap_all();
    throw;
  }
}

/// Takes stacks of a pool that is gone, as one of so few PEs would have them.
bool StackPool::take_kept(const Allowed& guards) {
  if (!guards.marks && static_cast<std::size_t>(count_) > guards.mappings) return false;
  const auto kept = kept_stacks.take(stride_, count_);
  if (!kept) return false;
  base_ = kept->base;
  mapped_ = kept->count;
  guard_mappings_ = kept->guard_mappings;
  return true;
}

void StackPool::map() {
  const std::size_t total = stride_ * static_cast<std::size_t>(count_);
  const auto try_to = [&] {
    return mmap(nullptr, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK,
                -1, 0);
  };
  void* base = try_to();
  if (base == MAP_FAILED) {
    kept_stacks.clear();
    base = try_to();
  }
  if (base == MAP_FAILED)
    throw HostLimitError(fmt::format(
        "stacks: {} PEs with {} each need {} of address space, which this computer refuses{}; try a "
        "smaller --stack, or fewer PEs",
        count_, bytes_to_string(asked_), bytes_to_string(total), memory_limit_text()));
  base_ = static_cast<std::byte*>(base);
  madvise(base_, total, MADV_NOHUGEPAGE);
}

void StackPool::guard(const Allowed& guards, const std::function<void()>& before_each) {
  const auto count = static_cast<std::size_t>(count_);
  if (guards.marks) {
    std::size_t marked = 0;
    for (; marked < count && mark_as_guard(guard_of(marked), kGuard); ++marked)
      if (before_each) before_each();
    if (marked == count) return;
  }
  guard_mappings_ = guard_mappings.take(count, guards.mappings);
  if (guard_mappings_ != count) {  // other machines have them, or those that are gone
    kept_stacks.clear();
    guard_mappings_ += guard_mappings.take(count - guard_mappings_, guards.mappings);
  }
  const std::size_t mappings = std::max<std::size_t>(guard_mappings_, 1);
  guards_every_ = static_cast<int>((count + mappings - 1) / mappings);
  for (std::size_t i = 0; i < count; i += static_cast<std::size_t>(guards_every_))
    if (mprotect(guard_of(i), kGuard, PROT_NONE) != 0)
      throw HostLimitError(
          fmt::format("stacks: this computer refuses the guards of {} PEs, of which each is a mapping "
                      "(vm.max_map_count); run fewer machines at once",
                      count_));
}

StackPool::~StackPool() {
  const Stacks stacks{base_, stride_, mapped_, guard_mappings_};
  if (guards_every_ == 1 && stacks.bytes() <= KeptStacks::kMostBytes) {
    kept_stacks.give(stacks);
  } else {
    unmap_all();
  }
}

/// Unmaps all stacks that are mapped.
void StackPool::unmap_all() const {
  unmap({base_, stride_, mapped_, guard_mappings_});
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

}  // namespace toruscope::core
