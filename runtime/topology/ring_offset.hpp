// SPDX-License-Identifier: Apache-2.0
// Arithmetic around a ring of n nodes.

#pragma once

#include <algorithm>
#include <cstdint>

namespace toruscope::core {

/// The representative of a in 0 .. n-1; a may be negative.
constexpr int mod(int a, int n) {
  const int remainder = a % n;
  return remainder < 0 ? remainder + n : remainder;
}

/// Signed steps from place a to b, 0 .. n-1, the shorter way round a ring of n: |result| <= n/2. A
/// tie goes in the positive direction.
constexpr int ring_offset(int a, int b, int n) {
  const int forward = b >= a ? b - a : b - a + n;
  return 2 * forward <= n ? forward : forward - n;
}
/// Links between places a and b, 0 .. n-1, the shorter way round a ring of n.
constexpr std::int64_t ring_distance(std::int64_t a, std::int64_t b, std::int64_t n) {
  const std::int64_t steps = a < b ? b - a : a - b;
  return std::min(steps, n - steps);
}
static_assert(ring_distance(3, 0, 4) == 1 && ring_distance(0, 2, 4) == 2 && ring_distance(1, 1, 1) == 0);

static_assert(ring_offset(3, 0, 4) == +1);
static_assert(ring_offset(0, 3, 4) == -1);
static_assert(ring_offset(0, 2, 4) == +2);
static_assert(ring_offset(2, 0, 4) == +2);
static_assert(ring_offset(0, 3, 5) == -2);
static_assert(ring_offset(1, 0, 2) == +1);
static_assert(ring_offset(0, 0, 1) == 0);

}  // namespace toruscope::core
