// SPDX-License-Identifier: Apache-2.0
// The two trees of intervals, and the cost of broadcast and reduction of whole messages on them.
//
// A message on the way from the root costs its sender's port an occupancy, its receiver a latency.
// If the two are equal, all rounds are. If not, the k-nomial tree of p = (k+1)^r has a chain of r
// messages, longer than any other; for other p no closed form is claimed. The postal tree takes
// what G says, on any machine; coefficients are given only if that is one multiple of a message.
//
// Source  shapes/postal_tree.hpp.

#pragma once

#include "collectives/shapes/postal.hpp"
#include "collectives/shapes/postal_tree.hpp"

#include <toruscope/estimate.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace toruscope::collectives {

inline PostalTree knomial_tree(int k, int p) {
  return {Ticks{1}, Ticks{1}, k, p};
}
inline PostalTree postal_tree(const Postal& machine, int p) {
  return {machine.occupancy, machine.latency, machine.k, p};
}

/// The end of the run of messages that go together.
template <class Iterator>
Iterator end_of_step(Iterator first, Iterator end) {
  Iterator last = first;
  while (last != end && last->begin == first->begin) ++last;
  return last;
}

/// True if p is a power of `base`.
constexpr bool is_power(int base, int p) {
  std::int64_t power = 1;
  while (power < p) power *= base;
  return power == p;
}
static_assert(is_power(3, 9) && is_power(3, 1) && !is_power(3, 6));

/// True if formulas count a round's receives: with several ports each pays tr in turn.
inline bool takes_are_counted(const Case& c) {
  return ports_of(c) == 1 || c.costs.tr == Ticks{};
}

/// ceil(log_{k+1} p) equal rounds, each but the last ending later than its sends, with `bytes` in
/// all. `single_takes`: no PE receives more than one message in a round.
inline std::optional<Prediction> equal_rounds(const Case& c, std::int64_t bytes, bool single_takes) {
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  if (!single_takes && !takes_are_counted(c)) return std::nullopt;
  const int rounds = ceil_log(ports_of(c) + 1, c.p);
  if (is_power(ports_of(c) + 1, c.p)) return chain(c, rounds, bytes, rounds);
  if (!receives_cost_nothing(c)) return std::nullopt;
  return chain(c, rounds, bytes, std::nullopt);
}

inline std::optional<Prediction> knomial_cost(const Case& c, bool single_takes) {
  return equal_rounds(c, ceil_log(ports_of(c) + 1, c.p) * static_cast<std::int64_t>(c.bytes), single_takes);
}

inline std::optional<Prediction> postal_tree_cost(const Case& c) {
  if (!is_plain_k_port_machine(c) || !c.is_complete) return std::nullopt;
  const Postal machine = postal(c);
  if (c.costs.ts + c.costs.transmission(c.bytes) == Ticks{}) return std::nullopt;
  return postal_cost(c, spread_time(machine.occupancy, machine.latency, machine.k, c.p));
}

/// A round of a tree: fan_out or fan_in.
using Fan = Phase (Estimate::*)(const Estimate::Distances&, std::int64_t) const;

/// Time of a tree of intervals, from an end of each: pieces are given away from the far end, a PE's
/// next ones one turn later. Routes are those of this machine, whatever the tree was made for.
class TreeTime {
 public:
  TreeTime(const Case& c, Fan fan, const Postal& model)
      : case_(c), fan_(fan), model_(model), reach_(model.occupancy, model.latency, model.k, c.p) {}

  /// Time of n PEs, if G(budget) >= n.
  Ticks of(std::int64_t n, Ticks budget) {
    const auto known = times_.find({n, budget});
    if (known != times_.end()) return known->second;
    Ticks most{};
    Ticks begin{};
    Ticks left = budget;
    for (std::int64_t held = n; held > 1; left = left - model_.occupancy) {
      const std::int64_t keep = std::min(held, reach_.at(left - model_.occupancy));
      const std::int64_t largest = reach_.at(left - model_.latency);
      if (keep == held) continue;
      Estimate::Distances distances;
      for (std::int64_t rest = held; rest > keep; distances.push_back(rest))
        rest = std::max(keep, rest - largest);
      const Estimate estimate(case_);
      const Phase messages = (estimate.*fan_)(distances, static_cast<std::int64_t>(case_.bytes));
      const PhaseTime step = estimate.time_of(messages);
      most = std::max(most, begin + step.taken + of(std::min(largest, held - keep), left - model_.latency));
      begin += turn(estimate, messages, step);
      held = keep;
    }
    return times_[{n, budget}] = most;
  }
  Ticks of_all() { return of(case_.p, reach_.time()); }

 private:
  /// Time until the PE's next messages: they leave by the same links as these, but come by others.
  [[nodiscard]] Ticks turn(const Estimate& estimate, Phase messages, const PhaseTime& step) const {
    if (fan_ == &Estimate::fan_out && case_.is_complete) return step.sent;
    if (fan_ == &Estimate::fan_out)
      return std::max(step.sent, messages.same_link * case_.costs.transmission(case_.bytes));
    messages.congestion = 1;
    return estimate.time_of(messages).turn;
  }

  const Case& case_;
  Fan fan_;
  Postal model_;
  Reach reach_;
  std::map<std::pair<std::int64_t, Ticks>, Ticks> times_;
};

inline std::optional<Ticks> knomial_estimate(const Case& c, Fan fan) {
  return TreeTime(c, fan, {Ticks{1}, Ticks{1}, ports_of(c)}).of_all();
}
inline std::optional<Ticks> postal_tree_estimate(const Case& c, Fan fan) {
  return TreeTime(c, fan, postal(c)).of_all();
}

/// Fan-in for operations that combine, else fan-out.
template <class Entry>
constexpr Fan kFan = Entry::kOperation.combines ? &Estimate::fan_in : &Estimate::fan_out;

/// Claims of the entries "knomial" and "postal" of all operations on whole messages.
template <class Entry>
void claim_knomial_tree(Entry& entry) {
  entry.restrictions = "none";
  entry.formula = "ceil(log_{k+1} p) (ts + m tw)";
  entry.source = "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1, with k ports";
  entry.estimated = [](const Case& c) { return knomial_estimate(c, kFan<Entry>); };
}
template <class Entry>
void claim_postal_tree(Entry& entry) {
  entry.restrictions = "none";
  entry.formula =
      "min { j : G(j) >= p } steps, G(j) = G(j-1) + k G(j-lambda); lambda = 1: ceil(log_{k+1} p) (ts + m tw)";
  entry.source =
      "Bar-Noy, Kipnis, Math. Systems Theory 27, 1994; k ports: Lin, Yeh, parallel prefix in the k-port "
      "postal model, Theorem 1";
  entry.estimated = [](const Case& c) { return postal_tree_estimate(c, kFan<Entry>); };
}

}  // namespace toruscope::collectives
