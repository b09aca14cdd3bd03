// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/waiting_network.hpp"

#include "runtime/network/serving.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <tuple>

namespace toruscope::core {

WaitingNetwork::WaitingNetwork(const NetworkSetup& setup)
    : RoutedNetwork(setup), gates_(setup.wiring.links(), setup.wiring.flow()) {
  for (int w = 0; w < wiring_.routers(); ++w) add(std::make_unique<WaitingRouter>(setup, gates_, w));
  WaitingRouter::connect(routers());
}

// --- in the plan ---------------------------------------------------------------------------------

Ticks WaitingNetwork::earliest_tail() const {
  return earliest([](const WaitingRouter& router) { return router.earliest_tail(); });
}

bool WaitingNetwork::is_stuck() const {
  return earliest_asking() == kNever && std::any_of(routers().begin(), routers().end(),
                                                    [](const auto& router) { return router->has_messages(); });
}

std::vector<StuckMessage> WaitingNetwork::stuck() const {
  std::vector<StuckMessage> all;
  for (const auto& router : routers()) router->add_stuck(all);
  std::sort(all.begin(), all.end(), [](const StuckMessage& a, const StuckMessage& b) {
    return std::tuple(a.message->source, a.message->sequence) <
           std::tuple(b.message->source, b.message->sequence);
  });
  return all;
}

void WaitingNetwork::set_horizon(Ticks horizon) {
  lookahead_ =
      routers().size() == 1 ? kNever : earliest([](const WaitingRouter& router) { return router.lookahead(); });
  RoutedNetwork::set_horizon(horizon);
}

// --- in the network phase ------------------------------------------------------------------------

Ticks WaitingNetwork::end_of_window(Ticks first) const {
  return lookahead_ == kNever || must_serve_together() ? kNever : first + lookahead_;
}

void WaitingNetwork::advance(int worker) {
  if (has_one_router()) return serve_alone();
  while (!is_over()) {
    if (leave_to_one()) continue;
    serve(worker);
    team_.meet([] {});
    apply_notices(worker);
    team_.meet([this] { begin_next_window(); });
    deliver(worker);
  }
  team_.meet([] {});
}

void WaitingNetwork::serve_alone() {
  if (is_over()) return;
  const int workers = wiring_.routers();
  if (has_one_router() || must_serve_together()) {
    if (!client_.has_refused(0))
      keep_refusal(client_, 0, [this] { WaitingRouter::serve(routers(), window_end()); });
  } else {
    for (int w = 0; w < workers; ++w) serve(w);
    for (int w = 0; w < workers; ++w) apply_notices(w);
  }
  for (int w = 0; w < workers; ++w) deliver(w);
}

void WaitingNetwork::serve(int worker) {
  if (!client_.has_refused(worker))
    keep_refusal(client_, worker, [&] {
      WaitingRouter::serve(std::span(routers()).subspan(static_cast<std::size_t>(worker), 1), window_end());
    });
}

void WaitingNetwork::apply_notices(int worker) {
  keep_refusal(client_, worker, [&] { router_of(worker).apply_notices(); });
}

void WaitingNetwork::deliver(int worker) {
  keep_refusal(client_, worker, [&] { router_of(worker).deliver(); });
}

// --- when the run is over ------------------------------------------------------------------------

NetworkStatistics WaitingNetwork::statistics() {
  NetworkStatistics sum;
  for (const auto& router : routers()) router->add_to(sum);
  return sum;
}

RoomUse WaitingNetwork::room_use() const {
  RoomUse all;
  for (const auto& router : routers()) {
    const RoomUse& here = router->room_use();
    all.lacked_channel |= here.lacked_channel;
    all.took_further_channel |= here.took_further_channel;
    all.waited_in_slot |= here.waited_in_slot;
  }
  return all;
}

}  // namespace toruscope::core
