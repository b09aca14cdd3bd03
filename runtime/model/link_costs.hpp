// SPDX-License-Identifier: Apache-2.0
// Costs of each link: tw and th by dimension, links with costs of their own, slow links; for
// messages of each size (T15).
//
// Source  docs/readings.md (s).

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace toruscope::core {

struct LinkCosts {
  Ticks tm, tw, th;  // tm and tw include the link's slowness

  [[nodiscard]] Ticks transmission(std::int64_t bytes) const { return tm + bytes * tw; }
};

/// Errors    ConfigError like resolve().
Ticks in_ticks(const char* name, Time time, const Parameters& parameters);

/// Sets the flit of worms from known tm and tw. Errors: ConfigError if it takes too long.
void set_flit(Costs& costs, const Parameters& parameters);

/// Sets the costs of pieces from the machine's own ones. Errors: ConfigError like in_ticks().
void set_pieces(Costs& costs, const Parameters& parameters);

/// Errors    ConfigError for a factor out of range.
void check_factor(const SlowLink& link);
/// Slow links of the parameters, then of the network. Errors: ConfigError for a link of both.
std::vector<SlowLink> slow_links(const Topology& network, const Parameters& parameters);

/// A cost that the network gives a link; a bare number counts the steps of a step machine.
/// Errors    ConfigError like in_ticks(), naming the link and a tick that would do for all links.
Ticks own_ticks(const char* name, Time time, const LinkWithCosts& link, const Topology& network,
                const Parameters& parameters);

/// Costs by link: equal for all links of one port, but for links with own costs and slow ones.
class LinkCostTable {
 public:
  /// Errors    ConfigError like resolve() on a network.
  LinkCostTable(const Topology& topology, const Parameters& parameters, const Costs& costs)
      : LinkCostTable(topology, parameters, costs,
                      !has_equal_links(topology, parameters) || !costs.pieces.empty()) {}

  /// True if all links have the machine's costs, for messages of all sizes.
  [[nodiscard]] bool are_equal() const { return by_port_.empty(); }
  /// Costs of a link for a message of this many bytes. Precondition: they are not equal.
  [[nodiscard]] const LinkCosts& of(Node tail, Port port, std::size_t bytes) const {
    return table_for(bytes).of(tail, port);
  }
  /// Costs of a link for a message that belongs to no piece. Precondition: they are not equal.
  [[nodiscard]] const LinkCosts& of(Node tail, Port port) const {
    const auto special = special_.find({tail, port});
    return special != special_.end() ? special->second : by_port_[static_cast<std::size_t>(port)];
  }
  /// The longest times of all links.
  [[nodiscard]] const LinkCosts& dearest() const { return dearest_; }
  /// The least tw and th of all links, without slowness: those of the costs if no link has its own.
  [[nodiscard]] const LinkCosts& cheapest() const { return cheapest_; }
  /// The greatest common divisor of th over all links and the costs.
  [[nodiscard]] Ticks common_hop() const { return common_hop_; }

 private:
  LinkCostTable(const Topology& topology, const Parameters& parameters, const Costs& costs, bool differs);
  void add_pieces(const Topology& topology, const Parameters& parameters, const Costs& costs);
  void find_cheapest(const Topology& topology);
  [[nodiscard]] const LinkCostTable& table_for(std::size_t bytes) const;

  std::vector<LinkCosts> by_port_;
  std::map<std::pair<Node, Port>, LinkCosts> special_;
  std::vector<LinkCostTable> by_piece_;
  std::vector<std::size_t> from_;  // bytes from which on each piece counts
  LinkCosts dearest_;
  LinkCosts cheapest_;
  Ticks common_hop_;
};

}  // namespace toruscope::core
