// SPDX-License-Identifier: Apache-2.0
// Switching modes where nothing or one thing is in the way (T1, T3), worked out by hand and from
// published closed forms. ts = 4, th = 1, tw = 1, messages of 5 bytes: x = 5.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription switching_ring(int p, SwitchingMode switching, Injection injection = Injection::direct) {
  return {.network = Network::ring,
          .sides = {p},
          .ts = 4,
          .tw = 1,
          .th = 1,
          .injection = injection,
          .switching = switching};
}

Program one_message(int p, Rank to) {
  Program program(static_cast<std::size_t>(p));
  program[0] = {send(to, 5)};
  program[static_cast<std::size_t>(to)] = {recv(0)};
  return program;
}

// ts + h th + x, or ts + h (th + x): Kermani, Kleinrock, Computer Networks 3, 1979.
TEST(ReferenceSwitching, OneMessageOverLinks) {
  for (int h = 1; h <= 4; ++h) {
    Timeline at_once(8), stored(8);
    at_once[0] = stored[0] = {9};
    at_once[static_cast<std::size_t>(h)] = {4 + h + 5};
    stored[static_cast<std::size_t>(h)] = {4 + h * (1 + 5)};

    expect_clocks(switching_ring(8, SwitchingMode::cut_through), one_message(8, h), at_once);
    expect_clocks(switching_ring(8, SwitchingMode::wormhole), one_message(8, h), at_once);
    expect_clocks(switching_ring(8, SwitchingMode::store_and_forward), one_message(8, h), stored);
  }
}

// L comes once, after the last link, in each mode; tr after the take.
TEST(ReferenceSwitching, FlightTimeIsAddedOnce) {
  for (const auto& [switching, arrival] :
       {std::pair(SwitchingMode::cut_through, 4 + 3 + 5), std::pair(SwitchingMode::wormhole, 4 + 3 + 5),
        std::pair(SwitchingMode::store_and_forward, 4 + 3 * 6)}) {
    MachineDescription machine = switching_ring(8, switching);
    machine.latency = 10;
    machine.tr = 2;
    expect_clocks(machine, one_message(8, 3), {{9}, {}, {}, {arrival + 10 + 2}, {}, {}, {}, {}});
  }
}

// Hockney: ts + m tw on a complete graph without hops, the same in each mode.
TEST(ReferenceSwitching, HockneysMachineIsTheSameInEachMode) {
  for (const SwitchingMode switching :
       {SwitchingMode::cut_through, SwitchingMode::store_and_forward, SwitchingMode::wormhole}) {
    const MachineDescription machine{
        .network = Network::complete, .sides = {2}, .ts = 75, .tw = 11, .switching = switching};
    expect_clocks(machine, {{send(1, 100), recv(1)}, {recv(0), send(0, 100)}},
                  {{75 + 1100, 2 * (75 + 1100)}, {75 + 1100, 2 * (75 + 1100)}});
  }
}

// Each passes on what it has received: (p - 1)(ts + m tw).
TEST(ReferenceSwitching, AChainCostsOneTransferForEachPe) {
  const MachineDescription machine{.network = Network::complete, .sides = {4}, .ts = 4, .tw = 1};
  expect_clocks(machine, {{send(1, 5)}, {recv(0), send(2, 5)}, {recv(1), send(3, 5)}, {recv(2)}},
                {{9}, {9, 18}, {18, 27}, {27}});
}

// A message to PE 2 and, at the same time, one of PE 1 to PE 2: link 1>2 is busy [4, 9) with PE
// 1's.
//
//   stored:  link 0>1 [4, 9), whole at PE 1's router at 10, link 1>2 [10, 15), at PE 2 at 16
//   through: link 0>1 [4, 9), asks for 1>2 at 5, granted at 9, at PE 2 at 15
TEST(ReferenceSwitching, AStoredMessageComesAfterWhatDelaysTheOther) {
  const Program program{{send(2, 5)}, {send(2, 5)}, {round({}, {from(0), from(1)})}, {}, {}, {}, {}, {}};
  // The receive port: PE 1's [1, 10), then PE 0's [10, 19), whenever it arrives before that.
  expect_clocks(switching_ring(8, SwitchingMode::store_and_forward), program,
                {{9}, {9}, {19}, {}, {}, {}, {}, {}});
  MachineDescription two = switching_ring(8, SwitchingMode::store_and_forward);
  two.ports = 2;
  expect_clocks(two, program, {{9}, {9}, {16}, {}, {}, {}, {}, {}});
  two.switching = SwitchingMode::cut_through;
  expect_clocks(two, program, {{9}, {9}, {15}, {}, {}, {}, {}, {}});
}

// Two messages of one PE by the same way, stored: the second follows as the port frees, links [4,
// 9), [13, 18).
TEST(ReferenceSwitching, StoredMessagesFollowEachOther) {
  Program program(8);
  program[0] = {send(3, 5), send(3, 5)};
  program[3] = {recv(0), recv(0)};
  expect_clocks(switching_ring(8, SwitchingMode::store_and_forward), program,
                {{9, 18}, {}, {}, {22, 31}, {}, {}, {}, {}});
}

// The node of the pipelined broadcast: store-and-forward, buffered. A block is received, sent on,
// computed with. PE 1: gets 12 + 6 k; sends on at its clock; PE 2 gets it th + ts + x later.
//   PE 0 sends at 0, 4, 8: the port is busy ts = 4; link 0>1 [4, 9), [9, 14), [14, 19); at PE 1 at
//        10, 15, 20.
//   PE 1 gets one at 10, sends [10, 14): its clock 14; next at 15, 19; at 20, 24. Link 1>2
//        [14, 19), [19, 24), [24, 29).
TEST(ReferenceSwitching, BlocksFlowThroughAStoringNode) {
  Program program(8);
  program[0] = {send(1, 5), send(1, 5), send(1, 5)};
  program[1] = {recv(0), send(2, 5), recv(0), send(2, 5), recv(0), send(2, 5)};
  program[2] = {recv(1), recv(1), recv(1)};
  expect_clocks(switching_ring(8, SwitchingMode::store_and_forward, Injection::buffered), program,
                {{4, 8, 12}, {10, 14, 15, 19, 20, 24}, {20, 25, 30}, {}, {}, {}, {}, {}});
}

// LogP, o = 2, g = 4, L = 6: a broadcast to 8 PEs is over at 24 (Culler et al., PPoPP 1993, figure
// 3).
//
//   P0 sends at 0, 4, 8, 12; a message that starts at s is received, o paid, at s + 10. P1 (10)
//   sends at 10, 14; P2 (14) at 14; P3 (18), P4 (22), P5 (20), P6 (24), P7 (24).
TEST(ReferenceSwitching, TheOptimalLogPBroadcastOfEightIsOverAt24) {
  const MachineDescription logp{
      .network = Network::complete, .sides = {8}, .ts = 2, .tr = 2, .latency = 6, .gap = 4};
  expect_clocks(logp,
                {{send(1, 8), send(2, 8), send(3, 8), send(4, 8)},
                 {recv(0), send(5, 8), send(6, 8)},
                 {recv(0), send(7, 8)},
                 {recv(0)},
                 {recv(0)},
                 {recv(1)},
                 {recv(1)},
                 {recv(2)}},
                {{2, 6, 10, 14}, {10, 12, 16}, {14, 16}, {18}, {22}, {20}, {24}, {24}});
}

// LogGP: a message of k bytes is there after o + (k-1) G + L + o (Alexandrov et al., SPAA 1995);
// here L = their L - G.
TEST(ReferenceSwitching, ALongLogGPMessage) {
  constexpr std::int64_t kO = 3, kG = 2, kL = 7, kBytes = 50;
  const MachineDescription loggp{
      .network = Network::complete, .sides = {2}, .ts = kO, .tr = kO, .tw = kG, .latency = kL - kG, .gap = 5};
  expect_clocks(loggp, {{isend(0, 1, kBytes), wait({0})}, {recv(0)}},
                {{kO, kO + kBytes * kG}, {kO + (kBytes - 1) * kG + kL + kO}});
}

}  // namespace
}  // namespace toruscope::test
