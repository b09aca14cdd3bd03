// SPDX-License-Identifier: Apache-2.0
// Circular shifts against times found by hand: ts 10, th 2, x = 5 of 5 bytes.

#include "collectives/verify.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

Verdict shifted(const char* algorithm, const TopologyPtr& topology, int distance) {
  Parameters machine;
  machine.tick = Time{};
  machine.ts = Ticks{10};
  machine.tw = Ticks{1};
  machine.th = Ticks{2};
  Execution one;
  one.workers = 1;
  const std::vector<Shift>& table = builtin_catalogue().of<Shift>();
  const auto entry =
      std::find_if(table.begin(), table.end(), [&](const Shift& e) { return e.name == algorithm; });
  return verify(*entry, topology, machine, one, {.bytes = 5, .distance = distance});
}

void expect(const Verdict& v, std::int64_t ticks, std::int64_t link_wait) {
  EXPECT_TRUE(v.ok()) << v.algorithm;
  EXPECT_EQ(v.report.finish.time.count, ticks);
  EXPECT_EQ(v.report.finish.account.link_wait.count, link_wait);
  ASSERT_TRUE(v.predicted);
  EXPECT_EQ(v.predicted->ticks.count, ticks);
}

//   by 3 on a ring, link of each node   own message [10,15), of 1 before [15,20), of 2 [20,25)
//   its tail arrives th after it has entered the last one: 20 + 2 + 5
TEST(Shift, OfARingSharesEachLinkAmongTheMessagesThatPassIt) {
  expect(shifted("direct", ring(9), 3), 27, 2 * 3);
  expect(shifted("direct", ring(9), -3), 27, 2 * 3);
  expect(shifted("direct", ring(9), 1), 17, 0);
  expect(shifted("direct", complete(9), 3), 17, 0);
}

// q = 6 = (1, 2): 10 + 2 * 2 + 3 + 5 along the rows, then one step down, or two, which is one up.
TEST(Shift, OfATorusGoesAlongItsDimensions) {
  expect(shifted("torus", torus(3, 4), 6), 22 + 17, 3);
  expect(shifted("neighbours", torus(3, 4), 6), 2 * 17 + 17, 0);
  expect(shifted("neighbours", ring(9), 5), 4 * 17, 0);
  expect(shifted("neighbours", torus(3, 4), 0), 0, 0);
}

// Of 5 bytes of each PE at best two thirds go 3 links forwards and the rest 6 backwards: 5 x 3 x 6
// / 9 bytes on some link, after ts + th.
TEST(Shift, HasABoundByDistanceAndByLinks) {
  const Verdict v = shifted("direct", ring(9), 3);
  ASSERT_TRUE(v.bound);
  EXPECT_EQ(v.bound->bytes, 10);
  EXPECT_EQ(v.bound->ticks.count, 10 + 2 + 10);
  EXPECT_EQ(shifted("direct", ring(9), 9).bound->ticks.count, 0);
}

}  // namespace
}  // namespace toruscope
