// SPDX-License-Identifier: Apache-2.0
// Reports of faults inside a PE that end the whole process, by the PE's number: an overflow of its
// stack, use of a buffer without data, a fault of its program (SIGSEGV and its like), a call of
// exit().
//
// Not here    The guard pages (engine/stack.hpp).

#pragma once

#include "runtime/engine/stack.hpp"

#include <csignal>
#include <cstddef>
#include <memory>

namespace toruscope::core {

/// Reports what a PE does to the process, while one lives. An overflow of its stack ends the
/// process with exit code 6 and "PE 5 used more than its stack of ..."; use of a buffer without
/// data, and exit(), with code 7. For other faults the PE is named, and the run if it has a name
/// (Execution::name); they then go to the handler that was there before.
///
/// Threads     Any. Several may live at once, in any threads: the first installs the handlers, the
///             last restores what was there before, unless somebody has replaced them in the
///             meantime.
class FaultHandlers {
 public:
  FaultHandlers();
  FaultHandlers(const FaultHandlers&) = delete;
  FaultHandlers& operator=(const FaultHandlers&) = delete;
  ~FaultHandlers();
};

/// Lets this thread handle a fault although its stack is used up, while it lives: faults in the
/// pool's guard pages are recognised, others are reported.
class FaultWatch {
 public:
  explicit FaultWatch(const StackPool& stacks);
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;
  ~FaultWatch();

 private:
  static constexpr std::size_t kBytes = 32 * 1024;
  const StackPool* outer_;
  stack_t outer_stack_{};
  const std::unique_ptr<std::byte[]> memory_;
};

}  // namespace toruscope::core
