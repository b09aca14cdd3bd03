// SPDX-License-Identifier: Apache-2.0
// The routers of one worker: order of asking, grants, one lock-free channel per link.

#include "runtime/path/router.hpp"

#include "bench/hop/problem.hpp"

#include <memory>
#include <span>
#include <vector>

namespace toruscope::bench {

static void router_hops(benchmark::State& state) {
  const int hops = static_cast<int>(state.range(0));
  const TopologyPtr topology = ring(kNodes);
  detail::Network network(*topology, kCosts, {}, 1, 8, false);
  detail::MessagePool pool;
  std::int64_t arrived = 0;
  Ticks base{};
  bool is_right = true;
  std::vector<std::unique_ptr<detail::Router>> routers;
  routers.push_back(std::make_unique<detail::Router>(
      network, 0, false,
      [&](std::span<detail::Message* const> messages) {
        for (detail::Message* m : messages) {
          ++arrived;
          is_right = is_right && m->asks == base + expected_arrival(hops) && m->hops == hops;
          pool.put(m);
        }
      },
      [] { return false; }));
  detail::Router::connect(routers);

  Route route;
  std::int64_t rounds = 0;
  const std::byte body[kBytes]{};
  for (auto _ : state) {
    base = rounds * Ticks{1'000'000};
    for (Node node = 0; node < kNodes; ++node) {
      detail::Message* m = pool.copy_of(body);
      m->source = m->at = node;
      m->destination = (node + hops) % kNodes;
      m->sequence = rounds;
      m->asks = base + kCosts.ts;
      m->x = kCosts.transmission(kBytes);
      m->hop = kCosts.th;
      topology->route(node, m->destination, route);
      m->legs.assign(route.begin(), route.end());
      m->hops_left = hops;
      m->steps_left = m->legs.front().steps;
      routers[0]->inject(m);
    }
    while (routers[0]->earliest() != kNever) routers[0]->serve(0, routers[0]->earliest() + network.lookahead());
    ++rounds;
  }
  if (!is_right || arrived != rounds * kNodes || routers[0]->conflicts() != 0)
    state.SkipWithError("a message arrived at another time than predicted, or not at all");
  count_hops(state, rounds);
}
BENCHMARK(router_hops)->ArgName("hops")->Arg(1)->Arg(8)->Arg(64);

}  // namespace toruscope::bench
