// SPDX-License-Identifier: Apache-2.0
// A worker resumes a PE, which suspends at once: two switches per item.

#pragma once

#include "runtime/engine/pe_context.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace toruscope::bench {

using Make = std::unique_ptr<detail::PeContext> (*)(const detail::StackPool&, int, std::function<void()>);

/// Round robin over state.range(0) contexts made by `make`.
inline void switch_round_robin(benchmark::State& state, Make make) {
  const int pes = static_cast<int>(state.range(0));
  const detail::StackPool stacks(pes, 64 * 1024);
  std::vector<std::unique_ptr<detail::PeContext>> contexts(static_cast<std::size_t>(pes));
  std::vector<std::int64_t> resumed(contexts.size());
  bool is_over = false;
  for (std::size_t i = 0; i < contexts.size(); ++i)
    contexts[i] = make(stacks, static_cast<int>(i), [&, i] {
      while (!is_over) {
        ++resumed[i];
        contexts[i]->suspend();
      }
    });

  std::int64_t rounds = 0;
  for (auto _ : state) {
    for (const auto& context : contexts) context->resume();
    ++rounds;
  }

  is_over = true;
  for (const auto& context : contexts) context->resume();
  for (const std::int64_t count : resumed)
    if (count != rounds) state.SkipWithError("a context was not resumed once per round");
  state.counters["switches/s"] =
      benchmark::Counter(static_cast<double>(2 * rounds * pes), benchmark::Counter::kIsRate);
}

}  // namespace toruscope::bench
