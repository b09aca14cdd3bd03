// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/team.hpp"

#include "runtime/core/thread_limits.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace toruscope::core {

void run_team(int workers, const std::function<void(int)>& work) {
  if (workers == 1) {
    work(0);
    return;
  }
  enum class Fate { open, complete, given_up };
  std::atomic<Fate> fate{Fate::open};
  const auto decide = [&](Fate decided) {
    fate.store(decided, std::memory_order_release);
    fate.notify_all();
  };
  std::vector<std::jthread> others;
  try {
    within_thread_limits([&] {
      for (int w = 1; w < workers; ++w)
        others.emplace_back([&, w] {
          fate.wait(Fate::open, std::memory_order_acquire);
          if (fate.load(std::memory_order_acquire) == Fate::complete) work(w);
        });
    });
  } catch (...) {
    decide(Fate::given_up);
    throw;
  }
  decide(Fate::complete);
  work(0);
}

}  // namespace toruscope::core
