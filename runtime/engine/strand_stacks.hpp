// SPDX-License-Identifier: Apache-2.0
// Contexts for operations that PEs start (T13), and their stacks: made when they are asked for, and
// used again.
//
// Threads     Belongs to a worker.

#pragma once

#include "runtime/engine/pe_context.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace toruscope::core {

class StrandStacks {
 public:
  /// Contexts of this kind, on stacks as long as those of the PEs.
  StrandStacks(const ContextKind& kind, std::size_t bytes);
  StrandStacks(const StrandStacks&) = delete;
  StrandStacks& operator=(const StrandStacks&) = delete;
  ~StrandStacks();

  /// Makes a context of the kind that its PE has, in which `body` runs; it must not outlive this.
  /// Errors    HostLimitError if this computer refuses the stack or a thread.
  [[nodiscard]] std::unique_ptr<PeContext> make_context(Rank pe, std::function<void()> body);

 private:
  class Context;

  const ContextKind& kind_;
  const std::size_t bytes_;
  std::vector<std::unique_ptr<StackPool>> free_;
};

}  // namespace toruscope::core
