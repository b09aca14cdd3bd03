// SPDX-License-Identifier: Apache-2.0
// How the context of a PE is made: a fiber (engine/fiber.cpp) or an OS thread (engine/pe_thread.cpp).

#pragma once

#include "runtime/engine/stack.hpp"
#include "runtime/pe/context.hpp"

#include <toruscope/topology.hpp>

#include <functional>
#include <memory>

namespace toruscope::core {

/// A fiber on the i-th stack of the pool, made by the thread that resumes it. `body` must not throw.
std::unique_ptr<PeContext> make_fiber(const StackPool& stacks, int index, std::function<void()> body);
/// An OS thread named "pe i" on the i-th stack of the pool.
/// Errors    HostLimitError if the computer refuses another thread.
std::unique_ptr<PeContext> make_thread(const StackPool& stacks, int index, std::function<void()> body);
/// The same by the name of another PE than the i-th.
std::unique_ptr<PeContext> make_thread_of(Rank pe, const StackPool& stacks, int index,
                                          std::function<void()> body);

}  // namespace toruscope::core
