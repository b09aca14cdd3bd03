// SPDX-License-Identifier: Apache-2.0
// The machine's wiring: links with costs, and the worker of each node's router.
//
// Threads     The tables are constant during a run; a Link belongs to its tail's, or ring's, owner.
// Invariants  Workers get blocks of PEs, and of switches: most links stay inside.

#pragma once

#include "runtime/model/clock.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/network/link.hpp"
#include "runtime/network/link_table.hpp"
#include "runtime/path/message.hpp"

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::core {

/// Numbers of the resources that a waiting message holds.
struct Flow {
  int channels = 2;  ///< virtual channels of each link
  int step = 2;      ///< from a channel to the next one for the same headers
  int slots = 0;     ///< in the buffer at a link's end, for each channel
};

class Wiring {
 public:
  Wiring(const Topology& topology, const Costs& costs, const Parameters& parameters, int workers,
         std::size_t channel_capacity);

  [[nodiscard]] const Topology& topology() const { return topology_; }
  [[nodiscard]] const Costs& costs() const { return costs_; }
  /// The least of each cost over messages of all sizes: for lower bounds.
  [[nodiscard]] const Costs& least_costs() const { return least_costs_; }
  [[nodiscard]] Switching switching() const { return switching_; }
  [[nodiscard]] const Flow& flow() const { return flow_; }
  /// True if a message that must wait holds something: network/waiting_router.hpp.
  [[nodiscard]] bool holds_while_waiting() const { return holds_while_waiting_; }

  [[nodiscard]] LinkIndex link_index(Node node, Port port) const { return links_.index(node, port); }
  [[nodiscard]] Node tail(LinkIndex link) const { return links_.tail(link); }
  [[nodiscard]] Port port(LinkIndex link) const { return links_.port(link); }
  [[nodiscard]] Node head(LinkIndex link) const { return topology_.neighbour(tail(link), port(link)); }
  /// True if all links cost the same, and messages of all sizes.
  [[nodiscard]] bool has_equal_links() const { return link_costs_.are_equal(); }
  /// Costs of a link for a message of this many bytes. Precondition: they are not equal.
  [[nodiscard]] const LinkCosts& costs_of(LinkIndex link, std::size_t bytes) const {
    return link_costs_.of(tail(link), port(link), bytes);
  }
  /// Measures the message's undisturbed route, and its first link, where they are not equal.
  void measure_way(Message& message) const;
  /// Adds the time of a message of a handshake between these nodes (T16). Precondition: the machine
  /// has handshakes.
  void add_handshake(Stamp& stamp, Node from, Node to) const;
  /// The highest costs of a link.
  [[nodiscard]] const LinkCosts& dearest() const { return link_costs_.dearest(); }
  [[nodiscard]] Link& link(LinkIndex index) { return links_[index]; }
  [[nodiscard]] const LinkTable& links() const { return links_; }
  /// The link, made if needed: its head, and a channel to another worker.
  [[nodiscard]] Link& opened(LinkIndex index) {
    Link& link = links_[index];
    if (link.head == kNoNode) [[unlikely]]
      open(link, index);
    return link;
  }

  /// The worker of a node's PE, even if a switch has none.
  [[nodiscard]] int pe_owner(Node node) const { return pe_owners_[static_cast<std::size_t>(node)]; }
  /// The worker of a node's router: the PE's, unless a grant may matter to another node at the same
  /// tick. Then worker 0 serves all in the topological order of channels.
  [[nodiscard]] int router_owner(Node node) const { return routers_ == 1 ? 0 : pe_owner(node); }
  /// True if only the PE at its tail uses a link, and asks for it in the order of its sends.
  [[nodiscard]] bool have_links_one_user() const {
    return topology_.longest_route() <= 1 && topology_.nodes() == topology_.pes() && least_costs_.ts > Ticks{};
  }
  /// Ticks within which headers at different nodes cannot influence each other, worms excepted.
  [[nodiscard]] Ticks lookahead() const { return lookahead_; }
  /// The least time from the grant that determines when a worm's tail passes a link behind its
  /// header to that passing (T8). x: the worm's time over several links. Or kNever.
  [[nodiscard]] Ticks tail_lookahead(Ticks x) const;
  [[nodiscard]] int routers() const { return routers_; }
  [[nodiscard]] int workers() const { return workers_; }

 private:
  void open(Link& link, LinkIndex index) const;

  const Topology& topology_;
  const Costs costs_;
  const Costs least_costs_;
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
