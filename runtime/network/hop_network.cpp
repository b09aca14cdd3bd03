// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/hop_network.hpp"

#include "runtime/network/serving.hpp"

#include <algorithm>

namespace toruscope::core {

HopNetwork::HopNetwork(const NetworkSetup& setup)
    : wiring_(setup.wiring), team_(setup.team), client_(setup.client), outboxes_(setup.wiring.workers()) {
  for (int w = 0; w < wiring_.routers(); ++w) routers_.push_back(std::make_unique<HopRouter>(setup, w));
  HopRouter::connect(routers_);
}

void HopNetwork::inject(int worker, Message* message) {
  if (worker < wiring_.routers())
    routers_[static_cast<std::size_t>(worker)]->inject(message);
  else
    outboxes_.put(worker, message);
}

void HopNetwork::collect() {
  outboxes_.empty([this](Message* m) { routers_[0]->inject(m); });
}

Ticks HopNetwork::earliest_asking() const {
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest_asking());
  return earliest;
}

Ticks HopNetwork::earliest_arrival() const {
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest_arrival());
  return earliest;
}

Ticks HopNetwork::earliest_reception(Ticks startup) const {
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest_reception(startup));
  return earliest;
}

void HopNetwork::add_in_flight(std::vector<Message*>& messages) const {
  for (const auto& router : routers_) router->add_in_flight(messages);
}

void HopNetwork::set_horizon(Ticks horizon) {
  horizon_ = horizon;
  plan_window();
}

void HopNetwork::plan_window() {
  const Ticks earliest = earliest_asking();
  client_.note_reached(earliest);
  if (earliest >= horizon_ || client_.must_stop()) {
    window_end_ = {-1};
  } else if (const Ticks ahead = wiring_.lookahead(); ahead == Ticks{} || ahead == kNever) {
    window_end_ = horizon_;
  } else {
    window_end_ = std::min(horizon_, routers_[0]->end_of_window(earliest));
  }
}

void HopNetwork::advance(int worker) {
  if (wiring_.routers() == 1) {
    if (worker == 0)
      guard(client_, worker, [&] {
        for (; !is_over(); plan_window()) routers_[0]->serve(window_end_);
      });
    if (wiring_.workers() > 1) team_.meet([] {});
    return;
  }
  HopRouter& router = *routers_[static_cast<std::size_t>(worker)];
  const auto drain = [&] { guard(client_, worker, [&] { router.drain_rung(); }); };
  while (!is_over()) {
    if (!client_.has_refused(worker)) guard(client_, worker, [&] { router.serve(window_end_); });
    team_.meet([] {}, drain);
    guard(client_, worker, [&] {
      router.drain_rung();
      router.deliver();
    });
    team_.meet([this] { plan_window(); });
  }
}

NetworkStatistics HopNetwork::statistics() {
  NetworkStatistics sum;
  for (const auto& router : routers_) router->add_to(sum);
  return sum;
}

}  // namespace toruscope::core
