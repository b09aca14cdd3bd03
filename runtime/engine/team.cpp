// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/team.hpp"

#include "runtime/core/sanitizers.hpp"
#include "runtime/core/thread_limits.hpp"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <tbb/task_arena.h>
#include <thread>
#include <utility>
#include <vector>

namespace toruscope::core {

namespace {

/// ThreadSanitizer cannot see into oneTBB's library.
constexpr bool kUseArena = TORUSCOPE_TSAN == 0;

/// Checks first that the address space has room for each thread's stack and for the small pieces
/// that a thread asks for later: the system ends a process that is refused those.
/// Errors    std::bad_alloc.
void require_room(int workers) {
  constexpr std::size_t kOwn = std::size_t{4} << 20U;
  pthread_attr_t usual;
  std::size_t stack = 0;
  if (pthread_getattr_default_np(&usual) != 0) throw std::bad_alloc();
  pthread_attr_getstacksize(&usual, &stack);
  pthread_attr_destroy(&usual);
  const std::size_t bytes = kOwn + static_cast<std::size_t>(workers - 1) * (stack + kOwn);
  void* const room = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  munmap(room, bytes);
}

/// The members of a team on the way to their places. Nobody works before all are there: one that is
/// missing would be waited for without end.
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
  require_room(workers);
  if (workers == 1) {
    work(0);
    return;
  }
  tbb::task_arena arena(workers,
                        // all places are for the threads that are here
                        static_cast<unsigned>(workers));
  Assembly assembly(workers);
  const auto take_part = [&](int w) {
    bool is_there = false;
    const auto wait_and_work = [&] {
      is_there = true;
      assembly.arrive();
      if (assembly.is_complete()) work(w);
    };
    try {
      if constexpr (kUseArena)
        arena.execute(wait_and_work);
      else
        wait_and_work();
    } catch (...) {
      if (is_there) throw;
      assembly.refuse(std::current_exception());  // oneTBB got no memory for a place
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
