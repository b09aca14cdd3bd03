// SPDX-License-Identifier: Apache-2.0
// How a stack is begun, left and entered: by a few instructions of its own on x86-64, by
// Boost.Context elsewhere and under a sanitizer.
//
// A switch keeps what a call of a function keeps (System V ABI): the callee's registers, the
// control words of the processor's floating-point units.
//
// Invariants  Memory of a stack is its owner's. Objects on a stack that is never entered again are
//             not destroyed: whoever owns it unwinds it first.

#pragma once

#include "runtime/core/sanitizers.hpp"

#include <cstddef>
#include <cstdint>

// Shadow stacks (-fcf-protection) are switched by Boost.Context.
#if defined(__CET__)
#define TORUSCOPE_SHADOW_STACK (__CET__ & 2)
#else
#define TORUSCOPE_SHADOW_STACK 0
#endif
#if defined(__x86_64__) && defined(__linux__) && !defined(__ILP32__) && !TORUSCOPE_ASAN && !TORUSCOPE_TSAN && \
    !TORUSCOPE_SHADOW_STACK
#define TORUSCOPE_OWN_SWITCH 1
#else
#define TORUSCOPE_OWN_SWITCH 0
#include <boost/context/fiber.hpp>
#include <memory>
#include <utility>
#endif

#if TORUSCOPE_OWN_SWITCH

extern "C" {
/// Leaves this stack, whose place is written to `from`, for the one at `to`.
void toruscope_switch_stacks(void** from, void* to);
/// The first return of a new stack leads here: calls what lies in r13 with what lies in r12.
void toruscope_begin_stack();
}

// NOLINTNEXTLINE(hicpp-no-assembler): see above
__asm__(R"(
.pushsection .text
.p2align 4
.globl toruscope_switch_stacks
.hidden toruscope_switch_stacks
.type toruscope_switch_stacks, @function
toruscope_switch_stacks:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  .cfi_adjust_cfa_offset 56
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_adjust_cfa_offset -56
  ret
  .cfi_endproc
.size toruscope_switch_stacks, .-toruscope_switch_stacks
.globl toruscope_begin_stack
.hidden toruscope_begin_stack
.type toruscope_begin_stack, @function
toruscope_begin_stack:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  callq *%r13
  ud2
  .cfi_endproc
.size toruscope_begin_stack, .-toruscope_begin_stack
.popsection
)");

namespace toruscope::core {

/// A stack that is not entered: where its registers lie.
using LeftStack = void*;

[[gnu::always_inline]] inline void switch_stacks(LeftStack& from, LeftStack& to) {
  toruscope_switch_stacks(&from, to);
}

/// Begins a stack that ends below `top`, in which `run` runs when it is entered. What `run` returns
/// is entered next, and the stack never again.
template <class Of, LeftStack (Of::*run)()>
LeftStack begin_stack(void* top, std::size_t /*size*/, Of& of) {
  void (*const body)(Of*) noexcept = [](Of* self) noexcept {
    LeftStack here = nullptr;
    LeftStack next = (self->*run)();
    toruscope_switch_stacks(&here, next);
    __builtin_unreachable();
  };
  // As toruscope_switch_stacks() leaves it; the stack is aligned where it returns to.
  auto* place = reinterpret_cast<std::uintptr_t*>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15});
  *--place = 0;
  *--place = 0;
  *--place = reinterpret_cast<std::uintptr_t>(&toruscope_begin_stack);
  *--place = 0;                                       // rbp: the last frame
  *--place = 0;                                       // rbx
  *--place = reinterpret_cast<std::uintptr_t>(&of);   // r12
  *--place = reinterpret_cast<std::uintptr_t>(body);  // r13
  *--place = 0;                                       // r14
  *--place = 0;                                       // r15
  --place;
  __asm__ volatile("stmxcsr (%0)\n\tfnstcw 4(%0)" : : "r"(place) : "memory");
  return place;
}

}  // namespace toruscope::core

#else

namespace toruscope::core {

using LeftStack = boost::context::fiber;

/// A function on top of `to` keeps where `from` goes on. It is entered by a jump, and returns to
/// the call here that once left `to`; a plain resume() jumps there, after which the processor
/// mispredicts every return.
inline void switch_stacks(LeftStack& from, LeftStack& to) {
  static_cast<void>(std::move(to).resume_with([&from](boost::context::fiber&& left) {
    from = std::move(left);
    return boost::context::fiber{};
  }));
}

template <class Of, LeftStack (Of::*run)()>
LeftStack begin_stack(void* top, std::size_t size, Of& of) {
  struct Borrowed {  // nothing to allocate or free
    boost::context::stack_context stack;
    boost::context::stack_context allocate() const { return stack; }
    void deallocate(boost::context::stack_context&) const noexcept {}
  };
  boost::context::stack_context stack;
  stack.size = size;
  stack.sp = top;
  return {std::allocator_arg, boost::context::preallocated(top, size, stack), Borrowed{stack},
          [&of](boost::context::fiber&&) { return (of.*run)(); }};
}

}  // namespace toruscope::core

#endif
