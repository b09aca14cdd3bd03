// SPDX-License-Identifier: Apache-2.0
// How the context of a PE is made: a fiber (engine/fiber.cpp) or an OS thread (engine/pe_thread.cpp).

#pragma once

#include "runtime/engine/stack.hpp"
#include "runtime/pe/context.hpp"

#include <toruscope/topology.hpp>

#include <functional>
#include <memory>
#include <optional>

namespace toruscope::core {

/// A fiber on the i-th stack of the pool, made by the thread that resumes it. `body` must not throw.
std::unique_ptr<PeContext> make_fiber(const StackPool& stacks, int index, std::function<void()> body);
/// An OS thread on the i-th stack of the pool, named "pe i", or by `pe` if that is given.
/// Errors    HostLimitError if the computer refuses another thread.
std::unique_ptr<PeContext> make_thread(const StackPool& stacks, int index, std::function<void()> body,
                                       std::optional<Rank> pe = std::nullopt);

}  // namespace toruscope::core
