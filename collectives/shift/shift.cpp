// SPDX-License-Identifier: Apache-2.0
// Circular shift by q: what PE i has goes to PE i + q (mod p).
//
// direct       One message from each PE by the machine's route. Cut-through on a ring: d = min(q,
//              p-q) messages share each link and go on in step, so the last hop waits d - 1 times.
// torus        By dimensions, the last first: each datum goes along its line as far as its
//              destination is, in one message. Data carried past the end of a line go one further
//              in the dimension before.
// neighbours   torus by messages to the next PE only: d of them along a ring.
//
//   torus 3x4, q = 6 = (1,2)     along dimension 1 by 2
//                                along dimension 0: columns 2, 3 by 1, columns 0, 1 by 2
//
// Invariant    After a dimension a datum has its destination's coordinates in it and in all later
//              ones; so all PEs of a line move by the same number of steps.
// Links        neighbours: no message shares one.     Restricted to a torus (torus, neighbours).
//              Any p, q.
// Source       Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.6 (ring
//              and mesh by neighbours, hypercube by one message); one message on a ring is timed by
//              rules T1 and T3 of docs/rules.md.

#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <utility>

namespace toruscope::collectives {

namespace {

/// q as an offset in each dimension.
std::vector<int> offsets(const std::vector<int>& sides, int q) {
  std::vector<int> all;
  all.reserve(sides.size());
  for (int d = 0; d < static_cast<int>(sides.size()); ++d) all.push_back(coordinate(sides, d, q));
  return all;
}

/// Moves every datum on a line of a torus `steps` places on, 0 .. side - 1.
using AlongLine = void (*)(Communicator& line, int steps, std::span<std::byte> data);

void by_one_message(Communicator& ring, int steps, std::span<std::byte> data) {
  if (steps == 0) return;
  const int p = ring.size();
  ring.sendrecv((ring.rank() + steps) % p, data, (ring.rank() - steps + p) % p, data);
}

void by_neighbours(Communicator& ring, int steps, std::span<std::byte> data) {
  const int p = ring.size();
  const bool forwards = 2 * steps <= p;
  for (std::int64_t step = core::ring_distance(0, steps, p); step > 0; --step)
    by_one_message(ring, forwards ? 1 : p - 1, data);
}

template <AlongLine along_line>
void by_dimension(Communicator& comm, int q, std::span<std::byte> data) {
  const std::vector<int> by = offsets(comm.sides(), q);
  int carry = 0;
  for (int d = comm.dimensions() - 1; d >= 0; --d) {
    const int steps = by[static_cast<std::size_t>(d)] + carry;
    Communicator line = comm.line(d);
    along_line(line, steps % line.size(), data);
    carry = comm.coordinate(d) < steps ? 1 : 0;  // of the datum that is here now
  }
}

/// Cost of a shift of a whole ring by `steps`; nothing where it is not known.
using LineCost = std::optional<Prediction> (*)(const Case& c, std::int64_t steps, std::int64_t side);

/// A hop ends, and frees the link for the next message, at the later of th and x. With th = 0 a
/// header is at all its links at once, and ranks decide who goes first.
std::optional<Prediction> one_message(const Case& c, std::int64_t steps, std::int64_t side) {
  const std::int64_t d = core::ring_distance(0, steps, side);
  if (d == 0) return Prediction{};
  const Ticks x = c.costs.transmission(c.bytes);
  if (d > 1 && x > Ticks{} && c.costs.th == Ticks{}) return std::nullopt;
  Prediction cost = chain(c, 1, static_cast<std::int64_t>(c.bytes), d);
  cost.ticks += (d - 1) * std::max(Ticks{}, x - c.costs.th);
  return cost;
}

std::optional<Prediction> next_to_next(const Case& c, std::int64_t steps, std::int64_t side) {
  const std::int64_t d = core::ring_distance(0, steps, side);
  return chain(c, d, d * static_cast<std::int64_t>(c.bytes), d);
}

/// True if two longest ways have different coefficients.
bool differ(const Case& c, const Prediction& a, const Prediction& b) {
  const Costs& k = c.costs;
  return (k.ts + k.tm + k.tr + k.latency != Ticks{} && a.startups != b.startups) ||
         (k.tw != Ticks{} && a.bytes != b.bytes) || (k.th != Ticks{} && a.hops != b.hops);
}

/// Cost of the longest way of a datum, carried or not by dimension. PEs work in step: lines add up.
std::optional<Prediction> dimension_cost(const Case& c, LineCost line) {
  if (!is_plain_k_port_machine(c) || !c.is_torus) return std::nullopt;
  const std::vector<int> by = offsets(c.sides, c.distance);
  // Longest ways so far: not carried, carried.
  std::vector<std::optional<Prediction>> ways{Prediction{}, std::nullopt};
  bool is_clear = true;
  const auto take_longer = [&](std::optional<Prediction>& best, const Prediction& way) {
    if (best && best->ticks == way.ticks) is_clear = is_clear && !differ(c, *best, way);
    if (!best || best->ticks < way.ticks) best = way;
  };
  for (int d = static_cast<int>(by.size()) - 1; d >= 0; --d) {
    const int side = c.sides[static_cast<std::size_t>(d)];
    std::vector<std::optional<Prediction>> next(2);
    for (int carry = 0; carry < 2; ++carry) {
      const std::optional<Prediction>& way = ways[static_cast<std::size_t>(carry)];
      if (!way) continue;
      const int steps = by[static_cast<std::size_t>(d)] + carry;
      const std::optional<Prediction> longer = in_turn(way, line(c, steps % side, side));
      if (!longer) return std::nullopt;
      if (steps > 0) take_longer(next[1], *longer);
      if (steps < side) take_longer(next[0], *longer);
    }
    ways = std::move(next);
  }
  std::optional<Prediction> longest;
  for (const std::optional<Prediction>& way : ways)
    if (way) take_longer(longest, *way);
  return is_clear ? longest : std::nullopt;
}

/// No link of a complete graph is shared; along the first dimension of a torus lines are shifted.
std::optional<Prediction> direct_cost(const Case& c) {
  if (!is_plain_k_port_machine(c)) return std::nullopt;
  if (c.distance == 0) return Prediction{};
  if (c.is_complete) return chain(c, 1, static_cast<std::int64_t>(c.bytes), 1);
  if (!c.is_torus) return std::nullopt;
  const std::vector<int> by = offsets(c.sides, c.distance);
  const auto moved = std::find_if(by.begin(), by.end(), [](int steps) { return steps > 0; });
  const auto at = static_cast<std::size_t>(moved - by.begin());
  const bool carries =
      std::any_of(c.sides.begin(), c.sides.begin() + (moved - by.begin()), [](int side) { return side > 1; });
  if (carries || std::any_of(moved + 1, by.end(), [](int steps) { return steps > 0; })) return std::nullopt;
  return one_message(c, *moved, c.sides[at]);
}

/// True if data go at most to the next PE in each dimension, also when carried.
bool goes_to_neighbours(const Case& c) {
  const std::vector<int> by = offsets(c.sides, c.distance);
  int carry = 0;
  for (std::size_t d = by.size(); d > 0; --d) {
    const int side = c.sides[d - 1];
    for (int more = 0; more <= carry; ++more)
      if (core::ring_distance(0, (by[d - 1] + more) % side, side) > 1) return false;
    if (by[d - 1] + carry > 0) carry = 1;
  }
  return true;
}

/// Messages that share a link pass it one after the other.
std::optional<Ticks> lines_estimate(const Case& c, bool one_message_each) {
  if (!c.is_torus) return std::nullopt;
  Estimate estimate(c);
  const auto bytes = static_cast<std::int64_t>(c.bytes);
  const std::vector<int> by = offsets(c.sides, c.distance);
  std::int64_t carry = 0;
  for (std::size_t d = by.size(); d > 0; --d) {
    const std::int64_t side = c.sides[d - 1];
    std::int64_t most = 0;
    for (std::int64_t more = 0; more <= carry; ++more)
      most = std::max(most, core::ring_distance(0, (by[d - 1] + more) % side, side));
    if (by[d - 1] + carry > 0) carry = 1;
    if (most > 0 && one_message_each)
      estimate.add({.bytes = bytes, .hops = most, .congestion = most});
    else if (most > 0)
      estimate.add({.rounds = most, .bytes = most * bytes, .hops = most});
  }
  return estimate.time();
}

}  // namespace

void direct(Shift& entry) {
  entry.summary = "every PE sends one message to the PE q ranks further on";
  entry.restrictions = "none";
  entry.formula =
      "ts + d th + m tw on a complete graph, d = 1; ring, d = min(q, p-q): + (d-1) max(0, m tw - th)";
  entry.source =
      "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.6 (one message); links of a "
      "ring: rule T3";
  entry.predicted = direct_cost;
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    return c.distance == 0 ? Ticks{} : Estimate(c).shift(c.distance, static_cast<std::int64_t>(c.bytes)).time();
  };
  entry.run = [](Communicator& comm, int distance, std::span<std::byte> data) {
    by_one_message(comm, distance, data);
  };
}

void torus(Shift& entry) {
  entry.summary =
      "one message along each dimension, the last first; who passed the end of a line goes one further";
  entry.restrictions = "a torus";
  entry.formula =
      "sum over the dimensions of ts + d th + m tw + (d-1) max(0, m tw - th), d = min(q_i, N_i - q_i)";
  entry.source = "after Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.6 (mesh)";
  entry.refusal = needs_torus;
  entry.predicted = [](const Case& c) { return dimension_cost(c, one_message); };
  entry.conflict_free = {"if along each dimension data go to the next PE at most", goes_to_neighbours};
  entry.estimated = [](const Case& c) { return lines_estimate(c, true); };
  entry.run = by_dimension<by_one_message>;
}

void neighbours(Shift& entry) {
  entry.summary = "along each dimension, the last first, from neighbour to neighbour by the shorter way";
  entry.restrictions = "a torus";
  entry.formula =
      "(ts + m tw) sum of min(q_i, N_i - q_i), one more in each dimension for what passed a line's end";
  entry.source = "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.6 (ring, mesh)";
  entry.conflict_free = never_in_conflict();
  entry.refusal = needs_torus;
  entry.predicted = [](const Case& c) { return dimension_cost(c, next_to_next); };
  entry.estimated = [](const Case& c) { return lines_estimate(c, false); };
  entry.run = by_dimension<by_neighbours>;
}

}  // namespace toruscope::collectives
