// SPDX-License-Identifier: Apache-2.0
// Fat trees, dragonflies, HyperX: their numbers (docs/topologies.md), and worms on more than two
// virtual channels (reading u).

#include "tests/support/reference_route.hpp"
#include "tests/support/timeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

std::vector<Node> nodes_between(const MachineDescription& machine, Rank a, Rank b) {
  std::vector<Node> nodes;
  for (const Channel& channel : reference_route(machine, a, b)) nodes.push_back(channel.head);
  nodes.pop_back();
  return nodes;
}

// fattree:4 has PEs 0 .. 15, edge switches 16 .. 23, aggregation switches 24 .. 31, cores 32 .. 35,
// of which aggregation switch 1 of each pod has 33 and 35.
TEST(SwitchedRoutes, PassTheSwitchesOfTheDestinationsNumber) {
  const MachineDescription tree{.network = Network::fat_tree, .sides = {4}};
  EXPECT_THAT(nodes_between(tree, 0, 1), testing::ElementsAre(16));
  EXPECT_THAT(nodes_between(tree, 0, 3), testing::ElementsAre(16, 25, 17));
  EXPECT_THAT(nodes_between(tree, 0, 5), testing::ElementsAre(16, 25, 33, 27, 18));
  EXPECT_THAT(nodes_between(tree, 1, 7), testing::ElementsAre(16, 25, 35, 27, 19));
  EXPECT_THAT(nodes_between({.network = Network::fat_tree, .sides = {3, 2, 2}}, 1, 5),
              testing::ElementsAre(6, 10, 8));
}

// dragonfly:1x2x1x3: PEs 0 .. 5, routers 6 .. 11. Link 0 of group 0 leads from router 6 to group 1,
// where its link back is link 1, of router 9.
TEST(SwitchedRoutes, PassOneLinkBetweenGroups) {
  const MachineDescription dragonfly{.network = Network::dragonfly, .sides = {1, 2, 1, 3}};
  EXPECT_THAT(nodes_between(dragonfly, 1, 2), testing::ElementsAre(7, 6, 9, 8));
  std::vector<int> lanes;
  for (const Channel& channel : reference_route(dragonfly, 1, 2)) lanes.push_back(channel.lane);
  EXPECT_THAT(lanes, testing::ElementsAre(0, 0, 0, 1, 0));
}

TEST(SwitchedRoutes, AreThoseOfTheLibrary) {
  const auto of = [](Network network, std::vector<int> sides) {
    return MachineDescription{.network = network, .sides = std::move(sides)};
  };
  for (const MachineDescription& machine :
       {of(Network::fat_tree, {4, 3, 2}), of(Network::fat_tree, {6}), of(Network::dragonfly, {2, 3, 2, 5}),
        of(Network::dragonfly, {1, 2, 3, 7}), of(Network::hyperx, {2, 3, 4})}) {
    const TopologyPtr topology = machine.topology();
    ASSERT_EQ(topology->pes(), machine.pes());
    for (Node a = 0; a < machine.pes(); ++a)
      for (Node b = 0; b < machine.pes(); ++b) {
        if (a == b) continue;
        Route legs;
        topology->route(a, b, legs);
        std::vector<Node> nodes;
        Node here = a;
        for (const Leg& leg : legs)
          for (int step = 0; step < leg.steps; ++step)
            nodes.push_back(here = topology->neighbour(here, leg.port));
        nodes.pop_back();
        ASSERT_EQ(nodes_between(machine, a, b), nodes) << topology->name() << " " << a << " to " << b;
      }
  }
}

MachineDescription worms_with_four_channels(Network network, std::vector<int> sides) {
  return {.network = network,
          .sides = std::move(sides),
          .tw = 1,
          .th = 1,
          .injection = Injection::buffered,
          .switching = SwitchingMode::wormhole,
          .virtual_channels = 4,
          .buffers = 1};
}

// ts = 1, all ports. To 13: 2 bytes of PE 8 by 17 and 14, 2 of PE 14, 1 of PE 17 by 14. Then PE 17
// sends an empty message to 14.
//   14>13   PE 14's [1, 3), PE 17's [3, 4), PE 8's [4, 6)
//   17>14   PE 17's [1, 2) with the slot of channel 0; PE 8's [2, 4) on channel 0 without one, held
//           until 4 + 2 - 1 = 5. The empty message asks at 2, after it, and takes channel 2 when
//           the link is free, 4: it is there at 5
TEST(SwitchedWorms, TakeASecondChannelOnAHyperX) {
  MachineDescription machine = worms_with_four_channels(Network::hyperx, {2, 3, 3});
  machine.ts = 1;
  machine.port_rule = PortRule::all;
  Program program(18);
  program[8] = {send(13, 2)};
  program[13] = {round({}, {from(17), from(14), from(8)})};
  program[14] = {send(13, 2), recv(17)};
  program[17] = {send(13, 1), send(14, 0)};
  Timeline clocks(18);
  clocks[8] = {1};
  clocks[13] = {7};
  clocks[14] = {1, 5};
  clocks[17] = {1, 2};
  expect_clocks(machine, program, clocks);
  machine.virtual_channels = 2;  // one of them is used
  clocks[14] = {1, 6};
  expect_clocks(machine, program, clocks);
}

// ts = 0, three ports. Leaves 8 .. 11, spines 12 and 13. All are sent at 0: by PE 0 1 byte to 6, by
// PE 1 0 to 4, 2 to 2, 0 to 3.
//   1>8     to 4 at 0 on channel 0 until it may move on, 1; to 2 [0, 2) on channel 2; to 3 at 2
//   8>12    at 1 all three ask: to 6 [1, 2) on 0; to 4 at 2 on 0; to 2 [2, 4) on 2. Two hops more:
//           3 + 2 x for the rest
TEST(SwitchedWorms, TakeASecondChannelOnAFatTree) {
  MachineDescription machine = worms_with_four_channels(Network::fat_tree, {4, 2, 2});
  machine.ports = 3;
  Program program(8);
  program[0] = {send(6, 1)};
  program[1] = {round({to(4, 0), to(2, 2), to(3, 0)}, {})};
  for (const Rank rank : {2, 3, 4}) program[static_cast<std::size_t>(rank)] = {recv(1)};
  program[6] = {recv(0)};
  expect_clocks(machine, program, {{0}, {0}, {7}, {6}, {5}, {}, {5}, {}});
}

}  // namespace
}  // namespace toruscope::test
