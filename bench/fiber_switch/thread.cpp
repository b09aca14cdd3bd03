// SPDX-License-Identifier: Apache-2.0
// The rival: a PE is an OS thread.

#include "bench/fiber_switch/problem.hpp"

namespace toruscope::bench {

static void thread_switch(benchmark::State& state) {
  switch_round_robin(state, PeEngine::threads, Turns::by_worker);
}
BENCHMARK(thread_switch)->ArgName("pes")->Arg(1)->Arg(64)->UseRealTime();

}  // namespace toruscope::bench
