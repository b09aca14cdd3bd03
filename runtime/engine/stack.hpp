// SPDX-License-Identifier: Apache-2.0
// The stacks of all PEs in one mapping, each above a guard that may not be touched.
//
// Guards      Each is a mark in the page table (Linux 6.13), or a mapping of its own. Where the
//             kernel has no marks, and all machines of the process together have more PEs than
//             there may be mappings, every n-th stack has one: guards_every() says so, and
//             overran() finds what went below another, after the event.
// Kept        The stacks of a small pool that is gone serve the next one: the first touch of fresh
//             pages is most of what a small run costs this computer. They are not cleared. At most
//             64 MiB are kept, until the process ends.
// Threads     Constant after construction. Pools may be made and destroyed on any thread.
// Invariants  Only pages that were touched are resident.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace toruscope::core {

class StackPool {
 public:
  /// Makes the stacks. `extra` bytes more on each, for what the system keeps there. Above each, in
  /// the page of its top, is room for `above` bytes of the caller's. `before_each` is called while
  /// they are made, and may throw.
  /// Errors    HostLimitError if the address space or the guards cannot be had.
  StackPool(int count, std::size_t bytes, std::size_t extra = 0, std::size_t above = 0,
            const std::function<void()>& before_each = {});
  /// Limits of the kernel: guards that are mappings of their own, and marks.
  struct Allowed {
    std::size_t mappings = 0;
    bool marks = true;
  };
  /// Makes a pool under given limits, for tests.
  StackPool(int count, std::size_t bytes, std::size_t extra, std::size_t above, const Allowed& guards,
            const std::function<void()>& before_each = {});
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  ~StackPool();

  [[nodiscard]] std::byte* bottom(int index) const;  ///< lowest usable address
  [[nodiscard]] std::size_t above() const { return above_; }
  [[nodiscard]] std::byte* top(int index) const { return bottom(index) + size_; }
  /// distance from a stack to the next
  [[nodiscard]] std::size_t distance() const { return stride_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t asked() const { return asked_; }
  [[nodiscard]] int guards_every() const { return guards_every_; }
  /// The first of the stacks without a guard below which something was written where another's
  /// would have its guard. A signal handler may call this.
  [[nodiscard]] std::optional<int> overran() const;
  /// The stack below which `address` lies where its guard is.
  [[nodiscard]] std::optional<int> overflowed(const void* address) const;

 private:
  bool take_kept(const Allowed& guards);
  void map();
  void guard(const Allowed& guards, const std::function<void()>& before_each);
  void unmap_all() const;
  [[nodiscard]] std::byte* guard_of(std::size_t index) const { return base_ + stride_ * index; }

  int count_;
  std::size_t asked_;
  std::size_t page_;
  std::size_t above_;
  std::size_t size_;
  std::size_t stride_;
  int mapped_;                      ///< stacks in the mapping: no fewer than count_
  std::size_t guard_mappings_ = 0;  ///< guards of the mapping that are mappings themselves
  int guards_every_ = 1;
  std::byte* base_ = nullptr;
};

}  // namespace toruscope::core
