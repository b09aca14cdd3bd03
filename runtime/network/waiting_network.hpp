// SPDX-License-Identifier: Apache-2.0
// The engine "hop" where waiting messages hold something: wormhole switching, finite buffers
// (network/waiting_router.hpp).
//
//   window     grants affect other routers' links only after it: every worker serves its own
//   between    routers apply the others' notices, then deliver what has arrived
//
// Threads     Every worker has a router; the team meets twice after each window. A router may
//             deliver while others serve the next window: arrived messages and their PEs are its
//             own. One worker serves windows with few events, and phases without windows
//             (must_serve_together()). If a grant can affect another node at the same tick
//             (Wiring::router_owner()) worker 0 has the only router.

#pragma once

#include "runtime/network/gates.hpp"
#include "runtime/network/routed_network.hpp"
#include "runtime/network/waiting_router.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace toruscope::core {

class WaitingNetwork final : public RoutedNetwork<WaitingRouter> {
 public:
  explicit WaitingNetwork(const NetworkSetup& setup);

  [[nodiscard]] std::string name() const override { return "hop"; }
  [[nodiscard]] Ticks earliest_tail() const override;
  [[nodiscard]] bool is_stuck() const override;
  [[nodiscard]] std::vector<StuckMessage> stuck() const override;
  void set_horizon(Ticks horizon) override;
  /// Serves the network; stops also where a PE may go on within the tick.
  void advance(int worker) override;
  [[nodiscard]] NetworkStatistics statistics() override;
  [[nodiscard]] RoomUse room_use() const override;
  /// Memory of a used link; that of messages is additional.
  [[nodiscard]] static std::size_t bytes_per_link(std::size_t channels) {
    return sizeof(Gate) + channels * sizeof(Room);
  }

 private:
  [[nodiscard]] Ticks end_of_window(Ticks first) const override;
  /// True if a grant can affect another router at its tick: it may free a worm's channel (T8).
  [[nodiscard]] bool must_serve_together() const { return lookahead_ == Ticks{}; }
  [[nodiscard]] bool is_for_one() const override {
    return RoutedNetwork::is_for_one() || must_serve_together();
  }
  void serve_alone() override;
  void serve(int worker);
  void apply_notices(int worker);
  void deliver(int worker);

  Gates gates_;               // each belongs to one router
  Ticks lookahead_ = kNever;  // of messages under way
};

}  // namespace toruscope::core
