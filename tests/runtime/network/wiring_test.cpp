// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/wiring.hpp"

#include <toruscope/toruscope.hpp>

#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope::core {
namespace {

Parameters worms() {
  Parameters parameters = preset("unit");
  parameters.switching = Switching::wormhole;
  parameters.ts = Ticks{3};
  parameters.tw = Ticks{1};
  parameters.th = Ticks{5};
  return parameters;
}

/// Of worms that take 0, 1, 2, ... ticks, on two workers.
std::vector<std::int64_t> tail_lookaheads(const Parameters& parameters, int most) {
  const TopologyPtr network = torus(5, 4);
  const Wiring wiring(*network, resolve(parameters, *network), parameters, 2, 8);
  std::vector<std::int64_t> all;
  for (int x = 0; x <= most; ++x) {
    const Ticks ahead = wiring.tail_lookahead(Ticks{x});
    all.push_back(ahead == kNever ? -1 : ahead.count);
  }
  return all;
}

int routers(const std::function<void(Parameters&)>& change, const TopologyPtr& network = torus(5, 4)) {
  Parameters parameters = worms();
  change(parameters);
  return Wiring(*network, resolve(parameters, *network), parameters, 4, 8).routers();
}

// T8: r_j is the latest of e_(j + 1) and e_q + x - (q - j) th with (q - j) th < x. With x = 13 and
// th = 5, e_(j + 2) + 3 is one of them.
TEST(Wiring, KnowsHowLongBeforeATailPassesThatIsKnown) {
  EXPECT_EQ(tail_lookaheads(worms(), 13), (std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 1, 2, 3}))
      << "up to x = th the grant of the next link itself frees the channel";
}

TEST(Wiring, KnowsThatAlsoWhereLinksDiffer) {
  Parameters parameters = worms();
  parameters.th_of = {Ticks{4}, Ticks{6}};
  EXPECT_EQ(tail_lookaheads(parameters, 9), (std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 0, 1, 2, 1}));
  parameters.th_of = {Ticks{4}, Ticks{3}};
  EXPECT_EQ(tail_lookaheads(parameters, 6), (std::vector<std::int64_t>{0, 0, 0, 0, 0, 1, 1}));
}

TEST(Wiring, HasOneRouterWhereAGrantMattersElsewhereAtOnce) {
  EXPECT_EQ(routers([](Parameters&) {}), 4);
  EXPECT_EQ(routers([](Parameters& m) { m.th = Ticks{}; }), 1);
  EXPECT_EQ(routers([](Parameters& m) { m.ts = Ticks{}; }), 1);
  EXPECT_EQ(routers([](Parameters& m) { m.buffers = 1; }), 1);
  const auto stored = [](Parameters& m) {
    m.switching = Switching::store_and_forward;
    m.buffers = 1;
  };
  EXPECT_EQ(routers(stored), 4);
  EXPECT_EQ(routers([](Parameters& m) { m.switching = Switching::cut_through; }), 4);
}

}  // namespace
}  // namespace toruscope::core
