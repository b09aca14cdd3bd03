// SPDX-License-Identifier: Apache-2.0
// T11: a message longer than the eager limit, and every ssend, starts no earlier than its receive
// is posted. Complete graphs, so that no link is shared: ts = 10, x = 20 for 20 bytes, th = 1; an
// undisturbed message is there after 31.

#include "tests/runtime/clocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Parameters eager_machine(std::optional<std::int64_t> eager, Ports ports = one_port) {
  return {.ports = ports, .eager = eager, .ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
}

std::vector<char> eager_body(std::size_t bytes = 20) {
  return std::vector<char>(bytes);
}

void receive(Communicator& comm, Clocks& clocks, Rank from, Tag tag = 0) {
  static_cast<void>(comm.recv<char>(from, tag));
  clocks.note(comm);
}

//   PE 0   posted at 0 ............ |100 --- ts + x ---|130
//   PE 1   compute 100, recv posted |100 ................... 131
TEST(Eager, LongMessagesStartWhenTheirReceiveIsPosted) {
  const auto program = [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 0) {
      comm.send(1, eager_body());
      clocks.note(comm);
    } else {
      comm.compute(Ticks{100});
      receive(comm, clocks, 0);
    }
  };
  const Report report = expect_clocks(complete(2), eager_machine(19), {{130}, {131}}, program);
  const Account account{.startups = 1,
                        .receives = 1,
                        .messages = 1,
                        .bytes = 20,
                        .hops = 1,
                        .latencies = 1,
                        .compute = Ticks{100}};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
  EXPECT_EQ(report.totals.port_conflicts, 0);

  expect_clocks(complete(2), eager_machine(20), {{30}, {100}}, program);
}

TEST(Eager, ASynchronousSendWaitsWhateverItsLength) {
  expect_clocks(complete(2), eager_machine(std::nullopt), {{10, 115}, {116}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 1) {
                    comm.compute(Ticks{100});
                    return receive(comm, clocks, 0);
                  }
                  Request request = comm.issend(1, eager_body(5));
                  clocks.note(comm);
                  comm.wait(request);
                  clocks.note(comm);
                });
}

TEST(Eager, AReceiveThatIsPostedKeepsNobodyWaiting) {
  expect_clocks(complete(2), eager_machine(0), {{80}, {81}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) return receive(comm, clocks, 0);
    comm.compute(Ticks{50});
    comm.ssend(1, eager_body());
    clocks.note(comm);
  });
}

//   PE 0   to 1 (long), posted at 0, waits ......... |100 --- ts + x ---|130
//          to 2 (short), posted at 10  |10 ts|x 25|
TEST(Eager, HoldsNoPortWhileItWaits) {
  expect_clocks(complete(3), eager_machine(10), {{10, 25, 130}, {131}, {26}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 1) comm.compute(Ticks{100});
                  if (comm.rank() != 0) return receive(comm, clocks, 0);
                  Request first = comm.isend(1, eager_body());
                  clocks.note(comm);
                  comm.send(2, eager_body(5));
                  clocks.note(comm);
                  comm.wait(first);
                  clocks.note(comm);
                });
}

//   PE 0   to 1 (long), posted at 0, asks at 100 |100 --- ts + x ---|130
//          to 2 (short), posted at 110, finds the port taken        |130 ts|x 145|
TEST(Eager, BooksPortsInTheOrderOfAsking) {
  const Report report = expect_clocks(complete(3), eager_machine(10), {{10, 145, 145}, {131}, {146}},
                                      [](Communicator& comm, Clocks& clocks) {
                                        if (comm.rank() == 1) comm.compute(Ticks{100});
                                        if (comm.rank() != 0) return receive(comm, clocks, 0);
                                        Request first = comm.isend(1, eager_body());
                                        clocks.note(comm);
                                        comm.compute(Ticks{100});
                                        comm.send(2, eager_body(5));
                                        clocks.note(comm);
                                        comm.wait(first);
                                        clocks.note(comm);
                                      });
  EXPECT_EQ(report.pes[0].port_wait, Ticks{20});
}

//   PE 0   to 1, 5 bytes [0, 15) to 1, 20 bytes, posted at 15: asks at 15 if its receive names PE
//          0, for the other message can only be the first one's; at 16, when that is at the
//          mailbox, if it does not
TEST(Eager, DoesNotOvertakeAnEarlierMessage) {
  for (const Rank from : {0, any_source}) {
    const std::int64_t asks = from == 0 ? 15 : 16;
    expect_clocks(complete(2), eager_machine(10), {{15, asks + 30}, {16, asks + 31}},
                  [&](Communicator& comm, Clocks& clocks) {
                    if (comm.rank() == 0) {
                      for (const std::size_t bytes : {5U, 20U}) {
                        comm.send(1, eager_body(bytes));
                        clocks.note(comm);
                      }
                      return;
                    }
                    std::vector<char> a(20), b(20);
                    Request first = comm.irecv(from, a);
                    Request second = comm.irecv(from, b);
                    EXPECT_EQ(comm.wait(first).bytes, 5U);
                    clocks.note(comm);
                    EXPECT_EQ(comm.wait(second).bytes, 20U);
                    clocks.note(comm);
                  });
  }
}

//   PE 2's is known at PE 0 at 40, PE 1's at 50: the receive without a source gets PE 2's, which
//   starts at 60
TEST(Eager, IsKnownToReceivesWithoutASource) {
  expect_clocks(complete(3), eager_machine(0), {{91, 122}, {121}, {90}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() != 0) {
                    comm.compute(Ticks{comm.rank() == 1 ? 50 : 40});
                    comm.send(0, eager_body());
                    return clocks.note(comm);
                  }
                  comm.compute(Ticks{60});
                  std::vector<char> got;
                  for (const Rank from : {2, 1}) {
                    EXPECT_EQ(comm.adopt(any_source, got).source, from);
                    clocks.note(comm);
                  }
                });
}

//   both receives are posted at 0, but PE 2 asks about its own and PE 1 computes: PE 2's is
//   answered first
//   PE 0   to 2 [0, 30)   to 1 [30, 60)
TEST(Eager, AReceiveThatNobodyAsksAboutComesAfterTheQuestionsOfTheTick) {
  expect_clocks(complete(3), eager_machine(0), {{60}, {61}, {31}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> got(20);
    if (comm.rank() == 0) {
      comm.round([&](Round& round) {
        for (const Rank to : {1, 2}) round.send(to, eager_body());
      });
    } else {
      Request request = comm.irecv(any_source, got);
      if (comm.rank() == 1) comm.compute(Ticks{50});
      comm.wait(request);
    }
    clocks.note(comm);
  });
}

//   at 10 PE 1's receive names PE 0, PE 2's does not: in the quiet of that tick PE 0's sends come
//   before PE 2's question
//   PE 0   to 1 [10, 40)   to 2 [40, 70)
TEST(Eager, ASendAsksBeforeAQuestionOfAHigherRank) {
  expect_clocks(complete(3), eager_machine(0), {{70}, {41}, {71}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> got(20);
    if (comm.rank() == 0) {
      comm.round([&](Round& round) {
        for (const Rank to : {2, 1}) round.send(to, eager_body());
      });
    } else {
      comm.compute(Ticks{10});
      comm.recv(comm.rank() == 1 ? 0 : any_source, got);
    }
    clocks.note(comm);
  });
}

//   PE 0   to 1 (sendrecv) [10, 40); from 2, at the mailbox at 31: [40, 70); to 1, asks at 60:
//          [70, 100)
TEST(Eager, UnderTelephoneASendThatWaitedComesAfterReceptionsBookedBefore) {
  expect_clocks(complete(3), eager_machine(std::nullopt, telephone), {{10, 70, 100}, {41, 101}, {30}},
                [](Communicator& comm, Clocks& clocks) {
                  std::vector<char> got(20);
                  if (comm.rank() == 0) {
                    Request waits = comm.issend(1, eager_body(), 1);
                    clocks.note(comm);
                    comm.sendrecv(1, eager_body(), 2, got);
                    clocks.note(comm);
                    comm.wait(waits);
                    clocks.note(comm);
                  } else if (comm.rank() == 1) {
                    receive(comm, clocks, 0);
                    comm.compute(Ticks{19});
                    receive(comm, clocks, 0, 1);
                  } else {
                    comm.send(0, eager_body());
                    clocks.note(comm);
                  }
                });
}

// Nothing about receives without a source may depend on sends that nobody could know of.
TEST(Eager, ASynchronousSendAfterAnswersGivenSideBySideIsRefused) {
  const auto program = [](Communicator& comm) {
    std::vector<char> got(20);
    if (comm.rank() < 2) comm.send(comm.rank() + 2, eager_body());
    if (comm.rank() >= 2) comm.recv(any_source, got);
    if (comm.rank() == 2) comm.ssend(3, eager_body());
    if (comm.rank() == 3) comm.recv(2, got);
  };
  try {
    Machine(complete(4), eager_machine(std::nullopt)).run(program);
    FAIL() << "it came to an end";
  } catch (const ProgramError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("answered side by side up to 31 steps"), HasSubstr("eager limit")));
  }
  EXPECT_EQ(Machine(complete(4), eager_machine(1000)).run(program).finish.time, Ticks{62});
}

TEST(Eager, IsSeenByProbe) {
  expect_clocks(complete(2), eager_machine(0), {{31, 62}, {61}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 1) {
      comm.compute(Ticks{31});
      comm.send(0, eager_body());
      return clocks.note(comm);
    }
    std::optional<Received> seen;
    while (!seen) seen = comm.probe(any_source);  // no at 0; waits until 31, when the send is known
    EXPECT_EQ(seen->bytes, 20U);
    clocks.note(comm);
    receive(comm, clocks, seen->source);
  });
}

//   PE 1   0 --- 200 bytes ---|210 --- 20 bytes, posted at 50 ---|240
//   PE 0   posts both receives, then 0 --- 100 bytes ---|110: a test at 10 finds it under way, the
//          next waits for its end. The synchronous send, though matched already, is known to PE 0
//          when what was sent before it arrives, at 211.
TEST(Eager, IsNoEventBeforeAnEarlierMessageArrives) {
  expect_clocks(complete(3), eager_machine(std::nullopt), {{10, 110, 241}, {240}, {111}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 1) {
                    std::vector<Request> sends;
                    sends.push_back(comm.isend(0, eager_body(200), 1));
                    comm.compute(Ticks{40});
                    const std::vector<char> last = eager_body();
                    sends.push_back(comm.issend(0, last, 2));
                    comm.wait_all(sends);
                    return clocks.note(comm);
                  }
                  if (comm.rank() == 2) return receive(comm, clocks, 0);
                  std::vector<char> first(200);
                  std::vector<char> second(20);
                  std::vector<Request> receives;
                  receives.push_back(comm.irecv(1, first, 1));
                  receives.push_back(comm.irecv(1, second, 2));
                  Request send = comm.isend(2, eager_body(100));
                  EXPECT_FALSE(comm.test(send));
                  clocks.note(comm);
                  EXPECT_TRUE(comm.test(send));
                  clocks.note(comm);
                  comm.wait_all(receives);
                  clocks.note(comm);
                });
}

TEST(Eager, ALongMessageToOneselfDoesNotWait) {
  expect_clocks(complete(1), eager_machine(0), {{0}}, [](Communicator& comm, Clocks& clocks) {
    comm.send(0, eager_body());
    receive(comm, clocks, 0);
  });
}

// With a named receive, an unnamed one, and one of those behind an unnamed one; the plain message
// that is sent later does not go first.
TEST(Eager, ASynchronousMessageToOneselfWaitsForItsReceive) {
  for (const auto eager : {std::optional<std::int64_t>(), std::optional<std::int64_t>(1000)})
    expect_clocks(complete(1), eager_machine(eager), {{0, 7, 7, 107, 1, 107, 2, 107}},
                  [](Communicator& comm, Clocks& clocks) {
                    std::vector<char> body(1);
                    Request receive_of_first = comm.irecv(0, body);
                    comm.ssend(0, eager_body(1));
                    comm.wait(receive_of_first);
                    clocks.note(comm);
                    Request waits = comm.issend(0, eager_body(1));
                    comm.compute(Ticks{7});
                    receive_of_first = comm.irecv(any_source, body);
                    comm.wait_all(waits, receive_of_first);
                    clocks.note(comm);

                    waits = comm.issend(0, std::vector<char>{1});
                    comm.send(0, std::vector<char>{2});
                    EXPECT_FALSE(comm.test(waits));
                    clocks.note(comm);
                    comm.compute(Ticks{100});
                    for (int i = 0; i < 2; ++i) {
                      comm.recv(i == 0 ? any_source : 0, body);
                      clocks.note(comm);
                      clocks.note(comm, body[0]);
                    }
                    comm.wait(waits);
                    clocks.note(comm);
                  });
}

TEST(Eager, ASynchronousMessageToOneselfThatNobodyReceivesIsADeadlock) {
  for (const Execution& execution : many_executions()) try {
      Machine(complete(2), eager_machine(std::nullopt), execution).run([](Communicator& comm) {
        comm.compute(Ticks{7});
        if (comm.rank() == 0) comm.ssend(0, eager_body(), 3);
      });
      FAIL();
    } catch (const DeadlockError& error) {
      EXPECT_EQ(error.when(), Ticks{7});
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr("cycle 0 -> 0\n"),
                        HasSubstr("PE 0  ssend to 0, tag 3, 20 bytes: PE 0 has posted no receive")));
    }
}

TEST(Eager, NothingIsStartedWhileAMessageToOneselfWaits) {
  EXPECT_THROW(Machine(complete(1), eager_machine(std::nullopt)).run([](Communicator& comm) {
    Request waits = comm.issend(0, eager_body());
    Request operation = start(comm, [](Communicator&) {});
  }),
               ProgramError);
}

//   PE 0   its send asks at 4: [4, 34); the reception, at the mailbox at 37, would be [22, 37): it
//          is [34, 49)
TEST(Eager, UnderHalfASendThatAsksBeforeAReceptionIsThereComesFirst) {
  expect_clocks(complete(3), eager_machine(10, half_port), {{49}, {35}, {36}},
                [](Communicator& comm, Clocks& clocks) {
                  std::vector<char> got(20);
                  if (comm.rank() == 0) {
                    Request request = comm.isend(1, eager_body());
                    comm.recv(2, got);
                    comm.wait(request);
                  } else if (comm.rank() == 1) {
                    comm.compute(Ticks{4});
                    comm.recv(0, got);
                  } else {
                    comm.compute(Ticks{21});
                    comm.send(0, eager_body(5));
                  }
                  clocks.note(comm);
                });
}

// Both send before they receive: it works with room for the messages and not without.
TEST(Eager, AnUnsafeProgramStopsWithoutIt) {
  const auto program = [](Communicator& comm, Clocks& clocks) {
    comm.send(1 - comm.rank(), eager_body());
    receive(comm, clocks, 1 - comm.rank());
  };
  expect_clocks(complete(2), eager_machine(std::nullopt), {{31}, {31}}, program);
  for (const Execution& execution : many_executions()) {
    Clocks clocks(2);
    try {
      Machine(complete(2), eager_machine(0), execution).run([&](Communicator& comm) { program(comm, clocks); });
      FAIL() << "it came to an end";
    } catch (const DeadlockError& error) {
      EXPECT_EQ(error.where(), DeadlockError::Where::program);
      EXPECT_THAT(error.what(),
                  AllOf(HasSubstr("deadlock at 0 steps: 2 of 2 PEs wait"),
                        HasSubstr("PE 0  send to 1, tag 0, 20 bytes: PE 1 has posted no receive for it"),
                        HasSubstr("cycle 0 -> 1 -> 0")));
    }
  }
}

}  // namespace
}  // namespace toruscope::test
