// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/team.hpp"

#include <barrier>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <thread>

namespace toruscope::core {
namespace {

TEST(Team, RunsAllMembersAtTheSameTimeOnThreadsOfTheirOwn) {
  for (const int workers : {1, 2, 4, 7}) {
    std::barrier all(workers);  // passes only if all members are there together
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::set<int> members;

    run_team(workers, [&](int w) {
      all.arrive_and_wait();
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
      members.insert(w);
    });

    EXPECT_EQ(threads.size(), static_cast<std::size_t>(workers));
    EXPECT_EQ(members.size(), static_cast<std::size_t>(workers));
  }
}

TEST(Team, TwoTeamsOfTwoHostThreadsDoNotStarveEachOther) {
  std::barrier all(8);
  const auto team = [&] { run_team(4, [&](int) { all.arrive_and_wait(); }); };
  std::jthread other(team);
  team();
}

}  // namespace
}  // namespace toruscope::core
