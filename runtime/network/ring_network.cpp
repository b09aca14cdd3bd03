// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/ring_network.hpp"

#include "runtime/network/serving.hpp"

#include <algorithm>

namespace toruscope::core {

RingNetwork::RingNetwork(const NetworkSetup& setup)
    : wiring_(setup.wiring),
      team_(setup.team),
      client_(setup.client),
      rings_(setup.wiring),
      outboxes_(setup.wiring.workers()) {
  for (int w = 0; w < rings_.workers(); ++w) routers_.push_back(std::make_unique<RingRouter>(setup, rings_, w));
}

void RingNetwork::inject(int worker, Message* message) {
  if (worker < rings_.workers())
    routers_[static_cast<std::size_t>(worker)]->inject(message);
  else
    outboxes_.put(worker, message);
}

void RingNetwork::collect() {
  outboxes_.empty([this](Message* m) { routers_[0]->inject(m); });
}

Ticks RingNetwork::earliest_asking() const {
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest_asking());
  return earliest;
}

Ticks RingNetwork::earliest_arrival() const {
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest_arrival());
  return earliest;
}

Ticks RingNetwork::earliest_reception(Ticks startup) const {
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest_reception(startup));
  return earliest;
}

void RingNetwork::add_in_flight(std::vector<Message*>& messages) const {
  for (const auto& router : routers_) router->add_in_flight(messages);
}

void RingNetwork::set_horizon(Ticks horizon) {
  horizon_ = horizon;
  plan_window();
}

void RingNetwork::plan_window() {
  const Ticks earliest = earliest_asking();
  client_.note_reached(earliest);
  is_over_ = earliest >= horizon_ || client_.must_stop();
}

void RingNetwork::advance(int worker) {
  const int phases = rings_.dimensions() + 1;
  if (rings_.workers() == 1) {
    if (worker == 0)
      guard(client_, worker, [&] {
        for (; !is_over_; plan_window())
          for (int phase = 0; phase < phases; ++phase) routers_[0]->serve(phase, horizon_);
      });
    if (wiring_.workers() > 1) team_.meet([] {});
    return;
  }
  RingRouter& router = *routers_[static_cast<std::size_t>(worker)];
  while (!is_over_) {
    for (int phase = 0; phase < phases; ++phase) {
      if (!client_.has_refused(worker)) guard(client_, worker, [&] { router.serve(phase, horizon_); });
      team_.meet([] {});
    }
    team_.meet([this] { plan_window(); });
  }
}

NetworkStatistics RingNetwork::statistics() {
  rings_.note_loads(wiring_);
  NetworkStatistics sum;
  for (const auto& router : routers_) {
    sum.conflicts += router->grants().conflicts();
    sum.crossings += router->crossings();
  }
  return sum;
}

}  // namespace toruscope::core
