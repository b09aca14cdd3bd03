// SPDX-License-Identifier: Apache-2.0
// What each link costs where links differ: tw and th by dimension, slow links.
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

  [[nodiscard]] Ticks transmission(std::size_t bytes) const {
    return tm + static_cast<std::int64_t>(bytes) * tw;
  }
};

/// Errors    ConfigError as resolve().
Ticks in_ticks(const char* name, Time time, const Parameters& parameters);

/// Errors    ConfigError for a factor out of range.
void check_factor(const SlowLink& link);
/// Those of the parameters, then those of the network. Errors: ConfigError for a link that is one of both.
std::vector<SlowLink> slow_links(const Topology& network, const Parameters& parameters);

/// All links that leave by one port cost the same, but the slow ones.
class LinkCostTable {
 public:
  /// Errors    ConfigError for another number of costs than the network has dimensions, a slow link that is not there or is
  ///           slowed twice, or one whose tm or tw would be longer than the longest virtual time.
  LinkCostTable(const Topology& topology, const Parameters& parameters, const Costs& costs);

  /// All links cost what the machine says.
  [[nodiscard]] bool are_equal() const { return by_port_.empty(); }
  /// Precondition: they are not.
  [[nodiscard]] const LinkCosts& of(Node tail, Port port) const {
    const auto slow = slow_.find({tail, port});
    return slow != slow_.end() ? slow->second : by_port_[static_cast<std::size_t>(port)];
  }
  /// The longest times of all.
  [[nodiscard]] const LinkCosts& dearest() const { return dearest_; }

 private:
  std::vector<LinkCosts> by_port_;
  std::map<std::pair<Node, Port>, LinkCosts> slow_;
  LinkCosts dearest_;
};

/// Errors    as LinkCostTable.
inline void check_link_costs(const Topology& topology, const Parameters& parameters, const Costs& costs) {
  static_cast<void>(LinkCostTable(topology, parameters, costs));
}

}  // namespace toruscope::core
