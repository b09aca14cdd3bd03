// SPDX-License-Identifier: Apache-2.0
// How n things are dealt to p PEs: runs in rank order, the first n mod p PEs one more than the others.
//
//   n = 75, p = 10      PE 0: 0..7   PE 4: 32..39   PE 5: 40..46   PE 9: 68..74
//
// Source  Lin, Yeh, parallel prefix in the k-port postal model, Algorithm B, whose index iq is that of p | n.

#pragma once

#include <algorithm>
#include <cstdint>

namespace toruscope::detail {

/// Things begin .. end-1.
struct Share {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  [[nodiscard]] constexpr std::int64_t size() const { return end - begin; }
  friend bool operator==(const Share&, const Share&) = default;
};

/// The share of PE i, 0 <= i < p.
constexpr Share share_of(std::int64_t n, std::int64_t p, std::int64_t i) {
  const auto start = [&](std::int64_t j) { return j * (n / p) + std::min(j, n % p); };
  return {start(i), start(i + 1)};
}
static_assert(share_of(75, 10, 5).begin == 40 && share_of(75, 10, 9).end == 75 &&
              share_of(3, 5, 4).size() == 0);

}  // namespace toruscope::detail
