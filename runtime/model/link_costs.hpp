// SPDX-License-Identifier: Apache-2.0
// Costs of each link where links differ: tw and th by dimension, links with costs of their own,
// slow links.
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
  Ticks tm, tw, th;  ///< tm and tw already so many times longer as the link is slow

  [[nodiscard]] Ticks transmission(std::int64_t bytes) const { return tm + bytes * tw; }
};

/// Errors    ConfigError as resolve().
Ticks in_ticks(const char* name, Time time, const Parameters& parameters);

/// The flit of worms. Precondition: tm and tw are known. Errors: ConfigError for one that takes too
/// long.
void set_flit(Costs& costs, const Parameters& parameters);

/// Errors    ConfigError for a factor out of range.
void check_factor(const SlowLink& link);
/// Slow links: those of the parameters, then those of the network. Errors: ConfigError for a link
/// that is one of both.
std::vector<SlowLink> slow_links(const Topology& network, const Parameters& parameters);

/// A cost that the network gives a link; a bare number counts the steps of a step machine.
/// Errors    ConfigError as in_ticks(), naming the link and a tick that would do for all links.
Ticks own_ticks(const char* name, Time time, const LinkWithCosts& link, const Topology& network,
                const Parameters& parameters);

/// Costs by link. All links that leave by one port cost the same, except those with costs of their
/// own and slow ones.
class LinkCostTable {
 public:
  /// Errors    ConfigError as resolve() on a network.
  LinkCostTable(const Topology& topology, const Parameters& parameters, const Costs& costs);

  /// True if all links cost what the machine says.
  [[nodiscard]] bool are_equal() const { return by_port_.empty(); }
  /// Costs of a link. Precondition: they are not equal.
  [[nodiscard]] const LinkCosts& of(Node tail, Port port) const {
    const auto special = special_.find({tail, port});
    return special != special_.end() ? special->second : by_port_[static_cast<std::size_t>(port)];
  }
  /// The longest times of all links.
  [[nodiscard]] const LinkCosts& dearest() const { return dearest_; }
  /// The least tw and th of all links, each without what makes it slow: those of the costs if no
  /// link has its own.
  [[nodiscard]] const LinkCosts& cheapest() const { return cheapest_; }
  /// The greatest common divisor of the th of all links, and of that of the costs.
  [[nodiscard]] Ticks common_hop() const { return common_hop_; }

 private:
  void find_cheapest(const Topology& topology);

  std::vector<LinkCosts> by_port_;
  std::map<std::pair<Node, Port>, LinkCosts> special_;
  LinkCosts dearest_;
  LinkCosts cheapest_;
  Ticks common_hop_;
};

}  // namespace toruscope::core
