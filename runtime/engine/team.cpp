// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/team.hpp"

#include "runtime/engine/sanitizers.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <thread>
#include <vector>

namespace toruscope::detail {

namespace {

/// The places of a team that are still to be taken. Shared by the caller and the threads that join.
class Places {
 public:
  Places(int workers, const std::function<void(int)>& work) : workers_(workers), work_(work) {}

  /// Takes the next place and works there; nothing to do if all are taken.
  void join() {
    const int place = next_.fetch_add(1, std::memory_order_acq_rel);
    if (place < workers_) work_(place);
  }
  [[nodiscard]] int taken() const { return next_.load(std::memory_order_acquire); }

 private:
  const int workers_;
  const std::function<void(int)>& work_;
  std::atomic<int> next_{1};  // place 0 is the caller's
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
  const auto with_helpers = [&](auto&& wait_for_arena) {
    wait_for_arena();
    std::vector<std::jthread> own;
    for (int missing = workers - places.taken(); missing > 0; --missing)
      own.emplace_back([&] { places.join(); });
    work(0);
  };
  if (!kUseArena) {
    with_helpers([] {});
    return;
  }
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(workers));
  tbb::task_arena arena(workers);
  arena.execute([&] {
    tbb::task_group tasks;
    for (int w = 1; w < workers; ++w) tasks.run([&places] { places.join(); });
    with_helpers([&] {
      const auto deadline = std::chrono::steady_clock::now() + kPatience;
      while (places.taken() < workers && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    });
    tasks.wait();
  });
}

}  // namespace toruscope::detail
