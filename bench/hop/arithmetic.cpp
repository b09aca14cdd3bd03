// SPDX-License-Identifier: Apache-2.0
// The rival: the same events as bare numbers in a std::priority_queue, without messages.

#include "bench/hop/problem.hpp"

#include <algorithm>
#include <queue>
#include <vector>

namespace toruscope::bench {

namespace {

struct Asking {
  std::int64_t tick;
  Node at;
  int left;
  friend bool operator<(const Asking& a, const Asking& b) {
    return a.tick != b.tick ? a.tick > b.tick : a.at > b.at;
  }
};

void arithmetic_hops(benchmark::State& state) {
  const int hops = static_cast<int>(state.range(0));
  const std::int64_t x = kCosts.transmission(kBytes).count;
  std::vector<std::int64_t> free_at(kNodes);
  std::priority_queue<Asking> asking;
  std::int64_t rounds = 0;
  bool is_right = true;
  for (auto _ : state) {
    const std::int64_t base = rounds * 1'000'000;
    for (Node node = 0; node < kNodes; ++node) asking.push({base + kCosts.ts.count, node, hops});
    while (!asking.empty()) {
      const Asking header = asking.top();
      asking.pop();
      auto& link = free_at[static_cast<std::size_t>(header.at)];
      const std::int64_t granted = std::max(header.tick, link);
      link = granted + x;
      const std::int64_t next = granted + kCosts.th.count;
      if (header.left > 1) {
        asking.push({next, (header.at + 1) % kNodes, header.left - 1});
      } else {
        is_right = is_right && next + x == base + expected_arrival(hops).count;
      }
    }
    ++rounds;
  }
  if (!is_right) state.SkipWithError("a message arrived at another time than predicted");
  count_hops(state, rounds);
}
BENCHMARK(arithmetic_hops)->ArgName("hops")->Arg(1)->Arg(8)->Arg(64);

}  // namespace

}  // namespace toruscope::bench
