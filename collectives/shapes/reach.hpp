// SPDX-License-Identifier: Apache-2.0
// Spread of knowledge in the postal model: k ports, each busy for one `occupancy` per message,
// which its receiver can use one `latency` after its begin.
//
//   G(t) = 1 for 0 <= t < latency;   G(t) = G(t - occupancy) + k G(t - latency) for t >= latency
//
//   k = 2, occupancy 1, latency 3     G(0..6) = 1 1 1 3 5 7 13, so 10 PEs take 6
//
// Latency is a time, not a number of steps, so lambda = latency / occupancy may be any fraction.
// Source  Bar-Noy, Kipnis, "Designing Broadcasting Algorithms in the Postal Model for
//         Message-Passing Systems", Math. Systems Theory 27, 1994 (generalised Fibonacci numbers);
//         k ports: Lin, Yeh, parallel prefix in the k-port postal model, Theorem 1.

#pragma once

#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace toruscope::collectives {

class Reach {
 public:
  /// Reach among n PEs. Precondition: occupancy, latency >= 0 (occupancy 0 tells all); n, k >= 1.
  Reach(Ticks occupancy, Ticks latency, int k, std::int64_t n) {
    if (latency == Ticks{}) points_.front().second = n;
    if (occupancy == Ticks{} && known() < n) points_.emplace_back(latency, n);
    // Senders by the time at which they begin their next message.
    std::map<Ticks, std::int64_t> senders{{Ticks{}, 1}};
    while (known() < n) {
      const auto [begin, count] = *senders.begin();
      senders.erase(senders.begin());
      points_.emplace_back(begin + latency, known() + k * count);
      senders[begin + occupancy] += count;
      senders[begin + latency] += k * count;
    }
  }

  /// PEs G(t) reached by time t; 0 for t < 0. Exact up to time().
  [[nodiscard]] std::int64_t at(Ticks t) const {
    const auto later = std::upper_bound(points_.begin(), points_.end(), t,
                                        [](Ticks time, const auto& point) { return time < point.first; });
    return later == points_.begin() ? 0 : std::prev(later)->second;
  }
  /// Time to reach all: min { t : G(t) >= n }.
  [[nodiscard]] Ticks time() const { return points_.back().first; }

 private:
  [[nodiscard]] std::int64_t known() const { return points_.back().second; }

  std::vector<std::pair<Ticks, std::int64_t>> points_{{Ticks{}, 1}};  // the times at which G grows
};

}  // namespace toruscope::collectives
