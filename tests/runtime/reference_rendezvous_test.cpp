// SPDX-License-Identifier: Apache-2.0
// Sends that shake hands (T16), worked out by hand. ts = 4, tw = 1, th = 1, L = 3, R = 2, and sends
// of more than 4 bytes wait. On complete graphs D = 2 + 1 + 3 = 6, and what starts at s, 5 bytes
// long, has left at s + 9 and is at the mailbox at s + 13.

#include "tests/support/reference_network.hpp"
#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription machine_with_handshakes(int p, Network network = Network::complete) {
  return {
      .network = network, .sides = {p}, .ts = 4, .tw = 1, .th = 1, .latency = 3, .eager = 4, .rendezvous = 2};
}
MachineDescription without_eager(MachineDescription machine) {
  machine.eager.reset();
  return machine;
}
MachineDescription under_ports(MachineDescription machine, PortRule rule) {
  machine.port_rule = rule;
  return machine;
}

// --- request and answer --------------------------------------------------------------------------

// The timelines of T16: there at 6, back at 12; or, with the receive at 20, back at 26.
TEST(ReferenceRendezvous, ASendStartsWhenTheAnswerComes) {
  expect_clocks(machine_with_handshakes(2), {{send(1, 5)}, {recv(0)}}, {{21}, {25}});
  expect_clocks(machine_with_handshakes(2), {{send(1, 5)}, {compute(20), recv(0)}}, {{35}, {20, 39}});
}

TEST(ReferenceRendezvous, TheAnswerLeavesWhenRequestAndReceiveAreThere) {
  for (const std::int64_t posted : {5, 6})
    expect_clocks(machine_with_handshakes(2), {{send(1, 5)}, {compute(posted), recv(0)}}, {{21}, {posted, 25}});
  expect_clocks(machine_with_handshakes(2), {{send(1, 5)}, {compute(7), recv(0)}}, {{22}, {7, 26}});
  expect_clocks(machine_with_handshakes(2), {{compute(10), send(1, 5)}, {recv(0)}}, {{10, 31}, {35}});
}

// R = 0: D = 4, the flight. None: the send starts with its receive (T11).
TEST(ReferenceRendezvous, OfNoCostTakesItsFlight) {
  MachineDescription machine = machine_with_handshakes(2);
  machine.rendezvous = 0;
  expect_clocks(machine, {{send(1, 5)}, {recv(0)}}, {{17}, {21}});
  machine.rendezvous.reset();
  expect_clocks(machine, {{send(1, 5)}, {recv(0)}}, {{9}, {13}});
}

// 4 bytes do not wait; 2 bytes of a ssend do, whatever the limit.
TEST(ReferenceRendezvous, ShortMessagesShakeHandsIfTheyAreSynchronous) {
  expect_clocks(machine_with_handshakes(2), {{send(1, 4)}, {recv(0)}}, {{8}, {12}});
  expect_clocks(machine_with_handshakes(2), {{ssend(1, 2)}, {recv(0)}}, {{18}, {22}});
  expect_clocks(without_eager(machine_with_handshakes(2)), {{ssend(1, 2)}, {recv(0)}}, {{18}, {22}});
}

TEST(ReferenceRendezvous, ToOneselfTakesNoTime) {
  expect_clocks(machine_with_handshakes(1), {{issend(0, 0, 5), compute(20), recv(0), wait({0})}},
                {{0, 20, 20, 20}});
  expect_clocks(machine_with_handshakes(1), {{irecv(0, 0), ssend(0, 5), wait({0})}}, {{0, 0, 0}});
}

TEST(ReferenceRendezvous, AnUnsafeExchangeIsStillADeadlock) {
  expect_deadlock(machine_with_handshakes(2), {{send(1, 5), recv(1)}, {send(0, 5), recv(0)}}, {{}, {}});
}

// PE 0's request is there at 6, the receive at 7: s = 13, complete at 22, at PE 1 at 26. PE 1's is
// there at 13: s = 19, complete at 28, at PE 0 at 32.
TEST(ReferenceRendezvous, ARoundPostsItsReceivesWithItsSends) {
  expect_clocks(machine_with_handshakes(2), {{sendrecv(1, 5, 1)}, {compute(7), sendrecv(0, 5, 0)}},
                {{32}, {7, 28}});
}

// The messages of a handshake fly with the machine's L, not with the piece's. 12 + 4 + 1 + 5 + 10.
TEST(ReferenceRendezvous, FliesAsTheMachineSays) {
  MachineDescription machine = machine_with_handshakes(2);
  machine.pieces = {{.from = 5, .latency = 10}};

  expect_clocks(machine, {{send(1, 5)}, {recv(0)}}, {{21}, {32}});
}

// --- the way -------------------------------------------------------------------------------------

// A ring of four; the route from 0 to 1 is the long way, three links, that from 1 to 0 one. D and
// D' are 8 and 6, or 6 and 8. Over three links 5 bytes are there at s + 15.
TEST(ReferenceRendezvous, TheAnswerHasItsOwnWay) {
  MachineDescription machine = machine_with_handshakes(4, Network::graph);
  machine.wires = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  machine.routes = {{{0, 1}, {0, 3, 2, 1}}};

  expect_clocks(machine, {{send(1, 5)}, {recv(0)}, {}, {}}, {{23}, {29}, {}, {}});
  expect_clocks(machine, {{recv(1)}, {send(0, 5)}, {}, {}}, {{27}, {23}, {}, {}});
  // received at 100: s = 106 and 108
  expect_clocks(machine, {{send(1, 5)}, {compute(100), recv(0)}, {}, {}}, {{115}, {100, 121}, {}, {}});
  expect_clocks(machine, {{compute(100), recv(1)}, {send(0, 5)}, {}, {}}, {{100, 121}, {117}, {}, {}});
}

// th = 1 in dimension 0, 2 in dimension 1: from (0, 0) to (1, 2) 1 + 2 + 2. D = D' = 10, s = 20,
// e = 24, 25, 27: at 27 + 2 + 3 + 5.
TEST(ReferenceRendezvous, PassesTheHopsOfItsWay) {
  MachineDescription machine{.network = Network::torus,
                             .sides = {4, 4},
                             .ts = 4,
                             .latency = 3,
                             .eager = 4,
                             .rendezvous = 2,
                             .tw_of = {1, 1},
                             .th_of = {1, 2}};
  Program program(16);
  program[0] = {send(6, 5)};
  program[6] = {recv(0)};
  Timeline clocks(16);
  clocks[0] = {29};
  clocks[6] = {37};

  expect_clocks(machine, program, clocks);
}

// Two links: D = 7, s = 14. Stored the message is there at 14 + 4 + 2 (1 + 5) + 3, as a worm at
// 14 + 4 + 2 + 5 + 3. The handshake is stored nowhere.
TEST(ReferenceRendezvous, IsNotStoredOnTheWay) {
  MachineDescription machine = machine_with_handshakes(4, Network::line);
  const Program program{{send(2, 5)}, {}, {recv(0)}, {}};

  machine.switching = SwitchingMode::store_and_forward;
  expect_clocks(machine, program, {{23}, {}, {33}, {}});
  machine.switching = SwitchingMode::wormhole;
  expect_clocks(machine, program, {{23}, {}, {28}, {}});
}

// PE 0's 20 bytes have link 0>1 [4, 24) and its send port [0, 24): neither keeps PE 2's request or
// PE 0's answer. s = 2 * 7.
TEST(ReferenceRendezvous, WaitsForNoPortAndNoLink) {
  MachineDescription machine = without_eager(machine_with_handshakes(3, Network::line));

  expect_clocks(machine, {{irecv(0, 2), send(1, 20), wait({0})}, {recv(0)}, {ssend(0, 5)}},
                {{0, 24, 28}, {28}, {23}});
}

// --- who is first --------------------------------------------------------------------------------

// PE 2's send is known at 7, PE 1's at 9: s = 13, at PE 0 at 26. Then the next receive is posted:
// s = 32, at PE 0 at 45.
TEST(ReferenceRendezvous, AnUnnamedReceiveTakesTheRequestThatIsThereFirst) {
  expect_clocks(machine_with_handshakes(3),
                {{recv(any_source), recv(any_source)}, {compute(3), send(0, 5)}, {compute(1), send(0, 5)}},
                {{26, 45}, {3, 41}, {1, 22}});
}

// A line, PE 2 is two links away: D = 7. Known at 7 and, posted at 2, at 8: PE 2's first. It starts
// at 14 and is there at 14 + 14. Posted at 1 PE 1's is known at 7, too: the lower source first.
TEST(ReferenceRendezvous, WhatIsNearerIsKnownEarlier) {
  const MachineDescription machine = machine_with_handshakes(3, Network::line);
  const auto program = [](std::int64_t posted) {
    return Program{{recv(any_source), recv(any_source)}, {compute(posted), send(0, 5)}, {send(0, 5)}};
  };

  expect_clocks(machine, program(2), {{28, 47}, {2, 43}, {23}});
  expect_clocks(machine, program(1), {{26, 47}, {1, 22}, {42}});
}

// PE 2's short message is at the mailbox at 12, PE 1's long one is known at 6. Its reception is
// [16, 25), the short one's [25, 33). Posted at 7 it is known at 13: the short one first.
TEST(ReferenceRendezvous, ARequestMayBeBeforeAMessage) {
  const auto program = [](std::int64_t posted) {
    return Program{{recv(any_source), recv(any_source)}, {compute(posted), send(0, 5)}, {send(0, 4)}};
  };

  expect_clocks(machine_with_handshakes(3), program(0), {{25, 33}, {0, 21}, {8}});
  expect_clocks(machine_with_handshakes(3), program(6), {{31, 39}, {6, 27}, {8}});  // at 12, too
  expect_clocks(machine_with_handshakes(3), program(7), {{12, 32}, {7, 28}, {8}});
}

// PE 1's short message has the port [0, 8) and is at the mailbox at 12. Its long one is posted at
// 4; the request would be there at 10 and is not known before 12: s = 18. To a receive that names
// PE 1 that is no matter: s = 16.
TEST(ReferenceRendezvous, ARequestDoesNotOvertake) {
  const PeProgram sender{isend(0, 0, 4), issend(1, 0, 5, 1), wait({0, 1})};

  expect_clocks(machine_with_handshakes(2), {{recv(any_source, 1), recv(1)}, sender}, {{31, 39}, {4, 8, 27}});
  expect_clocks(machine_with_handshakes(2), {{recv(1, 1), recv(1)}, sender}, {{29, 37}, {4, 8, 25}});
}

// The receive of PE 1 waits until nothing can be for the one before it: the request is there at 6.
TEST(ReferenceRendezvous, ANamedReceiveBesideAPendingUnnamedOne) {
  expect_clocks(machine_with_handshakes(2),
                {{irecv(0, any_source, 9), recv(1), wait({0})}, {send(0, 5), send(0, 4, 9)}},
                {{0, 25, 33}, {21, 29}});
}

// The receive is posted at 0 and nobody asks about it: it gets the message when that is known, at
// 12.
TEST(ReferenceRendezvous, AnUnnamedReceiveInTheBackgroundAnswers) {
  expect_clocks(machine_with_handshakes(2),
                {{irecv(0, any_source), compute(100), wait({0})}, {compute(6), send(0, 5)}},
                {{0, 100, 100}, {6, 27}});
}

// --- questions -----------------------------------------------------------------------------------

// The request arrives at 9. A probe at 8 finds nothing, and the next one waits until 9; a probe at
// 10 finds the message. A probe does not send the answer.
TEST(ReferenceRendezvous, AProbeSeesARequest) {
  const PeProgram sender{compute(3), send(0, 5)};

  expect_clocks(machine_with_handshakes(2), {{compute(8), probe(1), probe(1), compute(2), recv(1)}, sender},
                {{8, 8, 9, 11, 30}, {3, 26}});
  expect_clocks(machine_with_handshakes(2), {{compute(10), probe(1), recv(1)}, sender},
                {{10, 10, 29}, {3, 25}});
  EXPECT_TRUE(reference_run(machine_with_handshakes(2), {{compute(9), probe(1), recv(1)}, sender})
                  .seen[0][1]
                  .is_successful);
}

TEST(ReferenceRendezvous, ATestOfTheReceiveWaitsForTheMessage) {
  for (const std::int64_t work : {20, 24})
    expect_clocks(machine_with_handshakes(2), {{irecv(0, 1), compute(work), test(0), wait({0})}, {send(0, 5)}},
                  {{0, work, work, 25}, {21}});
  EXPECT_TRUE(reference_run(machine_with_handshakes(2), {{irecv(0, 1), compute(25), test(0)}, {send(0, 5)}})
                  .seen[0][2]
                  .is_successful);
}

// PE 1's request ends the poll at 12; its message is at PE 0 at 31. PE 2's is posted at 50, known
// at 56, back at 62.
TEST(ReferenceRendezvous, ARequestEndsAPoll) {
  MachineDescription machine = machine_with_handshakes(3);
  machine.poll = 30;

  expect_clocks(
      machine,
      {{irecv(0, 2), test(0), recv(1), wait({0})}, {compute(6), send(0, 5)}, {compute(50), send(0, 5)}},
      {{0, 12, 31, 75}, {6, 27}, {50, 71}});
}

// Reading: a request is under way like a message. It is there at kFirst + 3, so the 10,000th poll
// ends; the next one is without hope.
TEST(ReferenceRendezvous, PollsHaveHopeWhileARequestIsUnderWay) {
  constexpr std::int64_t kFirst = 50'005'000;  // the end of the 10,000th
  MachineDescription machine = machine_with_handshakes(3);
  machine.poll = 1;
  for (const std::int64_t early : {3, 7}) {
    const Outcome outcome =
        reference_run(machine, {{irecv(0, 1), test(0, 0)}, {compute(kFirst - early), send(2, 5)}, {}});

    EXPECT_TRUE(outcome.is_deadlock);
    EXPECT_EQ(outcome.clocks[0].size(), early == 3 ? 10'001 : 10'000);
  }
}

// The request finds the receive at 6, and the answer is on its way: from then on it is too late.
TEST(ReferenceRendezvous, AReceiveIsCancelledUntilTheAnswerLeaves) {
  for (const std::int64_t work : {5, 6, 11, 30}) {
    const Outcome outcome = reference_run(
        machine_with_handshakes(2), {{irecv(0, 1), compute(work), cancel(0, 1), wait({0})}, {send(0, 5)}});

    EXPECT_EQ(outcome.seen[0][2].is_successful, work == 5);
    EXPECT_EQ(outcome.clocks[0].back(), work == 30 ? 30 : 25);
  }
}

// --- ports ---------------------------------------------------------------------------------------

// isend keeps PE 0 [0, 4). The answer comes at 12; 9 bytes to PE 2 have the port [4, 17): s = 17.
// Posted at 13 they come after: [12, 21), [21, 34); at 12 too, as the long one was posted first.
TEST(ReferenceRendezvous, ThePortIsAskedForWhenTheAnswerComes) {
  const MachineDescription machine = without_eager(machine_with_handshakes(3));
  const auto program = [](std::int64_t work) {
    return Program{{issend(0, 1, 5), compute(work), send(2, 9), wait({0})}, {recv(0)}, {recv(0)}};
  };

  expect_clocks(machine, program(0), {{4, 4, 17, 26}, {30}, {21}});
  expect_clocks(machine, program(7), {{4, 11, 24, 33}, {37}, {28}});
  expect_clocks(machine, program(8), {{4, 12, 34, 34}, {25}, {38}});
  expect_clocks(machine, program(9), {{4, 13, 34, 34}, {25}, {38}});
}

TEST(ReferenceRendezvous, ABufferedSendEndsTsAfterItsStart) {
  MachineDescription machine = machine_with_handshakes(2);
  machine.injection = Injection::buffered;

  expect_clocks(machine, {{send(1, 5)}, {recv(0)}}, {{16}, {25}});
}

// Both sends have their port [12, 21); the receptions are after: [21, 30).
TEST(ReferenceRendezvous, AnExchangeUnderHalf) {
  expect_clocks(under_ports(machine_with_handshakes(2), PortRule::half),
                {{sendrecv(1, 5, 1)}, {sendrecv(0, 5, 0)}}, {{30}, {30}});
}

// PE 2's short message is received [4, 12) before the send asks, at 26: x = 8, [26, 38).
TEST(ReferenceRendezvous, UnderHalfReceptionsGoBeforeASendWhoseAnswerHasNotCome) {
  expect_clocks(under_ports(machine_with_handshakes(3), PortRule::half),
                {{isend(0, 1, 8), recv(2), wait({0})}, {compute(20), recv(0)}, {send(0, 4)}},
                {{4, 12, 38}, {20, 42}, {8}});
}

// The window of the send that waits begins when its answer comes, at 12.
TEST(ReferenceRendezvous, AWindowBeginsWhenTheAnswerComes) {
  MachineDescription machine = without_eager(machine_with_handshakes(3));
  machine.port_policy = PortPolicy::strict;
  const auto program = [](std::size_t bytes) {
    return Program{{issend(0, 1, 5), send(2, bytes), wait({0})}, {recv(0)}, {recv(0)}};
  };

  expect_violation(machine, program(5), 0, 12);  // [4, 13)
  expect_clocks(machine, program(4), {{4, 12, 21}, {25}, {16}});
}

}  // namespace
}  // namespace toruscope::test
