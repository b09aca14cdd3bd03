// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/ring_network.hpp"

#include "runtime/network/serving.hpp"

#include <memory>

namespace toruscope::core {

RingNetwork::RingNetwork(const NetworkSetup& setup) : RoutedNetwork(setup), rings_(setup.wiring) {
  for (int w = 0; w < rings_.workers(); ++w) add(std::make_unique<RingRouter>(setup, rings_, w));
}

void RingNetwork::advance(int worker) {
  const int phases = rings_.dimensions() + 1;
  if (rings_.workers() == 1) {
    if (worker == 0)
      keep_refusal(client_, worker, [&] {
        for (; !is_over(); begin_window())
          for (int phase = 0; phase < phases; ++phase) router_of(0).serve(phase, window_end());
      });
    if (wiring_.workers() > 1) team_.meet([] {});
    return;
  }
  RingRouter& router = router_of(worker);
  while (!is_over()) {
    for (int phase = 0; phase < phases; ++phase) {
      if (!client_.has_refused(worker))
        keep_refusal(client_, worker, [&] { router.serve(phase, window_end()); });
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
