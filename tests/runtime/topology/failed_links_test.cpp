// SPDX-License-Identifier: Apache-2.0

#include "tests/support/temporary_folder.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <gmock/gmock.h>

namespace toruscope {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

Route route_around(const TopologyPtr& topology, Node a, Node b) {
  Route legs;
  topology->route(a, b, legs);
  return legs;
}
template <class Call>
std::string failure_refusal(Call&& call) {
  return test::message_of<ConfigError>(call);
}

TEST(FailedLinks, AreReadFromAList) {
  EXPECT_THAT(parse_links("3-4"), ElementsAre(Pair(3, 4)));
  EXPECT_THAT(parse_links("3-4,12-0"), ElementsAre(Pair(3, 4), Pair(12, 0)));
  for (const char* text : {"", "3", "3-", "3-4,", "a-b", "3-4;5-6", "3>4"})
    EXPECT_EQ(failure_refusal([&] { parse_links(text); }),
              "fail: \"" + std::string(text) + "\" names no links; write the nodes at their ends, as 3-4,0-12");
}

// 0 1 2
// 3 4 5    without 0-1: from 0 to 1 by 3 and 4, to 2 by 3, 4 and 5 or over 1
TEST(FailedLinks, AreGoneAroundByAShortestWayOnAChannelOfItsOwn) {
  const TopologyPtr whole = mesh(2, 3);
  const TopologyPtr t = with_failed_links(whole, {{0, 1}});

  EXPECT_EQ(t->name(), "mesh:2x3 without 0-1");
  EXPECT_THAT(route_around(t, 0, 1), ElementsAre(Leg{0, 1, 1}, Leg{2, 1, 1}, Leg{1, 1, 1})) << "+0 +1 -0";
  EXPECT_EQ(t->distance(0, 1), 3);
  EXPECT_TRUE(t->is_detour(0, 1));
  EXPECT_TRUE(t->is_detour(2, 0));
  EXPECT_EQ(route_around(t, 4, 2), route_around(whole, 4, 2)) << "never passed 0-1";
  EXPECT_FALSE(t->is_detour(4, 5));
  EXPECT_EQ(t->neighbour(0, 2), kNoNode);
  EXPECT_EQ(t->neighbour(1, 3), kNoNode);
  EXPECT_EQ(t->note(), "8 of 30 routes go around failed links");
  EXPECT_TRUE(t->is_altered());
  EXPECT_FALSE(t->is_embedded());
}

TEST(FailedLinks, MustBeThereAndLeaveAWay) {
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{0, 4}});
            }),
            "fail: mesh:2x3 has no link 0-4; from node 0 there are links to 1, 3");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{0, 1}, {1, 0}});
            }),
            "fail: the link 1-0 is named twice; it can fail once");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{0, 7}});
            }),
            "fail: mesh:2x3 has no link 0-7; from node 0 there are links to 1, 3");
  EXPECT_EQ(failure_refusal([] { with_failed_links(ring(1), parse_links("0-1")); }),
            "fail: ring:1 has no link 0-1; from node 0 there are none");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{7, 0}});
            }),
            "fail: mesh:2x3 has no link 7-0; its nodes are 0 to 5");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(line(3), {{1, 2}});
            }),
            "fail: line:3 without 1-2: there is no way left from PE 2 to PE 0; keep a link between them");
}

TEST(FailedLinks, MustNotConcernTooManyNodesOrRoutes) {
  EXPECT_EQ(
      failure_refusal([] {
        with_failed_links(tree(600), {{0, 1}});
      }),
      "fail: tree:600 has 1,199 nodes; links can fail on a torus, mesh or hypercube of up to 65,536, on other "
      "networks of up to 1,024");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(ring(10'000), {{0, 1}});
            }),
            "fail: the routes of ring:10000 that pass failed links have more than 268,435,456 links in all; "
            "let fewer "
            "links fail, or take a smaller network");
}

/// Distances of all nodes from `to`, breadth first.
std::vector<int> distances_around(const Topology& topology, Node to) {
  std::vector<int> distances(static_cast<std::size_t>(topology.nodes()), -1);
  std::vector<Node> front{to};
  distances[static_cast<std::size_t>(to)] = 0;
  for (std::size_t i = 0; i < front.size(); ++i)
    for (Port port = 0; port < topology.ports(); ++port) {
      const Node next = topology.neighbour(front[i], port);
      if (next == kNoNode || distances[static_cast<std::size_t>(next)] >= 0) continue;
      distances[static_cast<std::size_t>(next)] = distances[static_cast<std::size_t>(front[i])] + 1;
      front.push_back(next);
    }
  return distances;
}

std::vector<Node> nodes_of(const Topology& topology, Node at, const Route& legs) {
  std::vector<Node> nodes{at};
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) nodes.push_back(at = topology.neighbour(at, leg.port));
  return nodes;
}

/// By the rule: from each node to the lowest neighbour of those that are nearer.
std::vector<Node> shortest_way(const Topology& topology, Node at, const std::vector<int>& distances) {
  std::vector<Node> nodes{at};
  while (distances[static_cast<std::size_t>(at)] > 0) {
    Node lowest = topology.nodes();
    for (Port port = 0; port < topology.ports(); ++port)
      if (const Node next = topology.neighbour(at, port); next != kNoNode)
        if (distances[static_cast<std::size_t>(next)] < distances[static_cast<std::size_t>(at)])
          lowest = std::min(lowest, next);
    nodes.push_back(at = lowest);
  }
  return nodes;
}

/// The routes from `from` to `to`, checked against a search of the whole network.
void expect_as_searched(const Topology& whole, const Topology& topology, Node from, Node to,
                        const std::vector<int>& distances) {
  Route before;
  Route legs;
  whole.route(from, to, before);
  topology.route(from, to, legs);
  Node at = from;
  bool has_failed = false;
  for (const Leg& leg : before)
    for (int step = 0; step < leg.steps; ++step, at = whole.neighbour(at, leg.port))
      has_failed = has_failed || topology.neighbour(at, leg.port) == kNoNode;
  ASSERT_EQ(topology.is_detour(from, to), has_failed) << from << " to " << to;
  if (has_failed)
    ASSERT_EQ(nodes_of(topology, from, legs), shortest_way(topology, from, distances)) << from << " to " << to;
  else
    ASSERT_EQ(legs, before) << from << " to " << to;
  ASSERT_EQ(topology.distance(from, to), distances[static_cast<std::size_t>(from)]) << from << " to " << to;
  std::int64_t order = -1;
  at = from;
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step, at = topology.neighbour(at, leg.port)) {
      const std::int64_t next = topology.channel_order(at, leg.port, leg.virtual_channel);
      ASSERT_GT(next, order) << from << " to " << to;
      order = next;
    }
}

TEST(FailedLinks, AreGoneAroundAsASearchOfAllRoutesSays) {
  RandomSource random(1);
  int made = 0;
  for (const char* name : {"torus:4x4", "torus:5x3", "torus:2x3x1x4", "ring:9", "mesh:3x5", "mesh:2x3x2",
                           "hypercube:4", "twisted:4x2", "twisted:3x6", "twisted:4x2x2", "tree:7",
                           "fattree:2x2x3", "dragonfly:1x3x1", "hyperx:3x4", "complete:6"})
    for (int round = 0; round < 12; ++round) {
      const TopologyPtr whole = parse_topology(name);
      std::vector<LinkEnds> failed;
      for (int i = 0; i <= round / 4; ++i) {
        const Node node = static_cast<Node>(random() % static_cast<std::uint64_t>(whole->nodes()));
        const Node next =
            whole->neighbour(node, static_cast<Port>(random() % static_cast<std::uint64_t>(whole->ports())));
        if (next != kNoNode) failed.emplace_back(node, next);
      }
      TopologyPtr topology;
      try {
        topology = with_failed_links(whole, failed);
      } catch (const ConfigError&) {  // no way, or no virtual channel, is left
        continue;
      }
      ++made;
      SCOPED_TRACE(topology->name());
      int diameter = 0;
      for (Node to = 0; to < whole->pes(); ++to) {
        const std::vector<int> distances = distances_around(*topology, to);
        diameter = std::max(diameter, *std::max_element(distances.begin(), distances.begin() + whole->pes()));
        for (Node from = 0; from < whole->pes(); ++from)
          expect_as_searched(*whole, *topology, from, to, distances);
      }
      EXPECT_EQ(topology->diameter(), diameter);
    }
  EXPECT_GE(made, 100);
}

TEST(FailedLinks, AreGoneAroundOnALargeTorus) {
  const TopologyPtr whole = torus(128, 128);
  const TopologyPtr topology = with_failed_links(whole, {{0, 1}});

  EXPECT_EQ(topology->note(), "524,288 of 268,419,072 routes go around failed links");
  EXPECT_EQ(topology->diameter(), 128);
  for (const Node to : {1, 17, 64, 65, 127, 128, 8000}) {
    const std::vector<int> distances = distances_around(*topology, to);
    for (Node from = 0; from < whole->pes(); from += 37)
      expect_as_searched(*whole, *topology, from, to, distances);
  }
}

}  // namespace
}  // namespace toruscope
