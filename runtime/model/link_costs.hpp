// SPDX-License-Identifier: Apache-2.0
// What each link costs where links differ: tw and th by dimension, slow links.
//
// Source  docs/model.md, reading (s).

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstddef>
#include <vector>

namespace toruscope::detail {

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

/// By node and port, as Network numbers links. Empty if all links cost the same.
/// Errors    ConfigError for another number of costs than the network has dimensions, a slow link that is not there or is slowed twice, or one
///           whose tm or tw would be longer than the longest virtual time.
std::vector<LinkCosts> link_costs(const Topology& topology, const Parameters& parameters, const Costs& costs);

}  // namespace toruscope::detail
