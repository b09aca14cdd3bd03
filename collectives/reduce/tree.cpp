// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduce/tree.hpp"

#include "collectives/reduce/partial_sum.hpp"
#include "collectives/shapes/tree_cost.hpp"

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
      sum.send_to(comm, first->partner);  // the last thing that this PE does
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

Reduce reduce_knomial() {
  auto entry =
      knomial_entry<Reduce>("the k-nomial broadcast backwards: neighbouring intervals of ranks combine");
  entry.predicted = [](const Case& c) { return knomial_cost(c, false); };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    std::vector<TreeMessage> messages = knomial_tree(comm.ports(), comm.size()).messages(root, comm.rank());
    reduce_on(comm, std::move(messages), data, op);
  };
  return entry;
}

Reduce reduce_postal() {
  auto entry = postal_entry<Reduce>("the postal broadcast backwards: neighbouring intervals of ranks combine");
  entry.predicted = [](const Case& c) {
    return c.costs.tr == Ticks{} ? postal_tree_cost(c) : std::optional<Prediction>();
  };
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    std::vector<TreeMessage> messages =
        postal_tree(postal(comm, data.size()), comm.size()).messages(root, comm.rank());
    reduce_on(comm, std::move(messages), data, op);
  };
  return entry;
}

}  // namespace toruscope::collectives
