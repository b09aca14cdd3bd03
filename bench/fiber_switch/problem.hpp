// SPDX-License-Identifier: Apache-2.0
// PEs only take turns: a worker resumes each, which suspends at once; or each resumes the next.

#pragma once

#include "runtime/engine/pe_context.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace toruscope::bench {

enum class Turns { by_worker, hand_over };

/// Round robin over state.range(0) contexts of this kind.
inline void switch_round_robin(benchmark::State& state, PeEngine kind, Turns turns) {
  const int pes = static_cast<int>(state.range(0));
  const core::StackPool stacks(pes, 64 * 1024);
  std::vector<std::unique_ptr<core::PeContext>> contexts(static_cast<std::size_t>(pes));
  std::vector<std::int64_t> resumed(contexts.size());
  bool is_begun = false;
  bool is_over = false;
  for (std::size_t i = 0; i < contexts.size(); ++i)
    contexts[i] = core::context_kind(kind).make(static_cast<Rank>(i), stacks, static_cast<int>(i), [&, i] {
      while (!is_over) {
        ++resumed[i];
        const bool is_last = i + 1 == contexts.size();
        contexts[i]->suspend(turns == Turns::by_worker || is_last || !is_begun ? nullptr
                                                                               : contexts[i + 1].get());
      }
    });

  for (const auto& context : contexts) context->resume();
  is_begun = true;
  std::int64_t rounds = 1;
  for (auto _ : state) {
    for (const auto& context : contexts) {
      context->resume();
      if (turns == Turns::hand_over) break;
    }
    ++rounds;
  }

  is_over = true;
  for (const auto& context : contexts) context->resume();
  for (const std::int64_t count : resumed)
    if (count != rounds) state.SkipWithError("a context was not resumed once per round");
  state.counters["s_per_turn"] = benchmark::Counter(static_cast<double>((rounds - 1) * pes),
                                                    benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace toruscope::bench
