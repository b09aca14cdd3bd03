// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/pacer.hpp"

#include <algorithm>
#include <thread>

namespace toruscope::detail {

namespace {

using Nanoseconds = WallClock::Nanoseconds;

constexpr Nanoseconds kNap = std::chrono::milliseconds(20);  // between two looks at whether the run is to end
constexpr double kFarAway = 1e17;                            // nanoseconds: three years

class SteadyClock final : public WallClock {
 public:
  [[nodiscard]] Nanoseconds now() const override { return std::chrono::steady_clock::now().time_since_epoch(); }
  void sleep(Nanoseconds duration) override { std::this_thread::sleep_for(duration); }
};

}  // namespace

WallClock& steady_wall_clock() {
  static SteadyClock clock;  // it has no state
  return clock;
}

Pacer::Pacer(double pace, Time tick, WallClock& clock)
    : clock_(clock),
      nanoseconds_per_tick_(pace * static_cast<double>(tick.value()) * 1e-6),
      start_(clock.now()) {
  report_.pace = pace;
}

Nanoseconds Pacer::due(Ticks time) const {
  const double nanoseconds = nanoseconds_per_tick_ * static_cast<double>(time.count);
  return Nanoseconds(static_cast<std::int64_t>(std::min(nanoseconds, kFarAway)));
}

void Pacer::wait_until(Ticks time, const std::function<bool()>& must_stop) {
  if (time <= reached_) return;
  reached_ = time;
  ++report_.moments;
  const Nanoseconds when = start_ + due(time);
  Nanoseconds now = clock_.now();
  if (now > when) ++report_.late;
  for (; now < when && !must_stop(); now = clock_.now()) clock_.sleep(std::min(kNap, when - now));
  const double lateness = std::chrono::duration<double>(now - when).count();
  report_.largest_lateness_seconds = std::max(report_.largest_lateness_seconds, lateness);
}

}  // namespace toruscope::detail
