// SPDX-License-Identifier: Apache-2.0
// What reports tell on request or of their own: notes of callers, collective calls that a PE leaves
// out, messages that nobody received.

#include "tests/runtime/clocks.hpp"

#include <toruscope/toruscope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace toruscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The text of the run's error, the same on each execution.
template <class Error>
std::string error_of(int pes, const std::function<void(Communicator&)>& program) {
  std::string text;
  for (const Execution& execution : many_executions()) try {
      Machine(complete(pes), kMachine, execution).run(program);
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      if (!text.empty()) {
        EXPECT_EQ(error.what(), text);
      }
      text = error.what();
    }
  return text;
}

TEST(CallersNote, IsToldByADeadlock) {
  const std::string text = error_of<DeadlockError>(2, [](Communicator& comm) {
    const Note program(comm, "in heat");
    {
      const Note over(comm, "in MPI_Send, heat.c:40");
      comm.send(1 - comm.rank(), kBody, 1);
    }
    std::vector<char> body(20);
    comm.recv(1 - comm.rank(), body, 1);
    const Note call(comm, "in MPI_Recv, heat.c:" + std::to_string(41 + comm.rank()));
    comm.recv(1 - comm.rank(), body);
  });
  EXPECT_THAT(text, AllOf(HasSubstr("  PE 0  recv from 1, tag 0\n    in MPI_Recv, heat.c:41\n    in heat\n"),
                          HasSubstr("  PE 1  recv from 0, tag 0\n    in MPI_Recv, heat.c:42\n    in heat"),
                          Not(HasSubstr("MPI_Send"))));
}

TEST(CallersNote, IsToldByAnErrorOfThePe) {
  const std::string text = error_of<ProgramError>(2, [](Communicator& comm) {
    if (comm.rank() == 0) return;
    const Note program(comm, "in heat");
    const Note call(comm, "in MPI_Send, heat.c:40");
    comm.compute(Ticks{3});
    comm.send(2, kBody);
  });
  EXPECT_THAT(text, HasSubstr("(PE 1 at 3 steps, in MPI_Send, heat.c:40, in heat)"));
}

TEST(CallersNote, MayBeAskedForWhenItIsTold) {
  const std::string text = error_of<DeadlockError>(2, [](Communicator& comm) {
    int line = 0;
    const Note call(comm, [&line, &comm] {
      return comm.rank() == 0 ? "in heat.c:" + std::to_string(line) : std::string();
    });
    line = 7;
    std::vector<char> body(20);
    comm.recv(1 - comm.rank(), body);
  });
  EXPECT_THAT(text, HasSubstr("  PE 0  recv from 1, tag 0\n    in heat.c:7\n  PE 1  recv from 0, tag 0"));
}

TEST(CallersNote, BelongsToThePeOfItsCommunicator) {
  Communicator* other = nullptr;
  EXPECT_THAT(error_of<ProgramError>(2,
                                     [&](Communicator& comm) {
                                       if (comm.rank() == 0) other = &comm;
                                       comm.synchronize();
                                       if (comm.rank() == 1) const Note note(*other, "whose?");
                                       comm.synchronize();
                                     }),
              HasSubstr("note: this communicator belongs to rank 0"));
}

TEST(DeadlockReport, NamesTheCollectiveThatAPeLeavesOut) {
  const std::string text = error_of<DeadlockError>(4, [](Communicator& comm) {
    int sum = 1;
    allreduce(comm, sum);
    if (comm.rank() != 3) allreduce(comm, sum);
  });
  EXPECT_THAT(
      text,
      HasSubstr("  PE 3 has not called allreduce as its collective call 2, 3 of 4 PEs have; PE 3 has ended"));
}

TEST(DeadlockReport, NamesItInAGroup) {
  const std::string text = error_of<DeadlockError>(4, [](Communicator& comm) {
    Communicator half = comm.split(comm.rank() % 2);
    if (comm.rank() == 1) {
      std::vector<char> body(20);
      comm.recv(0, body);
    }
    barrier(half);
  });
  EXPECT_THAT(text, HasSubstr("  PE 1 has not called barrier, 1 of 2 PEs have"));
  EXPECT_THAT(text, Not(HasSubstr("PE 1 has ended")));
}

TEST(DeadlockReport, NamesNoCollectiveThatAllHaveCalled) {
  const std::string text = error_of<DeadlockError>(2, [](Communicator& comm) {
    std::vector<char> body(20);
    barrier(comm);
    comm.recv(1 - comm.rank(), body);
  });
  EXPECT_THAT(text, Not(HasSubstr("has not called")));
}

void leave_two(Communicator& comm) {
  if (comm.rank() == 0) return;
  comm.compute(Ticks{comm.rank()});
  comm.send(0, std::vector<char>(static_cast<std::size_t>(comm.rank())), 7);
}

TEST(UnclaimedMessages, AreRefusedUnlessAskedFor) {
  EXPECT_THAT(error_of<ProgramError>(3, leave_two),
              HasSubstr("2 messages were never received; the first is 1 -> 0, tag 7, 1 byte, sent at 1 step"));
}

TEST(UnclaimedMessages, AreToldWhereAskedFor) {
  for (Execution execution : many_executions()) {
    execution.tell_unclaimed = true;
    const Report report = Machine(complete(3), kMachine, execution).run(leave_two);

    ASSERT_EQ(report.unclaimed.size(), 2U);
    const UnclaimedMessage& last = report.unclaimed[1];
    EXPECT_EQ(last.source, 2);
    EXPECT_EQ(last.destination, 0);
    EXPECT_EQ(last.tag, 7);
    EXPECT_EQ(last.bytes, 2);
    EXPECT_EQ(last.posted, Ticks{2});
    EXPECT_EQ(last.arrival, Ticks{2 + 10 + 2 + 1});
    EXPECT_EQ(report.finish.time, Ticks{14});
    std::ostringstream text;
    text << report;
    EXPECT_THAT(text.str(),
                HasSubstr("unclaimed      2 messages; the first is 1 -> 0, tag 7, 1 byte, sent at 1 step"));
  }
}

TEST(UnclaimedMessages, AreNoneWhereAllWereReceived) {
  Execution execution;
  execution.tell_unclaimed = true;
  const Report report = Machine(complete(2), kMachine, execution).run([](Communicator& comm) {
    std::vector<char> body(20);
    comm.sendrecv(1 - comm.rank(), body, 1 - comm.rank(), body);
  });
  EXPECT_TRUE(report.unclaimed.empty());
}

}  // namespace
}  // namespace toruscope::test
