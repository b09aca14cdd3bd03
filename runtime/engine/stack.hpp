// SPDX-License-Identifier: Apache-2.0
// The stacks of all PEs in one mapping, each above a mebibyte that may not be touched.
//
// Threads     Constant after construction.
// Invariants  Only pages that were touched are resident. Where the kernel does not allow a guard per stack, every
//             n-th has one, and guards_every() says so.

#pragma once

#include <cstddef>
#include <optional>

namespace toruscope::detail {

class StackPool {
 public:
  /// `extra` bytes more on each, for what the system keeps there.
  /// Errors    HostLimitError if the address space cannot be had.
  StackPool(int count, std::size_t bytes, std::size_t extra = 0);
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  ~StackPool();

  [[nodiscard]] std::byte* bottom(int index) const;  ///< lowest usable address
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t asked() const { return asked_; }
  [[nodiscard]] int guards_every() const { return guards_every_; }
  /// The stack below which `address` lies in a guard page.
  [[nodiscard]] std::optional<int> overflowed(const void* address) const;

 private:
  int count_;
  std::size_t asked_;
  std::size_t page_;
  std::size_t size_;
  std::size_t stride_;
  int guards_every_ = 1;
  std::byte* base_ = nullptr;
};

}  // namespace toruscope::detail
