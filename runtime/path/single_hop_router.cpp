// SPDX-License-Identifier: Apache-2.0
#include "runtime/path/single_hop_router.hpp"

#include "runtime/core/check.hpp"
#include "runtime/core/emptied.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::detail {

std::string SingleHopRouter::obstacle(const Network& network, const Parameters& parameters) {
  const Topology& topology = network.topology();
  if (topology.nodes() != topology.pes()) return "not every node of " + topology.name() + " has a PE";
  if (network.holds_while_waiting()) return "messages that wait hold what others need";
  if (network.costs().ts == Ticks{}) return "a startup takes no time";
  if (parameters.eager) return "sends may wait for their receives";
  return {};
}

SingleHopRouter::SingleHopRouter(Network& network, HandOver& handed_over, int worker, bool record,
                                 std::function<void(std::span<Message* const>)> eject,
                                 std::function<bool()> must_stop)
    : Router(network, worker, record, std::move(eject), std::move(must_stop)), handed_over_(handed_over) {}

void SingleHopRouter::inject(Message* message) {
  Message& m = *message;
  TORUSCOPE_CHECK(m.hops_left == 1, "links", m.hops_left, "from", m.source, "to", m.destination);
  grant(network_.link_index(m.at, m.legs.front().port), m);
  m.at = m.destination;
  m.hops = 1;
  m.hops_left = m.steps_left = 0;
  reach_mailbox(m);
  if (const int owner = network_.pe_owner(m.destination); owner != worker_) {
    count_crossing();
    handed_over_.list(worker_, owner).push_back(message);
    earliest_arrival_ = std::min(earliest_arrival_, m.asks);
    return;
  }
  eject({&message, 1});
}

void SingleHopRouter::serve(int /*phase*/, Ticks /*until*/) {
  earliest_arrival_ = kNever;
  for (int from = 0; from < handed_over_.workers(); ++from) {
    std::vector<Message*>& messages = handed_over_.list(from, worker_);
    const Emptied emptied(messages);
    eject(messages);
  }
}

template <class Use>
void SingleHopRouter::for_each_under_way(Use&& use) const {
  for (int to = 0; to < handed_over_.workers(); ++to)
    for (Message* m : handed_over_.list(worker_, to)) use(*m);
}

Ticks SingleHopRouter::earliest_reception(Ticks startup) const {
  Ticks earliest = kNever;
  for_each_under_way([&](const Message& m) { earliest = std::min(earliest, m.asks - m.x - startup); });
  return earliest;
}

void SingleHopRouter::add_on_their_way(std::vector<Message*>& messages) const {
  for_each_under_way([&](Message& m) {
    if (m.announcement == nullptr) messages.push_back(&m);
  });
}

}  // namespace toruscope::detail
