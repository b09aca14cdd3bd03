// SPDX-License-Identifier: Apache-2.0
// Sends that wait for their receive (T11; readings q and r of docs/readings.md), worked out by
// hand. ts = 4, x = 5 for 5 bytes, th = 0, complete graphs.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription described_machine(int p, std::optional<std::int64_t> eager = std::nullopt) {
  return {.network = Network::complete, .sides = {p}, .ts = 4, .tw = 1, .eager = eager};
}
MachineDescription with_ports(MachineDescription of, PortRule rule) {
  of.port_rule = rule;
  return of;
}

// PE 1 posts its receive at 20: s = 20, complete when the tail has left, 29. What is no longer than
// eager goes at once.
TEST(ReferenceEager, ALongerSendStartsWhenItsReceiveIsPosted) {
  const Program program{{send(1, 5)}, {compute(20), recv(0)}};

  expect_clocks(described_machine(2, 4), program, {{29}, {20, 29}});
  expect_clocks(described_machine(2, 5), program, {{9}, {20, 20}});
  expect_clocks(described_machine(2), {{ssend(1, 5)}, {compute(20), recv(0)}}, {{29}, {20, 29}});
  expect_clocks(described_machine(2, 0), {{send(1, 0)}, {compute(20), recv(0)}}, {{4}, {20, 20}});
}

TEST(ReferenceEager, NothingIsChargedIfTheReceiveIsThere) {
  expect_clocks(described_machine(2, 0), {{compute(3), send(1, 5)}, {irecv(0, 0), compute(50), wait({0})}},
                {{3, 12}, {0, 50, 50}});
}

TEST(ReferenceEager, ABufferedSendEndsTsAfterItsStart) {
  MachineDescription buffered = described_machine(2, 0);
  buffered.injection = Injection::buffered;

  expect_clocks(buffered, {{send(1, 5)}, {compute(20), recv(0)}}, {{24}, {20, 29}});
}

// The textbook's unsafe program: both send first.
TEST(ReferenceEager, AnUnsafeExchangeIsADeadlock) {
  const Program unsafe{{send(1, 5), recv(1)}, {send(0, 5), recv(0)}};

  expect_deadlock(described_machine(2, 0), unsafe, {{}, {}});
  expect_clocks(described_machine(2), unsafe, {{9, 9}, {9, 9}});
}

TEST(ReferenceEager, ARoundPostsItsReceivesWithItsSends) {
  expect_clocks(described_machine(2, 0), {{sendrecv(1, 5, 1)}, {compute(7), sendrecv(0, 5, 0)}},
                {{16}, {7, 16}});
}

// isend keeps the PE [0, 4); the message to 1 asks at 30, its own send to 2 at 4 does not wait for
// it:
//   port   |to 2: 4-13|   ...   |to 1: 30-39|
TEST(ReferenceEager, WhatIsSentInTheMeantimeGoesFirst) {
  expect_clocks(described_machine(3),
                {{issend(0, 1, 5), send(2, 5), wait({0})}, {compute(30), recv(0)}, {recv(0)}},
                {{4, 13, 39}, {30, 39}, {13}});
}

// The receive is posted at 2, so the message to 1 has the port [2, 11), though it was posted
// together with nothing else; the send to 2, at 4, waits for it: [11, 20).
TEST(ReferenceEager, WhatAsksLaterWaitsForThePort) {
  expect_clocks(described_machine(3),
                {{issend(0, 1, 5), send(2, 5), wait({0})}, {compute(2), recv(0)}, {recv(0)}},
                {{4, 20, 20}, {2, 11}, {20}});
}

// Both ask at 4: the one posted first goes first.
TEST(ReferenceEager, TiesOfAskingGoAsPosted) {
  expect_clocks(described_machine(3),
                {{issend(0, 1, 5), send(2, 5), wait({0})}, {compute(4), recv(0)}, {recv(0)}},
                {{4, 22, 22}, {4, 13}, {22}});
}

// Two wait: the second one's receive comes first.
TEST(ReferenceEager, WaitingSendsGoInTheOrderOfTheirReceives) {
  expect_clocks(
      described_machine(3, 0),
      {{isend(0, 1, 5), isend(1, 2, 5), wait({0, 1})}, {compute(40), recv(0)}, {compute(20), recv(0)}},
      {{4, 8, 49}, {40, 49}, {20, 29}});
}

// PE 0's call names no source and is posted at 10; 1's send waits since 3, 2's message is at the
// mailbox at 9: 1's was known first. It starts at 10.
TEST(ReferenceEager, AnUnnamedReceiveGoesByThePostingOfASendThatWaits) {
  expect_clocks(described_machine(3, 5),
                {{compute(10), recv(any_source), recv(any_source)}, {compute(3), send(0, 8)}, {send(0, 5)}},
                {{10, 22, 31}, {3, 22}, {9}});
}

// The receive is posted at 0 and nobody asks about it; the send becomes known at 6 and starts then.
TEST(ReferenceEager, AnUnnamedReceiveInTheBackgroundTakesASendThatWaits) {
  expect_clocks(described_machine(2, 0),
                {{irecv(0, any_source), compute(100), wait({0})}, {compute(6), send(0, 5)}},
                {{0, 100, 100}, {6, 15}});
}

// Nobody asks anything: PE 1's receive is in the background and PE 1 itself waits for PE 0. ts = 0:
// PE 0's message starts at 0.
TEST(ReferenceEager, AnUnnamedReceiveInTheBackgroundKeepsSendsGoing) {
  MachineDescription free = described_machine(2, 0);
  free.ts = 0;
  expect_clocks(free, {{send(1, 1), recv(1)}, {irecv(0, any_source, any_tag), send(0, 1), wait({0})}},
                {{1, 2}, {0, 2, 2}});
}

// A probe sees the send that waits, at once; the receive after it lets it start.
TEST(ReferenceEager, AProbeSeesASendThatWaits) {
  expect_clocks(described_machine(2, 0), {{compute(20), probe(1), recv(1)}, {compute(6), send(0, 5)}},
                {{20, 20, 29}, {6, 29}});
}

// An earlier message of the same PE is not overtaken: it is at the mailbox at 9, the send that
// waits is known from then on.
TEST(ReferenceEager, ASendThatWaitsDoesNotOvertake) {
  expect_clocks(
      described_machine(2, 5),
      {{recv(any_source, any_tag), recv(any_source, any_tag)}, {isend(0, 0, 5), issend(1, 0, 8), wait({0, 1})}},
      {{9, 21}, {4, 8, 21}});
}

TEST(ReferenceEager, TestOfASendThatWaitsFailsUntilItIsOver) {
  // No at 4, no at 14; at 24 it is on its way [20, 29); at 34 it is over.
  expect_clocks(described_machine(2, 0), {{isend(0, 1, 5), test(0, 0, 10)}, {compute(20), recv(0)}},
                {{4, 4, 14, 14, 24, 24, 34, 34}, {20, 29}});
}

// half: PE 2's message, at 0's mailbox at 9, is received [0, 9) before the send that asks at 20. If
// it came in the same call it would come after: the call's sends go first.
TEST(ReferenceEager, UnderHalfReceptionsGoBeforeASendThatStillWaits) {
  const MachineDescription half = with_ports(described_machine(3, 5), PortRule::half);

  expect_clocks(half, {{isend(0, 1, 8), recv(2), wait({0})}, {compute(20), recv(0)}, {send(0, 5)}},
                {{4, 9, 32}, {20, 32}, {9}});
  expect_clocks(half, {{round({to(1, 8)}, {from(2)})}, {compute(20), recv(0)}, {send(0, 5)}},
                {{41}, {20, 32}, {9}});
}

// A message to oneself waits for its receive if it is a ssend's, whatever the limit, and takes no
// time. What is sent meanwhile is not held up.
TEST(ReferenceEager, AMessageToOneselfWaitsIfItIsSynchronous) {
  expect_clocks(described_machine(1, 0), {{send(0, 5), recv(0)}}, {{0, 0}});
  expect_clocks(described_machine(1, 0), {{irecv(0, 0), ssend(0, 5), wait({0})}}, {{0, 0, 0}});
  expect_clocks(described_machine(1), {{issend(0, 0, 5), compute(20), recv(0), wait({0})}}, {{0, 20, 20, 20}});
  expect_clocks(described_machine(2, 9), {{issend(0, 0, 5), send(1, 5), recv(0), wait({0})}, {recv(0)}},
                {{0, 9, 9, 9}, {9}});
}

}  // namespace
}  // namespace toruscope::test
