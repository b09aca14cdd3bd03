// SPDX-License-Identifier: Apache-2.0
// Local work beside messages and started operations. Complete graphs with ts = 4, th = 1, x = 5 for
// 5 bytes: a message sent at s is at the mailbox at s + 10.

#include "runtime/pe/work_beside.hpp"

#include "tests/runtime/clocks.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <vector>

namespace toruscope::test {
namespace {

const Parameters kCosts{.ts = Ticks{4}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};

using core::work_until;
using testing::Optional;

TEST(WorkBesideMessages, EndsAtItsTimeWhateverComesMeanwhile) {
  const Report report =
      expect_clocks(complete(2), kCosts, {{10, 30, 45}, {}}, [](Communicator& comm, Clocks& clocks) {
        std::vector<char> body(5), other(5);
        if (comm.rank() == 1) {
          comm.send(0, body);
          comm.compute(Ticks{100});
          return comm.send(0, other);
        }
        Request first = comm.irecv(1, body), second = comm.irecv(1, other);
        Request* both[] = {&second, nullptr, &first};
        EXPECT_THAT(work_until(Ticks{30}, both), Optional(2U));
        comm.wait(first);
        clocks.note(comm);
        EXPECT_FALSE(work_until(Ticks{30}, both));
        clocks.note(comm);
        EXPECT_FALSE(work_until(Ticks{20}, both)) << "that is over";
        EXPECT_FALSE(work_until(Ticks{45}, {}));
        clocks.note(comm);
        EXPECT_THAT(work_until(core::kNoEnd, both), Optional(0U));
        comm.wait(second);
      });

  EXPECT_EQ(report.finish.time, Ticks{9 + 100 + 10});
}

TEST(WorkBesideMessages, TakesWhatIsCompleteAtItsEnd) {
  expect_clocks(complete(2), kCosts, {{9, 10, 12}, {}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5);
    if (comm.rank() == 1) return comm.send(0, body);
    Request first = comm.irecv(1, body);
    Request* one[] = {&first};
    EXPECT_FALSE(work_until(Ticks{9}, one));
    clocks.note(comm);
    EXPECT_THAT(work_until(Ticks{10}, one), Optional(0U));
    EXPECT_EQ(comm.now(), Ticks{9}) << "it only looks";
    comm.wait(first);
    clocks.note(comm);
    EXPECT_FALSE(work_until(Ticks{12}, one));
    clocks.note(comm);
  });
}

TEST(WorkBesideMessages, IsComputationOnTheCriticalPath) {
  const Report report = Machine(complete(2), kCosts).run([](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == 1) return comm.send(0, body);
    Request first = comm.irecv(1, body);
    Request* one[] = {&first};
    while (work_until(Ticks{50}, one)) comm.wait(first);
  });

  EXPECT_EQ(report.finish.time, Ticks{50});
  EXPECT_EQ(report.finish.account.compute, Ticks{40});
  EXPECT_EQ(report.finish.account.startups, 1);
}

TEST(WorkBesideOperations, LeavesThemTheProcessor) {
  // The operation exchanges twice: [0, 10), [10, 20). Its startups do not wait for the work, which
  // ends at 15 and 30; one message comes by itself.
  const Report report =
      expect_clocks(complete(2), kCosts, {{15, 20, 30}, {15, 20, 30}}, [](Communicator& comm, Clocks& clocks) {
        std::vector<char> body(5);
        Request twice = start(comm, [&](Communicator& c) {
          for (int i = 0; i < 2; ++i) c.sendrecv(1 - c.rank(), body, 1 - c.rank(), body);
        });
        Request* one[] = {&twice};
        EXPECT_FALSE(work_until(Ticks{15}, one));
        clocks.note(comm);
        EXPECT_THAT(work_until(Ticks{30}, one), Optional(0U));
        comm.wait(twice);
        clocks.note(comm);
        EXPECT_FALSE(work_until(Ticks{30}, one));
        clocks.note(comm);
      });

  EXPECT_EQ(report.finish.time, Ticks{30});
}

TEST(WorkBesideOperations, TellsWhichMessageOrOperationIsCompleteFirst) {
  // PE 1 sends at 3, behind its part of the operation. In that PE 2 sends at 20, so it ends at 30.
  // PE 2's own message is there at 70.
  expect_clocks(complete(3), kCosts, {{13, 30, 70}, {}, {}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5), other(5);
    Request work = start(comm, [&](Communicator& c) {
      c.compute(Ticks{c.rank() == 2 ? 20 : 3});
      if (c.rank() != 1) c.sendrecv(c.rank() == 0 ? 2 : 0, other, c.rank() == 0 ? 2 : 0, other);
    });
    if (comm.rank() == 1) comm.send(0, body);
    if (comm.rank() == 2) {
      comm.wait(work);
      comm.compute(Ticks{60} - comm.now());
      comm.send(0, body);
    }
    if (comm.rank() == 0) {
      std::vector<char> late(5);
      Request early = comm.irecv(1, body), last = comm.irecv(2, late);
      Request* all[] = {&last, &work, &early};
      std::vector<std::size_t> order;
      while (const auto first = work_until(core::kNoEnd, all)) {
        order.push_back(*first);
        comm.wait(*all[*first]);
        clocks.note(comm);
        if (order.size() == 3) break;
      }
      EXPECT_EQ(order.size(), 3U);
      EXPECT_EQ(order.back(), 0U);
    } else if (comm.rank() == 1) {
      comm.wait(work);
    }
  });
}

}  // namespace
}  // namespace toruscope::test
