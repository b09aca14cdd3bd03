// SPDX-License-Identifier: Apache-2.0

#include "runtime/channel/team_barrier.hpp"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace toruscope::core {
namespace {

TEST(TeamBarrier, RunsTheSerialPartOnceBetweenThePhasesOfAllMembers) {
  constexpr int kMembers = 3;
  constexpr int kMeetings = 500;
  TeamBarrier barrier(kMembers);
  std::vector<int> counts(kMembers, 0);  // each written by its member, read in the serial part
  std::vector<int> sums;
  std::vector<std::jthread> members;

  for (int m = 0; m < kMembers; ++m)
    members.emplace_back([&, m] {
      for (int i = 0; i < kMeetings; ++i) {
        ++counts[static_cast<std::size_t>(m)];
        barrier.meet([&] { sums.push_back(counts[0] + counts[1] + counts[2]); });
      }
    });
  members.clear();

  ASSERT_EQ(sums.size(), static_cast<std::size_t>(kMeetings));
  for (int i = 0; i < kMeetings; ++i) EXPECT_EQ(sums[static_cast<std::size_t>(i)], kMembers * (i + 1));
}

TEST(TeamBarrier, LetsAWaitingMemberDoOtherWorkWheneverItIsWoken) {
  TeamBarrier barrier(2);
  std::atomic<int> work{0};  // pieces that lie there
  std::atomic<int> done{0};
  std::jthread early([&] { barrier.meet([] {}, [&] { done += work.exchange(0); }); });

  for (int i = 1; i <= 1000; ++i) {
    ++work;
    barrier.wake();
    while (done.load() < i) std::this_thread::yield();  // for ever, if a wake could be missed
  }
  barrier.meet([] {});
}

}  // namespace
}  // namespace toruscope::core
