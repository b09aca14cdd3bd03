// SPDX-License-Identifier: Apache-2.0
// The clocks of a rank: virtual time in nanoseconds and back.

#pragma once

#include <toruscope/parameters.hpp>

#include <cstdint>

namespace toruscope::mpi {

/// Nanoseconds that a reading of a clock takes, so that a loop that waits for a time ends.
inline constexpr std::int64_t kReading = 10;
/// Length of a step in ns, where a machine counts steps.
inline constexpr std::int64_t kNsPerStep = 1000;

/// ns as ticks of the machine, rounded up.
Ticks ticks_of(const Parameters& machine, std::int64_t ns);
std::int64_t ns_of(const Parameters& machine, Ticks time);
double seconds_of(const Parameters& machine, Ticks time);

}  // namespace toruscope::mpi
