// SPDX-License-Identifier: Apache-2.0
// A group's record of collective calls: which difference between calls it reports.

#include "runtime/pe/group.hpp"

#include <toruscope/toruscope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::core {
namespace group_test {
namespace {

/// Operation, rank, time.
struct Entry {
  const char* operation;
  Rank rank;
  std::int64_t when;
};

/// The operations and times of the difference that a group of four tells; empty if there is none.
std::string told(const std::vector<Entry>& entries) {
  Group group(0, {}, {4}, Grid::none);
  for (const Entry& e : entries) static_cast<void>(group.enter({e.operation}, e.rank, Ticks{e.when}));
  const auto difference = group.difference();
  if (!difference) return "";
  const auto text = [](const Group::Call& call) {
    return std::string(call.what.operation) + " of " + std::to_string(call.rank) + " at " +
           std::to_string(call.when.count);
  };
  return text(difference->first) + ", " + text(difference->second);
}

TEST(GroupRecord, OfEqualCallsHasNoDifference) {
  EXPECT_EQ(told({{"A", 0, 1}, {"A", 3, 9}}), "");
}

TEST(GroupRecord, TellsTheEarliestOfEachWhoeverCameFirst) {
  EXPECT_EQ(told({{"A", 0, 3}, {"B", 3, 9}, {"B", 1, 52}}), "A of 0 at 3, B of 3 at 9");
  EXPECT_EQ(told({{"B", 1, 52}, {"B", 3, 9}, {"A", 0, 3}}), "A of 0 at 3, B of 3 at 9");
  EXPECT_EQ(told({{"B", 2, 9}, {"A", 3, 3}, {"B", 1, 9}}), "A of 3 at 3, B of 1 at 9")
      << "of one tick the lowest rank";
}

TEST(GroupRecord, TellsTheDifferenceThatIsThereFirst) {
  // The second calls of PEs 0 and 1 differ at 6, the first call of PE 2 from theirs at 7.
  EXPECT_EQ(told({{"A", 0, 1}, {"C", 0, 5}, {"A", 1, 2}, {"D", 1, 6}, {"B", 2, 7}}),
            "C of 0 at 5, D of 1 at 6");
}

// On one worker a message of a network whose links have one user is delivered at once, so PE 1 gets
// to 52 before anything is planned.
TEST(GroupRecord, IsTheSameOnAnyNumberOfWorkers) {
  const Parameters costs{.ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{2}, .tick = Time{}};
  for (const int workers : {1, 2, 4})
    EXPECT_THAT(
        [&] {
          Machine(complete(4), costs, {.workers = workers}).run([](Communicator& comm) {
            std::vector<char> data(5);
            const auto call = [&](std::int64_t after, const char* operation) {
              comm.compute(Ticks{after});
              comm.enter_collective(operation, "", 0, 0);
            };
            if (comm.rank() == 0) call(3, "A");
            if (comm.rank() == 3) call(9, "B");
            if (comm.rank() == 2) comm.send(1, data);
            if (comm.rank() == 1) {
              comm.recv(2, data);
              call(20, "B");
            }
            comm.recv((comm.rank() + 1) % 4, data, 9);
          });
        },
        testing::ThrowsMessage<ProgramError>(
            testing::AllOf(testing::HasSubstr("PE 0 called A (root 0, 0 bytes) at 3 steps"),
                           testing::HasSubstr("PE 3 called B (root 0, 0 bytes) at 9 steps"))))
        << workers;
}

}  // namespace
}  // namespace group_test
}  // namespace toruscope::core
