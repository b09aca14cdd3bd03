// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/team.hpp"

#include "runtime/core/sanitizers.hpp"
#include "runtime/core/thread_limits.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <thread>
#include <vector>

namespace toruscope::core {

namespace {

/// The places of a team that are still to be taken. Shared by the caller and the threads that join.
class Places {
 public:
  Places(int workers, const std::function<void(int)>& work) : workers_(workers), work_(work) {}

  /// Takes the next place and works there once the team is complete; nothing to do if all are taken.
  void join() {
    const int place = next_.fetch_add(1, std::memory_order_acq_rel);
    if (place >= workers_) return;
    fate_.wait(Fate::open, std::memory_order_acquire);
    if (fate_.load(std::memory_order_acquire) == Fate::complete) work_(place);
  }
  [[nodiscard]] int taken() const { return next_.load(std::memory_order_acquire); }
  /// Those who have joined work from now on, or go if somebody is missing.
  void decide(bool is_complete) {
    fate_.store(is_complete ? Fate::complete : Fate::given_up, std::memory_order_release);
    fate_.notify_all();
  }

 private:
  enum class Fate { open, complete, given_up };

  const int workers_;
  const std::function<void(int)>& work_;
  std::atomic<int> next_{1};  // place 0 is the caller's
  std::atomic<Fate> fate_{Fate::open};
};

/// ThreadSanitizer cannot see into oneTBB's library: there all threads are our own.
constexpr bool kUseArena = TORUSCOPE_TSAN == 0;
constexpr std::chrono::milliseconds kPatience{20};

}  // namespace

void run_team(int workers, const std::function<void(int)>& work) {
  if (workers == 1) {
    work(0);
    return;
  }
  Places places(workers, work);
  const auto work_with = [&](auto&& start_helpers) {
    std::vector<std::jthread> own;
    try {
      within_thread_limits([&] {
        start_helpers();
        for (int missing = workers - places.taken(); missing > 0; --missing)
          own.emplace_back([&] { places.join(); });
      });
    } catch (...) {
      places.decide(false);
      throw;
    }
    places.decide(true);
    work(0);
  };
  if (!kUseArena) {
    work_with([] {});
    return;
  }
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(workers));
  tbb::task_arena arena(workers);
  arena.execute([&] {
    tbb::task_group tasks;
    work_with([&] {
      for (int w = 1; w < workers; ++w) tasks.run([&places] { places.join(); });
      const auto deadline = std::chrono::steady_clock::now() + kPatience;
      while (places.taken() < workers && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    });
    tasks.wait();
  });
}

}  // namespace toruscope::core
