// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/stack.hpp"

#include "runtime/engine/sanitizers.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace toruscope::detail {

namespace {

/// Address space below each stack that may not be touched; a frame that is larger could step over it unseen. Of very many stacks it
/// is shorter: there it takes entries of the page table, 2 KiB for each mebibyte.
constexpr std::size_t kGuard = std::size_t{1} << 20U;
constexpr std::size_t kGuardOfMany = std::size_t{256} << 10U;

/// Marks these pages in the page table as not to be touched: no mapping more. False if the kernel cannot.
bool mark_as_guard(std::byte* begin, std::size_t bytes) {
  constexpr int kGuardInstall = 102;  // MADV_GUARD_INSTALL, Linux 6.13; older headers lack it
  int failure = 0;
  do failure = madvise(begin, bytes, kGuardInstall);
  while (failure != 0 && errno == EINTR);
  return failure == 0;
}

/// Each splits one mapping into two more, and so many are allowed; the process has others.
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

/// Stacks that lie beside each other, each with its guard.
struct Mapping {
  std::byte* base;
  std::size_t stride;
  int count;
};

void unmap(const Mapping& mapping) {
  const std::size_t total = mapping.stride * static_cast<std::size_t>(mapping.count);
#if TORUSCOPE_ASAN
  __asan_unpoison_memory_region(mapping.base,
                                total);  // what is mapped here next must not inherit the frames' marks
#endif
  munmap(mapping.base, total);
}

/// Mappings of pools that are gone, for those that come.
class KeptMappings {
 public:
  /// Of one mapping, and of all together.
  static constexpr int kMostStacks = 1024;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

  /// The smallest that has so many stacks of this size.
  std::optional<Mapping> take(std::size_t stride, int count) {
    const std::lock_guard lock(mutex_);
    auto best = kept_.end();
    for (auto i = kept_.begin(); i != kept_.end(); ++i)
      if (i->stride == stride && i->count >= count && (best == kept_.end() || i->count < best->count)) best = i;
    if (best == kept_.end()) return std::nullopt;
    const Mapping taken = *best;
    kept_.erase(best);
    return taken;
  }
  /// The oldest go if there are too many.
  void give(const Mapping& mapping) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(mapping);
    std::size_t bytes = 0;
    int stacks = 0;
    for (const Mapping& m : kept_) {
      bytes += (m.stride - kGuard) * static_cast<std::size_t>(m.count);
      stacks += m.count;
    }
    while (stacks > kMostStacks || bytes > kMostBytes) {
      const Mapping oldest = kept_.front();
      bytes -= (oldest.stride - kGuard) * static_cast<std::size_t>(oldest.count);
      stacks -= oldest.count;
      unmap(oldest);
      kept_.erase(kept_.begin());
    }
  }

 private:
  std::mutex mutex_;
  std::vector<Mapping> kept_;  // the oldest first
};

/// Never destroyed: a run may end after statics do.
KeptMappings& kept_mappings() {
  static auto* const kept = new KeptMappings;
  return *kept;
}

}  // namespace

StackPool::StackPool(int count, std::size_t bytes, std::size_t extra)
    : StackPool(count, bytes, extra, Allowed{most_guard_mappings()}) {}

StackPool::StackPool(int count, std::size_t bytes, std::size_t extra, const Allowed& guards)
    : count_(count), asked_(bytes), page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  // Sanitizers need room of their own, ThreadSanitizer most of a mebibyte for each thread.
  const std::size_t wanted = kSanitized ? std::max(2 * bytes, std::size_t{1} << 20U) : bytes + extra;
  size_ = (wanted + page_ - 1) / page_ * page_;
  const bool has_all_guards = static_cast<std::size_t>(count_) <= guards.mappings;
  guard_ = has_all_guards ? kGuard : kGuardOfMany;
  stride_ = size_ + guard_;
  mapped_ = count_;
  if (const auto kept = has_all_guards ? kept_mappings().take(stride_, count_) : std::nullopt) {
    base_ = kept->base;
    mapped_ = kept->count;
    return;
  }
  map();
  guard(guards);
}

void StackPool::map() {
  const std::size_t total = stride_ * static_cast<std::size_t>(count_);
  void* base = mmap(nullptr, total, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED)
    throw HostLimitError(
        fmt::format("stacks: {} PEs with {} each need {} of address space, which this computer "
                    "refuses; try a smaller --stack",
                    count_, bytes_to_string(asked_), bytes_to_string(total)));
  base_ = static_cast<std::byte*>(base);
  madvise(base_, total, MADV_NOHUGEPAGE);
}

void StackPool::guard(const Allowed& guards) {
  const auto count = static_cast<std::size_t>(count_);
  if (guards.marks && count > guards.mappings) {
    std::size_t marked = 0;
    while (marked < count && mark_as_guard(guard_of(marked), guard_)) ++marked;
    if (marked == count) return;
  }
  guards_every_ = static_cast<int>((count + guards.mappings - 1) / guards.mappings);
  for (std::size_t i = 0; i < count; i += static_cast<std::size_t>(guards_every_))
    if (mprotect(guard_of(i), guard_, PROT_NONE) != 0) {
      has_lost_guards_ = true;
      break;
    }
}

StackPool::~StackPool() {
  const Mapping mapping{base_, stride_, mapped_};
  const bool is_worth_keeping = !has_lost_guards_ && guard_ == kGuard && mapped_ <= KeptMappings::kMostStacks;
  if (is_worth_keeping)
    kept_mappings().give(mapping);
  else
    unmap(mapping);
}

std::byte* StackPool::bottom(int index) const {
  return base_ + stride_ * static_cast<std::size_t>(index) + guard_;
}

std::optional<int> StackPool::overran() const {
  constexpr std::size_t kSmallestPage = 4096;
  std::array<unsigned char, kGuardOfMany / kSmallestPage> is_resident{};
  const auto pages = static_cast<std::ptrdiff_t>(guard_ / page_);
  for (int i = 0; guards_every_ > 1 && i < count_; ++i) {
    if (i % guards_every_ == 0) continue;
    if (mincore(guard_of(static_cast<std::size_t>(i)), guard_, is_resident.data()) != 0) continue;
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
  if (offset % stride_ >= guard_) return std::nullopt;
  return static_cast<int>(offset / stride_);
}

}  // namespace toruscope::detail
