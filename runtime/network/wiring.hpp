// SPDX-License-Identifier: Apache-2.0
// The machine's wiring: all links with their costs, and which worker's router serves which node.
//
// Threads     The tables are constant during a run; a Link belongs to the owner of its tail, or of
//             its ring.
// Invariants  PEs, and switches, are dealt to workers in contiguous blocks, so that most links stay
//             inside a worker.

#pragma once

#include "runtime/model/link_costs.hpp"
#include "runtime/network/link.hpp"
#include "runtime/network/link_table.hpp"
#include "runtime/path/message.hpp"

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::core {

/// The resources that a message holds while it waits, as numbers.
struct Flow {
  int channels = 2;  ///< virtual channels of each link
  int step = 2;      ///< distance from a channel to the next one that serves the same headers
  int slots = 0;     ///< slots of the buffer at a link's end, for each channel
};

class Wiring {
 public:
  Wiring(const Topology& topology, const Costs& costs, const Parameters& parameters, int workers,
         std::size_t channel_capacity);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] const Costs& costs() const { return costs_; }
  [[nodiscard]] Switching switching() const { return switching_; }
  [[nodiscard]] const Flow& flow() const { return flow_; }
  /// True if a message that must wait holds something: network/waiting_router.hpp.
  [[nodiscard]] bool holds_while_waiting() const { return holds_while_waiting_; }

  [[nodiscard]] LinkIndex link_index(Node node, Port port) const { return links_.index(node, port); }
  [[nodiscard]] Node tail(LinkIndex link) const { return links_.tail(link); }
  [[nodiscard]] Port port(LinkIndex link) const { return links_.port(link); }
  [[nodiscard]] Node head(LinkIndex link) const { return topology_.neighbour(tail(link), port(link)); }
  [[nodiscard]] bool has_equal_links() const { return link_costs_.are_equal(); }
  /// Precondition: links differ.
  [[nodiscard]] const LinkCosts& costs_of(LinkIndex link) const {
    return link_costs_.of(tail(link), port(link));
  }
  /// Measures the message's route undisturbed, and its first link. Called where links differ.
  void measure_way(Message& message) const;
  /// The highest costs that a link has.
  [[nodiscard]] const LinkCosts& dearest() const { return link_costs_.dearest(); }
  [[nodiscard]] Link& link(LinkIndex index) { return links_[index]; }
  [[nodiscard]] const LinkTable& links() const { return links_; }
  /// The link with its head known, and its channel if that belongs to another worker.
  [[nodiscard]] Link& opened(LinkIndex index) {
    Link& link = links_[index];
    if (link.head == kNoNode) [[unlikely]]
      open(link, index);
    return link;
  }

  /// The worker that runs the PE of a node, or would if a switch had one.
  [[nodiscard]] int pe_owner(Node node) const { return pe_owners_[static_cast<std::size_t>(node)]; }
  /// The worker that runs the router of a node: the PE's, unless what a header is granted may
  /// matter to another node at the same tick. Then all routers belong to worker 0, which serves
  /// them in the topological order of their channels.
  [[nodiscard]] int router_owner(Node node) const { return routers_ == 1 ? 0 : pe_owner(node); }
  /// True if each link is used by the PE at its tail alone, which asks for it in the order in which
  /// it sends.
  [[nodiscard]] bool have_links_one_user() const {
    return topology_.longest_route() <= 1 && topology_.nodes() == topology_.pes() && costs_.ts > Ticks{};
  }
  /// Ticks within which headers that ask cannot influence each other at different nodes, unless
  /// they are worms.
  [[nodiscard]] Ticks lookahead() const { return lookahead_; }
  /// The least time between the grant that tells when a worm's tail passes a link behind its
  /// header, and that passing (T8). x: what the worm takes over several links. kNever if no such
  /// grant is at another router.
  [[nodiscard]] Ticks tail_lookahead(Ticks x) const;
  [[nodiscard]] int routers() const { return routers_; }
  [[nodiscard]] int workers() const { return workers_; }

 private:
  void open(Link& link, LinkIndex index) const;

  const Topology& topology_;
  const Costs costs_;
  const Switching switching_;
  const Flow flow_;
  const bool holds_while_waiting_;
  const int workers_;
  const std::size_t channel_capacity_;
  const Ticks lookahead_;
  const int routers_;
  std::vector<std::uint8_t> pe_owners_;  // by node
  LinkTable links_;
  const LinkCostTable link_costs_;
};

}  // namespace toruscope::core
