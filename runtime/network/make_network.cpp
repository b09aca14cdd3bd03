// SPDX-License-Identifier: Apache-2.0
// The choice of the network engine.

#include "runtime/network/hop_network.hpp"
#include "runtime/network/network.hpp"
#include "runtime/network/ring_network.hpp"
#include "runtime/network/waiting_network.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>

namespace toruscope::core {

std::unique_ptr<Network> make_network(const NetworkSetup& setup, NetworkEngine engine) {
  if (engine != NetworkEngine::hop) {
    const std::string obstacle = RingNetwork::obstacle(setup.wiring);
    const bool is_faster_by_hops = engine == NetworkEngine::automatic && setup.wiring.have_links_one_user();
    if (obstacle.empty() && !is_faster_by_hops) return std::make_unique<RingNetwork>(setup);
    if (engine == NetworkEngine::ring)
      throw ConfigError(fmt::format(
          "network: cannot be served ring by ring, for {}; use hop, or leave the choice", obstacle));
  }
  if (setup.wiring.holds_while_waiting()) return std::make_unique<WaitingNetwork>(setup);
  return std::make_unique<HopNetwork>(setup);
}

}  // namespace toruscope::core
