// SPDX-License-Identifier: Apache-2.0
// The least time in which one PE's knowledge can reach n PEs in the postal model, in closed form,
// for formulas and lower bounds. Schedules use the recurrence (shapes/reach.hpp).
//
// A PE that is told over b messages, before which their senders had begun a others in all, is told
// at a occupancy + b latency. There are k^b C(a+b-1, b-1) such PEs: each of b senders begins k
// messages per occupancy, and the a waits are dealt to them.
//
//   G(t) = 1 + sum of k^b C(a+b-1, b-1) over b >= 1, a >= 0 with a occupancy + b latency <= t
//
// Source  Bar-Noy, Kipnis, Math. Systems Theory 27, 1994, and Lin, Yeh, parallel prefix in the
//         k-port postal model, Theorem 1, have the recurrence; the sum is its solution.

#pragma once

#include "collectives/shapes/premises.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>

namespace toruscope::collectives {

/// PEs told by time t: min(G(t), n). Precondition: occupancy, latency > 0; n, k >= 1.
inline std::int64_t told_by(Ticks t, Ticks occupancy, Ticks latency, int k, std::int64_t n) {
  std::int64_t told = 1;
  std::int64_t at_once = k;  // k^b
  for (std::int64_t b = 1; b * latency <= t; ++b) {
    std::int64_t count = at_once;
    for (std::int64_t a = 0; b * latency + a * occupancy <= t; ++a) {
      if (a > 0) count = count * (a + b - 1) / a;
      told += count;
      if (told >= n) return n;
    }
    at_once = std::min(n, at_once * k);
  }
  return told;
}

/// min { t : G(t) >= n }. A PE that can begin messages at no cost tells all at once.
inline Ticks spread_time(Ticks occupancy, Ticks latency, int k, std::int64_t n) {
  if (n <= 1 || latency == Ticks{}) return {};
  if (occupancy == Ticks{}) return latency;
  const auto doublings = static_cast<std::int64_t>(ceil_log(2, static_cast<int>(n)));
  Ticks before{-1};
  Ticks enough = doublings * std::max(occupancy, latency);
  while (enough - before > Ticks{1}) {
    const Ticks middle{before.count + (enough.count - before.count) / 2};
    (told_by(middle, occupancy, latency, k, n) >= n ? enough : before) = middle;
  }
  return enough;
}

}  // namespace toruscope::collectives
