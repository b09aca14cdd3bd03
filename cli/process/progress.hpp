// SPDX-License-Identifier: Apache-2.0
// How far a command is, in one line on a terminal that is written over, for what takes more than
// two seconds; and the end of a process whose run does not end although it was asked to: a PE that
// never calls the library cannot be stopped otherwise.
//
// Threads     One thread at a time calls a Progress. A Watchdog's own thread reads the monitor's
//             atomics and nothing else of the run.

#pragma once

#include <toruscope/machine.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace toruscope::cli {

/// A command that takes less shows none.
inline constexpr std::chrono::seconds kFirstProgress{2};

/// "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);
/// "3 of 24 runs, 1.5 per s, 14 s left", at the same speed. `total` 0: not known.
std::string progress_text(std::size_t done, std::size_t total, std::string_view noun, double seconds);

/// Writes over the line, cut at the terminal's width; an empty line is none.
void draw_progress_line(const std::string& line);

/// The runs of a command. Its line goes away with it.
class Progress {
 public:
  /// `total` 0: not known.
  Progress(std::size_t total, bool is_shown) : total_(total), is_shown_(is_shown) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// One more run is done.
  void step();

 private:
  using Clock = std::chrono::steady_clock;

  const std::size_t total_;
  const bool is_shown_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_at_;
  std::size_t done_ = 0;
  bool has_drawn_ = false;
};

/// "allreduce by ring: 1.2 ms, 0 of 64 PEs ended, 1,000 messages (500 per s), 40 % of the predicted
/// T, 3 s left".
std::string run_progress_text(const std::string& what, double seconds, const RunMonitor& monitor,
                              const Parameters& machine, std::optional<Ticks> expected);

class Watchdog {
 public:
  /// Watches what is done with `execution` from now on: gives it a monitor and the flag of
  /// ending.hpp. `what` names it in reports; the remaining time is estimated from `expected`, T by
  /// a formula.
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
