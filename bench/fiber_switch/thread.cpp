// SPDX-License-Identifier: Apache-2.0
// The rival: a PE is an OS thread.

#include "bench/fiber_switch/problem.hpp"

#include <utility>

namespace toruscope::bench {

static void thread_switch(benchmark::State& state) {
  const Make make = [](const core::StackPool& stacks, int index, std::function<void()> body) {
    return core::make_thread(stacks, index, std::move(body));
  };
  switch_round_robin(state, make, Turns::by_worker);
}
BENCHMARK(thread_switch)->ArgName("pes")->Arg(1)->Arg(64)->UseRealTime();

}  // namespace toruscope::bench
