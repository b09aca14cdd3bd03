// SPDX-License-Identifier: Apache-2.0
// Where the workers of a run meet between two phases. The last to arrive does the serial part for all.
//
// Threads     Each of the `size` workers calls meet(), in the same order of meetings.
// Order       A arrive:  fetch_add (acquire-release) of arrived_; the last one sees all that came before.
//             R release: store-release of generation_, seen by the waiters' load-acquire.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace toruscope::detail {

class TeamBarrier {
 public:
  explicit TeamBarrier(int size) : size_(size) {}

  /// Returns when all have come and `serial` has run, once, on the last one. While waiting, `idle` is called
  /// again and again; if it is not needed (`may_sleep`), a long wait sleeps until the end, else it naps.
  template <class Serial, class Idle>
  void meet(Serial&& serial, Idle&& idle, bool may_sleep) {
    const std::uint32_t generation = generation_.load(std::memory_order_relaxed);  // changes only in meetings
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {           // A
      serial();
      arrived_.store(0, std::memory_order_relaxed);                  // mine: all others wait
      generation_.store(generation + 1, std::memory_order_release);  // R
      generation_.notify_all();
      return;
    }
    for (int waited = 0; generation_.load(std::memory_order_acquire) == generation; ++waited) {  // R
      idle();
      if (waited < spins_) continue;
      if (waited < spins_ + kYields) {
        std::this_thread::yield();
      } else if (may_sleep) {
        generation_.wait(generation, std::memory_order_acquire);  // R
      } else {
        std::this_thread::sleep_for(kNap);  // there may be work for idle() any time
      }
    }
  }
  template <class Serial>
  void meet(Serial&& serial) {
    meet(
        serial, [] {}, true);
  }

 private:
  static constexpr int kSpins = 2000;
  static constexpr int kYields = 20;
  static constexpr std::chrono::microseconds kNap{20};

  const int size_;
  /// With fewer processors than members, spinning keeps the one away that all wait for.
  const int spins_ = size_ <= static_cast<int>(std::thread::hardware_concurrency()) ? kSpins : 0;
  alignas(64) std::atomic<int> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
};

}  // namespace toruscope::detail
