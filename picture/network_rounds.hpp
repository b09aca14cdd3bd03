// SPDX-License-Identifier: Apache-2.0
// The rounds of an algorithm, one small network for each, with the way of each message on it.

#pragma once

#include <toruscope/topology.hpp>

#include <string>
#include <vector>

namespace toruscope::picture {

struct DrawnMessage {
  int from = 0;
  int to = 0;
  std::string note{};  ///< shown by a browser
};
struct NetworkRound {
  std::string label;
  std::vector<DrawnMessage> messages;
};

/// Errors    ConfigError for more rounds than a picture shows legibly, or as check_network_picture.
std::string network_rounds_picture(const std::string& title, const Topology& network,
                                   const std::vector<NetworkRound>& rounds);

}  // namespace toruscope::picture
