// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/team.hpp"

#include "runtime/core/sanitizers.hpp"
#include "runtime/core/thread_limits.hpp"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <tbb/task_arena.h>
#include <thread>
#include <utility>
#include <vector>

namespace toruscope::core {

namespace {

/// ThreadSanitizer cannot see into oneTBB's library.
constexpr bool kUseArena = TORUSCOPE_TSAN == 0;

/// Memory that each member finds free before anybody works. The system ends a process that gets none for what a thread keeps of
/// its own, and such memory is asked for late.
constexpr std::size_t kRoom = std::size_t{256} << 10U;

auto take_room() {
  return std::make_unique_for_overwrite<std::byte[]>(kRoom);
}

/// The members of a team on the way to their places. Nobody works before all are there: one that is missing would be
/// waited for without end.
///
/// Threads     Any.
class Assembly {
 public:
  explicit Assembly(int members) : missing_(members) {}

  void arrive() {
    const std::lock_guard lock(mutex_);
    if (--missing_ == 0) changed_.notify_all();
  }
  /// Somebody cannot come.
  void refuse(std::exception_ptr why) {
    const std::lock_guard lock(mutex_);
    if (!refusal_) refusal_ = std::move(why);
    changed_.notify_all();
  }
  /// Waits for all. False if somebody cannot come.
  bool is_complete() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return missing_ == 0 || refusal_; });
    return missing_ == 0;
  }
  /// When all threads have ended: why somebody could not come.
  [[nodiscard]] const std::exception_ptr& refusal() const { return refusal_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int missing_;                 // guarded by mutex_
  std::exception_ptr refusal_;  // likewise
};

}  // namespace

void run_team(int workers, const std::function<void(int)>& work) {
  if (workers == 1) {
    take_room().reset();
    work(0);
    return;
  }
  tbb::task_arena arena(workers,
                        static_cast<unsigned>(workers));  // all places are for the threads that are here
  Assembly assembly(workers);
  const auto take_part = [&](int w) {
    bool is_there = false;
    const auto wait_and_work = [&] {
      auto room = take_room();
      is_there = true;
      assembly.arrive();
      const bool is_complete = assembly.is_complete();
      room.reset();
      if (is_complete) work(w);
    };
    try {
      if constexpr (kUseArena)
        arena.execute(wait_and_work);
      else
        wait_and_work();
    } catch (...) {
      if (is_there) throw;
      assembly.refuse(std::current_exception());  // no memory, or none that oneTBB got
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      within_thread_limits([&] {
        for (int w = 1; w < workers; ++w) others.emplace_back([&, w] { take_part(w); });
      });
    } catch (...) {
      assembly.refuse(std::current_exception());
    }
    take_part(0);
  }
  if (assembly.refusal()) std::rethrow_exception(assembly.refusal());
}

}  // namespace toruscope::core
