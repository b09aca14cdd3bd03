// SPDX-License-Identifier: Apache-2.0

#include "placement/placement.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::placement {

bool is_rule(std::string_view word) {
  return std::find(kRules.begin(), kRules.end(), word) != kRules.end();
}

void check_place(std::string_view rule, int ranks, const Topology& network) {
  if (ranks > network.pes())
    throw ConfigError(fmt::format("embed: {}: {} ranks, and {} has {} PEs; give a larger one", rule, ranks,
                                  network.name(), network.pes()));
  if (network.pes() > kMostRanks)
    throw ConfigError(fmt::format("embed: {}: {} has {} PEs, and ranks are placed by traffic on at most {}",
                                  rule, network.name(), network.pes(), kMostRanks));
  if (rule != "greedy" && !has_scotch())
    throw ConfigError(
        fmt::format("embed: {}: this program was built without Scotch (Debian: libscotch-dev); take greedy, or "
                    "build it again",
                    rule));
}

std::vector<Node> place(std::string_view rule, const Traffic& traffic, const Topology& network) {
  check_place(rule, traffic.ranks(), network);
  if (rule == "greedy") return place_greedily(traffic, network);
  return rule == "scotch" ? place_by_scotch(traffic, network) : place_by_halves(traffic, network);
}

}  // namespace toruscope::placement
