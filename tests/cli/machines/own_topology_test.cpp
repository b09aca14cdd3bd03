// SPDX-License-Identifier: Apache-2.0
// A program's own topology on the command line.

#include "tests/cli/in_process.hpp"
#include "tests/support/one_way_ring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

namespace toruscope {
namespace {

TEST(OwnTopology, IsCheckedBeforeTheRun) {
  Tables tables;
  tables.topologies.push_back({"loop", "loop:N", "one channel", [](std::string_view sizes) -> TopologyPtr {
                                 return std::make_shared<test::OneWayRing>(4, sizes == "dateline", true);
                               }});

  const Outcome refused = call({"verify", "barrier", "--topology", "loop:4"}, {}, tables);
  const Outcome allowed = call({"verify", "barrier", "--topology", "loop:dateline", "--quiet"}, {}, tables);

  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, testing::HasSubstr(
                               "--topology loop:4: one-way ring: its routes have a cyclic dependency: 1 -> 2"));
  EXPECT_EQ(allowed.code, 0) << allowed.err;
}

TEST(OwnTopology, ThatLiesOrThrowsIsRefused) {
  Tables tables;
  tables.topologies.push_back(
      {"odd", "odd:N", "what cannot be", [](std::string_view) -> TopologyPtr { throw 42; }});

  const Outcome refused = call({"verify", "barrier", "--topology", "odd:4"}, {}, tables);

  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              testing::HasSubstr("--topology odd:4: odd: its entry of the table threw something that "
                                 "is not a std::exception"));
}

}  // namespace
}  // namespace toruscope
