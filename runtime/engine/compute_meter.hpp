// SPDX-License-Identifier: Apache-2.0
// How long a PE's program has computed on this computer since its last call, in ticks of the machine.
//
// Threads     Belongs to its PE; asks for the time of the thread that runs it now, so not across a wait.
// Invariants  The ticks told are, in all, the whole ticks of the time measured: what is left over is kept.

#pragma once

#include <toruscope/units.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <utility>

namespace toruscope::detail {

/// Processor time of the thread that asks.
inline std::chrono::nanoseconds thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

class ComputeMeter {
 public:
  /// `tick` is physical and not 0. An empty `clock` is thread_time.
  ComputeMeter(Time tick, std::function<std::chrono::nanoseconds()> clock)
      : tick_(tick.value()), clock_(clock ? std::move(clock) : thread_time) {}

  /// The program goes on.
  void start() { since_ = clock_(); }
  /// It calls the library, or ends. Returns the ticks since start().
  Ticks stop() {
    constexpr std::int64_t kFemtoseconds = 1'000'000;                 // of a nanosecond
    constexpr std::int64_t kLongest = INT64_MAX / kFemtoseconds / 2;  // in nanoseconds: more than an hour
    const std::chrono::nanoseconds now = clock_();
    const std::int64_t nanoseconds = std::min((now - std::exchange(since_, now)).count(), kLongest);
    const std::int64_t measured = left_over_ + nanoseconds * kFemtoseconds;
    left_over_ = measured % tick_;
    return {measured / tick_};
  }

 private:
  const std::int64_t tick_;  // femtoseconds
  const std::function<std::chrono::nanoseconds()> clock_;
  std::chrono::nanoseconds since_{};
  std::int64_t left_over_ = 0;  // femtoseconds, less than a tick
};

}  // namespace toruscope::detail
