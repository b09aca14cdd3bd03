// SPDX-License-Identifier: Apache-2.0
// The stacks of all PEs in one mapping, each above a guard that may not be touched.
//
// Threads     Constant after construction. Pools may be made and destroyed on any thread.
// Invariants  Only pages that were touched are resident, by this run or by one before it: the mapping of a small pool is kept for
//             the next one, for most of what a small run costs this computer is the first touch of its stacks. Each stack has its guard: a mapping of its own, or, where there are more
//             stacks than mappings, marks in the page table (Linux 6.13), which cost none. Where the kernel has neither, every
//             n-th stack has one, guards_every() says so, and overran() finds what went below another, after the event.

#pragma once

#include <cstddef>
#include <optional>

namespace toruscope::detail {

class StackPool {
 public:
  /// `extra` bytes more on each, for what the system keeps there.
  /// Errors    HostLimitError if the address space cannot be had.
  StackPool(int count, std::size_t bytes, std::size_t extra = 0);
  /// What the kernel allows: so many guards that are mappings of their own, and marks.
  struct Allowed {
    std::size_t mappings;
    bool marks = true;
  };
  /// The same with that, for tests.
  StackPool(int count, std::size_t bytes, std::size_t extra, const Allowed& guards);
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  ~StackPool();

  [[nodiscard]] std::byte* bottom(int index) const;  ///< lowest usable address
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t asked() const { return asked_; }
  [[nodiscard]] int guards_every() const { return guards_every_; }
  /// Of the stacks without a guard, the first below which something was written where another's would have its guard. What a
  /// signal handler may ask, too.
  [[nodiscard]] std::optional<int> overran() const;
  /// The stack below which `address` lies where its guard is.
  [[nodiscard]] std::optional<int> overflowed(const void* address) const;

 private:
  void map();
  void guard(const Allowed& guards);
  [[nodiscard]] std::byte* guard_of(std::size_t index) const { return base_ + stride_ * index; }

  int count_;
  std::size_t asked_;
  std::size_t page_;
  std::size_t size_;
  std::size_t guard_;
  std::size_t stride_;
  int mapped_;                    ///< stacks in the mapping: no fewer than count_
  bool has_lost_guards_ = false;  ///< the kernel had no mappings left
  int guards_every_ = 1;
  std::byte* base_ = nullptr;
};

}  // namespace toruscope::detail
