// SPDX-License-Identifier: Apache-2.0
// The flow of control of one PE: something that runs until it suspends itself, and can be resumed.
//
// Threads     resume: the worker that owns the PE. suspend: from inside the PE. Control is in one of the two.

#pragma once

#include "runtime/engine/stack.hpp"

#include <functional>
#include <memory>

namespace toruscope::detail {

class PeContext {
 public:
  PeContext() = default;
  PeContext(const PeContext&) = delete;
  PeContext& operator=(const PeContext&) = delete;
  virtual ~PeContext() = default;

  /// Runs the PE until it suspends or ends.
  virtual void resume() = 0;
  /// Gives control back to the worker that resumed.
  virtual void suspend() = 0;
  /// Where on its stack resume() goes on; null if that is not known.
  [[nodiscard]] const void* frame() const { return frame_; }

 protected:
  const void* frame_ = nullptr;
};

/// A fiber on the i-th stack of the pool. `body` must not throw.
std::unique_ptr<PeContext> make_fiber(const StackPool& stacks, int index, std::function<void()> body);
/// An OS thread named "pe i" on the i-th stack of the pool.
/// Errors    HostLimitError if the computer refuses another thread.
std::unique_ptr<PeContext> make_thread(const StackPool& stacks, int index, std::function<void()> body);

}  // namespace toruscope::detail
