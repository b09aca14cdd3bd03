// SPDX-License-Identifier: Apache-2.0
// Polls that take time, on a Machine (T14): what reports, accounts and refusals say. Their times
// are those of reference_polls_test.cpp and of the law. Complete graphs with ts = 4, th = 1, x = 5
// for 5 bytes: a message sent at s is at the mailbox at s + 10.

#include "tests/runtime/clocks.hpp"

#include <toruscope/error.hpp>

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Parameters with_poll_cost(std::int64_t poll) {
  return {.ts = Ticks{4}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}, .poll = Ticks{poll}};
}

/// The deadlock in which the program ends, with one worker and with two.
void expect_deadlock(int pes, std::int64_t when, const std::string& text,
                     const std::function<void(Communicator&)>& program) {
  for (const Execution& execution : {Execution{.workers = 1}, Execution{.workers = 2}}) {
    try {
      Machine(complete(pes), with_poll_cost(1), execution).run(program);
      ADD_FAILURE() << "no deadlock with " << execution.workers << " workers";
    } catch (const DeadlockError& error) {
      EXPECT_EQ(error.when(), Ticks{when});
      EXPECT_THAT(error.what(), HasSubstr(text));
    }
  }
}

constexpr std::int64_t kHopelessAt = 49'995'000;  // 1 + 2 + ... + 9,999

void test_for_ever(Communicator& comm) {
  std::vector<char> body(5);
  Request request = comm.irecv(1, body);
  while (!comm.test(request)) {
  }
}

TEST(TimedPolls, WithoutHopeAreADeadlockThatSaysSo) {
  expect_deadlock(
      2, kHopelessAt,
      "PE 0  test from 1, tag 0; PE 1 has ended; 10,000 polls in a row without success, and nothing "
      "is under way",
      [](Communicator& comm) {
        if (comm.rank() == 1) return comm.compute(Ticks{100});
        test_for_ever(comm);
      });
}

TEST(TimedPolls, WithoutHopeEndWhileAPeWorks) {
  for (const std::int64_t work : {50'005'000, 50'010'000})
    expect_deadlock(2, work, "10,001 polls", [work](Communicator& comm) {
      if (comm.rank() == 1) return comm.compute(Ticks{work});
      test_for_ever(comm);
    });
}

TEST(TimedPolls, WithoutHopeAreADeadlockOfTwoThatPollForEachOther) {
  expect_deadlock(2, kHopelessAt, "deadlock at 49,995,000", [](Communicator& comm) {
    while (!comm.probe(1 - comm.rank())) {
    }
  });
}

TEST(TimedPolls, AreAPartOfTheirOwnOfTheAccount) {
  Execution execution;
  execution.record_events = true;
  execution.record_critical_path = true;
  const Report report = Machine(complete(2), with_poll_cost(3), execution).run([](Communicator& comm) {
    if (comm.rank() == 1) return;
    std::vector<char> body(5);
    Request request = comm.irecv(0, body);
    EXPECT_FALSE(comm.test(request));
    EXPECT_FALSE(comm.test(request));
    EXPECT_FALSE(comm.wait_until(request, Ticks{20}));
    comm.send(0, body);
    comm.wait(request);
  });

  EXPECT_EQ(report.finish.time, Ticks{20});
  EXPECT_EQ(report.finish.account.polling, Ticks{20});
  EXPECT_EQ(report.pes.at(0).partner_wait, Ticks{20});
  EXPECT_TRUE(report.met.failed_poll);
  std::vector<std::vector<std::int64_t>> rows;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::poll) rows.push_back({e.source, e.begin.count, e.end.count, e.sequence});
  using Row = std::vector<std::int64_t>;
  EXPECT_THAT(rows, ElementsAre(Row{0, 0, 3, 1}, Row{0, 3, 9, 2}, Row{0, 9, 20, 0}));
  ASSERT_EQ(report.critical_path.size(), 3U);
  for (const PathEvent& e : report.critical_path) EXPECT_EQ(e.kind, PathEvent::Kind::polling);
}

TEST(TimedPolls, ThatAnArrivalEndsHaveItsAccount) {
  const Report report =
      expect_clocks(complete(2), with_poll_cost(30), {{10, 10}, {}}, [](Communicator& comm, Clocks& clocks) {
        std::vector<char> body(5);
        if (comm.rank() == 1) return comm.send(0, body);
        EXPECT_TRUE(comm.probe(1));
        clocks.note(comm);
        comm.recv(1, body);
        clocks.note(comm);
      });

  EXPECT_EQ(report.finish.account.polling, Ticks{});
  EXPECT_EQ(report.finish.account.hops, 1);
  EXPECT_FALSE(report.met.failed_poll);
}

TEST(TimedPolls, AskAboutRequestsThatLieApart) {
  expect_clocks(complete(3), with_poll_cost(3), {{3, 10, 30, 30}, {}, {}},
                [](Communicator& comm, Clocks& clocks) {
                  std::vector<char> body(5), other(5);
                  if (comm.rank() != 0) {
                    comm.compute(Ticks{comm.rank() == 1 ? 20 : 0});
                    return comm.send(0, body);
                  }
                  Request first = comm.irecv(1, body);
                  const auto gap = std::make_unique<Request>(comm.irecv(2, other));
                  Request* both[] = {&first, nullptr, gap.get(), gap.get()};
                  EXPECT_FALSE(comm.test_any(both));
                  clocks.note(comm);
                  std::vector<Received> got;
                  EXPECT_THAT(comm.wait_some(both, &got), ElementsAre(2U));
                  EXPECT_EQ(got.at(0).source, 2);
                  EXPECT_FALSE(gap->is_pending());
                  clocks.note(comm);
                  EXPECT_EQ(comm.wait_some(both).size(), 1U);
                  clocks.note(comm);
                  EXPECT_TRUE(comm.test_all(both)) << "none is pending";
                  EXPECT_TRUE(comm.wait_some(both).empty());
                  clocks.note(comm);
                });
}

TEST(TimedPolls, OfNoPendingRequestAreRefused) {
  Machine machine(complete(2), with_poll_cost(3));
  try {
    machine.run([](Communicator& comm) {
      std::vector<Request> none(2);
      static_cast<void>(comm.test_any(none));
    });
    FAIL();
  } catch (const ProgramError& error) {
    EXPECT_THAT(error.what(), HasSubstr("test_any: none of its 2 requests is pending; it needs at least one"));
  }
}

TEST(TimedPolls, BeyondTheLongestTimeAreRefused) {
  Machine machine(complete(2), with_poll_cost(std::int64_t{1} << 45));
  try {
    machine.run([](Communicator& comm) {
      if (comm.rank() == 0)
        while (!comm.probe(1)) {
        }
    });
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("probe: poll 362 in a row would end after the longest virtual time (PE 0 at"));
    EXPECT_THAT(error.what(), HasSubstr("; wait, or take a smaller --poll"));
  }
}

TEST(TimedPolls, BesideAnOperationAreRefused) {
  for (int call = 0; call < 5; ++call) {
    try {
      Machine(complete(2), with_poll_cost(3)).run([call](Communicator& comm) {
        Request request = start(comm, [](Communicator& c) { c.synchronize(); });
        Request* one[] = {&request};
        if (call == 0) static_cast<void>(comm.test_any(one));
        if (call == 1) static_cast<void>(comm.test_all(one));
        if (call == 2) comm.wait_some(one);
        if (call == 3) static_cast<void>(comm.wait_until(request, Ticks{9}));
        if (call == 4) static_cast<void>(comm.probe_until(1, Ticks{9}));
      });
      ADD_FAILURE() << "call " << call;
    } catch (const ProgramError& error) {
      EXPECT_THAT(error.what(), HasSubstr("not possible while an operation that this PE has started"));
    }
  }
}

//   PE 1's message is there at 110
TEST(TimedPolls, WithADeadlineBeyondAllTimesWaitForEver) {
  static constexpr Ticks kNeverEnds{INT64_MAX};
  expect_clocks(complete(3), with_poll_cost(0), {{110, 120}, {}, {}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5);
    if (comm.rank() != 0) {
      comm.compute(Ticks{90 + 10 * comm.rank()});
      return comm.send(0, body);
    }
    EXPECT_TRUE(comm.probe_until(1, kNeverEnds));
    clocks.note(comm);
    comm.recv(1, body);
    Request request = comm.irecv(2, body);
    EXPECT_TRUE(comm.wait_until(request, kNeverEnds));
    clocks.note(comm);
  });
}

// The worm has left at 4 + 5, long before its message is there.
TEST(TimedPolls, WithADeadlineEndWithAWormUnderAnEagerLimit) {
  const Parameters machine{.switching = Switching::wormhole,
                           .eager = 100,
                           .ts = Ticks{4},
                           .tw = Ticks{1},
                           .latency = Ticks{100},
                           .tick = Time{}};
  expect_clocks(complete(2), machine, {{9}, {}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(5);
    if (comm.rank() == 1) return comm.recv(0, body), void();
    EXPECT_FALSE(comm.probe(any_source));
    Request sent = comm.isend(1, body);
    EXPECT_TRUE(comm.wait_until(sent, Ticks{20}));
    clocks.note(comm);
  });
}

}  // namespace
}  // namespace toruscope::test
