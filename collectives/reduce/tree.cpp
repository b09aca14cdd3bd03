// SPDX-License-Identifier: Apache-2.0
// All-to-one reduction on a tree of intervals, by k ports: the broadcast's trees played backwards.
//
//   postal, p = 10, k = 2, lambda = 3, root 0   step 1   1, 2 -> 0   8, 9 -> 7   step 3   5, 6 -> 0
//                                               step 2   3, 4 -> 0               step 4   7 -> 0
//
// Invariant  A PE's sum is over an interval of ranks that contains it, and each piece that comes in
//            is its neighbour, latest gifts first. `left op right` keeps rank order.
// Rounds     knomial ceil(log_{k+1} p); postal min { j : G(j) >= p } steps, optimal, for every root
//            and any lambda.
// Volume     n bytes per message, p - 1 messages.     Any p, k, root, topology.
// Source     broadcast/tree.cpp; reversal in time: Grama et al., section 4.1. (The tree T_0 of Lin
//            and Yeh is optimal, too, but its subtrees are no intervals: operators must commute.)

#include "collectives/reduce/partial_sum.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <utility>

namespace toruscope::collectives {

namespace {

void reduce_on(Communicator& comm, std::vector<TreeMessage> messages, std::span<std::byte> data,
               const Combine& op) {
  std::reverse(messages.begin(), messages.end());
  PartialSum sum(data, op);
  for (auto first = messages.begin(); first != messages.end();) {
    const auto last = end_of_step(first, messages.end());
    if (!first->tells) {
      sum.send_to(comm, first->partner);  // a PE's last step
      return;
    }
    std::vector<Buffer> theirs(static_cast<std::size_t>(last - first));
    comm.round([&](Round& round) {
      for (auto message = first; message != last; ++message)
        round.adopt(message->partner, theirs[static_cast<std::size_t>(message - first)]);
    });
    for (auto message = first; message != last; ++message)
      sum.absorb(comm, std::move(theirs[static_cast<std::size_t>(message - first)]),
                 message->partner_is_higher);
    first = last;
  }
  sum.finish(data);
}

}  // namespace

void knomial(Reduce& entry) {
  claim_knomial_tree(entry);
  entry.summary = "the k-nomial broadcast backwards: neighbouring intervals of ranks combine";
  // Combining adds to every round only where the root has k messages in each.
  entry.predicted = [](const Case& c) {
    const bool is_full = combines_at_once(c) || is_power(ports_of(c) + 1, c.p);
    return is_full ? knomial_cost(c, false) : std::optional<Prediction>();
  };
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {
    const int k = std::min(ports_of(c), c.p - 1);
    return ceil_log(k + 1, c.p) * k * static_cast<std::int64_t>(c.bytes);
  };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    std::vector<TreeMessage> messages = knomial_tree(comm.ports(), comm.size()).messages(root, comm.rank());
    reduce_on(comm, std::move(messages), data, op);
  };
}

void postal(Reduce& entry) {
  entry.ignores_costs = false;
  claim_postal_tree(entry);
  entry.summary = "the postal broadcast backwards: neighbouring intervals of ranks combine";
  entry.predicted = [](const Case& c) {
    const bool is_known = c.costs.tr == Ticks{} && combines_at_once(c);
    return is_known ? postal_tree_cost(c) : std::optional<Prediction>();
  };
  entry.combined = [](const Case& c) -> std::optional<std::int64_t> {  // by the root
    const std::size_t messages = postal_tree(postal(c), c.p).messages(c.root, c.root).size();
    return static_cast<std::int64_t>(messages * c.bytes);
  };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    std::vector<TreeMessage> messages =
        postal_tree(postal(comm, data.size()), comm.size()).messages(root, comm.rank());
    reduce_on(comm, std::move(messages), data, op);
  };
}

}  // namespace toruscope::collectives
