// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/spans.hpp"

#include "runtime/pe/group.hpp"
#include "tests/support/observed.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace toruscope {
namespace {

using core::Spans;

class SpansOfAPe : public testing::Test {
 protected:
  SpansOfAPe() { sink_.begin(1, 1); }

  test::Observed sink_;
  const core::Observer observer_{0, {&sink_}};
  Spans spans_{observer_, 3};
};

TEST_F(SpansOfAPe, TellACallWhenItEnds) {
  spans_.enter({.operation = "reduce", .algorithm = "tree", .root = 2, .bytes = 16}, 4, 1, Ticks{10});
  EXPECT_TRUE(sink_.collectives().empty());

  spans_.leave_to(0, Ticks{25});

  ASSERT_EQ(sink_.collectives().size(), 1U);
  const core::CollectiveLeft call = sink_.collectives()[0];
  EXPECT_EQ(call.pe, 3);
  EXPECT_EQ(call.context, 4U);
  EXPECT_EQ(call.rank, 1);
  EXPECT_EQ(call.root, 2);
  EXPECT_EQ(call.bytes, 16U);
  EXPECT_EQ(call.begin, Ticks{10});
  EXPECT_EQ(call.end, Ticks{25});
  EXPECT_EQ(call.outer, -1);
}

TEST_F(SpansOfAPe, TellWhoCalledAnInnerCall) {
  spans_.enter({.operation = "allreduce"}, 0, 0, Ticks{1});
  const std::size_t depth = spans_.depth();
  spans_.enter({.operation = "reduce"}, 0, 0, Ticks{2});
  spans_.leave_to(depth, Ticks{3});
  spans_.enter({.operation = "broadcast"}, 0, 0, Ticks{3});
  spans_.leave_to(0, Ticks{4});

  ASSERT_EQ(sink_.collectives().size(), 3U);
  EXPECT_EQ(sink_.collectives()[0].sequence, 1);
  EXPECT_EQ(sink_.collectives()[0].outer, 0);
  EXPECT_EQ(sink_.collectives()[1].sequence, 2);
  EXPECT_EQ(sink_.collectives()[1].outer, 0);
  EXPECT_EQ(sink_.collectives()[2].sequence, 0);
  EXPECT_EQ(sink_.collectives()[2].outer, -1);
}

TEST_F(SpansOfAPe, CountRoundsInTheirCall) {
  spans_.complete_round(Ticks{0}, Ticks{1});
  spans_.enter({.operation = "barrier"}, 0, 0, Ticks{1});
  spans_.complete_round(Ticks{1}, Ticks{2});
  spans_.complete_round(Ticks{2}, Ticks{3});
  spans_.leave_to(0, Ticks{3});
  spans_.complete_round(Ticks{3}, Ticks{4});

  const std::vector<core::RoundCompleted> rounds = sink_.rounds();
  ASSERT_EQ(rounds.size(), 4U);
  const std::vector<std::vector<std::int64_t>> expected{{0, -1, 0}, {1, 0, 0}, {2, 0, 1}, {3, -1, 1}};
  for (std::size_t i = 0; i < rounds.size(); ++i)
    EXPECT_EQ((std::vector<std::int64_t>{rounds[i].sequence, rounds[i].call, rounds[i].index}), expected[i]);
}

}  // namespace
}  // namespace toruscope
