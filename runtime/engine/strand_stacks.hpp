// SPDX-License-Identifier: Apache-2.0
// Contexts for operations that PEs start (T13), and their stacks: made when they are asked for, and used again.
//
// Threads     Belongs to a worker.

#pragma once

#include "runtime/engine/stack.hpp"
#include "runtime/pe/context.hpp"

#include <toruscope/machine.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace toruscope::core {

class StrandStacks {
 public:
  /// Stacks as long as those of the PEs, with `extra` bytes more.
  StrandStacks(PeEngine engine, std::size_t bytes, std::size_t extra);
  StrandStacks(const StrandStacks&) = delete;
  StrandStacks& operator=(const StrandStacks&) = delete;
  ~StrandStacks();

  /// A context as its PE's is, in which `body` runs; it must not outlive this.
  /// Errors    HostLimitError if this computer refuses the stack or a thread.
  [[nodiscard]] std::unique_ptr<PeContext> make_context(Rank pe, std::function<void()> body);

 private:
  class Context;

  const PeEngine engine_;
  const std::size_t bytes_;
  const std::size_t extra_;
  std::vector<std::unique_ptr<StackPool>> free_;
};

}  // namespace toruscope::core
