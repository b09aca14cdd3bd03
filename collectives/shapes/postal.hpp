// SPDX-License-Identifier: Apache-2.0
// Postal model of a machine, for messages of one size.
//
// On a step machine with lambda: one step and lambda steps. Elsewhere: the time that a message
// costs its port, or the gap if longer, and the time to its use over one link; longer routes and
// shared links make it later, never wrong. Under LogP these are max(g, o) and 2 o + L, which make
// the optimal tree if g <= 2 o + L.

#pragma once

#include "collectives/magnitude.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/spread_time.hpp"

#include <algorithm>
#include <cstdint>

namespace toruscope::collectives {

struct Postal {
  Ticks occupancy;  ///< of a port, by one message; above 0
  Ticks latency;    ///< from the start of a message until its receiver can use it
  int k = 1;

  /// ceil(latency / occupancy): the postal model's lambda, for algorithms that count in steps.
  [[nodiscard]] int lambda() const {
    constexpr std::int64_t kMost = 1 << 20;  // far beyond what any number of PEs can distinguish
    return static_cast<int>(std::min(kMost, ceil_div(latency.count, occupancy.count)));
  }
  /// Steps in which p PEs can be told, for a whole lambda.
  [[nodiscard]] int steps(std::int64_t p) const {
    return static_cast<int>(spread_time(Ticks{1}, Ticks{lambda()}, k, p).count);
  }
};

inline Postal postal(const Costs& costs, int ports, std::size_t bytes) {
  const Ticks message = costs.ts + costs.transmission(bytes);
  const Ticks occupancy = std::max({Ticks{1}, message, costs.gap});
  return {occupancy, std::max(occupancy, message + costs.th + costs.latency + costs.tr), ports};
}
inline Postal postal(const Case& c) {
  return postal(c.costs, ports_of(c), c.bytes);
}
/// Postal model, or any shape if messages take longer than any clock: the first send fails then.
inline Postal postal_within_clocks(const Costs& c, int ports, int p, std::size_t bytes) {
  const auto number = [](auto value) { return static_cast<long double>(value); };
  const long double one = number(c.ts.count) + number(c.tm.count) + number(bytes) * number(c.tw.count) +
                          number(c.th.count) + number(c.latency.count) + number(c.tr.count) +
                          number(c.gap.count);
  if (one * (ceil_log(2, p) + 1) >= number(2 * kBeyondClocks)) return {Ticks{1}, Ticks{1}, ports};
  return postal(c, ports, bytes);
}
/// Postal model of a run.
inline Postal postal(const Communicator& comm, std::size_t bytes) {
  return postal_within_clocks(comm.costs(), comm.ports(), comm.size(), bytes);
}

/// Cost of equal messages: the critical path is one multiple of a message, or only time is charged
/// (no ts, tw, th, tr: a step machine) and the formula has the time alone.
inline std::optional<Prediction> postal_cost(const Case& c, Ticks time) {
  if (receives_cost_nothing(c)) {
    const std::int64_t messages = time.count / postal(c).occupancy.count;
    return Prediction{messages, messages * static_cast<std::int64_t>(c.bytes), std::nullopt, time};
  }
  if (c.costs.ts + c.costs.tw + c.costs.th + c.costs.tr != Ticks{}) return std::nullopt;
  return Prediction{std::nullopt, std::nullopt, std::nullopt, time};
}

}  // namespace toruscope::collectives
