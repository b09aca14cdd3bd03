// SPDX-License-Identifier: Apache-2.0
// The default engine: a PE is a fiber.

#include "bench/fiber_switch/problem.hpp"

namespace toruscope::bench {

static void fiber_switch(benchmark::State& state) {
  switch_round_robin(state, &detail::make_fiber);
}
BENCHMARK(fiber_switch)->ArgName("pes")->Arg(1)->Arg(64)->Arg(4096);

}  // namespace toruscope::bench
