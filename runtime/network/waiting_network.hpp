// SPDX-License-Identifier: Apache-2.0
// The engine "hop" where a message that must wait holds something, wormhole switching and finite
// buffers: every worker serves the links of its nodes (network/waiting_router.hpp).
//
//   window     a grant affects the links of other routers after the window at the earliest: every
//              worker serves its own links
//   between    routers apply the notices of the others, then deliver what has arrived
//
// Threads     Every worker has a router; the team meets twice after each window. A router may
//             deliver while others serve the next window: what has arrived and the PEs that it is
//             for are its own. Windows with few events are served by one worker, and so is a phase
//             in which there is no window (must_serve_together()). If a grant can affect another
//             node at the same tick (Wiring::router_owner()) there is one router, which worker 0
//             serves.

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
  /// Memory that a link takes once it is used; what holds messages grows with these.
  [[nodiscard]] static std::size_t bytes_per_link(std::size_t channels) {
    return sizeof(Gate) + channels * sizeof(Room);
  }

 private:
  static constexpr std::int64_t kWorthSharing = 32;

  [[nodiscard]] Ticks end_of_window(Ticks first) const override;
  /// True if a grant can affect another router at its very tick: a worm that is no longer than a
  /// hop frees a channel with it (T8).
  [[nodiscard]] bool must_serve_together() const { return lookahead_ == Ticks{}; }
  void begin_next_window();
  void serve_alone();
  void serve(int worker);
  void apply_notices(int worker);
  void deliver(int worker);

  const bool shares_all_windows_;  // for tests: also those with few events
  Gates gates_;                    // each belongs to one router
  Ticks lookahead_ = kNever;       // of the messages under way
  bool has_few_events_ = false;    // the last window had
};

}  // namespace toruscope::core
