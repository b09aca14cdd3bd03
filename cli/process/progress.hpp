// SPDX-License-Identifier: Apache-2.0
// How far a command is, in one line on a terminal that is written over: for what takes more than two seconds.
//
// Threads     One thread at a time calls a Progress.

#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace toruscope::cli {

/// A command that takes less shows none.
inline constexpr std::chrono::seconds kFirstProgress{2};

/// "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);
/// "3 of 24 runs, 1.5 per s, 14 s left": the rest is taken to go as fast as what is done. `total` 0: not known.
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

}  // namespace toruscope::cli
