// SPDX-License-Identifier: Apache-2.0
// Costs by dimension and slow links: the tail passes link j at t_j = max(e_j + x_j, t_(j-1) + th_(j-1)) (reading s of
// docs/readings.md). ts = 4, messages of 5 bytes.

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

// The other way round: x = 15, 5, 5; th = 2, 1, 1. e = 4, 6, 7; t = 19, max(11, 21), max(12, 22); at PE 6 at 23.
// The link 4>5 is busy [6, 21), so PE 4's message, which asks at 7, has [21, 26), and is at PE 5 at 27.
TEST(ReferenceCosts, OutOfASlowerDimension) {
  Program program(16);
  program[0] = {send(6, 5)};
  program[4] = {compute(3), send(5, 5)};
  program[5] = {recv(4)};
  program[6] = {recv(0)};
  expect_clocks(described_torus({3, 1}, {2, 1}), program,
                at(16, {{0, {19}}, {4, {3, 12}}, {5, {27}}, {6, {23}}}));
  // stored: [4, 19), at 21, [21, 26), at 27, [27, 32), at 33; PE 4's message finds its link free: [7, 12), at 13
  expect_clocks(with(described_torus({3, 1}, {2, 1}), SwitchingMode::store_and_forward), program,
                at(16, {{0, {19}}, {4, {3, 12}}, {5, {13}}, {6, {33}}}));
}

// Link 1>2 takes 20. To 3: e = 4, 5, 6; t = 9, 25, 26: at 27. The next, to 2: [13, 18), then 1>2 at 25: [25, 45), at 46.
TEST(ReferenceCosts, ASlowLinkOnTheWay) {
  Program program(8);
  program[0] = {send(3, 5), send(2, 5)};
  program[2] = {recv(0)};
  program[3] = {recv(0)};
  expect_clocks(ring_with_slow_link(1, 2), program, at(8, {{0, {9, 18}}, {2, {46}}, {3, {27}}}));
}

TEST(ReferenceCosts, ASlowFirstLinkKeepsTheSender) {
  Program program(8);
  program[0] = {send(2, 5)};
  program[2] = {recv(0)};
  expect_clocks(ring_with_slow_link(0, 1), program, at(8, {{0, {24}}, {2, {4 + 2 + 20}}}));
}

// The reception over the slow link 1>2 is as long as that: [2, 26). After PE 3's, [1, 10), it is [10, 34).
TEST(ReferenceCosts, ASlowLastLinkKeepsTheReceiver) {
  Program program(8);
  program[0] = {send(2, 5)};
  program[3] = {send(2, 5)};
  program[2] = {round({}, {from(0), from(3)})};
  expect_clocks(ring_with_slow_link(1, 2), program, at(8, {{0, {9}}, {2, {34}}, {3, {9}}}));
}

}  // namespace
}  // namespace toruscope::test
