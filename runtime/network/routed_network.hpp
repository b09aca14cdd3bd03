// SPDX-License-Identifier: Apache-2.0
// A network by its routers, one per worker that serves links, and their windows up to the horizon.
//
// Windows with few events are served by one worker, while all others wait at the barrier.
//
// Threads     inject() is called by the sender's worker. Without a router there, the message waits
//             until collect(). Otherwise as in network/network.hpp.

#pragma once

#include "runtime/network/network.hpp"
#include "runtime/network/outboxes.hpp"
#include "runtime/network/serving.hpp"
#include "runtime/path/message.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::core {

template <class Router>
class RoutedNetwork : public Network {
 public:
  void inject(int worker, Message* message) final {
    if (worker < serving_)
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
  bool advance_alone() final {
    if (wiring_.workers() == 1) return false;
    client_.hold_pes(true);
    if (has_one_router()) serve_alone();
    while (!has_one_router() && !is_over() && is_for_one()) {
      serve_alone();
      begin_next_window();
    }
    client_.hold_pes(false);
    return has_one_router() || is_over();
  }

 protected:
  explicit RoutedNetwork(const NetworkSetup& setup)
      : wiring_(setup.wiring),
        team_(setup.team),
        client_(setup.client),
        is_perturbed_(setup.is_perturbed),
        outboxes_(setup.wiring.workers()) {}

  /// Adds a router. Precondition: its destructor uses nothing of the derived class.
  void add(std::unique_ptr<Router> router) {
    routers_.push_back(std::move(router));
    ++serving_;
  }
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
  /// True if one worker is to serve this window of several routers.
  [[nodiscard]] virtual bool is_for_one() const { return has_few_events_; }
  /// Begins the next one of windows that several routers serve.
  void begin_next_window() {
    std::int64_t served = 0;
    for (const auto& router : routers_) served += router->take_served();
    is_odd_ = !is_odd_;
    has_few_events_ = served < kWorthSharing && !(is_perturbed_ && is_odd_);
    begin_window();
  }
  /// Serves this window by one worker: all of the phase with one router.
  virtual void serve_alone() = 0;
  /// Lets one worker serve as many windows as are for one, if this one is. Called by all.
  bool leave_to_one() {
    if (!is_for_one()) return false;
    team_.meet([this] { advance_alone(); });
    return true;
  }
  [[nodiscard]] bool has_one_router() const { return routers_.size() == 1; }
  /// Calls serve(worker) for each router. A part that memory was refused to serves no more.
  template <class Serve>
  void for_each_router(const Serve& serve) {
    for (int w = 0; w < static_cast<int>(routers_.size()); ++w)
      if (!client_.has_refused(w)) keep_refusal(client_, w, [&] { serve(router_of(w)); });
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
  /// Meetings of the workers would take longer than windows with fewer events.
  static constexpr std::int64_t kWorthSharing = 32;

  const bool is_perturbed_;  // a test: every other window is shared, whatever its events
  bool is_odd_ = false;
  bool has_few_events_ = false;  // in the last window
  Ticks horizon_;
  Ticks window_end_ = kOver;
  int serving_ = 0;  // workers with a router
  std::vector<std::unique_ptr<Router>> routers_;
  Outboxes outboxes_;
};

}  // namespace toruscope::core
