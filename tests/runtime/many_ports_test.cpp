// SPDX-License-Identifier: Apache-2.0
// k ports in each direction: which one a transfer takes, and what shares them (T2, T4, T6). Where
// nothing else is said: complete graphs, ts = 10, x = 20 for 20 bytes, th = 1, an undisturbed
// message is there after 31.

#include "tests/runtime/clocks.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

Parameters k_port_machine(int k, Parameters base = {}) {
  base.ports = k_ports(k);
  base.ts = Ticks{10};
  base.tw = Ticks{1};
  base.th = Ticks{1};
  base.tick = Time{};
  return base;
}

/// Receives `count` messages of each partner, one after the other.
void receive(Clocks& clocks, Communicator& comm, const std::vector<Rank>& partners) {
  for (const Rank from : partners) {
    static_cast<void>(comm.recv<char>(from));
    clocks.note(comm);
  }
}

//   port 0   |--- to 1 ---|--- to 3 ---|60
//   port 1   |--- to 2 ---|30
//            0            30
TEST(SendPorts, StartUpToKTransfersOfARoundAtOnceAndTheRestAsTheyFree) {
  expect_clocks(complete(4), k_port_machine(2), {{60}, {31}, {31}, {61}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() != 0) return receive(clocks, comm, {0});
                  comm.round([](Round& round) {
                    for (const Rank to : {1, 2, 3}) round.send(to, kBody);
                  });
                  clocks.note(comm);
                });
}

//   clock    |-ts-|-ts-|-ts-|                  each isend keeps the PE for ts
//   port 0   |--- to 1 ---|--- to 3 ---|60
//   port 1        |--- to 2 ---|40
//            0    10   20 30
TEST(SendPorts, AreTakenWhereTheSendStartsEarliest) {
  expect_clocks(complete(4), k_port_machine(2), {{10, 20, 30, 30, 40, 60}, {31}, {41}, {61}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() != 0) return receive(clocks, comm, {0});
                  std::vector<Request> requests;
                  for (const Rank to : {1, 2, 3}) {
                    requests.push_back(comm.isend(to, kBody));
                    clocks.note(comm);
                  }
                  for (Request& r : requests) {
                    comm.wait(r);
                    clocks.note(comm);
                  }
                });
}

//   port 0   |--- to 1 ---|30
//   port 1   ..... g = 100 after the last send by this link .....|--- to 1 ---|130
TEST(SendPorts, KeepTheGapOfALinkAlsoWhereAnotherPortIsUnused) {
  expect_clocks(complete(3), k_port_machine(2, {.gap = Ticks{100}}), {{30, 130}, {31, 131}, {}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 1) return receive(clocks, comm, {0, 0});
                  if (comm.rank() == 2) return;
                  for (int i = 0; i < 2; ++i) {
                    comm.send(1, kBody);
                    clocks.note(comm);
                  }
                });
}

//   port 0   |--- to 1 ---|--- to 1 ---|60   by one link, so one after the other;
//   port 1   |--- to 2 ---|--- to 2 ---|60   a tie of ports: the lowest
TEST(SendPorts, CountSendsByOneLinkAsOnePort) {
  expect_clocks(complete(3), k_port_machine(3), {{60}, {31, 61}, {31, 61}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() != 0) return receive(clocks, comm, {0, 0});
                  comm.round([](Round& round) {
                    for (const Rank to : {1, 1, 2, 2}) round.send(to, kBody);
                  });
                  clocks.note(comm);
                });
}

//   to 1 and to 2 leave by the link 0 > 1, to 7 by 0 > 7:
//   port 0   |--- to 1 ---|--- to 2 ---|60
//   port 1   |--- to 7 ---|30
TEST(SendPorts, LookAtTheFirstLinkAndNotAtTheDestination) {
  expect_clocks(ring(8), k_port_machine(2), {{60}, {31}, {62}, {}, {}, {}, {}, {31}},
                [](Communicator& comm, Clocks& clocks) {
                  const Rank r = comm.rank();
                  if (r == 1 || r == 2 || r == 7) return receive(clocks, comm, {0});
                  if (r != 0) return;
                  comm.round([](Round& round) {
                    for (const Rank to : {1, 2, 7}) round.send(to, kBody);
                  });
                  clocks.note(comm);
                });
}

//   port 0   |--- to 1 ---|    |--- to 3 ---|80     g = 50 between two starts on one port,
//   port 1   |--- to 2 ---|    |--- to 2 ---|80     and on one link
//            0            30   50
TEST(SendPorts, KeepTheGapOnEachPortAndOnEachLink) {
  expect_clocks(complete(4), k_port_machine(2, {.gap = Ticks{50}}), {{80}, {31}, {31, 81}, {81}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 2) return receive(clocks, comm, {0, 0});
                  if (comm.rank() != 0) return receive(clocks, comm, {0});
                  comm.round([](Round& round) {
                    for (const Rank to : {1, 2, 2, 3}) round.send(to, kBody);
                  });
                  clocks.note(comm);
                });
}

TEST(SendPorts, KeepTheGapOnALinkAlthoughOtherPortsAreFree) {
  expect_clocks(complete(2), k_port_machine(4, {.injection = Injection::buffered, .gap = Ticks{50}}),
                {{60}, {31, 81}}, [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() != 0) return receive(clocks, comm, {0, 0});
                  comm.round([](Round& round) {
                    for (const Rank to : {1, 1}) round.send(to, kBody);
                  });
                  clocks.note(comm);
                });
}

//   buffered: a port is free after ts, the link too; the tails go on beside each other
TEST(SendPorts, AreFreeAfterTheStartupIfBuffered) {
  expect_clocks(complete(4), k_port_machine(2, {.injection = Injection::buffered}), {{20}, {31}, {31}, {41}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() != 0) return receive(clocks, comm, {0});
                  comm.round([](Round& round) {
                    for (const Rank to : {1, 2, 3}) round.send(to, kBody);
                  });
                  clocks.note(comm);
                });
}

//   port 0   1|--- from 1 ---|31|--- from 3 ---|61
//   port 1   1|--- from 2 ---|31
TEST(ReceivePorts, TakeUpToKReceptionsAtOnce) {
  expect_clocks(complete(4), k_port_machine(2), {{31, 31, 61}, {30}, {30}, {30}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 0) return receive(clocks, comm, {1, 2, 3});
                  comm.send(0, kBody);
                  clocks.note(comm);
                });
}

//   port 0   1|-- 1 --|31|-- 3 --|61|-- 4 --|91
//   port 1   1|---------- 2: 80 bytes ---------|91
TEST(ReceivePorts, AreTakenWhereOneIsFreeEarliest) {
  expect_clocks(complete(5), k_port_machine(2), {{31, 91, 91, 91}, {30}, {90}, {30}, {30}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 0) return receive(clocks, comm, {1, 2, 3, 4});
                  comm.send(0, std::vector<char>(comm.rank() == 2 ? 80 : 20));
                  clocks.note(comm);
                });
}

TEST(ReceivePorts, AreNotSpacedByTheGapButTakesAre) {
  expect_clocks(complete(3), k_port_machine(2, {.gap = Ticks{50}}), {{31, 81}, {30}, {30}},
                [](Communicator& comm, Clocks& clocks) {
                  if (comm.rank() == 0) return receive(clocks, comm, {1, 2});
                  comm.send(0, kBody);
                  clocks.note(comm);
                });
}

TEST(Ports, OfOneAreThoseOfTheDefaultRule) {
  const auto program = [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() != 0) return receive(clocks, comm, {0, 0});
    comm.round([](Round& round) {
      for (const Rank to : {1, 2, 2, 1}) round.send(to, kBody);
    });
    clocks.note(comm);
  };
  Parameters one = k_port_machine(1);
  one.ports = one_port;

  expect_clocks(complete(3), k_port_machine(1), {{120}, {31, 121}, {61, 91}}, program);
  expect_clocks(complete(3), one, {{120}, {31, 121}, {61, 91}}, program);
}

TEST(Ports, AreToldToTheProgram) {
  Machine(ring(2), k_port_machine(3)).run([](Communicator& comm) { EXPECT_EQ(comm.ports(), 3); });
  Machine(ring(2)).run([](Communicator& comm) { EXPECT_EQ(comm.ports(), 1); });
}

/// A value sent in step j is usable from step j + lambda on: here a chain of three, each sending to
/// k = 2 others.
TEST(Postal, DeliversLambdaStepsAfterTheStepOfSending) {
  Parameters postal = with_lambda(preset("postal"), 5, 2);  // half steps
  postal.ports = k_ports(2);
  const Report report = expect_clocks(complete(6), postal, {{2}, {5, 7}, {5}, {10}, {10}, {}},
                                      [](Communicator& comm, Clocks& clocks) {
                                        const auto pass_on = [&](Rank a, Rank b) {
                                          comm.round([&](Round& round) {
                                            round.send(a, kBody);
                                            round.send(b, kBody);
                                          });
                                          clocks.note(comm);
                                        };
                                        if (comm.rank() == 0) return pass_on(1, 2);
                                        if (comm.rank() == 1 || comm.rank() == 2) receive(clocks, comm, {0});
                                        if (comm.rank() == 1) pass_on(3, 4);
                                        if (comm.rank() == 3 || comm.rank() == 4) receive(clocks, comm, {1});
                                      });

  EXPECT_EQ(report.finish.time, Ticks{10});
  EXPECT_EQ(report.totals.port_conflicts, 0);
}

}  // namespace
}  // namespace toruscope::test
