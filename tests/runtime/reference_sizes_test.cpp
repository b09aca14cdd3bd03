// SPDX-License-Identifier: Apache-2.0
// Costs by size (T15), worked out by hand. ts = 4, tw = 1, th = 1; from 8 bytes on ts = 10, tm = 2,
// tw = 0, so that x = 2: 7 bytes take 4 + 7 and a hop, 8 and 20 bytes 10 + 2 and a hop.

#include "tests/support/reference_network.hpp"
#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;
using Piece = MachineDescription::Piece;

MachineDescription machine_of_sizes(Network network, int p, std::vector<Piece> pieces) {
  return {.network = network, .sides = {p}, .ts = 4, .tw = 1, .th = 1, .pieces = std::move(pieces)};
}
const std::vector<Piece> kFrom8{{.from = 8, .ts = 10, .tm = 2, .tw = 0}};
MachineDescription with_two_pieces(Network network, int p) {
  return machine_of_sizes(network, p, kFrom8);
}
MachineDescription without_hops(MachineDescription machine) {
  machine.th = 0;
  return machine;
}

Timeline timeline_at(std::size_t p,
                     const std::vector<std::pair<std::size_t, std::vector<std::int64_t>>>& some) {
  Timeline all(p);
  for (const auto& [rank, clocks] : some) all[rank] = clocks;
  return all;
}

// --- a message -----------------------------------------------------------------------------------

// The timeline of T15: 4 + 1 + 7 and 10 + 1 + 2.
TEST(ReferenceSizes, BothSidesOfAFirstSize) {
  expect_clocks(with_two_pieces(Network::complete, 4), {{send(1, 7)}, {recv(0)}, {send(3, 8)}, {recv(2)}},
                {{11}, {12}, {12}, {13}});
  expect_clocks(with_two_pieces(Network::complete, 2), {{send(1, 20)}, {recv(0)}}, {{12}, {13}});
}

// 9 bytes: port [0, 13), at 14. 10 bytes: port [13, 16), at 17. The second isend takes no time.
TEST(ReferenceSizes, ALongerMessageMayBeFaster) {
  const MachineDescription machine =
      machine_of_sizes(Network::complete, 3, {{.from = 10, .ts = 0, .tm = 3, .tw = 0}});

  expect_clocks(machine, {{isend(0, 1, 9), isend(1, 2, 10), wait({0, 1})}, {recv(0)}, {recv(0)}},
                {{4, 4, 16}, {14}, {17}});
}

// 3 bytes 4 + 3. 4 bytes 1 + 12, 7 bytes 1 + 21. 8 bytes 4 + (5 + 8): ts and tw are the machine's.
TEST(ReferenceSizes, WhatAPieceLeavesOutIsTheMachines) {
  const MachineDescription machine =
      machine_of_sizes(Network::complete, 2, {{.from = 4, .ts = 1, .tw = 3}, {.from = 8, .tm = 5}});

  expect_clocks(machine, {{send(1, 3)}, {recv(0)}}, {{7}, {8}});
  expect_clocks(machine, {{send(1, 4)}, {recv(0)}}, {{13}, {14}});
  expect_clocks(machine, {{send(1, 7)}, {recv(0)}}, {{22}, {23}});
  expect_clocks(machine, {{send(1, 8)}, {recv(0)}}, {{17}, {18}});
}

// Three links, stored at each: 10 + 3 (1 + 2) and 4 + 3 (1 + 7).
TEST(ReferenceSizes, StoredOnTheWay) {
  MachineDescription machine = with_two_pieces(Network::ring, 8);
  machine.switching = SwitchingMode::store_and_forward;

  expect_clocks(machine, {{send(3, 8)}, {}, {}, {recv(0)}, {}, {}, {}, {}},
                timeline_at(8, {{0, {12}}, {3, {19}}}));
  expect_clocks(machine, {{send(3, 7)}, {}, {}, {recv(0)}, {}, {}, {}, {}},
                timeline_at(8, {{0, {11}}, {3, {28}}}));
}

// No message is shorter than 10 bytes on its links. 5 bytes: x = 10, the machine's, over two links
// 4 + 2 + 10. From 8 bytes on ts = 10, tm = 2: x = 12, 10 + 2 + 12.
TEST(ReferenceSizes, TheBytesOfTheBodyChooseNotTheFlit) {
  MachineDescription machine = machine_of_sizes(Network::ring, 8, {{.from = 8, .ts = 10, .tm = 2}});
  machine.switching = SwitchingMode::wormhole;
  machine.flit = 10;

  expect_clocks(machine, {{send(2, 5)}, {}, {recv(0)}, {}, {}, {}, {}, {}},
                timeline_at(8, {{0, {14}}, {2, {16}}}));
  expect_clocks(machine, {{send(2, 8)}, {}, {recv(0)}, {}, {}, {}, {}, {}},
                timeline_at(8, {{0, {22}}, {2, {24}}}));
}

// From 10 bytes on ts = 6, tm = 1. PE 1's 15 bytes, x = 16, ask for 1>2 at 6; PE 0's header is
// there at 5:
//   link 1>2   |5 PE 0's 10|--- PE 1's 26|       at PE 2 at 5 + 1 + 5 = 11 and at 10 + 1 + 16 = 27
//   port of 2  |2 .. 11|--- ts + x = 22 ... 33|
TEST(ReferenceSizes, WormsOfDifferentPiecesMeet) {
  MachineDescription machine = machine_of_sizes(Network::ring, 8, {{.from = 10, .ts = 6, .tm = 1}});
  machine.switching = SwitchingMode::wormhole;

  expect_clocks(machine, {{send(2, 5)}, {send(2, 15)}, {recv(0), recv(1)}, {}, {}, {}, {}, {}},
                timeline_at(8, {{0, {9}}, {1, {26}}, {2, {11, 33}}}));
}

// 1>2 is four times slower. 8 bytes: x = 2, 8, 2; e = 10, 11, 12; t = 12, 19, 20: at 21. 7 bytes:
// x = 7, 28, 7; e = 4, 5, 6; t = 11, 33, 34: at 35.
TEST(ReferenceSizes, ASlowLinkTakesAMultipleOfThePiecesX) {
  MachineDescription machine = with_two_pieces(Network::ring, 8);
  machine.slow = {{{1, 2}, 4}};

  expect_clocks(machine, {{send(3, 8)}, {}, {}, {recv(0)}, {}, {}, {}, {}},
                timeline_at(8, {{0, {12}}, {3, {21}}}));
  expect_clocks(machine, {{send(3, 7)}, {}, {}, {recv(0)}, {}, {}, {}, {}},
                timeline_at(8, {{0, {11}}, {3, {35}}}));
}

// tw is 1 in dimension 0 and 3 in dimension 1, th 1 and 2. From 8 bytes on ts = 1, tm = 4. 8 bytes
// from (0, 0) to (1, 1): x = 12, 28; e = 1, 2; t = 13, 30: at 32.
TEST(ReferenceSizes, TransmissionsByDimensionKeepTheirTw) {
  MachineDescription machine{.network = Network::torus, .sides = {4, 4}, .ts = 4};
  machine.tw_of = {1, 3};
  machine.th_of = {1, 2};
  machine.pieces = {{.from = 8, .ts = 1, .tm = 4}};
  Program program(16);
  program[0] = {send(5, 8)};
  program[5] = {recv(0)};

  expect_clocks(machine, program, timeline_at(16, {{0, {13}}, {5, {32}}}));
}

// --- ports ---------------------------------------------------------------------------------------

// Receptions of 8 bytes: 12 each under direct injection, [1, 13) and [13, 25); buffered 2 each,
// [11, 13) and [13, 15), and a send is over after its ts. 7 bytes have [1, 12): then [12, 24).
TEST(ReferenceSizes, ReceptionsAreAsLongAsTheirPieceSays) {
  MachineDescription machine = with_two_pieces(Network::complete, 3);

  expect_clocks(machine, {{recv(1), recv(2)}, {send(0, 8)}, {send(0, 8)}}, {{13, 25}, {12}, {12}});
  expect_clocks(machine, {{recv(1), recv(2)}, {send(0, 7)}, {send(0, 8)}}, {{12, 24}, {11}, {12}});
  machine.injection = Injection::buffered;
  expect_clocks(machine, {{recv(1), recv(2)}, {send(0, 8)}, {send(0, 8)}}, {{13, 15}, {10}, {10}});
}

// PE 0 sends 7 bytes [0, 11), then receives 8: [11, 23). PE 1 sends 8 bytes [0, 12), then receives
// 7: [12, 23).
TEST(ReferenceSizes, UnderHalfEachTransferHasThePortForItsOwnTime) {
  MachineDescription machine = with_two_pieces(Network::complete, 2);
  machine.port_rule = PortRule::half;

  expect_clocks(machine, {{sendrecv(1, 7, 1)}, {sendrecv(0, 8, 0)}}, {{23}, {23}});
}

//   port 0   |- 8 bytes to 1: 12 -|
//   port 1   |- 7 bytes to 2: 11 -|--- 8 bytes to 3 ... 23|
TEST(ReferenceSizes, OfTwoPortsTheOneThatIsFreeEarlier) {
  MachineDescription machine = without_hops(with_two_pieces(Network::complete, 4));
  machine.ports = 2;

  expect_clocks(machine, {{round({to(1, 8), to(2, 7), to(3, 8)}, {})}, {recv(0)}, {recv(0)}, {recv(0)}},
                {{23}, {12}, {11}, {23}});
}

// Reading: the startups of a round run side by side, so the PE pays the longest. PE 3's byte is
// there at 5, and is taken from 10 on, tr = 3.
TEST(ReferenceSizes, ARoundPaysItsLongestStartup) {
  MachineDescription machine = without_hops(with_two_pieces(Network::complete, 4));
  machine.ports = 2;
  machine.injection = Injection::buffered;
  machine.tr = 3;

  for (const std::vector<Transfer>& sends : {std::vector{to(1, 8), to(2, 7)}, std::vector{to(2, 7), to(1, 8)}})
    expect_clocks(machine, {{round(sends, {from(3)})}, {recv(0)}, {recv(0)}, {send(0, 1)}},
                  {{13}, {15}, {14}, {4}});
}

TEST(ReferenceSizes, WindowsAreAsLongAsTheirPieceSays) {
  MachineDescription machine = with_two_pieces(Network::complete, 3);
  machine.port_policy = PortPolicy::strict;
  const auto program = [](std::size_t bytes, std::int64_t pause) {
    return Program{{isend(0, 1, bytes), compute(pause), isend(1, 2, 1), wait({0, 1})}, {recv(0)}, {recv(0)}};
  };

  expect_violation(machine, program(8, 0), 0, 10);  // [0, 12), [10, 15)
  expect_violation(machine, program(8, 1), 0, 11);
  expect_violation(machine, program(7, 6), 0, 10);  // [0, 11)
  expect_clocks(machine, program(8, 2), {{10, 12, 16, 17}, {13}, {18}});
  expect_clocks(machine, program(7, 7), {{4, 11, 15, 16}, {12}, {17}});
}

// PE 0's operation has the processor for its ts, [0, 10), then the body computes.
TEST(ReferenceSizes, StartupsKeepTheProcessor) {
  const MachineDescription machine = without_hops(with_two_pieces(Network::complete, 2));

  expect_clocks(machine,
                {{start(0, 2, {send(1, 8)}), compute(5), wait({0})}, {start(0, 3, {recv(0)}), wait({0})}},
                {{0, 15, 15}, {0, 12}, {12}, {12}});
}

// --- receive overhead and flight -----------------------------------------------------------------

// 3 bytes: at 7, tr = 1. 4 bytes: [7, 15), tr = 6.
TEST(ReferenceSizes, ReceiveOverheadBySize) {
  MachineDescription machine = without_hops(machine_of_sizes(Network::complete, 2, {{.from = 4, .tr = 6}}));
  machine.tr = 1;

  expect_clocks(machine, {{recv(1), recv(1)}, {send(0, 3), send(0, 4)}}, {{8, 21}, {7, 15}});
}

// 3 bytes: 4 + 3 + 3. 4 bytes: 4 + 9 + 4.
TEST(ReferenceSizes, FlightBySize) {
  MachineDescription machine =
      without_hops(machine_of_sizes(Network::complete, 3, {{.from = 4, .latency = 9}}));
  machine.latency = 3;

  expect_clocks(machine, {{send(1, 3)}, {recv(0)}, {}}, {{7}, {10}, {}});
  expect_clocks(machine, {{send(1, 4)}, {recv(0)}, {}}, {{8}, {17}, {}});
}

// Reading: of one PE's messages to another the later one is at the mailbox no earlier. 4 bytes have
// the port [0, 8) and fly 20, to 28. 3 bytes have it [8, 15) and fly 3, and would be there at 18.
TEST(ReferenceSizes, AShorterFlightDoesNotOvertake) {
  MachineDescription machine =
      without_hops(machine_of_sizes(Network::complete, 2, {{.from = 4, .latency = 20}}));
  machine.latency = 3;
  const PeProgram sender{isend(0, 0, 4, 1), isend(1, 0, 3, 2), wait({0, 1})};

  expect_clocks(machine, {{recv(1, 2), recv(1, 1)}, sender}, {{28, 36}, {4, 8, 15}});
  expect_clocks(machine, {{recv(any_source, any_tag), recv(any_source, any_tag)}, sender},
                {{28, 35}, {4, 8, 15}});
  const Outcome outcome =
      reference_run(machine, {{recv(any_source, any_tag), recv(any_source, any_tag)}, sender});
  EXPECT_EQ(outcome.seen[0][0].got[0].bytes, 4);
  EXPECT_EQ(outcome.seen[0][1].got[0].bytes, 3);
}

// Another PE's shorter flight does: PE 2's 3 bytes are there at 10, PE 1's 4 bytes at 28.
TEST(ReferenceSizes, OfSeveralPesTheShorterFlightIsFirst) {
  MachineDescription machine =
      without_hops(machine_of_sizes(Network::complete, 3, {{.from = 4, .latency = 20}}));
  machine.latency = 3;

  expect_clocks(machine, {{recv(any_source), recv(any_source)}, {send(0, 4)}, {send(0, 3)}},
                {{10, 28}, {8}, {7}});
}

}  // namespace
}  // namespace toruscope::test
