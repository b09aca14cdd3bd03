// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/in_turn.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace toruscope::core {

void in_turn(int threads, std::size_t count, const std::function<void(std::size_t)>& work) {
  // Relaxed: it deals out numbers; the end of the threads orders all else.
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;
  const auto take = [&] { return next.fetch_add(1, std::memory_order_relaxed); };
  const auto take_all = [&] {
    for (std::size_t i = take(); i < count; i = take()) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        next.store(count, std::memory_order_relaxed);
      }
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (int i = 0; i < threads && threads > 1; ++i) others.emplace_back(take_all);
    } catch (const std::exception&) {
      // The threads that have started do all the work.
    }
    if (others.empty()) take_all();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace toruscope::core
