// SPDX-License-Identifier: Apache-2.0
// A PE as a fiber. The only file that, with engine/stack_switch.hpp, knows how a stack is left and
// entered.
//
// Invariants  A fiber runs on one thread only: the worker that owns its PE, which makes it and
//             enters it first, and to which control goes when it ends. The C++ runtime keeps the
//             exceptions being handled per thread; they are put aside at each switch, so that a PE
//             may wait inside a catch block.

#include "runtime/core/in_blocks.hpp"
#include "runtime/core/sanitizers.hpp"
#include "runtime/engine/pe_context.hpp"
#include "runtime/engine/stack_switch.hpp"

#include <cstring>
#include <cxxabi.h>
#include <utility>

namespace toruscope::core {

namespace {

/// The C++ runtime's record of exceptions caught and uncaught (Itanium C++ ABI 2.2.2).
struct ExceptionState {
  void* caught = nullptr;
  unsigned int uncaught = 0;

  [[nodiscard]] bool is_empty() const { return caught == nullptr && uncaught == 0; }
};

struct Outside;

/// A side of a switch: a stack that is left and entered.
struct Side {
  LeftStack goes_on{};         // where it does; no meaning while it runs
  ExceptionState exceptions;   // put aside while another runs
  Outside* outside = nullptr;  // of the worker
#if TORUSCOPE_ASAN
  const void* bottom = nullptr;
  std::size_t size = 0;
#endif
#if TORUSCOPE_TSAN
  void* fiber = nullptr;
#endif
};

/// The side of a worker.
struct Outside : Side {
  void* const exceptions_here = abi::__cxa_get_globals();  // of the side that runs
};

void exchange_exceptions(Side& from, const Side& to) {
  void* const here = from.outside->exceptions_here;
  std::memcpy(&from.exceptions, here, sizeof from.exceptions);
  if (!from.exceptions.is_empty() || !to.exceptions.is_empty())
    std::memcpy(here, &to.exceptions, sizeof to.exceptions);
}

/// Leaves `from` for `to`; returns when `from` is entered again. Not inlined: all switches return
/// to the one call here, as the processor expects.
#if defined(__clang__)
[[gnu::noinline]]
#else
[[gnu::noipa]]  // nor copied for constant arguments
#endif
void leave(Side& from, Side& to) {
  exchange_exceptions(from, to);
#if TORUSCOPE_TSAN
  __tsan_switch_to_fiber(to.fiber, 0);
#endif
#if TORUSCOPE_ASAN
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, to.bottom, to.size);
#endif
  switch_stacks(from.goes_on, to.goes_on);
#if TORUSCOPE_ASAN
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

/// Storage that is not destroyed: a program may end the process while its worker waits, whose stack
/// must not be unwound from there.
union OutsideOfThread {
  OutsideOfThread() : outside() { outside.outside = &outside; }
  OutsideOfThread(const OutsideOfThread&) = delete;
  OutsideOfThread& operator=(const OutsideOfThread&) = delete;
  ~OutsideOfThread() {}
  Outside outside;
};
thread_local OutsideOfThread this_thread;

class Fiber final : public PeContext, public InBlocks<Fiber> {
 public:
  Fiber(const StackPool& stacks, int index, std::function<void()> body) : body_(std::move(body)) {
    constexpr std::ptrdiff_t kRoom = std::ptrdiff_t{16} << 10U;
    floor_ = stacks.bottom(index) + kRoom;
    inside_.outside = &this_thread.outside;
#if TORUSCOPE_ASAN
    inside_.bottom = stacks.bottom(index);
    inside_.size = stacks.size();
    // shadow of a stack that lay here before
    __asan_unpoison_memory_region(inside_.bottom, inside_.size);
#endif
#if TORUSCOPE_TSAN
    inside_.fiber = __tsan_create_fiber(0);
#endif
    inside_.goes_on = begin_stack<Fiber, &Fiber::run>(stacks.top(index), stacks.size(), *this);
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber() override {
#if TORUSCOPE_TSAN
    __tsan_destroy_fiber(inside_.fiber);
#endif
  }

  void resume() override {
#if TORUSCOPE_TSAN
    inside_.outside->fiber = __tsan_get_current_fiber();
#endif
    leave(*inside_.outside, inside_);
  }

  void suspend(PeContext* next) override {
    // what the switch keeps there, and the frame of leave()
    constexpr std::size_t kBelow = 256;
    frame_ = static_cast<const std::byte*>(__builtin_frame_address(0)) - kBelow;
    leave(inside_, next != nullptr ? static_cast<Fiber&>(*next).inside_ : *inside_.outside);
  }

 private:
  /// Returns the stack that is entered next.
  LeftStack run() {
    Outside& outside = *inside_.outside;
#if TORUSCOPE_ASAN
    __sanitizer_finish_switch_fiber(nullptr, &outside.bottom, &outside.size);
#endif
    body_();
    exchange_exceptions(inside_, outside);
#if TORUSCOPE_TSAN
    __tsan_switch_to_fiber(outside.fiber, 0);
#endif
#if TORUSCOPE_ASAN
    __sanitizer_start_switch_fiber(nullptr, outside.bottom, outside.size);  // null: never to return
#endif
    return std::move(outside.goes_on);
  }

  Side inside_;
  std::function<void()> body_;
};

}  // namespace

std::unique_ptr<PeContext> make_fiber(const StackPool& stacks, int index, std::function<void()> body) {
  return std::make_unique<Fiber>(stacks, index, std::move(body));
}

}  // namespace toruscope::core
