// SPDX-License-Identifier: Apache-2.0
// A PE as a Boost.Context fiber. The only file that knows how a stack is left and entered.
//
// Invariants  A fiber runs on one thread only: the worker that owns its PE. The C++ runtime keeps the exceptions being
//             handled per thread; they are put aside at each switch, so that a PE may wait inside a catch block.

#include "runtime/engine/pe_context.hpp"
#include "runtime/engine/sanitizers.hpp"

#include <boost/context/fiber.hpp>
#include <cstring>
#include <cxxabi.h>
#include <utility>

namespace toruscope::detail {

namespace {

/// The C++ runtime's record of exceptions caught and uncaught (Itanium C++ ABI 2.2.2).
struct ExceptionState {
  void* caught = nullptr;
  unsigned int uncaught = 0;

  /// `thread`: abi::__cxa_get_globals().
  void swap_with(void* thread) {
    ExceptionState here;
    std::memcpy(&here, thread, sizeof here);
    if (here.is_empty() && is_empty()) return;
    std::memcpy(thread, this, sizeof here);
    *this = here;
  }
  [[nodiscard]] bool is_empty() const { return caught == nullptr && uncaught == 0; }
};

/// The memory is the pool's: nothing to allocate or free.
struct BorrowedStack {
  boost::context::stack_context stack;
  boost::context::stack_context allocate() const { return stack; }
  void deallocate(boost::context::stack_context&) const noexcept {}
};

class Fiber final : public PeContext {
 public:
  Fiber(const StackPool& stacks, int index, std::function<void()> body) : body_(std::move(body)) {
    boost::context::stack_context stack;
    stack.size = stacks.size();
    stack.sp = stacks.bottom(index) + stacks.size();
#if TORUSCOPE_ASAN
    bottom_ = stacks.bottom(index);
    size_ = stacks.size();
    __asan_unpoison_memory_region(bottom_, size_);  // shadow of a stack that lay here before
#endif
#if TORUSCOPE_TSAN
    tsan_inside_ = __tsan_create_fiber(0);
#endif
    inside_ = boost::context::fiber(
        std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack), BorrowedStack{stack},
        [this](boost::context::fiber&& outside) { return run(std::move(outside)); });
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber() override {
#if TORUSCOPE_TSAN
    __tsan_destroy_fiber(tsan_inside_);
#endif
  }

  void resume() override {
    void* const thread = abi::__cxa_get_globals();
    exceptions_.swap_with(thread);
#if TORUSCOPE_TSAN
    tsan_outside_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(tsan_inside_, 0);
#endif
#if TORUSCOPE_ASAN
    void* fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&fake_stack, bottom_, size_);
#endif
    inside_ = std::move(inside_).resume();
#if TORUSCOPE_ASAN
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
    exceptions_.swap_with(thread);
  }

  void suspend() override {
    frame_ = __builtin_frame_address(0);
#if TORUSCOPE_TSAN
    __tsan_switch_to_fiber(tsan_outside_, 0);
#endif
#if TORUSCOPE_ASAN
    void* fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&fake_stack, outside_bottom_, outside_size_);
#endif
    outside_ = std::move(outside_).resume();
#if TORUSCOPE_ASAN
    __sanitizer_finish_switch_fiber(fake_stack, &outside_bottom_, &outside_size_);
#endif
  }

 private:
  boost::context::fiber run(boost::context::fiber&& outside) {
#if TORUSCOPE_ASAN
    __sanitizer_finish_switch_fiber(nullptr, &outside_bottom_, &outside_size_);
#endif
    outside_ = std::move(outside);
    body_();
#if TORUSCOPE_TSAN
    __tsan_switch_to_fiber(tsan_outside_, 0);
#endif
#if TORUSCOPE_ASAN
    __sanitizer_start_switch_fiber(nullptr, outside_bottom_, outside_size_);  // null: never to return
#endif
    return std::move(outside_);
  }

  boost::context::fiber inside_;   // where the PE goes on
  boost::context::fiber outside_;  // where the worker goes on
  ExceptionState exceptions_;      // of whichever side does not run
  std::function<void()> body_;
#if TORUSCOPE_ASAN
  const void* bottom_ = nullptr;
  std::size_t size_ = 0;
  const void* outside_bottom_ = nullptr;
  std::size_t outside_size_ = 0;
#endif
#if TORUSCOPE_TSAN
  void* tsan_inside_ = nullptr;
  void* tsan_outside_ = nullptr;
#endif
};

}  // namespace

std::unique_ptr<PeContext> make_fiber(const StackPool& stacks, int index, std::function<void()> body) {
  return std::make_unique<Fiber>(stacks, index, std::move(body));
}

}  // namespace toruscope::detail
