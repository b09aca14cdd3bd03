// SPDX-License-Identifier: Apache-2.0
// Meeting of a run's workers between two phases. The last to arrive does the serial part for all.
//
// Threads     Each of the `size` workers calls meet(), in the same order of meetings.
// Order       A arrive: fetch_add (acquire-release) of arrived_; the last one sees all before.
//             R release: store-release of generation_, seen by the waiters' load-acquire.
//             W wake: a waiter reads wakes_ before it looks for work; later wakes end its sleep.

#pragma once

#include "runtime/core/processors.hpp"

#include <atomic>
#include <cstdint>

namespace toruscope::core {

class TeamBarrier {
 public:
  explicit TeamBarrier(int size) : size_(size) {}

  /// Returns when all have come and the last has run `serial`. A waiting member calls `idle` again
  /// and again at first, then sleeps and calls it after each wake().
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
    for (int waited = 0;; ++waited) {
      const std::uint32_t seen = wakes_.load(std::memory_order_acquire);      // W
      if (generation_.load(std::memory_order_acquire) != generation) return;  // R
      idle();
      if (waited >= spins_) wakes_.wait(seen, std::memory_order_acquire);
    }
  }
  template <class Serial>
  void meet(Serial&& serial) {
    meet(serial, [] {});
  }

  /// Wakes the members that wait: there may be work for them.
  void wake() {
    wakes_.fetch_add(1, std::memory_order_release);  // W
    wakes_.notify_all();
  }

 private:
  static constexpr int kSpins = 10'000;

  const int size_;
  /// Spins before a member sleeps; none with fewer processors than members, which need them.
  const int spins_ = size_ <= processors() ? kSpins : 0;
  alignas(64) std::atomic<int> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
  std::atomic<std::uint32_t> wakes_{0};
};

}  // namespace toruscope::core
