// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/team.hpp"

#include "runtime/core/sanitizers.hpp"
#include "runtime/core/thread_limits.hpp"

#include <atomic>
#include <tbb/task_arena.h>
#include <thread>
#include <vector>

namespace toruscope::core {

namespace {

/// True if workers are in an arena of oneTBB: ThreadSanitizer cannot see into oneTBB's library.
constexpr bool kUseArena = TORUSCOPE_TSAN == 0;

}  // namespace

void run_team(int workers, const std::function<void(int)>& work) {
  if (workers == 1) {
    work(0);
    return;
  }
  tbb::task_arena arena(workers,
                        // all places are for the threads that are here
                        static_cast<unsigned>(workers));
  const auto work_in_arena = [&](int w) {
    if constexpr (kUseArena)
      arena.execute([&] { work(w); });
    else
      work(w);
  };
  enum class Fate { open, complete, given_up };
  std::atomic<Fate> fate{Fate::open};
  const auto decide = [&](Fate decided) {
    fate.store(decided, std::memory_order_release);
    fate.notify_all();
  };
  // memory that it is refused is told here, not in a thread
  if constexpr (kUseArena) arena.initialize();
  std::vector<std::jthread> others;
  try {
    within_thread_limits([&] {
      for (int w = 1; w < workers; ++w)
        others.emplace_back([&, w] {
          fate.wait(Fate::open, std::memory_order_acquire);
          if (fate.load(std::memory_order_acquire) == Fate::complete) work_in_arena(w);
        });
    });
  } catch (...) {
    decide(Fate::given_up);
    throw;
  }
  decide(Fate::complete);
  work_in_arena(0);
}

}  // namespace toruscope::core
