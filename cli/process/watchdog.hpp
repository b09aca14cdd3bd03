// SPDX-License-Identifier: Apache-2.0
// Ends the process when a run does not end although it was asked to: a PE that never calls the library cannot be
// stopped otherwise. Until then it draws the run's progress on a terminal.
//
// Threads     Its own thread reads the monitor's atomics and nothing else of the run.

#pragma once

#include <toruscope/machine.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace toruscope::cli {

/// "allreduce by ring: 1.2 ms, 0 of 64 PEs ended, 1,000 messages (500 per s), 40 % of the predicted T, 3 s left".
std::string run_progress_text(const std::string& what, double seconds, const RunMonitor& monitor,
                              const Parameters& machine, std::optional<Ticks> expected);

class Watchdog {
 public:
  /// Watches what is done with `execution` from now on: gives it a monitor and the flag of interrupt.hpp.
  /// `what` names it in reports; `expected` is T by a formula, from which the remaining time is estimated.
  Watchdog(std::string what, Execution& execution, const Parameters& parameters, bool shows_progress,
           std::optional<Ticks> expected = std::nullopt);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  void end_if_overdue(Clock::time_point now);
  void draw_progress();
  [[nodiscard]] bool runs_a_pe() const;
  [[nodiscard]] std::string state_text() const;

  const std::string what_;
  const Parameters parameters_;
  const std::optional<std::chrono::milliseconds> limit_;
  const bool shows_progress_;
  const std::optional<Ticks> expected_;
  const Clock::time_point start_ = Clock::now();
  RunMonitor monitor_;
  std::optional<Clock::time_point> interrupted_at_;
  std::string last_state_;  // of a run that is to end: does anything still happen?
  Clock::time_point still_since_;
  bool has_drawn_ = false;
  std::mutex mutex_;
  std::condition_variable end_;
  bool has_ended_ = false;  // guarded by mutex_
  std::thread thread_;      // last: it uses all the others
};

}  // namespace toruscope::cli
