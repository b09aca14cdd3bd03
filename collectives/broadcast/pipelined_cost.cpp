// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/pipelined_cost.hpp"

#include "collectives/shapes/premises.hpp"

#include <algorithm>
#include <cmath>

namespace toruscope::collectives {

namespace {

double ticks(Ticks time) {
  return static_cast<double>(time.count);
}

}  // namespace

PipelinedCost::PipelinedCost(const Case& c)
    : case_(c),
      costs_(c.costs),
      tree_(c.sides, c.root),
      is_buffered_(c.parameters.injection == Injection::buffered) {}

Ticks PipelinedCost::message(std::size_t bytes) const {
  return costs_.ts + costs_.transmission(bytes) + costs_.th + costs_.latency + costs_.tr;
}

Ticks PipelinedCost::last_send(std::size_t bytes) const {
  return is_buffered_ ? costs_.ts : costs_.ts + costs_.transmission(bytes);
}

Ticks PipelinedCost::spacing(std::size_t bytes) const {
  return std::max(last_send(bytes), costs_.gap);
}

Ticks PipelinedCost::interval_of_others(std::size_t bytes) const {
  const int children = tree_.children_of_others();
  if (children == 0) return std::max(costs_.tr, costs_.gap);
  return std::max(
      {children * spacing(bytes), costs_.tr + (children - 1) * spacing(bytes) + last_send(bytes), costs_.gap});
}

Ticks PipelinedCost::interval(std::size_t bytes) const {
  return std::max(
      {tree_.children_of_root() * spacing(bytes), interval_of_others(bytes), costs_.transmission(bytes)});
}

std::optional<Prediction> PipelinedCost::predicted(const Segments& parts) const {
  if (case_.p == 1) return Prediction{};
  const bool is_one_port = has_ports_each_way(case_) && ports_of(case_) == 1;
  if (!is_one_port || case_.parameters.buffers || case_.parameters.eager) return std::nullopt;

  const auto blocks = static_cast<std::int64_t>(parts.count());
  const std::size_t last = parts.size(parts.count() - 1);
  const std::size_t longest = parts.longest;
  const std::int64_t odd = tree_.odd_sides();
  const std::int64_t depth = tree_.depth();
  const Ticks period = tree_.children_of_root() * spacing(longest);
  // The second branches end no later than the first ones (2 D or more against 3 sp).
  const bool is_gap_alone = spacing(last) > last_send(last);
  if (spacing(last) > message(last) || (is_gap_alone && spacing(last) == message(last))) return std::nullopt;
  if (blocks > 1) {
    // A shorter last block catches up with the one before it by this much on each hop but the last.
    const Ticks gained = message(longest) - message(last);
    const Ticks ahead = depth * gained + odd * (spacing(longest) - spacing(last));
    if (ahead + interval_of_others(longest) >= period ||
        ahead - gained + costs_.transmission(longest) >= period)
      return std::nullopt;
    if (is_gap_alone != (spacing(longest) > last_send(longest))) return std::nullopt;
  }

  const std::int64_t sends_before = is_gap_alone ? 0 : (blocks - 1) * tree_.children_of_root();
  Prediction cost;
  cost.startups = depth + sends_before + (is_gap_alone ? 0 : odd);
  std::int64_t bytes = depth * static_cast<std::int64_t>(last);
  if (!is_gap_alone && !is_buffered_)
    bytes += sends_before * static_cast<std::int64_t>(longest) + odd * static_cast<std::int64_t>(last);
  cost.bytes = bytes;
  cost.hops = depth;
  cost.ticks = (blocks - 1) * period + odd * spacing(last) + depth * message(last);
  return cost;
}

Ticks PipelinedCost::estimated(const Segments& parts) const {
  const auto blocks = static_cast<std::int64_t>(parts.count());
  const std::size_t m = parts.longest;
  const std::int64_t ports = ports_of(case_);
  const std::int64_t children = tree_.children_of_root();
  const Ticks between = ports > 1 ? costs_.ts : spacing(m);
  Ticks each = std::max({children * costs_.ts, ceil_div(children, ports) * spacing(m), costs_.transmission(m)});
  if (ports == 1) each = std::max(each, interval_of_others(m));
  if (!has_ports_each_way(case_)) each += last_send(m);
  return (blocks - 1) * each + tree_.odd_sides() * between + tree_.depth() * message(m);
}

double PipelinedCost::work_interval() const {
  const std::int64_t root = tree_.children_of_root() * costs_.ts.count;
  const std::int64_t others = costs_.tr.count + tree_.children_of_others() * costs_.ts.count;
  return static_cast<double>(std::max(root, others));
}

double PipelinedCost::time(std::size_t block, Ticks work) const {
  const auto bytes = static_cast<double>(case_.bytes);
  const double share = ticks(work) * static_cast<double>(block) / bytes;
  const double blocks = std::ceil(bytes / static_cast<double>(block));
  return tree_.depth() * ticks(message(block)) + tree_.odd_sides() * ticks(spacing(block)) +
         (blocks - 1) * std::max(ticks(interval(block)), work_interval() + share) + share;
}

std::size_t PipelinedCost::best_count(Ticks work, std::size_t most) const {
  std::size_t best = 1;
  double least = time(block_of(best), work);
  for (std::size_t count = 2; count <= std::min(case_.bytes, most); ++count) {
    const double here = time(block_of(count), work);
    if (here >= least) continue;
    best = count;
    least = here;
  }
  return best;
}

double PipelinedCost::printed_block(Ticks work) const {
  const auto bytes = static_cast<double>(case_.bytes);
  const double by_gap = tree_.children_of_root() * ticks(costs_.gap);
  const double way = tree_.depth() * ticks(costs_.tw);
  const double second = std::sqrt(work_interval() * bytes / way);
  if (by_gap < work_interval() + ticks(work) * second / bytes) return second;
  return std::sqrt(by_gap / (way + ticks(work) / bytes));
}

/// The longest block whose link is not busy for longer than the interval.
double PipelinedCost::longest_block(Ticks work) const {
  if (!is_buffered_) return HUGE_VAL;  // the port is busy for as long
  const double tm = ticks(costs_.tm);
  const double by_gap = tree_.children_of_root() * ticks(costs_.gap) - tm;
  const double beyond_work = ticks(costs_.tw) - ticks(work) / static_cast<double>(case_.bytes);
  if (beyond_work <= 0) return HUGE_VAL;
  const double longest = std::max(by_gap / ticks(costs_.tw), (work_interval() - tm) / beyond_work);
  return longest > 0 ? longest : HUGE_VAL;  // else every block is too long, for its tm alone
}

double PipelinedCost::corrected_block(Ticks work) const {
  const auto bytes = static_cast<double>(case_.bytes);
  const double by_gap = tree_.children_of_root() * ticks(costs_.gap);
  const double way = tree_.depth() * ticks(costs_.tw);
  const double first = std::sqrt(by_gap * bytes / (way + ticks(work) / bytes));
  const double second = std::sqrt(work_interval() * bytes / way);
  const double between = (by_gap - work_interval()) * bytes / ticks(work);
  return std::min(first <= between ? first : std::max(second, between), longest_block(work));
}

}  // namespace toruscope::collectives
