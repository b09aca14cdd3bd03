// SPDX-License-Identifier: Apache-2.0
// The kinds of context that a PE can have, in a table: a fiber (engine/fiber.cpp) or an OS thread
// (engine/pe_thread.cpp).

#pragma once

#include "runtime/engine/stack.hpp"
#include "runtime/pe/context.hpp"

#include <toruscope/machine.hpp>
#include <toruscope/topology.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace toruscope::core {

/// The requests that the machine makes of a PeEngine.
struct ContextKind {
  const char* name;  ///< name in the command line and in reports
  /// an OS thread of its own; else it can give control to another of its worker's
  bool is_thread;
  std::size_t stack_extra;         ///< bytes that a stack needs besides
  std::size_t bytes_beside_stack;  ///< an estimate
  /// A context on the i-th stack of the pool, for the PE `pe`, made by the thread that resumes it.
  /// `body` must not throw.
  /// Errors    HostLimitError if the computer refuses another thread.
  std::unique_ptr<PeContext> (*make)(Rank pe, const StackPool& stacks, int index, std::function<void()> body);
};

[[nodiscard]] const ContextKind& context_kind(PeEngine engine);

std::unique_ptr<PeContext> make_fiber(const StackPool& stacks, int index, std::function<void()> body);
/// Makes a thread with the name "pe N".
std::unique_ptr<PeContext> make_thread(Rank pe, const StackPool& stacks, int index, std::function<void()> body);

}  // namespace toruscope::core
