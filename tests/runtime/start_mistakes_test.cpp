// SPDX-License-Identifier: Apache-2.0
// What may go wrong with started operations (T13), and in which words it is told.

#include "runtime/core/sanitizers.hpp"
#include "tests/runtime/start_hosts.hpp"

#include <cstdint>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::costs;
using test::exchange;
using test::Host;
using test::run;
using testing::HasSubstr;

class Started : public testing::TestWithParam<Host> {};
INSTANTIATE_TEST_SUITE_P(Hosts, Started, test::hosts());

/// What `program` is refused with.
template <class E>
E error_of(int pes, const Host& host, const std::function<void(Communicator&)>& program,
           const Parameters& machine = costs()) {
  try {
    run(pes, host, program, machine);
  } catch (const E& error) {
    return error;
  }
  throw std::runtime_error("the program was not refused");
}

std::string text_of(const Host& host, const std::function<void(Communicator&)>& program,
                    const Parameters& machine = costs()) {
  return error_of<ProgramError>(2, host, program, machine).what();
}

TEST_P(Started, NeverWaitedForIsTold) {
  const auto program = [](Communicator& comm) { static_cast<void>(start(comm, exchange)); };

  EXPECT_THAT(text_of(GetParam(), program),
              HasSubstr("start: the request of an operation was destroyed before its wait"));
}

TEST_P(Started, NeverWaitedForInAVectorIsTold) {
  const auto requests = std::make_shared<std::vector<Request>>(2);
  const auto program = [&](Communicator& comm) {
    (*requests)[static_cast<std::size_t>(comm.rank())] = start(comm, exchange);
  };

  EXPECT_THAT(text_of(GetParam(), program),
              HasSubstr("start: 1 operation(s) were never waited for when the program of PE 0 ended"));
}

TEST_P(Started, AnOperationThatDropsItsOwnRequestGoesOnAndIsTold) {
  const auto program = [&](Communicator& comm) {
    std::vector<Request> pending;
    pending.push_back(start(comm, [&](Communicator& c) {
      exchange(c);
      pending.clear();
      c.compute(Ticks{3});
    }));
    comm.compute(Ticks{100});
    comm.compute(Ticks{1});
  };

  EXPECT_THAT(text_of(GetParam(), program),
              HasSubstr("start: the request of an operation was destroyed before its wait"));
}

// PE 0 is no more at the meeting to which PE 1 comes.
TEST_P(Started, AnOperationThatIsEndedLeavesItsMeeting) {
  const auto program = [](Communicator& comm) {
    {
      Request request = start(comm, [](Communicator& c) { c.synchronize(); });
      comm.compute((1 + 2 * comm.rank()) * Ticks{10});
    }
    exchange(comm);
  };

  EXPECT_THAT(text_of(GetParam(), program),
              HasSubstr("start: the request of an operation was destroyed before its wait"));
}

TEST_P(Started, EndsAnOperationBeforeItsVariablesAreGone) {
  int living = 0;
  struct Counted {
    int& living;
    explicit Counted(int& count) : living(count) { ++living; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --living; }
  };
  const auto program = [&](Communicator& comm) {
    if (comm.rank() == 1) return;
    std::vector<int> values(4);
    Request request = start(comm, [&](Communicator& c) {
      const Counted counted(living);
      c.recv(1, values);
    });
    comm.compute(Ticks{5});
    EXPECT_EQ(living, 1);
    throw std::runtime_error("enough");
  };

  EXPECT_THAT(text_of(GetParam(), program), HasSubstr("PE 0 threw at 5 steps: enough"));
  EXPECT_EQ(living, 0);
}

TEST_P(Started, TellsWhatAnOperationThrows) {
  const ProgramError error = error_of<ProgramError>(2, GetParam(), [](Communicator& comm) {
    Request request = start(comm, [](Communicator& c) {
      exchange(c);
      if (c.rank() == 1) throw std::runtime_error("no");
      std::vector<char> never(5);
      c.recv(1, never);
    });
    comm.compute(Ticks{100});
    comm.wait(request);
  });

  EXPECT_EQ(error.rank(), 1);
  EXPECT_EQ(error.when(), Ticks{104});  // it took its message after the work
  EXPECT_THAT(error.what(), HasSubstr("PE 1 threw at 104 steps: no"));
}

TEST_P(Started, ADeadlockNamesTheOperation) {
  const DeadlockError error = error_of<DeadlockError>(2, GetParam(), [](Communicator& comm) {
    std::vector<char> body(5);
    comm.compute(Ticks{7});
    Request request = start(comm, [&](Communicator& c) { c.recv(1 - c.rank(), body, 3); });
    comm.wait(request);
  });

  EXPECT_THAT(error.what(), HasSubstr("PE 0  wait for the operation started at 7 steps\n"));
  EXPECT_THAT(error.what(), HasSubstr("PE 0, the operation started at 7 steps:  recv from 1, tag 3\n"));
  EXPECT_THAT(error.what(), HasSubstr("cycle 0 -> 1 -> 0"));
}

TEST_P(Started, ADeadlockInAMeetingNamesTheOperation) {
  const DeadlockError error = error_of<DeadlockError>(2, GetParam(), [](Communicator& comm) {
    if (comm.rank() == 1) return;
    Request request = start(comm, [&](Communicator& c) { c.synchronize(); });
    comm.wait(request);
  });

  EXPECT_THAT(error.what(),
              HasSubstr("PE 0, the operation started at 0 steps:  synchronize: 1 of 2 PEs have called it"));
}

TEST_P(Started, OperationsInAnotherOrderDiffer) {
  const auto program = [](Communicator& comm) {
    int a = 1, b = 2;
    const auto sum = [&](Communicator& c) { allreduce(c, a); };
    const auto spread = [&](Communicator& c) { broadcast(c, 0, b); };
    Request one = comm.rank() == 0 ? start(comm, sum) : start(comm, spread);
    Request two = comm.rank() == 0 ? start(comm, spread) : start(comm, sum);
    comm.wait_all(one, two);
  };

  EXPECT_THAT(text_of(GetParam(), program), HasSubstr("collectives differ: PE 0 called"));
}

TEST_P(Started, RefusesWhatCannotGoOnBeside) {
  const auto beside = [](const std::function<void(Communicator&)>& call) {
    return [call](Communicator& comm) {
      Request request = start(comm, exchange);
      call(comm);
      comm.wait(request);
    };
  };
  int number = 0;
  const auto expect_refused = [&](const char* name, const std::function<void(Communicator&)>& call) {
    const std::string text =
        std::string(name) + ": not possible while an operation that this PE has started is under way";
    EXPECT_THAT(text_of(GetParam(), beside(call)), HasSubstr(text));
  };
  expect_refused("probe", [](Communicator& comm) { static_cast<void>(comm.probe(0)); });
  expect_refused("ssend", [&](Communicator& comm) { comm.ssend(1 - comm.rank(), number); });
  expect_refused("a receive without a source", [&](Communicator& comm) { comm.recv(any_source, number); });
  expect_refused("split", [](Communicator& comm) { static_cast<void>(comm.split(0)); });
  expect_refused("test", [&](Communicator& comm) {
    Request receive = comm.irecv(comm.rank(), number);
    static_cast<void>(comm.test(receive));
  });
  expect_refused("wait_any", [&](Communicator& comm) {
    std::vector<Request> requests(1);
    requests[0] = comm.irecv(comm.rank(), number);
    comm.wait_any(requests);
  });
}

TEST_P(Started, LeavesALengthThatNoMemoryHoldsTheFirstReasonOfARefusal) {
  double value = 0;
  const std::span<double> huge(&value, SIZE_MAX / 2);
  const auto text_beside = [&](const std::function<void(Communicator&)>& call) {
    return text_of(GetParam(), [&](Communicator& comm) {
      Request request = start(comm, exchange);
      call(comm);
      comm.wait(request);
    });
  };
  const std::string text = "send: no memory holds a buffer of ";
  EXPECT_THAT(text_beside([&](Communicator& comm) { comm.ssend(1 - comm.rank(), huge); }), HasSubstr(text));
  EXPECT_THAT(text_beside([&](Communicator& comm) { Request sent = comm.issend(1 - comm.rank(), huge); }),
              HasSubstr(text));
}

TEST_P(Started, IsRefusedWhereItCannotBe) {
  const auto program = [](Communicator& comm) {
    Request request = start(comm, exchange);
    comm.wait(request);
  };
  Parameters strict = costs();
  strict.port_policy = PortPolicy::strict;
  EXPECT_THAT(text_of(GetParam(), program, strict), HasSubstr("start: not under the port policy strict"));
  Parameters eager = costs();
  eager.eager = 100;
  EXPECT_THAT(text_of(GetParam(), program, eager), HasSubstr("start: not on a machine with an eager limit"));
  EXPECT_THAT(text_of(GetParam(),
                      [](Communicator& comm) {
                        int number = 0;
                        Request pending = comm.irecv(any_source, number);
                        Request request = start(comm, exchange);
                        comm.wait_all(pending, request);
                      }),
              HasSubstr("start: not while a receive without a source is pending"));
}

TEST_P(Started, ARunThatFailsElsewhereEndsOperations) {
  const auto program = [](Communicator& comm) {
    std::vector<char> body(5);
    Request request = start(comm, [&](Communicator& c) {
      Request inner = start(c, [&](Communicator& d) { d.recv((d.rank() + 1) % 3, body); });
      c.wait(inner);
    });
    comm.compute(Ticks{10});
    if (comm.rank() == 2) comm.fail("this is it");
    comm.wait(request);
  };

  const ProgramError error = error_of<ProgramError>(3, GetParam(), program);

  EXPECT_THAT(error.what(), HasSubstr("this is it (PE 2 at 10 steps)"));
}

TEST_P(Started, ACommunicatorOfAnotherPeIsRefusedInside) {
  std::vector<Communicator*> all(2);
  const auto program = [&](Communicator& comm) {
    all[static_cast<std::size_t>(comm.rank())] = &comm;
    comm.synchronize();
    Request request = start(comm, [&](Communicator&) {
      if (comm.rank() == 0) all[1]->compute(Ticks{1});
    });
    comm.wait(request);
  };

  EXPECT_THAT(text_of(GetParam(), program), HasSubstr("PE 0 must not use it"));
}

[[gnu::noinline]] int use_stack(int depth) {
  volatile char frame[1024];
  for (volatile char& c : frame) c = static_cast<char>(depth);
  return depth <= 0 ? frame[3] : use_stack(depth - 1) + frame[5];
}

TEST_P(Started, AnOverflowOfTheStackIsToldByTheNameOfThePe) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto overflow = [] {
    Machine machine(ring(8), costs(),
                    {.engine = GetParam().engine, .workers = GetParam().workers, .stack_bytes = 64 * 1024});
    machine.run([](Communicator& comm) {
      Request request = start(comm, [](Communicator& c) {
        if (c.rank() == 5) use_stack(1000);
      });
      comm.wait(request);
    });
  };
  EXPECT_EXIT(overflow(), testing::ExitedWithCode(6), "PE 5 used more than its stack of 64 KiB");
}

}  // namespace
}  // namespace toruscope
