// SPDX-License-Identifier: Apache-2.0
// Slow motion: when a moment of virtual time is due on this computer, and how late it came.
//
// Threads     Called in the plan of a run, while all other workers wait.
// Not here    What happens at a moment: nothing that a run does depends on how long it waited.

#pragma once

#include <toruscope/report.hpp>
#include <toruscope/units.hpp>

#include <chrono>
#include <functional>

namespace toruscope::detail {

/// A clock that can be waited for: this computer's, or one that a test moves.
class WallClock {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  WallClock() = default;
  WallClock(const WallClock&) = delete;
  WallClock& operator=(const WallClock&) = delete;
  virtual ~WallClock() = default;
  [[nodiscard]] virtual Nanoseconds now() const = 0;
  virtual void sleep(Nanoseconds duration) = 0;
};

/// This computer's clock, which never goes back.
WallClock& steady_wall_clock();

class Pacer {
 public:
  /// One virtual second takes `pace` wall seconds; `tick` is physical and not 0. Wall time counts from now on.
  Pacer(double pace, Time tick, WallClock& clock);

  /// Since the beginning. What would be after some years is due then.
  [[nodiscard]] WallClock::Nanoseconds due(Ticks time) const;
  /// Returns when `time` is due, at once if it was before, or soon after `must_stop()` is true. A time that is not after
  /// all those before is no moment of its own.
  void wait_until(Ticks time, const std::function<bool()>& must_stop);
  [[nodiscard]] const PaceReport& report() const { return report_; }

 private:
  WallClock& clock_;
  const double nanoseconds_per_tick_;
  const WallClock::Nanoseconds start_;
  Ticks reached_;
  PaceReport report_;
};

}  // namespace toruscope::detail
