// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/ring_network.hpp"

#include "runtime/network/serving.hpp"

#include <algorithm>

namespace toruscope::core {

RingNetwork::RingNetwork(const NetworkSetup& setup)
    : RoutedNetwork(setup.wiring.workers()),
      wiring_(setup.wiring),
      team_(setup.team),
      client_(setup.client),
      rings_(setup.wiring) {
  for (int w = 0; w < rings_.workers(); ++w) add(std::make_unique<RingRouter>(setup, rings_, w));
}

void RingNetwork::set_horizon(Ticks horizon) {
  horizon_ = horizon;
  begin_window();
}

void RingNetwork::begin_window() {
  const Ticks earliest = earliest_asking();
  client_.note_reached(earliest);
  is_over_ = earliest >= horizon_ || client_.must_stop();
}

void RingNetwork::advance(int worker) {
  const int phases = rings_.dimensions() + 1;
  if (rings_.workers() == 1) {
    if (worker == 0)
      keep_refusal(client_, worker, [&] {
        for (; !is_over_; begin_window())
          for (int phase = 0; phase < phases; ++phase) router_of(0).serve(phase, horizon_);
      });
    if (wiring_.workers() > 1) team_.meet([] {});
    return;
  }
  RingRouter& router = router_of(worker);
  while (!is_over_) {
    for (int phase = 0; phase < phases; ++phase) {
      if (!client_.has_refused(worker)) keep_refusal(client_, worker, [&] { router.serve(phase, horizon_); });
      team_.meet([] {});
    }
    team_.meet([this] { begin_window(); });
  }
}

NetworkStatistics RingNetwork::statistics() {
  rings_.note_loads(wiring_);
  NetworkStatistics sum;
  for (const auto& router : routers()) {
    sum.conflicts += router->grants().conflicts();
    sum.crossings += router->crossings();
  }
  return sum;
}

}  // namespace toruscope::core
