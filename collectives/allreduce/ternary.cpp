// SPDX-License-Identifier: Apache-2.0
// Allreduce on a torus of any sides: a reduce-scatter in steps of distance 1, 3, 9, .. in both
// directions of a dimension, then an allgather (shapes/ternary.hpp). Latency form: every PE sends
// its sum so far in every step; sides are powers of 3.
//
// Rounds     2 sum of ceil(log3 N); latency form: sum of log3 N.
// Volume     all sides 3: p - 1 blocks of ceil(n/p) values over the parts; latency form: D messages
//            of n/parts values.
// Restricted to a torus and an operator that commutes.
// Order      In latency form PEs add in different orders: last bits of floating-point sums differ.

#include "collectives/shapes/ternary.hpp"

#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void ternary(Allreduce& entry) {
  entry.summary =
      "every PE sends sums of blocks both ways along a dimension, 1, 3, 9, .. places far, and gets them back "
      "the same way";
  entry.formula =
      "all sides 3: 2 D ts + (p-1) ceil(ceil(m/p)/q) tw, q = min(D, max(1, floor(k/2))) parts; R = 2 sum of "
      "ceil(log3 N_i) rounds on any";
  claim_threes(entry);
  entry.predicted = [](const Case& c) {
    const auto each = ternary_cost(c, value_block(c.bytes, c.element, c.p), c.element);
    return in_turn(each, each);
  };
  entry.estimated = [](const Case& c) {
    const auto each = ternary_estimate(c, value_block(c.bytes, c.element, c.p), c.element);
    return in_turn(each, each);
  };
  entry.run = in_value_blocks(reduce_scatter_by_threes, allgather_by_threes);
}

void ternary_latency(Allreduce& entry) {
  entry.summary =
      "every PE sends its sum so far both ways along a dimension, 1, 3, 9, .. places far, and adds the two "
      "that it gets";
  entry.formula = "all sides 3: D (ts + ceil(m/q) tw), q = min(D, max(1, floor(k/2))) parts";
  claim_threes(entry);
  entry.restrictions = "a torus whose sides are powers of 3, a commutative operator; integers only";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (auto reason = needs_powers_of_three(c)) return reason;
    if (auto reason = needs_commutative_operator(c)) return reason;
    if (!c.exact && c.p > 1)
      return "needs values whose combination does not depend on the grouping, as that of integers: each PE "
             "of " +
             grid_to_string(c) + " groups them in its own way";
    return std::nullopt;
  };
  entry.predicted = ternary_latency_cost;
  entry.estimated = ternary_latency_estimate;
  entry.run = allreduce_by_threes;
}

}  // namespace toruscope::collectives
