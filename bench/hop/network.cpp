// SPDX-License-Identifier: Apache-2.0
// The hop engine on one worker: order of asking and grants.

#include "runtime/network/network.hpp"

#include "bench/hop/problem.hpp"

#include <memory>
#include <span>
#include <vector>

namespace toruscope::bench {

namespace {

/// Takes what arrives, and nothing else.
class Arrivals final : public core::NetworkClient {
 public:
  void deliver(int worker, std::span<core::Message* const> messages) override {
    for (core::Message* m : messages) deliver_one(worker, m);
  }
  void deliver_one(int, core::Message* m) override {
    ++arrived;
    is_right = is_right && m->asks == expected && m->hops == hops;
    pool.put(m);
  }
  void tail_left(core::Message*, Ticks) override {}
  void resume_pes(int) override {}
  void note_reached(Ticks) override {}
  [[nodiscard]] bool must_stop() const override { return false; }
  void note_refusal(int) override { is_right = false; }
  [[nodiscard]] bool has_refused(int) const override { return false; }
  void delay(int) override {}

  core::MessagePool pool;
  int hops = 0;
  Ticks expected;
  std::int64_t arrived = 0;
  bool is_right = true;
};

}  // namespace

static void network_hops(benchmark::State& state) {
  const int hops = static_cast<int>(state.range(0));
  const TopologyPtr topology = ring(kNodes);
  const Parameters parameters;
  core::Wiring wiring(*topology, kCosts, parameters, 1, 8);
  core::TeamBarrier team(1);
  Arrivals client;
  client.hops = hops;
  const core::Observers nobody(Execution{}, 1, kNodes);
  const std::unique_ptr<core::Network> network = core::make_network(
      {.wiring = wiring, .parameters = parameters, .team = team, .client = client, .observers = nobody},
      NetworkEngine::hop);

  Route route;
  std::int64_t rounds = 0;
  const std::byte body[kBytes]{};
  for (auto _ : state) {
    const Ticks base = rounds * Ticks{1'000'000};
    client.expected = base + expected_arrival(hops);
    for (Node node = 0; node < kNodes; ++node) {
      core::Message* m = client.pool.copy_of(body);
      m->source = m->at = node;
      m->destination = (node + hops) % kNodes;
      m->sequence = rounds;
      m->asks = base + kCosts.ts;
      m->x = kCosts.transmission(kBytes);
      m->hop = kCosts.th;
      topology->route(node, m->destination, route);
      m->legs.assign(route);
      m->hops_left = hops;
      m->steps_left = m->legs.front().steps;
      network->inject(0, m);
    }
    network->set_horizon(kNever);
    network->advance(0);
    ++rounds;
  }
  if (!client.is_right || client.arrived != rounds * kNodes || network->statistics().conflicts != 0)
    state.SkipWithError("a message arrived at another time than predicted, or not at all");
  count_hops(state, rounds);
}
BENCHMARK(network_hops)->ArgName("hops")->Arg(1)->Arg(8)->Arg(64);

}  // namespace toruscope::bench
