// SPDX-License-Identifier: Apache-2.0
// Meter of a PE's program: how long it has computed on this computer since its last call, in ticks
// of the machine.
//
// Threads     Belongs to its PE; asks for the time of the thread that runs it now, so not across a
//             wait.
// Invariants  (1) The ticks told are, in all, the whole ticks of the time measured: what is left
//                 over is kept.
//             (2) Calls that the library makes of itself are inside the program's own one: only
//                 that one stops the meter.

#pragma once

#include <toruscope/units.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <utility>

namespace toruscope::core {

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

  /// Starts the clock: a call is over and the program goes on, if it was the program's own.
  void start() {
    if (--calls_ == 0) since_ = clock_();
  }
  /// Stops the clock: the library is called, or the program ends. Returns the ticks that have not
  /// been told.
  Ticks stop() {
    if (calls_++ == 0) measure();
    return untold();
  }
  /// Begins a callback: a function of the program is called from inside the library. Returns what
  /// end_callback() wants.
  int begin_callback() {
    since_ = clock_();
    return std::exchange(calls_, 0);
  }
  void end_callback(int calls) {
    measure();
    calls_ = calls;
  }
  /// The ticks that have not been told.
  Ticks untold() { return {std::exchange(left_over_, left_over_ % tick_) / tick_}; }

 private:
  static constexpr std::int64_t kLongest = INT64_MAX / 2;  // more than an hour

  void measure() {
    constexpr std::int64_t kFemtoseconds = 1'000'000;  // of a nanosecond
    const std::int64_t measured =
        std::min((clock_() - since_).count(), kLongest / kFemtoseconds) * kFemtoseconds;
    left_over_ = std::min(left_over_ + measured, kLongest);
  }

  const std::int64_t tick_;  // femtoseconds
  const std::function<std::chrono::nanoseconds()> clock_;
  std::chrono::nanoseconds since_{};
  std::int64_t left_over_ = 0;  // femtoseconds
  int calls_ = 1;               // of the library, one inside the other; the program has not begun
};

}  // namespace toruscope::core
