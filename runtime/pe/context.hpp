// SPDX-License-Identifier: Apache-2.0
// The flow of control of one PE: something that runs until it suspends itself, and can be resumed.
// A fiber that suspends itself may give control to another PE of its worker directly, which costs
// one switch instead of two; a thread may not, for it is there for debuggers, and as the fibers'
// oracle.
//
// Threads     resume: the worker that owns the PE. suspend: from inside the PE. Control is in one
//             of them.
// Not here    How a context is made (engine/pe_context.hpp).

#pragma once

namespace toruscope::core {

class PeContext {
 public:
  PeContext() = default;
  PeContext(const PeContext&) = delete;
  PeContext& operator=(const PeContext&) = delete;
  virtual ~PeContext() = default;

  /// Runs the PE until it, or one that had control after it, gives control back or ends.
  virtual void resume() = 0;
  /// Gives control to `next`, a fiber as this is, of the same worker, that has run before and is
  /// suspended; null: to the worker.
  virtual void suspend(PeContext* next) = 0;
  /// True if the address lies where the guard of its stack is. Asked of operations that PEs start;
  /// of PEs' own stacks their pool knows.
  [[nodiscard]] virtual bool is_below(const void* address) const {
    static_cast<void>(address);
    return false;
  }
  /// The lowest address, about, of its stack that going on reads; null if that is not known.
  [[nodiscard]] const void* frame() const { return frame_; }

  /// The address below which its stack is nearly used up; of a PE's own fiber.
  [[nodiscard]] const void* floor() const { return floor_; }

 protected:
  const void* floor_ = nullptr;
  const void* frame_ = nullptr;
};

}  // namespace toruscope::core
