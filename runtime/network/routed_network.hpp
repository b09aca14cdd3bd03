// SPDX-License-Identifier: Apache-2.0
// A network by its routers, one per worker that serves links, and their windows up to the horizon.
//
// Threads     inject() is called by the sender's worker. Without a router there, the message waits
//             until collect(). Otherwise as in network/network.hpp.

#pragma once

#include "runtime/network/network.hpp"
#include "runtime/network/outboxes.hpp"
#include "runtime/path/message.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::core {

template <class Router>
class RoutedNetwork : public Network {
 public:
  void inject(int worker, Message* message) final {
    if (static_cast<std::size_t>(worker) < routers_.size())
      router_of(worker).inject(message);
    else
      outboxes_.put(worker, message);
  }
  void collect() final {
    outboxes_.empty([this](Message* m) { routers_.front()->inject(m); });
  }
  [[nodiscard]] Ticks earliest_asking() const final {
    return earliest([](const Router& router) { return router.earliest_asking(); });
  }
  [[nodiscard]] Ticks earliest_arrival() const final {
    return earliest([](const Router& router) { return router.earliest_arrival(); });
  }
  void add_in_flight(std::vector<Message*>& messages) const final {
    for (const auto& router : routers_) router->add_in_flight(messages);
  }
  void set_horizon(Ticks horizon) override {
    horizon_ = horizon;
    begin_window();
  }

 protected:
  explicit RoutedNetwork(const NetworkSetup& setup)
      : wiring_(setup.wiring), team_(setup.team), client_(setup.client), outboxes_(setup.wiring.workers()) {}

  /// Adds a router. Precondition: its destructor uses nothing of the derived class.
  void add(std::unique_ptr<Router> router) { routers_.push_back(std::move(router)); }
  [[nodiscard]] const std::vector<std::unique_ptr<Router>>& routers() const { return routers_; }
  [[nodiscard]] Router& router_of(int worker) const { return *routers_[static_cast<std::size_t>(worker)]; }
  /// Least of(router) of all routers.
  template <class Of>
  [[nodiscard]] Ticks earliest(Of&& of) const {
    Ticks earliest = kNever;
    for (const auto& router : routers_) earliest = std::min(earliest, of(*router));
    return earliest;
  }

  /// Begins the next window, unless the phase is over. Called while no router serves.
  void begin_window() {
    const Ticks first = earliest_asking();
    client_.note_reached(first);
    const bool is_over = first >= horizon_ || client_.must_stop();
    window_end_ = is_over ? kOver : std::min(horizon_, end_of_window(first));
  }
  /// The time up to which routers can serve separately what asks from `first` on; kNever: no limit.
  [[nodiscard]] virtual Ticks end_of_window(Ticks /*first*/) const { return kNever; }
  [[nodiscard]] bool is_over() const { return window_end_ == kOver; }
  [[nodiscard]] Ticks window_end() const { return window_end_; }

  Wiring& wiring_;
  TeamBarrier& team_;
  NetworkClient& client_;

 private:
  static constexpr Ticks kOver{-1};

  Ticks horizon_;
  Ticks window_end_ = kOver;
  std::vector<std::unique_ptr<Router>> routers_;
  Outboxes outboxes_;
};

}  // namespace toruscope::core
