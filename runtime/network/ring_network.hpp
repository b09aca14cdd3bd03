// SPDX-License-Identifier: Apache-2.0
// The engine "ring": a dimension-ordered network served ring by ring (network/ring_router.hpp).
//
// Threads     Every worker has a router; the team meets after each phase. If hops take no time
//             worker 0 has the only router.

#pragma once

#include "runtime/network/ring_router.hpp"
#include "runtime/network/rings.hpp"
#include "runtime/network/routed_network.hpp"

#include <string>

namespace toruscope::core {

class RingNetwork final : public RoutedNetwork<RingRouter> {
 public:
  /// Reason why this machine's network cannot be served ring by ring; empty if it can.
  static std::string obstacle(const Wiring& wiring) { return Rings::obstacle(wiring); }

  /// Precondition: there is no obstacle.
  explicit RingNetwork(const NetworkSetup& setup);

  [[nodiscard]] std::string name() const override { return "ring"; }
  void advance(int worker) override;
  [[nodiscard]] NetworkStatistics statistics() override;

 private:
  void serve_alone() override;

  Rings rings_;
};

}  // namespace toruscope::core
