// SPDX-License-Identifier: Apache-2.0
// A program's own topology on the command line.

#include "tests/cli/in_process.hpp"
#include "tests/support/one_way_ring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

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

// Valiant's routes want three channels, whatever is sent: that is said of the machine, before any
// algorithm is tried.
TEST(Machines, ThatCannotRunAnythingAreRefusedOnce) {
  const std::vector<std::string> where{"--topology", "dragonfly:2x4x2:valiant", "--switching", "wormhole"};
  for (std::vector<std::string> words : std::vector<std::vector<std::string>>{
           {"compare", "allreduce"}, {"verify", "allreduce"}, {"bench", "allreduce"}, {"run", "prefix"}}) {
    const std::string verb = words.front();
    words.insert(words.end(), where.begin(), where.end());
    const Outcome refused = call(words, {});
    EXPECT_EQ(refused.code, 2) << verb;
    EXPECT_EQ(refused.out, "") << verb;
    const std::string reason = "have a cyclic dependency";
    const std::size_t first = refused.err.find(reason);
    EXPECT_NE(first, std::string::npos) << verb << ": " << refused.err;
    EXPECT_EQ(refused.err.find(reason, first + 1), std::string::npos) << verb << ": " << refused.err;
    EXPECT_THAT(refused.err, testing::HasSubstr("give --virtual-channels 3")) << verb;
  }
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
