// SPDX-License-Identifier: Apache-2.0
// An overflow of a PE's stack is told by name instead of a bare crash.
//
// Not here    The guard pages (engine/stack.hpp).

#pragma once

#include "runtime/engine/stack.hpp"

#include <csignal>
#include <cstddef>
#include <memory>

namespace toruscope::detail {

/// Installs, for the process, a handler that ends it with exit code 6 and "PE 5 used more than its stack of ..." when
/// a guard page is touched; other faults go to the handler that was there before. The command line calls it once.
void install_stack_overflow_report();

/// While it lives, this thread can handle a fault although its stack is used up, and faults in the pool's guard
/// pages are recognised.
class OverflowWatch {
 public:
  explicit OverflowWatch(const StackPool& stacks);
  OverflowWatch(const OverflowWatch&) = delete;
  OverflowWatch& operator=(const OverflowWatch&) = delete;
  ~OverflowWatch();

 private:
  static constexpr std::size_t kBytes = 32 * 1024;
  const StackPool* outer_;
  stack_t outer_stack_{};
  const std::unique_ptr<std::byte[]> memory_;
};

}  // namespace toruscope::detail
