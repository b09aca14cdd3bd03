// SPDX-License-Identifier: Apache-2.0
// Direct messages between one PE and all others: their order and cost.
//
//   p = 6, k = 2, root 1     1 -> 2, 3     1 -> 4, 5     1 -> 0     backwards all send at once
//
// From one to all the messages are ceil((p-1)/k) rounds of its ports; only the last must still
// arrive. On a torus routes from one PE are a tree, and one port sends one after the other: no
// message waits for a link. From all to one they are all under way at the start: the ports of the
// one take them in as many turns.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1.

#pragma once

#include "collectives/shapes/premises.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <numeric>
#include <optional>

namespace toruscope::collectives {

/// Calls name(round, rank) for the p - 1 other PEs, k of them in each round. On the root only.
template <class Name>
void tell_all(Communicator& comm, Rank root, Name name) {
  const int p = comm.size();
  for (int t = 1; t < p; t += comm.ports())
    comm.round([&](Round& round) {
      for (int d = t; d < std::min(p, t + comm.ports()); ++d) name(round, (root + d) % p);
    });
}

/// `turns` messages of `bytes` in turn on one port; the last must also arrive, over one link.
inline Prediction one_port_in_turn(const Case& c, std::int64_t turns, std::int64_t bytes) {
  if (turns == 0) return {};
  return {turns, turns * bytes, 1,
          turns * (c.costs.ts + c.costs.transmission(static_cast<std::size_t>(bytes))) + c.costs.th +
              c.costs.latency + c.costs.tr};
}

/// Cost from one to all, `c.bytes` to each.
inline std::optional<Prediction> one_to_all_cost(const Case& c) {
  if (!is_plain_k_port_machine(c)) return std::nullopt;
  const bool is_near = c.is_complete || (c.is_torus && ports_of(c) == 1 && c.costs.th == Ticks{});
  if (!is_near) return std::nullopt;
  return one_port_in_turn(c, ceil_div(c.p - 1, ports_of(c)), static_cast<std::int64_t>(c.bytes));
}

/// Cost from all to one, `c.bytes` from each.
inline std::optional<Prediction> all_to_one_cost(const Case& c) {
  if (!is_plain_k_port_machine(c) || !c.is_complete || c.costs.tr != Ticks{}) return std::nullopt;
  return one_port_in_turn(c, ceil_div(c.p - 1, ports_of(c)), static_cast<std::int64_t>(c.bytes));
}

inline Estimate::Distances distances(std::int64_t first, std::int64_t end) {
  Estimate::Distances all(static_cast<std::size_t>(end - first));
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// Estimate from one to all by rounds: no link carries more than its share of messages at once.
inline std::optional<Ticks> one_to_all_estimate(const Case& c) {
  const Estimate estimate(c);
  const auto bytes = static_cast<std::int64_t>(c.bytes);
  Ticks begin{};
  Ticks most{};
  for (std::int64_t t = 1; t < c.p; t += ports_of(c)) {
    const Phase round = estimate.fan_out(distances(t, std::min<std::int64_t>(c.p, t + ports_of(c))), bytes);
    const PhaseTime time = estimate.time_of(round);
    most = std::max(most, begin + time.taken);
    begin += time.sent;
  }
  const std::int64_t of_a_link = estimate.fan_out(distances(1, c.p), bytes).same_link;
  return c.p == 1 ? Ticks{} : std::max(most, estimate.time_of({.bytes = bytes, .congestion = of_a_link}).taken);
}

/// Estimate from all to one: the farthest message, or the links and ports of the one.
inline std::optional<Ticks> all_to_one_estimate(const Case& c) {
  if (c.p == 1) return Ticks{};
  const Estimate estimate(c);
  const auto bytes = static_cast<std::int64_t>(c.bytes);
  const Phase all = estimate.fan_in(distances(1, c.p), bytes);
  const Ticks farthest = estimate.time_of({.bytes = bytes, .hops = all.hops}).taken;
  const bool direct = c.parameters.injection == Injection::direct;  // else startups hold no port
  const Ticks ports =
      estimate.time_of({.bytes = bytes, .messages = all.messages}).turn + (direct ? Ticks{} : c.costs.ts);
  const Ticks links = c.costs.ts + all.congestion * c.costs.transmission(c.bytes);
  const Ticks takes =
      c.costs.ts + c.costs.transmission(c.bytes) + all.messages * std::max(c.costs.tr, c.costs.gap);
  return std::max(farthest, std::max({ports, links, takes}) + c.costs.th + c.costs.latency + c.costs.tr);
}

}  // namespace toruscope::collectives
