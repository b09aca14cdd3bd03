// SPDX-License-Identifier: Apache-2.0
// probe, test and wait_any (T10): what they see, when they wait, and how a loop of them ends.
// Complete graphs with ts = 10, x = 20 for 20 bytes, th = 1: a message sent at s is at the mailbox
// at s + 31.

#include "tests/runtime/clocks.hpp"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

namespace toruscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

//   PE 1   compute 100, send: there at 131
//   PE 0   test at 0: no; test at 0 again: waits until 131: yes
TEST(Test, TheSecondTimeAtOneClockWaitsForTheNextArrival) {
  expect_clocks(complete(2), kMachine, {{0, 131}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) return send_after(comm, 100, 0);
    std::vector<char> body(20);
    Request request = comm.irecv(1, body);
    EXPECT_FALSE(comm.test(request));
    clocks.note(comm);
    const std::optional<Received> got = comm.test(request);
    ASSERT_TRUE(got);
    EXPECT_EQ(got->bytes, 20U);
    EXPECT_FALSE(request.is_pending());
    clocks.note(comm);
  });
}

//   tests at 0, 10, ..., 130: no; at 140: yes
TEST(Test, SeesAMessageAsSoonAsItIsAtTheMailbox) {
  expect_clocks(complete(2), kMachine, {{14, 140}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) return send_after(comm, 100, 0);
    std::vector<char> body(20);
    Request request = comm.irecv(1, body);
    std::int64_t unsuccessful = 0;
    while (!comm.test(request)) {
      ++unsuccessful;
      comm.compute(Ticks{10});
    }
    EXPECT_EQ(unsuccessful, 14);
    clocks.note(comm, unsuccessful);
    clocks.note(comm);
  });
}

//   from 1 at 131, from 2 at 231; only the second is asked for: no at 0, no at 131 (something else
//   came), yes at 231. Taken in this order the port is booked [201, 231), then [231, 261): an
//   earlier hole is not used.
TEST(Test, GoesOnAtAnyArrivalAndTellsTheTruth) {
  expect_clocks(complete(3), kMachine, {{0, 131, 231, 261}, {}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() != 0) return send_after(comm, 100 * comm.rank(), 0);
    std::vector<char> body(20);
    Request request = comm.irecv(2, body);
    while (!comm.test(request)) clocks.note(comm);
    clocks.note(comm);
    static_cast<void>(comm.recv(1, body));
    clocks.note(comm);
  });
}

TEST(Test, OfANotYetArrivedMessageIsUnsuccessfulAlthoughItIsUnderWay) {
  expect_clocks(complete(2), kMachine, {{30, 31}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) return comm.send(0, kBody);
    std::vector<char> body(20);
    Request request = comm.irecv(any_source, body);
    comm.compute(Ticks{30});
    EXPECT_FALSE(comm.test(request));
    clocks.note(comm);
    comm.compute(Ticks{1});
    EXPECT_TRUE(comm.test(request));
    clocks.note(comm);
  });
}

//   isend: the PE goes on at 10, the tail leaves at 30. No message ever comes: the loop ends with
//   the own send.
TEST(Test, OfASendIsSuccessfulWhenTheTailHasLeft) {
  expect_clocks(complete(2), kMachine, {{10, 30}, {31}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) {
      static_cast<void>(comm.recv<char>(0));
      return clocks.note(comm);
    }
    Request request = comm.isend(1, kBody);
    while (!comm.test(request)) clocks.note(comm);
    clocks.note(comm);
  });
}

TEST(Test, OfACompleteRequestIsSuccessful) {
  Machine(complete(2), kMachine).run([](Communicator& comm) {
    Request none;
    EXPECT_TRUE(comm.test(none));
  });
}

TEST(Probe, TellsWhatAReceiveWouldTakeAndLeavesItThere) {
  expect_clocks(complete(3), kMachine, {{131, 131, 131}, {}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) return send_after(comm, 90, 0, 5);
    if (comm.rank() == 2) return send_after(comm, 100, 0, 6);
    comm.compute(Ticks{131});
    const std::optional<Received> first = comm.probe(any_source);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->source, 1);
    EXPECT_EQ(first->tag, 5);
    EXPECT_EQ(first->bytes, 20U);
    clocks.note(comm);
    EXPECT_EQ(comm.probe(any_source, 6)->source, 2);
    EXPECT_EQ(comm.probe(2)->tag, 6);
    clocks.note(comm);
    std::vector<char> body(20);
    static_cast<void>(comm.recv(1, body, 5));
    clocks.note(comm);
    static_cast<void>(comm.recv(2, body, 6));
  });
}

TEST(Probe, InALoopEndsWithTheArrival) {
  expect_clocks(complete(2), kMachine, {{0, 131, 131}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) return send_after(comm, 100, 0);
    while (!comm.probe(any_source)) clocks.note(comm);
    clocks.note(comm);
    static_cast<void>(comm.recv<char>(any_source));
    clocks.note(comm);
  });
}

TEST(Probe, DoesNotSeeWhatAPostedReceiveTakes) {
  expect_clocks(complete(2), kMachine, {{100, 100}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) return comm.send(0, kBody);
    std::vector<char> body(20);
    Request request = comm.irecv(any_source, body);
    comm.compute(Ticks{100});
    EXPECT_FALSE(comm.probe(any_source));
    clocks.note(comm);
    EXPECT_EQ(comm.wait(request).source, 1);
    clocks.note(comm);
  });
}

//   at the mailbox: from 2 at 31, from 3 at 81, from 1 at 131; the own send to 1 leaves [0, 60)
TEST(WaitAny, CompletesOneAfterTheOtherInTheOrderOfTime) {
  std::vector<std::size_t> order;
  expect_clocks(
      complete(4), kMachine, {{10, 31, 60, 81, 131}, {}, {}, {}}, [&](Communicator& comm, Clocks& clocks) {
        const std::int64_t delays[] = {0, 100, 0, 50};
        if (comm.rank() != 0) {
          send_after(comm, delays[comm.rank()], 0);
          if (comm.rank() == 1) static_cast<void>(comm.recv<char>(0));
          return;
        }
        order.clear();
        std::vector<std::vector<char>> bodies(4, kBody);
        std::array<Request, 4> requests;
        requests[0] = comm.isend(1, std::vector<char>(50));
        clocks.note(comm);
        for (const Rank from : {1, 2, 3})
          requests[static_cast<std::size_t>(from)] = comm.irecv(from, bodies[static_cast<std::size_t>(from)]);
        for (int i = 0; i < 4; ++i) {
          Received got;
          order.push_back(comm.wait_any(requests, &got));
          if (order.back() != 0) {
            EXPECT_EQ(got.source, static_cast<Rank>(order.back()));
          }
          clocks.note(comm);
        }
      });
  EXPECT_EQ(order, (std::vector<std::size_t>{2, 0, 3, 1}));
}

TEST(WaitAny, TakesTheFirstByTimeOfSeveralThatAreComplete) {
  expect_clocks(complete(3), kMachine, {{2, 200, 1}, {}, {}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() != 0) return send_after(comm, comm.rank() == 1 ? 20 : 0, 0);
    std::vector<char> a(20);
    std::vector<char> b(20);
    std::array<Request, 3> requests;
    requests[1] = comm.irecv(1, a);
    requests[2] = comm.irecv(any_source, b);
    comm.compute(Ticks{200});
    clocks.note(comm, static_cast<std::int64_t>(comm.wait_any(requests)));
    clocks.note(comm);
    clocks.note(comm, static_cast<std::int64_t>(comm.wait_any(requests)));
  });
}

TEST(WaitAny, NeedsAPendingRequest) {
  Machine machine(ring(2), kMachine);
  EXPECT_THAT(
      [&] {
        machine.run([](Communicator& comm) {
          std::array<Request, 3> requests;
          static_cast<void>(comm.wait_any(requests));
        });
      },
      testing::ThrowsMessage<ProgramError>(HasSubstr("wait_any: none of its 3 requests is pending")));
}

std::string deadlock(const std::function<void(Communicator&)>& program) {
  std::string first;
  for (const Execution& execution : many_executions()) {
    try {
      Machine(complete(3), kMachine, execution).run(program);
      ADD_FAILURE() << "no deadlock";
    } catch (const DeadlockError& error) {
      if (first.empty()) first = error.what();
      EXPECT_EQ(first, error.what());
    }
  }
  return first;
}

TEST(APollingLoop, WhoseMessageCannotComeIsADeadlock) {
  EXPECT_THAT(
      deadlock([](Communicator& comm) {
        std::vector<char> body(20);
        if (comm.rank() != 2) return;
        Request request = comm.irecv(any_source, body, 7);
        comm.compute(Ticks{12});
        while (!comm.test(request)) {
        }
      }),
      AllOf(HasSubstr("deadlock at 12 steps: 1 of 3 PEs wait"),
            HasSubstr("PE 2  test from any PE, tag 7; unsuccessful at this clock before, so it waits")));
  EXPECT_THAT(deadlock([](Communicator& comm) {
                while (!comm.probe((comm.rank() + 1) % 3)) {
                }
              }),
              AllOf(HasSubstr("3 of 3 PEs wait"), HasSubstr("PE 1  probe from 2, any tag"),
                    HasSubstr("cycle 0 -> 1 -> 2 -> 0")));
}

TEST(AnUnnamedReceive, ThatWaitsForEverIsNamedInTheReport) {
  EXPECT_THAT(
      deadlock([](Communicator& comm) {
        if (comm.rank() == 1) comm.send(0, kBody, 3);
        if (comm.rank() == 0) static_cast<void>(comm.recv<char>(any_source, 7));
        if (comm.rank() == 2) static_cast<void>(comm.recv<char>(0, any_tag));
      }),
      AllOf(HasSubstr("2 of 3 PEs wait"), HasSubstr("PE 0  recv from any PE, tag 7\n"),
            HasSubstr("PE 2  recv from 0, any tag\n"), HasSubstr("unclaimed: 1 -> 0, tag 3, 20 bytes")));
}

//   PE 0   test at 0, 10, 20: no; send [20, 50), compute until 60, test: yes, since 31
//   PE 1   send [0, 30), test at 30, 37, 44: no; at 51: yes
TEST(APollingLoop, WithWorkBetweenGoesOnBesideOthers) {
  expect_clocks(complete(2), kMachine, {{3, 60}, {3, 51}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> body(20);
    Request request = comm.irecv(1 - comm.rank(), body);
    std::int64_t polls = 0;
    const std::int64_t step = comm.rank() == 0 ? 10 : 7;
    if (comm.rank() == 1) send_after(comm, 0, 0);  // there at 31
    while (!comm.test(request)) {
      ++polls;
      if (comm.rank() == 0 && polls == 3) comm.send(1, kBody);
      comm.compute(Ticks{step});
    }
    clocks.note(comm, polls);
    clocks.note(comm);
  });
}

TEST(Polling, FindsASynchronousMessageToOneselfAtItsTick) {
  const Parameters machine{.eager = 1000, .ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
  for (const Rank from : {any_source, Rank{0}})
    expect_clocks(complete(1), machine, {{1, 0}}, [=](Communicator& comm, Clocks& clocks) {
      std::vector<char> body(1);
      Request receive = comm.irecv(from, body);
      Request send = comm.issend(0, std::vector<char>(1));
      clocks.note(comm, comm.test(receive) ? 1 : 0);
      comm.wait(send);
      clocks.note(comm);
    });
}

}  // namespace
}  // namespace toruscope::test
