// SPDX-License-Identifier: Apache-2.0

#include "mpi/clock.hpp"

#include <algorithm>

namespace toruscope::mpi {

namespace {

constexpr std::int64_t kFemtosecondsInNs = 1'000'000;
__extension__ using Wide = __int128;

}  // namespace

Ticks ticks_of(const Parameters& machine, std::int64_t ns) {
  const std::int64_t tick = machine.tick.value();
  const Wide count = tick == 0 ? (Wide{ns} * machine.ticks_per_step + kNsPerStep - 1) / kNsPerStep
                               : (Wide{ns} * kFemtosecondsInNs + tick - 1) / tick;
  constexpr std::int64_t kMost = std::int64_t{1} << 61;
  return Ticks{static_cast<std::int64_t>(std::min<Wide>(count, kMost))};
}

std::int64_t ns_of(const Parameters& machine, Ticks time) {
  const std::int64_t tick = machine.tick.value();
  return static_cast<std::int64_t>(tick == 0 ? Wide{time.count} * kNsPerStep / machine.ticks_per_step
                                             : Wide{time.count} * tick / kFemtosecondsInNs);
}

double seconds_of(const Parameters& machine, Ticks time) {
  constexpr double kStep = 1e-9 * kNsPerStep;
  return machine.tick.value() != 0
             ? seconds(time, machine)
             : static_cast<double>(time.count) / static_cast<double>(machine.ticks_per_step) * kStep;
}

}  // namespace toruscope::mpi
