// SPDX-License-Identifier: Apache-2.0
// Operations that go on beside the program (T13): when they get the processor. What may go wrong:
// start_mistakes_test.cpp; random programs: laws/reference_law_test.cpp.

#include "tests/runtime/start_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope {
namespace {

using test::costs;
using test::exchange;
using test::Host;
using test::run;

class Start : public testing::TestWithParam<Host> {};
INSTANTIATE_TEST_SUITE_P(Hosts, Start, test::hosts());

// --- time ----------------------------------------------------------------------------------------

//   tick       0       4         9                          24
//   operation  |- ts --|  x = 5  |  its message is here at 9
//   body               |---------- compute 20 --------------|  then the operation takes its message
TEST_P(Start, OverlapsTransmissionWithWork) {
  const Report report = run(2, GetParam(), [](Communicator& comm) {
    Request request = start(comm, exchange);
    comm.compute(Ticks{20});
    EXPECT_EQ(comm.now(), Ticks{24});
    comm.wait(request);
    EXPECT_EQ(comm.now(), Ticks{24});
  });

  EXPECT_EQ(report.finish.time, Ticks{24});
  EXPECT_EQ(report.finish.account.startups, 1);
  EXPECT_EQ(report.finish.account.compute, Ticks{20});
}

TEST_P(Start, CostsWhatTheBlockingCallCostsIfNothingGoesOnBeside) {
  const auto blocking = run(2, GetParam(), exchange);

  const auto started = run(2, GetParam(), [](Communicator& comm) {
    Request request = start(comm, exchange);
    comm.wait(request);
  });

  EXPECT_EQ(started.finish.time, blocking.finish.time);
}

TEST_P(Start, GivesTheProcessorBetweenTwoPiecesOfWork) {
  std::vector<std::int64_t> ends;
  run(2, GetParam(), [&](Communicator& comm) {
    Request request = start(comm, [](Communicator& c) {
      exchange(c);  // [0, 4) startup; its message is here at 9
      exchange(c);  // asks at 9
    });
    for (int piece = 0; piece < 3; ++piece) {
      // [4, 14), then the second startup [14, 18), then [18, 28), [28, 38)
      comm.compute(Ticks{10});
      if (comm.rank() == 0) ends.push_back(comm.now().count);
    }
    comm.wait(request);
    EXPECT_EQ(comm.now(), Ticks{38});
  });

  EXPECT_THAT(ends, testing::ElementsAre(14, 28, 38));
}

//   tick       0       4         9                   14        17
//   PE 0 sends |- ts --|  x = 5  |
//   operation          | work 5  |                   | work 3  |
//   body               asks at 4 |- wait -| work 5   |
//   The operation asks for the processor at 9, for its second piece of work. The body gets the
//   processor at 9: its send is complete then, so the clock of the body stands still, and the body
//   keeps the processor.
TEST_P(Start, KeepsTheProcessorIfItsSendIsOverAsTheWaitBegins) {
  for (const Switching switching :
       {Switching::cut_through, Switching::wormhole}) {  // its end is known before, or not
    Parameters machine = costs();
    machine.switching = switching;
    std::vector<std::int64_t> ends;
    run(
        2, GetParam(),
        [&](Communicator& comm) {
          std::vector<char> body(5);
          if (comm.rank() == 1) return comm.recv(0, body), void();
          Request sent = comm.isend(1, body);
          Request work = start(comm, [&](Communicator& c) {
            c.compute(Ticks{5});
            c.compute(Ticks{3});
            ends.push_back(c.now().count);
          });
          comm.wait(sent);
          comm.compute(Ticks{5});
          ends.push_back(comm.now().count);
          comm.wait(work);
        },
        machine);

    EXPECT_THAT(ends, testing::ElementsAre(14, 17));
  }
}

// Nothing costs anything but the flight: the operation's worm has left at 0, where it began, so the
// operation keeps the processor, and the body works after it.
TEST_P(Start, KeepsTheProcessorIfItsWormIsOverAtOnce) {
  std::int64_t ends = -1;
  run(2, GetParam(),
      [&](Communicator& comm) {
        std::vector<char> body(1), own(1);
        Request request = start(comm, [&](Communicator& c) {
          if (c.rank() == 1) return c.recv(0, body), void();
          c.send(1, body);
          c.sendrecv(0, body, 0, own);
          ends = c.now().count;
        });
        if (comm.rank() == 0) comm.compute(Ticks{1});
        comm.wait(request);
      },
      {.switching = Switching::wormhole, .latency = Ticks{1}, .tick = Time{}});

  EXPECT_EQ(ends, 0);
}

TEST_P(Start, KeepsReceivesAndWorkApart) {
  Parameters machine = costs();
  machine.tr = Ticks{3};
  const Report report = run(
      2, GetParam(),
      [](Communicator& comm) {
        Request request = start(comm, exchange);
        comm.compute(Ticks{20});  // [4, 24): the message of 9 is taken [24, 27)
        comm.wait(request);
        EXPECT_EQ(comm.now(), Ticks{27});
      },
      machine);

  EXPECT_EQ(report.finish.account.receives, 1);
}

TEST_P(Start, RunsSeveralAtTheirOwnPace) {
  run(2, GetParam(), [](Communicator& comm) {
    std::vector<char> own(5, 'a'), body(5), more(5);
    const Rank other = 1 - comm.rank();
    Request slow = start(comm, [&](Communicator& c) {
      c.compute(Ticks{50});  // [0, 50)
      c.sendrecv(other, own, other, body);
    });
    // [50, 54)
    Request quick = start(comm, [&](Communicator& c) { c.sendrecv(other, own, other, more); });
    comm.wait(quick);
    EXPECT_EQ(comm.now(), Ticks{59});
    comm.wait(slow);
    EXPECT_EQ(body, own);
    EXPECT_EQ(more, own);
  });
}

TEST_P(Start, KeepsMessagesOfOperationsApart) {
  run(2, GetParam(), [](Communicator& comm) {
    const Rank other = 1 - comm.rank();
    int first = 0, second = 0, own = 0;
    const auto exchange_number = [&](Communicator& c, int number, int& got) {
      Request receive = c.irecv(other, got);
      c.send(other, number);
      c.wait(receive);
    };
    Request one = start(comm, [&](Communicator& c) {
      if (c.rank() == 0) c.compute(Ticks{100});
      exchange_number(c, 1, first);
    });
    Request two = start(comm, [&](Communicator& c) { exchange_number(c, 2, second); });
    exchange_number(comm, 3, own);
    comm.wait_all(two, one);
    EXPECT_EQ(first, 1);
    EXPECT_EQ(second, 2);
    EXPECT_EQ(own, 3);
  });
}

TEST_P(Start, MayStartFurtherOnes) {
  run(3, GetParam(), [](Communicator& comm) {
    std::vector<int> all(3);
    int sum = comm.rank();
    Request outer = start(comm, [&](Communicator& c) {
      Request inner = start(c, [&](Communicator& d) { allgather(d, std::vector{d.rank()}, all); });
      allreduce(c, sum);
      c.wait(inner);
    });
    comm.wait(outer);
    EXPECT_EQ(sum, 3);
    EXPECT_EQ(all, (std::vector{0, 1, 2}));
  });
}

TEST_P(Start, WorksOnPartsOfTheMachine) {
  run(6, GetParam(), [](Communicator& comm) {
    Communicator part = comm.split(comm.rank() % 2);
    int sum = comm.rank();
    Request request = start(part, [&](Communicator& c) {
      EXPECT_EQ(c.rank(), comm.world_rank() / 2);
      c.synchronize();
      allreduce(c, sum);
    });
    comm.compute(Ticks{10});
    comm.synchronize();  // beside that of the operation
    comm.wait(request);
    EXPECT_EQ(sum, comm.rank() % 2 == 0 ? 6 : 9);
  });
}

//   ts = 1, tr = 2, x = 4; PE 1's message is there at 5
//   processor   |0 C 10 |10 -- body 20 --|30 takes |32 -- C 10 --|42 body: A has ended, 2 more |44
// The same if A only starts another operation that receives, and waits for that.
TEST_P(Start, GivesTheProcessorWhenItIsFreeToWhoHasAskedByThen) {
  const Parameters machine{.ts = Ticks{1}, .tr = Ticks{2}, .tw = Ticks{1}, .tick = Time{}};
  for (const bool is_nested : {false, true}) {
    const Report report = run(
        2, GetParam(),
        [&](Communicator& comm) {
          std::vector<char> body(4);
          const auto message = [&](Communicator& c) {
            if (c.rank() == 0) c.recv(1, body);
            if (c.rank() == 1) c.send(0, body);
          };
          Request first = start(comm, [&](Communicator& c) {
            if (!is_nested) return message(c);
            Request inner = start(c, message);
            c.wait(inner);
          });
          Request second = start(comm, [](Communicator& c) {
            for (const int work : {10, 10, 40})
              if (c.rank() == 0) c.compute(Ticks{work});
          });
          if (comm.rank() == 0) comm.compute(Ticks{20});
          comm.wait(first);
          if (comm.rank() == 0) {
            EXPECT_EQ(comm.now(), Ticks{42});
            comm.compute(Ticks{2});
            EXPECT_EQ(comm.now(), Ticks{44});
          }
          comm.wait(second);
        },
        machine);
    EXPECT_EQ(report.finish.time, Ticks{84});
  }
}

// Nothing costs: PE 0's message is there at 0, when PE 1 asks, too. The operation that receives was
// started after the body, so at 5, when the work of the other operation is over, it is first.
TEST_P(Start, KnowsWhoHasAskedWhenTheProcessorBecomesFree) {
  for (const Rank receiver : {0, 1}) {
    run(2, GetParam(),
        [receiver](Communicator& comm) {
          std::vector<char> body(1);
          const bool receives = comm.rank() == receiver;
          Ticks received;
          Request first = start(comm, [&](Communicator& c) {
            if (!receives) return c.send(receiver, body);
            c.recv(1 - receiver, body);
            received = c.now();
          });
          Request second = start(comm, [&](Communicator& c) {
            if (receives) c.compute(Ticks{5});
          });
          if (receives) comm.compute(Ticks{7});
          comm.wait_all(second, first);
          // At 0 PE 0 is first: it has sent when PE 1 begins, and not when it is PE 0 that
          // receives.
          if (receives) {
            EXPECT_EQ(received, Ticks{receiver == 0 ? 5 : 0});
          }
        },
        {.tick = Time{}});
  }
}

TEST_P(Start, ManyAfterEachOther) {
  run(2, GetParam(), [](Communicator& comm) {
    for (int i = 0; i < 200; ++i) {
      int sum = i;
      Request request = start(comm, [&](Communicator& c) { allreduce(c, sum); });
      comm.compute(Ticks{i % 7});
      comm.wait(request);
      ASSERT_EQ(sum, 2 * i);
    }
  });
}

TEST_P(Start, LeavesThePeAsItWas) {
  run(2, GetParam(), [](Communicator& comm) {
    Request request = start(comm, exchange);
    comm.wait(request);
    int number = comm.rank();
    if (comm.rank() == 0) comm.send(1, number);
    if (comm.rank() == 1) {
      EXPECT_EQ(comm.recv(any_source, number).source, 0);  // allowed again
    }
    Communicator part = comm.split(comm.rank());
    EXPECT_EQ(part.size(), 1);
  });
}

TEST_P(Start, OfAnEndedOperationMayBeTested) {
  run(2, GetParam(), [](Communicator& comm) {
    Request request = start(comm, exchange);
    Request other = start(comm, exchange);
    comm.wait(other);
    comm.compute(Ticks{100});
    comm.synchronize();
    EXPECT_TRUE(comm.test(request));
    EXPECT_FALSE(request.is_pending());
  });
}

}  // namespace
}  // namespace toruscope
