// SPDX-License-Identifier: Apache-2.0
// The two trees of intervals, and what a broadcast or reduction of whole messages on them costs.
//
// A message on the way from the root costs its sender's port an occupancy, its receiver a latency. Where both are the
// same all rounds are equal. Where they differ, the k-nomial tree of p = (k+1)^r has a chain of r messages, longer
// than any other; for other p no closed form is claimed. The postal tree takes what G says, on any machine; what that
// time is made of is said only where it is one multiple of a message.
//
// Source  shapes/postal_tree.hpp.

#pragma once

#include "collectives/shapes/postal.hpp"
#include "collectives/shapes/postal_tree.hpp"

#include <toruscope/estimate.hpp>

#include <optional>
#include <vector>

namespace toruscope::detail {

inline PostalTree knomial_tree(int k, int p) {
  return {Ticks{1}, Ticks{1}, k, p};
}
inline PostalTree postal_tree(const Postal& machine, int p) {
  return {machine.occupancy, machine.latency, machine.k, p};
}

/// The end of the run of messages that go on together.
template <class Iterator>
Iterator end_of_step(Iterator first, Iterator end) {
  Iterator last = first;
  while (last != end && last->begin == first->begin) ++last;
  return last;
}

/// p is a power of `base`.
constexpr bool is_power(int base, int p) {
  std::int64_t power = 1;
  while (power < p) power *= base;
  return power == p;
}
static_assert(is_power(3, 9) && is_power(3, 1) && !is_power(3, 6));

/// One message after the other is taken within a round, each paying tr: no formula counts that with several ports.
inline bool takes_are_counted(const Case& c) {
  return ports_of(c) == 1 || c.costs.tr == Ticks{};
}

/// ceil(log_{k+1} p) equal rounds of which each but the last ends later than its sends, in messages of `bytes` in all.
/// `single_takes`: no PE receives more than one message in a round.
inline std::optional<Prediction> equal_rounds(const Case& c, std::int64_t bytes, bool single_takes) {
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  if (!single_takes && !takes_are_counted(c)) return std::nullopt;
  const int rounds = ceil_log(ports_of(c) + 1, c.p);
  if (is_power(ports_of(c) + 1, c.p)) return chain(c, rounds, bytes, rounds);
  if (!receives_cost_nothing(c)) return std::nullopt;
  return chain(c, rounds, bytes, 0);
}

inline std::optional<Prediction> knomial_cost(const Case& c, bool single_takes) {
  return equal_rounds(c, ceil_log(ports_of(c) + 1, c.p) * static_cast<std::int64_t>(c.bytes), single_takes);
}

inline std::optional<Prediction> postal_tree_cost(const Case& c) {
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  const Postal machine = postal(c);
  if (c.costs.ts + c.costs.transmission(c.bytes) == Ticks{}) return std::nullopt;
  return postal_cost(c, Reach(machine.occupancy, machine.latency, machine.k, c.p).time());
}

/// Distances t d, t = 1 .. k, that stay below p.
inline std::vector<std::int64_t> multiples(std::int64_t d, int k, int p) {
  std::vector<std::int64_t> all;
  for (std::int64_t distance = d; distance < p && static_cast<int>(all.size()) < k; distance += d)
    all.push_back(distance);
  return all;
}

/// In round i some PE tells those t (k+1)^(r-1-i) ranks away.
inline std::optional<Ticks> knomial_estimate(const Case& c) {
  const int k = ports_of(c);
  Estimate estimate(c);
  for (std::int64_t d = 1; d < c.p; d *= k + 1)
    estimate.branches(multiples(d, k, c.p), static_cast<std::int64_t>(c.bytes));
  return estimate.time();
}

/// G's time, with the k messages of a step in turn where they leave by the same link.
inline std::optional<Ticks> postal_tree_estimate(const Case& c) {
  const Postal machine = postal(c);
  const int k = machine.k;
  const Phase step = Estimate(c).shifts_phase(multiples(std::max(1, c.p / (k + 1)), k, c.p), 0);
  const std::int64_t in_turn = std::max<std::int64_t>(1, step.same_link);
  const Ticks occupancy = in_turn * machine.occupancy;
  return Reach(occupancy, occupancy + machine.latency - machine.occupancy + (step.hops - 1) * c.costs.th, k,
               c.p)
      .time();
}

/// What the entries "knomial" and "postal" of all operations on whole messages say alike.
template <class Entry>
Entry knomial_entry(const char* summary) {
  Entry entry;
  entry.name = "knomial";
  entry.summary = summary;
  entry.restrictions = "none";
  entry.formula = "ceil(log_{k+1} p) (ts + m tw)";
  entry.source = "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1, with k ports";
  entry.estimated = knomial_estimate;
  return entry;
}
template <class Entry>
Entry postal_entry(const char* summary) {
  Entry entry;
  entry.name = "postal";
  entry.summary = summary;
  entry.restrictions = "none";
  entry.formula =
      "min { j : G(j) >= p } steps, G(j) = G(j-1) + k G(j-lambda); lambda = 1: ceil(log_{k+1} p) (ts + m tw)";
  entry.source =
      "Bar-Noy, Kipnis, Math. Systems Theory 27, 1994; k ports: Lin, Yeh, parallel prefix in the k-port "
      "postal model, Theorem 1";
  entry.estimated = postal_tree_estimate;
  return entry;
}

}  // namespace toruscope::detail
