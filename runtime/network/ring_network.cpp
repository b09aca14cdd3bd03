// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/ring_network.hpp"

#include "runtime/network/serving.hpp"

#include <memory>

namespace toruscope::core {

RingNetwork::RingNetwork(const NetworkSetup& setup) : RoutedNetwork(setup), rings_(setup.wiring) {
  for (int w = 0; w < rings_.workers(); ++w) add(std::make_unique<RingRouter>(setup, rings_, w));
}

void RingNetwork::advance(int worker) {
  if (has_one_router()) return serve_alone();
  RingRouter& router = router_of(worker);
  while (!is_over()) {
    if (leave_to_one()) continue;
    for (int phase = 0; phase <= rings_.dimensions(); ++phase) {
      if (!client_.has_refused(worker))
        keep_refusal(client_, worker, [&] { router.serve(phase, window_end()); });
      team_.meet([] {});
    }
    team_.meet([this] { begin_next_window(); });
  }
}

void RingNetwork::serve_alone() {
  for (; !is_over(); begin_window()) {
    for (int phase = 0; phase <= rings_.dimensions(); ++phase)
      for_each_router([&](RingRouter& router) { router.serve(phase, window_end()); });
    if (!has_one_router()) return;
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
