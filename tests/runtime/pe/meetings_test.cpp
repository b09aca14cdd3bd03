// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/meetings.hpp"

#include "tests/runtime/pe/parts_of_one.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace toruscope::core {
namespace {

class MeetingsOfOne : public testing::Test, protected test::PartsOfOne {
 protected:
  void leave(std::int64_t latest) { meetings.leave({Ticks{latest}, {.compute = Ticks{latest}}}, 3); }

  Group pair_{1, {0, 3}, {2}, Grid::none};
};

TEST_F(MeetingsOfOne, AreToldToThePlanByTheMemberThatCompletesThem) {
  run([&] { meetings.synchronize(pair_); }, [&] { EXPECT_TRUE(pe.host.met.empty()); });
  run([&] { meetings.synchronize(pair_); }, [&] { EXPECT_EQ(pe.host.met, std::vector<Group*>{&pair_}); });
}

TEST_F(MeetingsOfOne, SetTheClockToTheLatest) {
  pe.core().clock.time = Ticks{5};
  run([&] { meetings.synchronize(pair_); },
      [&] {
        EXPECT_EQ(body.state(), Body::State::waiting);
        EXPECT_EQ(waiting().now().meeting, &pair_);
        leave(20);
        EXPECT_EQ(body.state(), Body::State::runnable);
      });
  EXPECT_EQ(now(), Ticks{20});
  EXPECT_EQ(pe.core().book.partner_wait, Ticks{15});

  run([&] { meetings.synchronize(pair_); }, [&] { leave(20); });
  EXPECT_EQ(pe.core().book.partner_wait, Ticks{15}) << "the last one to come waits for nobody";
}

TEST_F(MeetingsOfOne, GiveThePartAndTheRankThatThePlanFound) {
  const GroupHandle part(*new Group(2, {0}, {1}, Grid::none));
  std::pair<GroupHandle, Rank> got;
  run([&] { got = meetings.split(pair_, 7, -1); },
      [&] {
        EXPECT_EQ(meetings.split_by(), std::make_pair(7, -1));
        meetings.join_split(*part, 0);
        leave(1);
      });
  EXPECT_EQ(&*got.first, &*part);
  EXPECT_EQ(got.second, 0);
  EXPECT_EQ(part->handles(), 2) << "the PE forgets it";
}

TEST_F(MeetingsOfOne, GiveADestructorNoPartWhenThePeIsUnwound) {
  struct Guard {
    Meetings& calls;
    Group& group;
    ~Guard() {
      const GroupHandle part(*new Group(2, {0}, {1}, Grid::none));
      calls.join_split(*part, 0);  // of a split before
      EXPECT_FALSE(calls.split(group, 0, 0).first);
    }
  };
  run(
      [&] {
        const Guard guard{meetings, pair_};
        throw 1;
      },
      [&] { body.begin_unwinding(); });
}

TEST_F(MeetingsOfOne, NumberTheCollectivesOfEachGroup) {
  const CollectiveCall broadcast{.operation = "broadcast"};
  const CollectiveCall reduce{.operation = "reduce"};
  EXPECT_TRUE(meetings.enter_collective(pair_, 0, broadcast));
  EXPECT_TRUE(pair_.enter(broadcast, 1, Ticks{}));
  EXPECT_TRUE(pair_.enter(reduce, 1, Ticks{}));

  EXPECT_TRUE(meetings.enter_collective(all, 0, broadcast)) << "the first one of this group";
  EXPECT_FALSE(meetings.enter_collective(pair_, 0, broadcast)) << "the other member's second is another";
}

}  // namespace
}  // namespace toruscope::core
