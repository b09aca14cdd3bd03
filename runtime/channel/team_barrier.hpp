// SPDX-License-Identifier: Apache-2.0
// Meeting of a run's workers between two phases. The last to arrive does the serial part for all.
//
// A member that waits spins at first: the others are mostly there within microseconds. After a wait
// whose spins were in vain, as processors do something else, the next 0, 1, 3, 7, ... waits of all
// members, at most 256, sleep at once.
//
// Threads     Each of the `size` workers calls meet(), in the same order of meetings.
// Order       A arrive: fetch_add (acquire-release) of arrived_; the last one sees all before.
//             R release: store-release of generation_, seen by the waiters' load-acquire.
//             W wake: a waiter reads wakes_ before it looks for work; later wakes end its sleep.
//             S sleep: it counts itself in sleepers_, then looks at wakes_ again; who wakes adds to
//             wakes_, then looks at sleepers_. Both are sequentially consistent: one sees the
//             other.

#pragma once

#include "runtime/core/processors.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace toruscope::core {

class TeamBarrier {
 public:
  explicit TeamBarrier(int size) : size_(size) {}

  /// Returns when all have come and the last has run `serial`. A waiting member calls `idle` again
  /// and again while it spins, then sleeps and calls it after each wake().
  template <class Serial, class Idle>
  void meet(Serial&& serial, Idle&& idle) {
    // changes only in meetings
    const std::uint32_t generation = generation_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {  // A
      serial();
      arrived_.store(0, std::memory_order_relaxed);                  // mine: all others wait
      generation_.store(generation + 1, std::memory_order_release);  // R
      wake();
      return;
    }
    const int spins = spins_of_wait();
    for (int waited = 0;; ++waited) {
      const std::uint32_t seen = wakes_.load(std::memory_order_acquire);  // W
      if (generation_.load(std::memory_order_acquire) != generation) {    // R
        if (spins > 0) note_spins(waited < spins);
        return;
      }
      idle();
      if (waited >= spins) sleep(seen);
    }
  }
  template <class Serial>
  void meet(Serial&& serial) {
    meet(serial, [] {});
  }

  /// Wakes the members that wait: there may be work for them.
  void wake() {
    wakes_.fetch_add(1);                // W, S
    if (sleepers_.load() == 0) return;  // S
    { const std::lock_guard lock(mutex_); }
    woken_.notify_all();
  }

 private:
  static constexpr int kSpins = 10'000;
  static constexpr int kMostSleeps = 256;  // between two waits that spin

  /// How often the wait that begins spins. The counts are hints that members may overwrite.
  [[nodiscard]] int spins_of_wait() {
    const int left = sleeps_left_.load(std::memory_order_relaxed);
    if (left == 0) return spins_;
    sleeps_left_.store(left - 1, std::memory_order_relaxed);
    return 0;
  }
  void note_spins(bool were_answered) {
    const int sleeps = sleeps_.load(std::memory_order_relaxed);
    if (were_answered) {
      if (sleeps != 0) sleeps_.store(0, std::memory_order_relaxed);
      return;
    }
    sleeps_left_.store(sleeps, std::memory_order_relaxed);
    sleeps_.store(std::min(2 * sleeps + 1, kMostSleeps), std::memory_order_relaxed);
  }
  /// Sleeps until wakes_ is no longer what was seen. No atomic wait: that gives the processor away
  /// some times first, for a whole time slice each on a busy computer.
  void sleep(std::uint32_t seen) {
    std::unique_lock lock(mutex_);
    sleepers_.fetch_add(1);                                    // S
    woken_.wait(lock, [&] { return wakes_.load() != seen; });  // S
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

  const int size_;
  /// Spins before a member sleeps; none with fewer processors than members, which need them.
  const int spins_ = size_ <= processors() ? kSpins : 0;
  alignas(64) std::atomic<int> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
  std::atomic<std::uint32_t> wakes_{0};
  std::atomic<int> sleepers_{0};
  std::atomic<int> sleeps_{0};       // that follow the next wait whose spins are not answered
  std::atomic<int> sleeps_left_{0};  // until a wait spins again
  std::mutex mutex_;
  std::condition_variable woken_;
};

}  // namespace toruscope::core
