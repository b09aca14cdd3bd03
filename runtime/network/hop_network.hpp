// SPDX-License-Identifier: Apache-2.0
// The engine "hop" where waiting messages hold nothing (network/hop_router.hpp).
//
//   window     headers within the lookahead cannot influence each other at different nodes: every
//              worker serves its own
//   between    the channels of links between workers are drained
//
// Threads     Every worker has a router; the team meets after each window. If hops take no time
//             worker 0 has the only router.

#pragma once

#include "runtime/network/hop_router.hpp"
#include "runtime/network/routed_network.hpp"

#include <string>

namespace toruscope::core {

class HopNetwork final : public RoutedNetwork<HopRouter> {
 public:
  explicit HopNetwork(const NetworkSetup& setup);

  [[nodiscard]] std::string name() const override { return "hop"; }
  void advance(int worker) override;
  [[nodiscard]] NetworkStatistics statistics() override;

 private:
  void serve_alone() override;
  [[nodiscard]] Ticks end_of_window(Ticks first) const override;
};

}  // namespace toruscope::core
