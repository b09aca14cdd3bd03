// SPDX-License-Identifier: Apache-2.0

#include "labs/support/rounds.hpp"

#include "labs/support/exam.hpp"

#include <toruscope/machine.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::labs {
namespace {

using testing::ElementsAre;

/// The report of a program on a ring, with its events.
Report rounds_of(int p, const std::function<void(Communicator&)>& program) {
  Execution execution;
  execution.record_events = true;
  return Machine(ring(p), round_machine(), execution).run(program);
}

TEST(LabRounds, TransfersAreOrderedByTheirStart) {
  const Report report = rounds_of(3, [](Communicator& comm) {
    int x = 0;
    if (comm.rank() == 2) comm.send(1, x), comm.send(0, x);
    if (comm.rank() != 2) comm.recv(2, x);
  });

  const std::vector<Transfer> all = transfers(report);

  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].to, 1);
  EXPECT_EQ(all[0].start, 0);
  EXPECT_EQ(all[1].to, 0);
  EXPECT_EQ(all[1].start, 1);
  EXPECT_EQ(all[1].bytes, 4);
}

TEST(LabRounds, OfAChainOneMorePeIsInformedInEach) {
  const Report report = rounds_of(4, [](Communicator& comm) {
    int x = 0;
    if (comm.rank() > 0) comm.recv(comm.rank() - 1, x);
    if (comm.rank() < 3) comm.send(comm.rank() + 1, x);
  });

  EXPECT_THAT(informed_by_round(report, 0), ElementsAre(1, 2, 3, 4));
}

TEST(LabRounds, AMessageOfOneWhoKnowsNothingInformsNobody) {
  const Report report = rounds_of(3, [](Communicator& comm) {
    int x = 0;
    if (comm.rank() == 1) comm.send(2, x);
    if (comm.rank() == 2) comm.recv(1, x);
  });

  EXPECT_THAT(informed_by_round(report, 0), ElementsAre(1));
}

TEST(LabRounds, CeilLog2) {
  EXPECT_EQ(ceil_log2(1), 0);
  EXPECT_EQ(ceil_log2(2), 1);
  EXPECT_EQ(ceil_log2(3), 2);
  EXPECT_EQ(ceil_log2(8), 3);
  EXPECT_EQ(ceil_log2(9), 4);
}

}  // namespace
}  // namespace toruscope::labs
