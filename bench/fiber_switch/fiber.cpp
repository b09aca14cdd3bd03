// SPDX-License-Identifier: Apache-2.0
// The default engine: a PE is a fiber.

#include "bench/fiber_switch/problem.hpp"

namespace toruscope::bench {

static void fiber_switch(benchmark::State& state) {
  switch_round_robin(state, PeEngine::fibers, Turns::by_worker);
}
BENCHMARK(fiber_switch)->ArgName("pes")->Arg(1)->Arg(64)->Arg(4096);

static void fiber_hand_over(benchmark::State& state) {
  switch_round_robin(state, PeEngine::fibers, Turns::hand_over);
}
BENCHMARK(fiber_hand_over)->ArgName("pes")->Arg(64)->Arg(4096);

}  // namespace toruscope::bench
