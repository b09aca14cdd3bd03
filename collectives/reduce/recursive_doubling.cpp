// SPDX-License-Identifier: Apache-2.0
// All-to-one reduction by recursive doubling: the broadcast backwards, on a line and on a torus.
//
//   ring, p = 8, root 0     1 -> 0, 3 -> 2, 5 -> 4, 7 -> 6      2 -> 0, 6 -> 4      4 -> 0
//
// Invariant     A PE's sum is over an interval of ranks that contains it. The two sides of a
//               message hold neighbouring intervals, so `left op right` keeps rank order for every
//               root. On a grid the last dimension goes first: then sums are over whole rows,
//               intervals of row-major ranks. (The dual broadcast begins with the first.)
// Rounds        ceil(log2 p) on a line, the sum of ceil(log2 N_i) on a torus, of n bytes each.
// Restricted to one dimension (line version). The operator need not commute, except for
//               rotation_doubling from a root other than 0, whose sums are over rotated ranks. Data
//               stay as they were but at the root.
// Links         No two messages meet when p (each side) is a power of two. Otherwise the smaller
//               half is ready early and its message may meet others.
// Source        Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 4.1, algorithm
//               4.3 (which combines in the order of arrival, so only for operators that commute
//               unless the root is 0).

#include "collectives/reduce/partial_sum.hpp"
#include "collectives/shapes/doubling_cost.hpp"
#include "collectives/shapes/halving.hpp"
#include "collectives/shapes/line.hpp"
#include "collectives/shapes/relabelled.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

/// Broadcast steps backwards: the informed PE sends, its informer receives. True on the root's PE.
bool reduce_on(Communicator& comm, const Line& line, int root, PartialSum& sum,
               std::vector<HalvingStep> steps) {
  std::reverse(steps.begin(), steps.end());
  for (const HalvingStep& step : steps) {
    if (step.tells)
      sum.absorb(comm, comm.recv<Buffer>(line.at(step.partner)), step.partner_is_higher);
    else
      sum.send_to(comm, line.at(step.partner));
  }
  return line.place == root;
}

using Steps = std::vector<HalvingStep> (*)(int p, Rank root, Rank rank);

template <Steps steps>
void reduce_by_rank(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  PartialSum sum(data, op);
  if (reduce_on(comm, whole(comm), root, sum, steps(comm.size(), root, comm.rank()))) sum.finish(data);
}

/// The last dimension first: every line to the root's place, then those PEs in the one before.
void reduce_by_dimension(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const std::vector<int>& sides = comm.sides();
  PartialSum sum(data, op);
  for (int dimension = comm.dimensions() - 1; dimension >= 0; --dimension) {
    const Line line = along(sides, dimension, comm.rank());
    const int place = coordinate(sides, dimension, root);
    if (!reduce_on(comm, line, place, sum, halving_steps(line.p, place, line.place))) return;
  }
  sum.finish(data);
}

constexpr const char* kGrama =
    "Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1 (algorithm 4.3)";

/// Exact cost, if no links are shared: early messages of a smaller half can meet others. Where
/// halves differ, not every round of the longest path combines.
std::optional<Prediction> cost_of_reduce_by_doubling(const Case& c) {
  const auto is_even = [](int side) { return is_power(2, side); };
  if (!combines_at_once(c) && !std::all_of(c.sides.begin(), c.sides.end(), is_even)) return std::nullopt;
  return doubling_cost(c, c.is_complete);
}

/// A vector in each round.
std::int64_t combined_along(const std::vector<int>& sides, std::size_t bytes) {
  std::int64_t rounds = 0;
  for (const int side : sides) rounds += ceil_log(2, side);
  return rounds * static_cast<std::int64_t>(bytes);
}

}  // namespace

void recursive_doubling(Reduce& entry) {
  entry.summary = "recursive doubling backwards: neighbouring intervals of ranks combine, rank order kept";
  entry.restrictions = "one dimension or a hypercube";
  entry.formula = "ceil(log2 p) (ts + m tw), one port";
  entry.conflict_free = {"if p is a power of two", [](const Case& c) { return is_power(2, c.p); }};
  entry.source = kGrama;
  entry.refusal = needs_line_or_hypercube;
  entry.predicted = cost_of_reduce_by_doubling;
  entry.estimated = [](const Case& c) { return doubling_estimate(c, false); };
  entry.combined = [](const Case& c) { return std::optional(combined_along({c.p}, c.bytes)); };
  entry.run = reduce_by_rank<halving_steps>;
}

void rotation_doubling(Reduce& entry) {
  recursive_doubling(entry);
  entry.summary =
      "PE v places after the root, bit i its lowest, sends to the one 2^i places before: algorithm 4.1 "
      "backwards";
  entry.restrictions = "one dimension; an operator that commutes, or root 0";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (auto reason = needs_one_dimension(c)) return reason;
    if (c.commutative || c.root == 0) return std::nullopt;
    return "needs an operator that commutes, or root 0, got root " + std::to_string(c.root);
  };
  entry.conflict_free = {"if p is a power of two, on a line from its first PE",
                         [](const Case& c) { return is_power(2, c.p) && !is_line_from_within(c); }};
  entry.predicted = [](const Case& c) {
    return is_line_from_within(c) ? std::nullopt : cost_of_reduce_by_doubling(c);
  };
  entry.estimated = [](const Case& c) { return doubling_estimate(c, false, true); };
  entry.run = reduce_by_rank<rotation_steps>;
}

void xor_doubling(Reduce& entry) {
  recursive_doubling(entry);
  entry.summary = "PE v XOR root, bit i its lowest, sends to the one without that bit: algorithm 4.3";
  entry.restrictions = "one dimension or a hypercube, a power of two of PEs";
  entry.refusal = needs_power_on_line_or_hypercube;
  entry.conflict_free = never_in_conflict();
  entry.run = reduce_by_rank<xor_steps>;
}

void torus_recursive_doubling(Reduce& entry) {
  entry.summary = "the same along one dimension after the other, the last first";
  entry.restrictions = "none";
  entry.formula = "sum of ceil(log2 N_i), times (ts + m tw), one port";
  entry.conflict_free = {"if all sides are powers of two", [](const Case& c) {
                           return std::all_of(c.sides.begin(), c.sides.end(),
                                              [](int n) { return is_power(2, n); });
                         }};
  entry.source = kGrama;
  entry.refusal = [](const Case&) { return std::optional<std::string>(); };
  entry.predicted = cost_of_reduce_by_doubling;
  entry.estimated = [](const Case& c) { return doubling_estimate(c, false); };
  entry.combined = [](const Case& c) { return std::optional(combined_along(c.sides, c.bytes)); };
  entry.run = reduce_by_dimension;
}

}  // namespace toruscope::collectives
