// SPDX-License-Identifier: Apache-2.0
// Pointers go through a bounded queue, in order: on one thread, and between two.

#pragma once

#include "runtime/path/message.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>
#include <thread>
#include <vector>

namespace toruscope::bench {

inline void count_items(benchmark::State& state, std::int64_t items) {
  state.counters["messages/s"] = benchmark::Counter(static_cast<double>(items), benchmark::Counter::kIsRate);
}

/// Fills the queue and empties it again, on this thread.
template <class Queue>
void same_thread(benchmark::State& state) {
  const auto capacity = static_cast<std::size_t>(state.range(0));
  Queue queue(capacity);
  std::vector<core::Message> messages(capacity);
  std::int64_t items = 0;
  bool is_right = true;
  for (auto _ : state) {
    for (auto& m : messages) is_right = queue.try_push(&m) && is_right;
    for (auto& m : messages) is_right = queue.try_pop() == &m && is_right;
    items += static_cast<std::int64_t>(capacity);
  }
  if (!is_right || queue.try_pop() != nullptr) state.SkipWithError("what came out is not what went in");
  count_items(state, items);
}

/// Measures bursts that one thread pushes and another one pops.
template <class Queue>
void two_threads(benchmark::State& state) {
  constexpr int kBurst = 20'000;
  Queue queue(static_cast<std::size_t>(state.range(0)));
  std::vector<core::Message> messages(64);
  std::int64_t items = 0;
  bool is_right = true;
  for (auto _ : state) {
    std::jthread consumer([&] {
      for (int i = 0; i < kBurst;) {
        const core::Message* m = queue.try_pop();
        if (m == nullptr) {
          std::this_thread::yield();
          continue;
        }
        is_right = is_right && m == &messages[static_cast<std::size_t>(i) % messages.size()];
        ++i;
      }
    });
    for (int i = 0; i < kBurst; ++i)
      while (!queue.try_push(&messages[static_cast<std::size_t>(i) % messages.size()]))
        std::this_thread::yield();
    consumer.join();
    items += kBurst;
  }
  if (!is_right) state.SkipWithError("messages came out in another order");
  count_items(state, items);
}

}  // namespace toruscope::bench
