// SPDX-License-Identifier: Apache-2.0
// The engine "ring": the links of a dimension-ordered network served ring by ring (network/ring_router.hpp).
//
// Threads     Every worker has a router; the team meets after each phase. Where hops take no time there is one router, which
//             worker 0 serves.

#pragma once

#include "runtime/network/network.hpp"
#include "runtime/network/ring_router.hpp"
#include "runtime/network/rings.hpp"
#include "runtime/network/routers.hpp"

#include <string>
#include <vector>

namespace toruscope::core {

class RingNetwork final : public Network {
 public:
  /// Why this machine's network cannot be served ring by ring; empty if it can.
  static std::string obstacle(const Wiring& wiring, const Parameters& parameters) {
    return Rings::obstacle(wiring, parameters);
  }

  /// Precondition: there is no obstacle.
  explicit RingNetwork(const NetworkSetup& setup);

  [[nodiscard]] std::string name() const override { return "ring"; }
  void inject(int worker, Message* message) override { routers_.inject(worker, message); }
  void collect() override { routers_.collect(); }
  [[nodiscard]] Ticks earliest_asking() const override { return routers_.earliest_asking(); }
  [[nodiscard]] Ticks earliest_arrival() const override { return routers_.earliest_arrival(); }
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const override {
    return routers_.earliest_reception(startup);
  }
  void add_in_flight(std::vector<Message*>& messages) const override { routers_.add_in_flight(messages); }
  void set_horizon(Ticks horizon) override;
  void advance(int worker) override;
  [[nodiscard]] NetworkStatistics statistics() override;

 private:
  void begin_window();

  Wiring& wiring_;
  TeamBarrier& team_;
  NetworkClient& client_;
  Rings rings_;
  Routers<RingRouter> routers_;
  Ticks horizon_;
  bool is_over_ = true;  // nothing asks before the horizon any more
};

}  // namespace toruscope::core
