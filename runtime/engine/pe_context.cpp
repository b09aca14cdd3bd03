// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/pe_context.hpp"

#include <utility>

namespace toruscope::core {

namespace {

std::unique_ptr<PeContext> make_fiber_of(Rank, const StackPool& stacks, int index, std::function<void()> body) {
  return make_fiber(stacks, index, std::move(body));
}

constexpr std::size_t kKiB = 1024;

constexpr ContextKind kFibers{
    .name = "fibers", .is_thread = false, .stack_extra = 0, .bytes_beside_stack = 0, .make = &make_fiber_of};
constexpr ContextKind kThreads{.name = "threads",
                               .is_thread = true,
                               .stack_extra = 64 * kKiB,         // thread-local storage
                               .bytes_beside_stack = 16 * kKiB,  // kernel stack and bookkeeping
                               .make = &make_thread};

}  // namespace

const ContextKind& context_kind(PeEngine engine) {
  return engine == PeEngine::fibers ? kFibers : kThreads;
}

}  // namespace toruscope::core
