// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/hop_network.hpp"

#include "runtime/network/serving.hpp"

#include <memory>

namespace toruscope::core {

HopNetwork::HopNetwork(const NetworkSetup& setup) : RoutedNetwork(setup) {
  for (int w = 0; w < wiring_.routers(); ++w) add(std::make_unique<HopRouter>(setup, w));
  HopRouter::connect(routers());
}

Ticks HopNetwork::end_of_window(Ticks first) const {
  const Ticks ahead = wiring_.lookahead();
  return ahead == Ticks{} || ahead == kNever ? kNever : router_of(0).end_of_window(first);
}

void HopNetwork::advance(int worker) {
  if (has_one_router()) return serve_alone();
  HopRouter& router = router_of(worker);
  const auto drain = [&] { keep_refusal(client_, worker, [&] { router.drain_rung(); }); };
  while (!is_over()) {
    if (leave_to_one()) continue;
    if (!client_.has_refused(worker)) keep_refusal(client_, worker, [&] { router.serve(window_end()); });
    team_.meet([] {}, drain);
    keep_refusal(client_, worker, [&] {
      router.drain_rung();
      router.deliver();
    });
    team_.meet([this] { begin_next_window(); });
  }
}

void HopNetwork::serve_alone() {
  if (has_one_router())
    return for_each_router([this](HopRouter& router) {
      for (; !is_over(); begin_window()) router.serve(window_end());
    });
  for_each_router([this](HopRouter& router) { router.serve_alone(window_end()); });
  for_each_router([](HopRouter& router) {
    router.drain_rung();
    router.deliver();
  });
}

NetworkStatistics HopNetwork::statistics() {
  NetworkStatistics sum;
  for (const auto& router : routers()) router->add_to(sum);
  return sum;
}

}  // namespace toruscope::core
