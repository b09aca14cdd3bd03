// SPDX-License-Identifier: Apache-2.0
// Costs by dimension and slow links: the tail passes link j at t_j = max(e_j + x_j, t_(j-1) +
// th_(j-1)) (reading s of docs/readings.md). ts = 4, messages of 5 bytes.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription described_torus(std::vector<std::int64_t> tw_of, std::vector<std::int64_t> th_of) {
  return {.network = Network::torus,
          .sides = {4, 4},
          .ts = 4,
          .tw_of = std::move(tw_of),
          .th_of = std::move(th_of)};
}
MachineDescription ring_with_slow_link(Node tail, Node head) {
  return {.network = Network::ring, .sides = {8}, .ts = 4, .tw = 1, .th = 1, .slow = {{{tail, head}, 4}}};
}
MachineDescription with(MachineDescription machine, SwitchingMode switching) {
  machine.switching = switching;
  return machine;
}

Timeline at(std::size_t p, const std::vector<std::pair<std::size_t, std::vector<std::int64_t>>>& some) {
  Timeline all(p);
  for (const auto& [rank, clocks] : some) all[rank] = clocks;
  return all;
}

// From (0, 0) to (1, 2): 0>4 in dimension 0, 4>5, 5>6 in dimension 1. x = 5, 15, 15; th = 1, 2, 2.
//   e = 4, 5, 7     t = 9, max(20, 10), max(22, 22)     at PE 6 at 22 + 2
TEST(ReferenceCosts, IntoASlowerDimension) {
  Program program(16);
  program[0] = {send(6, 5)};
  program[6] = {recv(0)};
  expect_clocks(described_torus({1, 3}, {1, 2}), program, at(16, {{0, {9}}, {6, {24}}}));
  // stored: [4, 9), whole at 10, [10, 25), at 27, [27, 42), at 44
  expect_clocks(with(described_torus({1, 3}, {1, 2}), SwitchingMode::store_and_forward), program,
                at(16, {{0, {9}}, {6, {44}}}));
  // a worm goes at the pace of its slowest link, 15: it has left at 19
  expect_clocks(with(described_torus({1, 3}, {1, 2}), SwitchingMode::wormhole), program,
                at(16, {{0, {19}}, {6, {24}}}));
}

// The other way round: x = 15, 5, 5; th = 2, 1, 1. e = 4, 6, 7; t = 19, max(11, 21), max(12, 22);
// at PE 6 at 23. The link 4>5 is busy [6, 21), so PE 4's message, which asks at 7, has [21, 26),
// and is at PE 5 at 27.
TEST(ReferenceCosts, OutOfASlowerDimension) {
  Program program(16);
  program[0] = {send(6, 5)};
  program[4] = {compute(3), send(5, 5)};
  program[5] = {recv(4)};
  program[6] = {recv(0)};
  expect_clocks(described_torus({3, 1}, {2, 1}), program,
                at(16, {{0, {19}}, {4, {3, 12}}, {5, {27}}, {6, {23}}}));
  // stored: [4, 19), at 21, [21, 26), at 27, [27, 32), at 33; PE 4's message finds its link free:
  // [7, 12), at 13
  expect_clocks(with(described_torus({3, 1}, {2, 1}), SwitchingMode::store_and_forward), program,
                at(16, {{0, {19}}, {4, {3, 12}}, {5, {13}}, {6, {33}}}));
}

// Link 1>2 takes 20. To 3: e = 4, 5, 6; t = 9, 25, 26: at 27. The next, to 2: [13, 18), then 1>2 at
// 25: [25, 45), at 46.
TEST(ReferenceCosts, ASlowLinkOnTheWay) {
  Program program(8);
  program[0] = {send(3, 5), send(2, 5)};
  program[2] = {recv(0)};
  program[3] = {recv(0)};
  expect_clocks(ring_with_slow_link(1, 2), program, at(8, {{0, {9, 18}}, {2, {46}}, {3, {27}}}));
}

// One and a half times 4 a byte: link 1>2 takes 30 of 5 bytes.
TEST(ReferenceCosts, ALinkThatIsSlowerByAFraction) {
  Program program(8);
  program[0] = {send(3, 5)};
  program[3] = {recv(0)};
  MachineDescription machine = ring_with_slow_link(1, 2);
  machine.tw = 4;
  machine.slow = {{{1, 2}, {3, 2}}};
  // x = 20, 30, 20: e = 4, 5, 6; t = 24, 35, 36
  expect_clocks(machine, program, at(8, {{0, {24}}, {3, {37}}}));
}

/// A line of four PEs: 0-1 costs tw 1, th 1 as the machine has it; 1-2 tw 4, th 3; 2-3 tw 0, th 2.
MachineDescription line_with_own_costs() {
  return {.network = Network::graph,
          .sides = {4},
          .wires = {{0, 1}, {1, 2}, {2, 3}},
          .ts = 4,
          .tw = 1,
          .th = 1,
          .own = {{{1, 2}, {.tw = 4, .th = 3}}, {{2, 3}, {.tw = 0, .th = 2}}}};
}

// x = 5, 20, 0; th = 1, 3, 2.
TEST(ReferenceCosts, LinksWithCostsOfTheirOwn) {
  Program program(4);
  program[0] = {send(3, 5)};
  program[3] = {recv(0)};
  // e = 4, 5, 8; t = 9, 25, 28; at PE 3 at 30
  expect_clocks(line_with_own_costs(), program, at(4, {{0, {9}}, {3, {30}}}));
  // stored: [4, 9), at 10, [10, 30), at 33, [33, 33), at 35
  expect_clocks(with(line_with_own_costs(), SwitchingMode::store_and_forward), program,
                at(4, {{0, {9}}, {3, {35}}}));
}

// The other way: x = 0, 20, 5; th = 2, 3, 1. e = 4, 6, 9; t = 4, 26, 29; at PE 0 at 30.
TEST(ReferenceCosts, LinksWithCostsOfTheirOwnTheOtherWay) {
  Program program(4);
  program[3] = {send(0, 5)};
  program[0] = {recv(3)};
  expect_clocks(line_with_own_costs(), program, at(4, {{0, {30}}, {3, {4}}}));
}

// A ring of four PEs: from 0 to 1 the long way, 3 hops.
TEST(ReferenceCosts, AGivenRoute) {
  Program program(4);
  program[0] = {send(1, 5), send(2, 5)};
  program[1] = {recv(0)};
  program[2] = {recv(0)};
  const MachineDescription machine{.network = Network::graph,
                                   .sides = {4},
                                   .wires = {{0, 1}, {1, 2}, {2, 3}, {3, 0}},
                                   .routes = {{{0, 1}, {0, 3, 2, 1}}},
                                   .ts = 4,
                                   .tw = 1,
                                   .th = 1};
  expect_clocks(machine, program, at(4, {{0, {9, 18}}, {1, {4 + 3 + 5}}, {2, {13 + 2 + 5}}}));
}

// Every two PEs are linked, but the route from 0 to 1 passes 2: it asks for 2>1 at 5, which PE 2's
// message has in [4, 9).
TEST(ReferenceCosts, AGivenRouteOverALinkOfOthers) {
  Program program(3);
  program[0] = {send(1, 5)};
  program[1] = {recv(2), recv(0)};
  program[2] = {send(1, 5)};
  const MachineDescription machine{.network = Network::graph,
                                   .sides = {3},
                                   .wires = {{0, 1}, {1, 2}, {2, 0}},
                                   .routes = {{{0, 1}, {0, 2, 1}}},
                                   .ts = 4,
                                   .tw = 1,
                                   .th = 1,
                                   .ports = 2};
  expect_clocks(machine, program, at(3, {{0, {9}}, {1, {4 + 1 + 5, 9 + 1 + 5}}, {2, {9}}}));
}

TEST(ReferenceCosts, ASlowFirstLinkKeepsTheSender) {
  Program program(8);
  program[0] = {send(2, 5)};
  program[2] = {recv(0)};
  expect_clocks(ring_with_slow_link(0, 1), program, at(8, {{0, {24}}, {2, {4 + 2 + 20}}}));
}

// The reception over the slow link 1>2 is as long as that: [2, 26). After PE 3's, [1, 10), it is
// [10, 34).
TEST(ReferenceCosts, ASlowLastLinkKeepsTheReceiver) {
  Program program(8);
  program[0] = {send(2, 5)};
  program[3] = {send(2, 5)};
  program[2] = {round({}, {from(0), from(3)})};
  expect_clocks(ring_with_slow_link(1, 2), program, at(8, {{0, {9}}, {2, {34}}, {3, {9}}}));
}

}  // namespace
}  // namespace toruscope::test
