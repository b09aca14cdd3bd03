// SPDX-License-Identifier: Apache-2.0
// Cost of recursive doubling, for broadcast and for its dual.
//
// On a line of p = 2^d PEs all halves are equal, so every round is a chain of one message: round i
// crosses 2^(d-1-i) links of a ring or linear array, p - 1 in all. On a complete graph and a
// hypercube each message crosses one link. Elsewhere halves differ by one PE. While a receiver may
// go on at its sender's tick the longest chain is still ceil(log2 p) messages; once it may not (th,
// L, tr), no closed form is claimed.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1.5.

#pragma once

#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/route_load.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

namespace toruscope::collectives {

/// True for a torus whose sides are at most 2: ranks that differ in a bit are neighbours.
inline bool is_hypercube(const Case& c) {
  return c.is_torus && std::all_of(c.sides.begin(), c.sides.end(), [](int side) { return side <= 2; });
}

/// Refuses other grids for the line versions; on hypercubes halving and xor pair neighbours.
inline std::optional<std::string> needs_line_or_hypercube(const Case& c) {
  if (long_dimensions(c.sides) <= 1 || is_hypercube(c)) return std::nullopt;
  return "needs PEs in one dimension or a hypercube, got " + sides_to_string(c.sides);
}
inline std::optional<std::string> needs_one_dimension(const Case& c) {
  if (long_dimensions(c.sides) <= 1) return std::nullopt;
  return "needs PEs in one dimension, got " + sides_to_string(c.sides);
}
inline std::optional<std::string> needs_power_of_two(const Case& c) {
  if (std::has_single_bit(static_cast<unsigned>(c.p))) return std::nullopt;
  return "needs a power of two of PEs, got " + std::to_string(c.p);
}
inline std::optional<std::string> needs_power_on_line_or_hypercube(const Case& c) {
  const std::optional<std::string> reason = needs_line_or_hypercube(c);
  return reason ? reason : needs_power_of_two(c);
}

/// True for a linear array whose root is not PE 0: ranks counted from the root go around an end.
inline bool is_line_from_within(const Case& c) {
  return c.is_mesh && !c.is_torus && c.root != 0;
}

/// Recursive doubling along each dimension in turn, `bytes` in every message. `any_p`: also claims
/// times for p no power of two (a broadcast; a reduction whose early messages meet no others).
inline std::optional<Prediction> doubling_cost(const Case& c, bool any_p) {
  if (!is_plain_machine(c) || (!c.is_mesh && !c.is_complete)) return std::nullopt;
  std::int64_t rounds = 0;
  std::int64_t hops = 0;
  bool all_powers = true;
  for (const int side : c.sides) {
    rounds += ceil_log2(side);
    hops += c.is_mesh ? side - 1 : ceil_log2(side);
    all_powers = all_powers && std::has_single_bit(static_cast<unsigned>(side));
  }
  if (all_powers) return chain(c, rounds, rounds * static_cast<std::int64_t>(c.bytes), hops);
  if (!any_p || !receives_cost_nothing(c)) return std::nullopt;
  return chain(c, rounds, rounds * static_cast<std::int64_t>(c.bytes), std::nullopt);
}

/// Delay from one message of a PE to its next: by its port, and by a link that they share.
struct Turn {
  Ticks port;
  Ticks link;
};

/// Time from PE `place` of n PEs of a ring of `side`: it tells a PE in the other half
/// (halving.hpp), which goes on there, and one turn later goes on in its own half. A linear array
/// counts as a ring longer than twice the halves; side 0: all ways are as long as `message`.
inline Ticks doubling_time(const Estimate& estimate, const Phase& message, const Turn& turn, int n, int place,
                           int side) {
  if (n == 1) return {};
  const int low = n - n / 2;
  const int high = n / 2;
  const bool is_low = place < low;
  const int there = is_low ? std::min(place, high - 1) : place - low;  // in the other half
  const int distance = is_low ? low + there - place : place - there;
  const bool goes_round = 2 * distance > side;  // leaves by another link than the next one
  Phase way = message;
  way.hops = side == 0 ? message.hops : core::ring_distance(0, distance, side);
  const Ticks next = goes_round ? turn.port : std::max(turn.port, turn.link);
  return std::max(
      estimate.time_of(way).taken + doubling_time(estimate, message, turn, is_low ? high : low, there, side),
      next + doubling_time(estimate, message, turn, is_low ? low : high, is_low ? place : place - low, side));
}

/// Recursive doubling in each dimension, where only messages of one PE share links. is_fan_out: a
/// broadcast, whose sends follow each other; else a reduction, whose receives do, unless there are
/// several ports. counts_from_root: halves are of ranks relative to the root.
inline std::optional<Ticks> doubling_estimate(const Case& c, bool is_fan_out, bool counts_from_root = false) {
  const Estimate estimate(c);
  const bool takes_both = ports_of(c) > 1;
  Ticks time{};
  for (std::size_t d = 0; d < c.sides.size(); ++d) {
    const Line line = along(c.sides, static_cast<int>(d), 0);
    Phase message{.bytes = static_cast<std::int64_t>(c.bytes)};
    if (walks_routes(c) && line.p > 1) {
      const RouteLoad farthest = root_load(c, {std::int64_t{line.p / 2} * line.stride}, !is_fan_out);
      message.hops = farthest.hops;
      message.congestion = farthest.congestion;
    }
    const PhaseTime one = estimate.time_of(message);
    const Turn turn{is_fan_out   ? one.sent
                    : takes_both ? std::max(c.costs.gap, c.costs.tr)
                                 : one.turn,
                    message.congestion * c.costs.transmission(c.bytes)};
    const int place = counts_from_root ? 0 : coordinate(c.sides, static_cast<int>(d), c.root);
    time += doubling_time(estimate, message, turn, c.sides[d], place,
                          c.is_torus  ? c.sides[d]
                          : c.is_mesh ? 2 * c.sides[d]
                                      : 0);
  }
  return time;
}

}  // namespace toruscope::collectives
