// SPDX-License-Identifier: Apache-2.0
// Worms, virtual channels, finite buffers (T8, T9; readings t to x of docs/readings.md), worked out
// by hand on ring:8. ts = 4, th = 1, x = bytes: 5 unless said otherwise, "long" is 20.

#include "tests/support/machine_files.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/reference_network.hpp"
#include "tests/support/timeline.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription ring_of_worms(int p, SwitchingMode switching, int virtual_channels = 2,
                                 std::optional<int> buffers = std::nullopt) {
  return {.network = Network::ring,
          .sides = {p},
          .ts = 4,
          .tw = 1,
          .th = 1,
          .switching = switching,
          .virtual_channels = virtual_channels,
          .buffers = buffers};
}
MachineDescription described_worms(int p, int virtual_channels = 2, std::optional<int> buffers = std::nullopt) {
  return ring_of_worms(p, SwitchingMode::wormhole, virtual_channels, buffers);
}

/// Every PE sends to the one two further on.
Program shift_by_two(int p) {
  Program program;
  for (Rank r = 0; r < p; ++r) program.push_back({sendrecv((r + 2) % p, 5, (r + p - 2) % p)});
  return program;
}

// PE 1's long worm has 1>2 [4, 24). PE 0's to 2 has entered 0>1 at 4 and waits for the channel
// until 24: it holds channel 0 of 0>1, and its send port, until r_0 = max(4 + 5, 24 + 5 - 1) = 28;
// at PE 2 at 24 + 5 + 1 = 30.
// PE 7's to 1 comes over the wrap-around link 7>0: it is on channel 1 there and on 0>1, which is
// free at 9: at PE 1 at 15, and it has left at max(4 + 5, 9 + 4). With one channel it waits until
// 28: at 34, left at 32.
TEST(ReferenceWorms, ABlockedWormHoldsItsChannelAndItsPort) {
  Program program(8);
  program[0] = {send(2, 5)};
  program[1] = {send(2, 20), recv(7)};
  program[2] = {round({}, {from(0), from(1)})};  // [1, 25), then [25, 34)
  program[7] = {send(1, 5)};
  expect_clocks(described_worms(8), program, {{28}, {24, 24}, {34}, {}, {}, {}, {}, {13}});
  expect_clocks(described_worms(8, 1), program, {{28}, {24, 34}, {34}, {}, {}, {}, {}, {32}});
}

// th = x = 5. All enter their first link at 4 and ask for the second at 9. PE 3's, on channel 1,
// has 0>1 then and lets go of 3>0, which PE 2's has been waiting for since this tick, and so on
// backwards: all are granted at 9, have left then, and arrive at 19.
TEST(ReferenceWorms, AShortWormLetsGoWhenItHasTheNextChannel) {
  MachineDescription machine = described_worms(4);
  machine.th = 5;
  expect_clocks(machine, shift_by_two(4), {{19}, {19}, {19}, {19}});
}

// ts = 0, line:3. PE 1's 60 bytes have 1>2 [0, 60). PE 0's first worm has 0>1 at 0 and waits for
// 1>2: its channel and its port are held until it enters at 60. The second has 0>1 at 60, asks at
// 61 and enters, as 1>2 is free again; so do the others. At PE 2 each is two ticks after it has
// entered. Worms of 2 bytes: 60 + 2 - 1 = 61, and 2 ticks for each other.
TEST(ReferenceWorms, AreHeldBehindALinkHoweverShortTheyAre) {
  constexpr int kWorms = 10;
  MachineDescription machine{
      .network = Network::line, .sides = {3}, .tw = 1, .th = 1, .switching = SwitchingMode::wormhole};
  for (const int bytes : {1, 2}) {
    Program program{{}, {send(2, 60)}, {recv(1)}};
    Timeline clocks{{}, {60}, {61}};
    for (int i = 0; i < kWorms; ++i) {
      program[0].push_back(send(2, static_cast<std::size_t>(bytes)));
      program[2].push_back(recv(0));
      clocks[0].push_back(59 + bytes + bytes * i);
      clocks[2].push_back(61 + bytes + bytes * i);
    }
    expect_clocks(machine, program, clocks);
  }
}

// th = 5, x = 2, to the PE after the next: e_0 = 4, e_1 = 9, so the port is free at 9, not at 4 +
// 2: nobody knows before that the worm will not be stopped. At PE 2 at 9 + 5 + 2. To the next PE
// there is nothing to wait for: 4 + 2.
TEST(ReferenceWorms, AShortWormKeepsItsPortForAHop) {
  MachineDescription machine = described_worms(8);
  machine.th = 5;
  const Program program{
      {send(2, 2), send(2, 2), send(1, 2)}, {recv(0)}, {recv(0), recv(0)}, {}, {}, {}, {}, {}};
  expect_clocks(machine, program, {{9, 18, 24}, {29}, {16, 25}, {}, {}, {}, {}, {}});
}

// buffered, th = 2, ts = 1. PE 1's 20 bytes have 1>2 [1, 21). PE 0's first, of 1 byte, has 0>1 at 1
// and 1>2 at
// 21. That frees 0>1 for its second, to PE 1, which goes before PE 7's, though that is on channel 1
//     and asks at
// this very tick: 21 + 10 + 2 = 33, and 31 + 1 + 2 = 34.
TEST(ReferenceWorms, WhatAGrantFreesGoesToThoseQueuedBefore) {
  MachineDescription machine = described_worms(8);
  machine.injection = Injection::buffered;
  machine.ts = 1;
  machine.th = 2;
  Program program(8);
  program[0] = {send(2, 1), send(1, 10)};
  program[1] = {send(2, 20), recv(0), recv(7)};
  program[2] = {recv(1), recv(0)};
  program[7] = {compute(18), send(1, 1)};
  expect_clocks(machine, program, {{1, 2}, {1, 33, 34}, {23, 24}, {}, {}, {}, {}, {18, 19}});
}

// No message is shorter than a flit on its way: 2 bytes, and none, take the time of 5. 8 bytes take
// their own.
TEST(ReferenceWorms, AreAFlitLongAtLeast) {
  MachineDescription machine = described_worms(8);
  machine.flit = 5;
  for (const std::size_t bytes : {0U, 2U, 5U, 8U}) {
    const std::int64_t x = std::max<std::int64_t>(5, static_cast<std::int64_t>(bytes));
    expect_clocks(machine, {{send(3, bytes)}, {}, {}, {recv(0)}, {}, {}, {}, {}},
                  {{4 + x}, {}, {}, {4 + 3 + x}, {}, {}, {}, {}});
  }
  machine.switching = SwitchingMode::cut_through;
  expect_clocks(machine, {{send(3, 2)}, {}, {}, {recv(0)}, {}, {}, {}, {}}, {{6}, {}, {}, {9}, {}, {}, {}, {}});
}

// PE 2's long worm has 2>3 [4, 24); PE 1's to 3 waits for it and holds channel 0 of 1>2 until 24 +
// 4 = 28. PE 0's to 2:
//   1 or 2 channels   waits for that: enters 28, has left at 32, at PE 2 at 34
//   3 or 4            takes channel 2 when the link is free, 9: has left at 13, at 15
TEST(ReferenceWorms, MoreChannelsLetWormsPass) {
  Program program(8);
  program[0] = {send(2, 5)};
  program[1] = {send(3, 5)};
  program[2] = {send(3, 20), recv(0)};
  program[3] = {round({}, {from(1), from(2)})};
  for (const int v : {1, 2})
    expect_clocks(described_worms(8, v), program, {{32}, {28}, {24, 34}, {34}, {}, {}, {}, {}});
  for (const int v : {3, 4})
    expect_clocks(described_worms(8, v), program, {{13}, {28}, {24, 24}, {34}, {}, {}, {}, {}});
  // A buffer of one message: PE 1's is taken in behind 1>2, so it has left at 9, and PE 0's
  // follows.
  expect_clocks(described_worms(8, 2, 1), program, {{9}, {9}, {24, 24}, {34}, {}, {}, {}, {}});
  expect_clocks(described_worms(8, 2, 0), program, {{32}, {28}, {24, 34}, {34}, {}, {}, {}, {}});
}

// buffered, one slot. Link 2>3 serves as they ask: PE 2's first, long [4, 24); PE 1's (asked at 5)
// [24, 29); PE 2's second, long (8) [29, 49); PE 0's first (10) 49. PE 1's has the slot behind 1>2
// until 29 + 1. PE 0's first, behind it without one, is taken in at 30: it leaves 1>2 at max(9 + 5,
// 30 + 5 - 1) = 34, where its second, to PE 2, has waited: at 34 + 6.
TEST(ReferenceWorms, ABlockedWormIsTakenInWhenASlotIsFree) {
  MachineDescription machine = described_worms(8, 2, 1);
  machine.injection = Injection::buffered;
  Program program(8);
  program[0] = {send(3, 5), send(2, 5)};
  program[1] = {send(3, 5)};
  program[2] = {send(3, 20), send(3, 20), recv(0)};
  program[3] = {round({}, {from(2), from(2), from(1), from(0)})};
  expect_clocks(machine, program, {{4, 8}, {4}, {4, 8, 40}, {55}, {}, {}, {}, {}});
}

// PE 1's worm to 3 has left at 28 only (as above), so the send to 0 starts then, but for a second
// port.
TEST(ReferenceWorms, TheNextSendWaitsUntilTheWormHasLeft) {
  Program program(8);
  program[0] = {recv(1)};
  program[1] = {isend(0, 3, 5), isend(1, 0, 5), wait({0, 1})};
  program[2] = {send(3, 20)};
  program[3] = {round({}, {from(1), from(2)})};
  MachineDescription machine = described_worms(8);
  expect_clocks(machine, program, {{38}, {4, 8, 37}, {24}, {34}, {}, {}, {}, {}});
  machine.ports = 2;
  expect_clocks(machine, program, {{14}, {4, 8, 28}, {24}, {30}, {}, {}, {}, {}});
}

// Three ports, th = 0, ts = 2, x = 1. To 1: [0, 3). To 2, posted at 2, leaves by the same link: it
// starts at 3, is at 2 at 6. To 3, posted at 4, by another: [4, 7).
TEST(ReferenceWorms, SendsByOneLinkAreOnePort) {
  const MachineDescription machine{.network = Network::ring,
                                   .sides = {4},
                                   .ts = 2,
                                   .tw = 1,
                                   .ports = 3,
                                   .switching = SwitchingMode::wormhole};
  expect_clocks(
      machine,
      {{isend(0, 1, 1), isend(1, 2, 1), isend(2, 3, 1), wait({0, 1, 2})}, {recv(0)}, {recv(0)}, {recv(0)}},
      {{2, 4, 6, 7}, {3}, {6}, {7}});
}

// half: PE 0's message is at 1's mailbox at 10, but the port is the worm's until 28: [28, 37).
TEST(ReferenceWorms, UnderHalfAReceptionWaitsForTheWorm) {
  Program program(8);
  program[0] = {send(1, 5)};
  program[1] = {isend(0, 3, 5), recv(0), wait({0})};
  program[2] = {send(3, 20)};
  program[3] = {round({}, {from(1), from(2)})};
  MachineDescription machine = described_worms(8);
  machine.port_rule = PortRule::half;
  expect_clocks(machine, program, {{9}, {4, 37, 37}, {24}, {34}, {}, {}, {}, {}});
}

// Channels break the cycle: PE 3's crosses 3>0 on channel 1 and finds it free on 0>1: it enters at
// 9, and has left at 13; then PE 2's at 13, left 17; PE 1's at 17, left 21; PE 0's at 21, left 25.
// Each arrives 6 after it has entered.
TEST(ReferenceNetworkDeadlock, DoesNotHappenWithADateline) {
  expect_clocks(described_worms(4), shift_by_two(4), {{25}, {21}, {27}, {23}});
}

TEST(ReferenceNetworkDeadlock, IsToldWithWhatEachWormHoldsAndWants) {
  MachineDescription short_worms = described_worms(4, 1);
  short_worms.th = 5;
  for (const MachineDescription& machine :
       {described_worms(4, 1), short_worms, ring_of_worms(4, SwitchingMode::store_and_forward, 1, 1),
        ring_of_worms(4, SwitchingMode::cut_through, 1, 1)}) {
    const Outcome outcome = reference_run(machine, shift_by_two(4));

    EXPECT_TRUE(outcome.is_deadlock);
    EXPECT_THAT(outcome.blocked, testing::UnorderedElementsAre(BlockedHeader{0, 2, {1, 2}, {{0, 1}}},
                                                               BlockedHeader{1, 3, {2, 3}, {{1, 2}}},
                                                               BlockedHeader{2, 0, {3, 0}, {{2, 3}}},
                                                               BlockedHeader{3, 1, {0, 1}, {{3, 0}}}))
        << to_string(machine);
  }
  EXPECT_TRUE(reference_run(described_worms(4), {{recv(1)}, {}, {}, {}}).blocked.empty())
      << "a program's deadlock";
}

TEST(ReferenceNetworkDeadlock, DoesNotHappenWithASecondBuffer) {
  for (const SwitchingMode switching : {SwitchingMode::store_and_forward, SwitchingMode::cut_through})
    EXPECT_FALSE(reference_run(ring_of_worms(4, switching, 1, 2), shift_by_two(4)).is_deadlock);
}

// PE 2's long message has 2>3 [4, 24), and the slot behind it until 24 + 1 + 1 = 26. PE 1's to 3
// has the slot behind 1>2 from 4 on; it enters 2>3 at 26, is at PE 3 at 32, and gives its slot back
// at 31 + 1. PE 0's to 2 enters 1>2 then: at 38. With two slots it does not wait. The senders'
// tails have left at ts + x in any case.
TEST(ReferenceBuffers, AFullBufferKeepsTheNextMessageOffTheLink) {
  Program program(8);
  program[0] = {send(2, 5)};
  program[1] = {send(3, 5)};
  program[2] = {send(3, 20), recv(0)};
  program[3] = {recv(2), recv(1)};
  for (const SwitchingMode switching : {SwitchingMode::store_and_forward, SwitchingMode::cut_through}) {
    expect_clocks(ring_of_worms(8, switching, 2, 1), program, {{9}, {9}, {24, 38}, {25, 34}, {}, {}, {}, {}});
    expect_clocks(ring_of_worms(8, switching, 2, 2), program, {{9}, {9}, {24, 24}, {25, 34}, {}, {}, {}, {}});
  }
}

}  // namespace
}  // namespace toruscope::test
