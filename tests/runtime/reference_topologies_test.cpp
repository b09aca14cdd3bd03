// SPDX-License-Identifier: Apache-2.0
// Which links a message takes on the topologies that are no torus, around failed links and for a
// guest, drawn by hand (docs/topologies.md), and that what is said of all routes holds of all
// routes.

#include "tests/support/machine_files.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/reference_dealt.hpp"
#include "tests/support/reference_embedding.hpp"
#include "tests/support/timeline.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;
using Links = std::vector<std::pair<Node, Node>>;

MachineDescription of(Network network, std::vector<int> sides) {
  return {.network = network, .sides = std::move(sides), .ts = 4, .tw = 1, .th = 1};
}
MachineDescription graph(int pes, Links wires) {
  MachineDescription machine = of(Network::graph, {pes});
  machine.wires = std::move(wires);
  return machine;
}

Links links(const MachineDescription& machine, Node a, Node b) {
  Links all;
  for (const Channel& channel : reference_route(machine, a, b)) all.emplace_back(channel.tail, channel.head);
  return all;
}

/// One message of 5 bytes from a to b, undisturbed.
void expect_arrival(const MachineDescription& machine, Rank a, Rank b, std::int64_t arrival) {
  const auto p = static_cast<std::size_t>(machine.pes());
  Program program(p);
  Timeline clocks(p);
  program[static_cast<std::size_t>(a)] = {send(b, 5)};
  program[static_cast<std::size_t>(b)] = {recv(a)};
  clocks[static_cast<std::size_t>(a)] = {9};
  clocks[static_cast<std::size_t>(b)] = {arrival};
  expect_clocks(machine, program, clocks);
}

//   0  1  2  3        5 to 11: dimension 0 first: 5, 9, then 10, 11
//   4  5  6  7
//   8  9 10 11
TEST(ReferenceRoutes, OfAMeshGoDimensionByDimension) {
  const MachineDescription mesh = of(Network::mesh, {3, 4});

  EXPECT_EQ(links(mesh, 5, 11), (Links{{5, 9}, {9, 10}, {10, 11}}));
  EXPECT_EQ(links(mesh, 3, 0), (Links{{3, 2}, {2, 1}, {1, 0}}));  // not around
  expect_arrival(mesh, 5, 11, 4 + 3 + 5);
  EXPECT_EQ(links(of(Network::line, {8}), 7, 5), (Links{{7, 6}, {6, 5}}));
  expect_arrival(of(Network::line, {8}), 0, 7, 4 + 7 + 5);
}

// 0b001 to 0b110: bit 0, bit 1, bit 2.
TEST(ReferenceRoutes, OfAHypercubeCorrectTheLowestBitFirst) {
  const MachineDescription cube = of(Network::hypercube, {3});

  EXPECT_EQ(links(cube, 1, 6), (Links{{1, 0}, {0, 2}, {2, 6}}));
  expect_arrival(cube, 1, 6, 4 + 3 + 5);
  MachineDescription slow = cube;
  slow.th_of = {100, 10, 1};  // of dimensions 0, 1, 2: bits 2, 1, 0
  expect_arrival(slow, 0, 1, 4 + 1 + 5);
  expect_arrival(slow, 0, 4, 4 + 100 + 5);
}

//            5               tree:5, leaves 0 .. 4
//         /     \            5 has leaves 0 1 2 | 3 4; 6 has 0 1 | 2; 7 has 0 | 1; 8 has 3 | 4
//        6       8
//      /   \    / \          .
//     7     2  3   4
//    / \                     .
//   0   1
TEST(ReferenceRoutes, OfATreeGoUpAndDown) {
  const MachineDescription tree = of(Network::tree, {5});

  EXPECT_EQ(links(tree, 0, 1), (Links{{0, 7}, {7, 1}}));
  EXPECT_EQ(links(tree, 1, 2), (Links{{1, 7}, {7, 6}, {6, 2}}));
  EXPECT_EQ(links(tree, 0, 4), (Links{{0, 7}, {7, 6}, {6, 5}, {5, 8}, {8, 4}}));
  EXPECT_EQ(links(tree, 3, 2), (Links{{3, 8}, {8, 5}, {5, 6}, {6, 2}}));
  expect_arrival(tree, 0, 4, 4 + 5 + 5);
  EXPECT_EQ(reference_ports(tree, 0), 1);
}

// Both ask for 7>6 at 5: PE 0's has it [5, 10), PE 1's [10, 15), and is at PE 4 at 10 + 4 + 5.
TEST(ReferenceRoutes, MessagesMeetBelowTheRoot) {
  MachineDescription tree = of(Network::tree, {5});
  tree.ports = 2;
  expect_clocks(tree, {{send(3, 5)}, {send(4, 5)}, {}, {recv(0)}, {recv(1)}}, {{9}, {9}, {}, {14}, {19}});
}

//   0 - 1 - 2        two ways from 0 to 2 of two links: by 1, the lower number, not by 3
//    \- 3 -/         4 is a switch; it makes the way from 1 to 3 by 0 (lower than 2 and 4)
TEST(ReferenceRoutes, OfAGraphPreferLowNumbers) {
  const MachineDescription square = graph(4, {{0, 1}, {1, 2}, {0, 3}, {3, 2}, {4, 1}, {3, 4}});

  EXPECT_EQ(links(square, 0, 2), (Links{{0, 1}, {1, 2}}));
  EXPECT_EQ(links(square, 2, 0), (Links{{2, 1}, {1, 0}}));
  EXPECT_EQ(links(square, 1, 3), (Links{{1, 0}, {0, 3}}));
  expect_arrival(square, 0, 2, 4 + 2 + 5);
}

// Shortest routes on a ring of 5 have a cyclic dependency in both directions: the last of each
// direction in the order of source and destination, 4>0>1 and 4>3>2, would close it.
TEST(ReferenceRoutes, OfAGraphAreDealtToLanes) {
  const MachineDescription ring = graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
  std::map<std::pair<Node, Node>, int> lanes;
  for (Node a = 0; a < 5; ++a)
    for (const Node b : {(a + 2) % 5, (a + 3) % 5}) lanes[{a, b}] = reference_route(ring, a, b)[1].lane;

  std::map<std::pair<Node, Node>, int> expected;
  for (const auto& [ends, lane] : lanes) expected[ends] = 0;
  expected[{4, 1}] = 1;
  expected[{4, 2}] = 1;
  EXPECT_EQ(lanes, expected);
}

//   0 -x- 1 - 2      0 to 2 would pass the failed link; around it by 3, 4 (lower than 5) and 1
//   |     |   |      2 to 0 by 1 (lower than 5), 4 and 3
//   3 --- 4 - 5
TEST(ReferenceRoutes, GoAroundFailedLinksOnALaneOfTheirOwn) {
  MachineDescription mesh = of(Network::mesh, {2, 3});
  mesh.failed = {{0, 1}};

  EXPECT_EQ(links(mesh, 0, 1), (Links{{0, 3}, {3, 4}, {4, 1}}));
  EXPECT_EQ(links(mesh, 0, 2), (Links{{0, 3}, {3, 4}, {4, 1}, {1, 2}}));
  EXPECT_EQ(links(mesh, 2, 0), (Links{{2, 1}, {1, 4}, {4, 3}, {3, 0}}));
  for (const Channel& channel : reference_route(mesh, 0, 2)) EXPECT_EQ(channel.lane, 1);
  EXPECT_EQ(reference_route(mesh, 3, 5)[0].lane, 0);
  expect_arrival(mesh, 0, 2, 4 + 4 + 5);
  mesh.port_rule = PortRule::all;
  EXPECT_EQ(reference_ports(mesh, 0), 1);
  EXPECT_EQ(reference_ports(mesh, 4), 3);
}

//   0  1  2  3       a snake in a mesh of 3 x 4: 0 1 2 3 | 7 6 5 4 | 8 9 10 11
//   4  5  6  7
//   8  9 10 11
TEST(ReferenceRoutes, OfAGuestAreThoseBetweenThePlacesOfItsRanks) {
  MachineDescription mesh = of(Network::mesh, {3, 4});
  mesh.guest = MachineDescription::Guest{.sides = {12}};
  EXPECT_EQ(reference_places(mesh), (std::vector<Node>{0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11}));
  EXPECT_EQ(links(mesh, 2, 5), (Links{{2, 5}})) << "nodes 2 and 6";
  expect_arrival(mesh, 0, 11, 4 + 5 + 5);

  MachineDescription square = of(Network::mesh, {4, 4});
  square.guest = MachineDescription::Guest{.sides = {8}, .rule = MachineDescription::Guest::Rule::blocked};
  EXPECT_EQ(reference_places(square), (std::vector<Node>{0, 1, 4, 5, 2, 3, 6, 7}));

  MachineDescription cube = of(Network::hypercube, {3});
  cube.guest = MachineDescription::Guest{
      .network = Network::torus, .sides = {2, 4}, .rule = MachineDescription::Guest::Rule::gray};
  EXPECT_EQ(reference_places(cube), (std::vector<Node>{0, 1, 3, 2, 4, 5, 7, 6}));

  MachineDescription line = of(Network::line, {6});
  line.guest = MachineDescription::Guest{
      .sides = {3}, .rule = MachineDescription::Guest::Rule::listed, .places = {5, 0, 3}};
  EXPECT_EQ(links(line, 2, 1), (Links{{2, 4}, {4, 3}, {3, 1}}))
      << "nodes 3, 2, 1, 0: those without a PE follow";
  expect_arrival(line, 0, 1, 4 + 5 + 5);
}

/// By link and virtual channel.
std::vector<std::tuple<Node, Node, int>> route_of_library(const Topology& topology, Rank a, Rank b) {
  std::vector<std::tuple<Node, Node, int>> channels;
  Route legs;
  topology.route(a, b, legs);
  Node here = a;
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) {
      const Node next = topology.neighbour(here, leg.port);
      channels.emplace_back(here, next, leg.virtual_channel);
      here = next;
    }
  return channels;
}

TEST(ReferenceRoutes, AreThoseOfTheLibrary) {
  for (std::uint64_t n = 0; n < 300; ++n) {
    rc::Random random(n);
    const MachineDescription machine = networks(Interest::links, MachineSort::any)(random, 50).value();
    SCOPED_TRACE(to_string(machine));
    const TopologyPtr topology = machine.topology();
    for (Rank a = 0; a < machine.pes(); ++a)
      for (Rank b = 0; b < machine.pes(); ++b) {
        std::vector<std::tuple<Node, Node, int>> expected;
        for (const Channel& c : reference_route(machine, a, b)) expected.emplace_back(c.tail, c.head, c.lane);
        ASSERT_EQ(route_of_library(*topology, a, b), expected) << a << " to " << b;
        ASSERT_EQ(topology->is_detour(a, b), is_detour(machine, a, b)) << a << " to " << b;
      }
  }
}

// Failed links one after the other, until there is no way or no lane left: the library refuses what
// the reference does.
TEST(ReferenceRoutes, AreRefusedWhereTheLibraryRefuses) {
  int refused = 0;
  for (std::uint64_t n = 0; n < 100; ++n) {
    rc::Random random(n);
    MachineDescription machine = networks(Interest::links, MachineSort::any)(random, 50).value();
    machine.guest.reset();
    if (machine.pes() > 24) continue;
    for (bool has_routes = true; has_routes && !links_left(machine).empty();) {
      const std::set<LinkEnds> alive = links_left(machine);
      machine.failed.push_back(*std::next(alive.begin(), static_cast<std::ptrdiff_t>(n % alive.size())));
      try {
        lanes_of(machine);
      } catch (const std::runtime_error&) {
        has_routes = false;
        ++refused;
      }
      if (has_routes)
        EXPECT_NO_THROW((void)machine.topology()) << to_string(machine);
      else
        EXPECT_THROW((void)machine.topology(), ConfigError) << to_string(machine);
    }
  }
  EXPECT_GE(refused, 50);
}

TEST(ReferenceRoutes, AreShortestAndClimbTheOrderOfChannels) {
  for (const MachineDescription& machine :
       {of(Network::torus, {5, 4}), of(Network::mesh, {3, 4, 2}), of(Network::line, {7}),
        of(Network::hypercube, {4}), of(Network::tree, {11}), of(Network::fat_tree, {3, 2, 3}),
        of(Network::fat_tree, {4}), of(Network::dragonfly, {2, 2, 2, 4}), of(Network::hyperx, {3, 4, 2}),
        graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}),
        graph(6, {{0, 6}, {1, 6}, {2, 6}, {3, 7}, {4, 7}, {5, 7}, {6, 7}, {0, 5}})})
    for (Node a = 0; a < machine.pes(); ++a)
      for (Node b = 0; b < machine.pes(); ++b) {
        Node here = a;
        std::int64_t order = -1;
        for (const Channel& channel : reference_route(machine, a, b)) {
          ASSERT_EQ(channel.tail, here) << to_string(machine);
          ASSERT_GT(channel.order, order) << a << " to " << b << "\n" << to_string(machine);
          here = channel.head;
          order = channel.order;
        }
        ASSERT_EQ(here, b);
        ASSERT_EQ(reference_route(machine, a, b).size(), reference_route(machine, b, a).size());
      }
}

}  // namespace
}  // namespace toruscope::test
