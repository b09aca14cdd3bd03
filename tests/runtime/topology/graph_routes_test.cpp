// SPDX-License-Identifier: Apache-2.0
// Routes of graphs: which ways the policies take, how many routes are on each link, channels.

#include "runtime/topology/graph_routes.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <random>
#include <string>
#include <tuple>

namespace toruscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TopologyPtr net(const std::string& text) {
  return core::make_graph("net", core::read_graph(text, "net"));
}

std::string line_of(int a, int b) {
  return std::to_string(a) + " " + std::to_string(b) + "\n";
}

std::string ring_of(int p) {
  std::string text;
  for (int node = 0; node < p; ++node) text += line_of(node, (node + 1) % p);
  return text;
}

/// fattree:LxSxH as links.
std::string two_levels(int leaves, int spines, int pes_per_leaf) {
  const int p = leaves * pes_per_leaf;
  std::string text = "pes " + std::to_string(p) + "\n";
  for (int pe = 0; pe < p; ++pe) text += line_of(pe, p + pe / pes_per_leaf);
  for (int leaf = 0; leaf < leaves; ++leaf)
    for (int spine = 0; spine < spines; ++spine) text += line_of(p + leaf, p + leaves + spine);
  return text;
}

/// fattree:K as links.
std::string three_levels(int ports) {
  const int half = ports / 2, p = ports * ports * ports / 4, edges = p, above = p + ports * half;
  const int cores = above + ports * half;
  std::string text = "pes " + std::to_string(p) + "\n";
  for (int pe = 0; pe < p; ++pe) text += line_of(pe, edges + pe / half);
  for (int pod = 0; pod < ports; ++pod)
    for (int x = 0; x < half; ++x)
      for (int y = 0; y < half; ++y) {
        text += line_of(edges + pod * half + x, above + pod * half + y);
        text += line_of(above + pod * half + x, cores + x + y * half);
      }
  return text;
}

std::vector<Node> nodes_of(const Topology& network, Node a, Node b) {
  Route legs;
  network.route(a, b, legs);
  std::vector<Node> nodes{a};
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) nodes.push_back(network.neighbour(nodes.back(), leg.port));
  return nodes;
}

/// Routes on the busiest link between switches, counted route by route.
std::int64_t walked_most(const Topology& network) {
  std::map<std::tuple<Node, Port>, std::int64_t> loads;
  Route legs;
  for (Node a = 0; a < network.pes(); ++a)
    for (Node b = 0; b < network.pes(); ++b) {
      network.route(a, b, legs);
      Node at = a;
      for (const Leg& leg : legs)
        for (int step = 0; step < leg.steps; ++step) {
          const Node next = network.neighbour(at, leg.port);
          if (at >= network.pes() && next >= network.pes()) ++loads[{at, leg.port}];
          at = next;
        }
    }
  std::int64_t most = 0;
  for (const auto& [link, routes] : loads) most = std::max(most, routes);
  return most;
}

std::string fact(const Topology& network, const std::string& title) {
  for (const auto& [name, text] : network.facts())
    if (name == title) return text;
  return "";
}

TEST(GraphRoutes, GoToTheNeighbourOfTheLowestNumber) {
  const TopologyPtr square = net(ring_of(4));

  EXPECT_THAT(nodes_of(*square, 0, 2), ElementsAre(0, 1, 2)) << "not over 3";
  EXPECT_THAT(nodes_of(*square, 1, 3), ElementsAre(1, 0, 3)) << "not over 2";
}

TEST(GraphRoutes, OfARingOf4NeedOneChannelAndOf5Two) {
  EXPECT_EQ(net(ring_of(4))->virtual_channels(), 1) << "all ties by 0 or 1";
  EXPECT_EQ(net(ring_of(5))->virtual_channels(), 2);
  EXPECT_TRUE(net(ring_of(5))->is_acyclic());
}

TEST(GraphRoutes, ThatHaveACycleAreRefusedForWormsAlone) {
  const TopologyPtr ring = net("channels = 1\n" + ring_of(5));
  const auto program = [](Communicator& comm) {
    std::vector<char> out(1), in(1);
    comm.sendrecv((comm.rank() + 2) % 5, out, (comm.rank() + 3) % 5, in);
  };
  Parameters worms{.switching = Switching::wormhole, .ts = Ticks{4}, .th = Ticks{1}, .tick = Time{}};
  Parameters others = worms;
  others.switching = Switching::cut_through;

  EXPECT_FALSE(ring->is_acyclic());
  EXPECT_THAT(ring->cyclic_links(), ElementsAre(Pair(0, 1), Pair(1, 2), Pair(2, 3), Pair(3, 4), Pair(4, 0)));
  EXPECT_THAT(test::message_of<ConfigError>([&] { Machine(ring, worms).run(program); }),
              HasSubstr("cyclic dependency: 0 -> 1, 1 -> 2, 2 -> 3, 3 -> 4, 4 -> 0"));
  EXPECT_GT(Machine(ring, others).run(program).finish.time, Ticks{0});
}

TEST(GraphRoutes, ByDestinationAndByHashAreThoseOfFatTrees) {
  const std::pair<std::string, std::string> trees[] = {{two_levels(3, 2, 4), "fattree:3x2x4"},
                                                       {three_levels(4), "fattree:4"}};
  for (const auto& [links, tree] : trees)
    for (const auto& [routing, suffix] : {std::pair("dmodk", ""), std::pair("ecmp", ":ecmp")}) {
      const TopologyPtr graph = net("routing = " + std::string(routing) + "\n" + links);
      const TopologyPtr own = parse_topology(tree + suffix);
      for (Node a = 0; a < own->pes(); ++a)
        for (Node b = 0; b < own->pes(); ++b)
          ASSERT_EQ(nodes_of(*graph, a, b), nodes_of(*own, a, b)) << tree << suffix << " " << a << " " << b;
    }
}

// Two leaves with two spines and four PEs each: 16 routes each way, on one spine or on both.
TEST(GraphRoutes, AreCountedOnTheBusiestLink) {
  const std::string tree = two_levels(2, 2, 4);

  EXPECT_THAT(fact(*net(tree), "  on a link"), testing::StartsWith("16 at most on a link between nodes that"));
  EXPECT_THAT(fact(*net("routing = dmodk\n" + tree), "  on a link"), testing::StartsWith("8 at most"));
  EXPECT_THAT(fact(*net(tree), "  on a link"), HasSubstr("at least 8 by any"));
  EXPECT_EQ(net(tree)->note(), "4 of 24 directed links on no route, as 8 -> 11");
  EXPECT_EQ(net("routing = balanced\n" + tree)->note(), "");
}

/// A connected network of switches with cables at random, some of them twice.
std::string random_net(unsigned seed) {
  std::mt19937 generator(seed);
  const auto random = [&] { return static_cast<int>(generator() % 1024); };
  const int switches = 3 + random() % 7, p = switches * 2;
  std::string text = "pes " + std::to_string(p) + "\n";
  for (int pe = 0; pe < p; ++pe) text += line_of(pe, p + (random() % 3 + pe) % switches);
  for (int s = 1; s < switches; ++s) text += line_of(p + random() % s, p + s);
  for (int cable = 0; cable < 2 * switches; ++cable) {
    const int a = random() % switches, b = random() % switches;
    if (a != b) text += line_of(p + std::min(a, b), p + std::max(a, b));
  }
  return text;
}

TEST(GraphRoutes, ThatAreBalancedAreNeverMoreOnALink) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::string text = random_net(seed);
    const auto most = [&](const std::string& routing) {
      return walked_most(*net("routing = " + routing + "\n" + text));
    };
    const TopologyPtr network = net("routing = balanced\n" + text);
    const core::GraphFile file = core::read_graph(text, "net");
    const core::Cabling cabling(file.links, file.pes);

    EXPECT_LE(most("balanced"), std::min(most("first"), most("dmodk"))) << seed;
    EXPECT_GE(most("balanced"), core::least_most_routes(cabling)) << seed;
    EXPECT_EQ(walked_most(*network),
              core::most_routes(cabling,
                                core::loads_of(cabling, core::find_routing_policy("balanced")->table(cabling))))
        << seed;
    EXPECT_TRUE(network->has_shortest_routes()) << seed;
  }
}

TEST(GraphRoutes, UseAllCablesOfATrunk) {
  const std::string text = "pes 4\n0 4\n1 4\n2 5\n3 5\n4 5 x2\n";
  const TopologyPtr trunk = net("routing = dmodk\n" + text);

  EXPECT_EQ(trunk->neighbour(4, 2), 5);
  EXPECT_EQ(trunk->neighbour(4, 3), 5);
  EXPECT_EQ(trunk->opposite(4, 3), 1 + 2) << "the second of 5's two cables to 4, which are its first two"
                                          << " but for none";
  EXPECT_EQ(walked_most(*net(text)), 4);
  EXPECT_EQ(walked_most(*trunk), 2);
}

// Leaf 4 and leaf 5 have no switch in common: only hosts 0 and 1, which are on both.
TEST(GraphRoutes, LeadThroughNoPeIfPesDoNotForward) {
  const std::string rails = "pes 3\n0 3\n0 4\n1 3\n1 4\n2 3\n";

  EXPECT_THAT(nodes_of(*net("forward = switches\n" + rails + "3 5\n5 6\n6 4\n"), 2, 1), ElementsAre(2, 3, 1));
  EXPECT_THAT(nodes_of(*net(rails), 2, 0), ElementsAre(2, 3, 0));
  EXPECT_THAT(test::message_of<ConfigError>([] { net("forward = switches\npes 3\n0 1\n1 2\n"); }),
              HasSubstr("there is no way from PE 0 to PE 2 but through other PEs"));
}

TEST(GraphRoutes, AroundAFailedLinkAreSpread) {
  const std::string tree = two_levels(2, 4, 4);  // leaves 8 and 9, spines 10 to 13
  const auto spines = [](const TopologyPtr& network) {
    std::map<Node, int> routes;
    for (Node a = 0; a < 4; ++a)
      for (Node b = 4; b < 8; ++b) ++routes[nodes_of(*network, a, b)[2]];
    return routes;
  };
  const auto failed = parse_links("8-10");

  EXPECT_THAT(spines(with_failed_links(net("routing = dmodk\n" + tree), failed)),
              ElementsAre(Pair(11, 4), Pair(12, 8), Pair(13, 4)))
      << "the four routes of spine 10 are those to PE 4, and 4 mod 3 is 1";
}

// 1,152 PEs: too many to deal their routes to channels one by one.
TEST(GraphRoutes, OfManyPesAreOnOneChannelOrHaveACycle) {
  const TopologyPtr tree = net("routing = dmodk\n" + two_levels(36, 4, 32));
  EXPECT_EQ(tree->virtual_channels(), 1);
  EXPECT_TRUE(tree->is_acyclic());
  Route legs;
  for (const auto& [a, b] : {std::pair(0, 1151), std::pair(700, 3), std::pair(40, 41)}) {
    tree->route(a, b, legs);
    std::vector<std::uint32_t> order;
    Node at = a;
    for (const Leg& leg : legs)
      for (int step = 0; step < leg.steps; ++step, at = tree->neighbour(at, leg.port))
        order.push_back(tree->channel_order(at, leg.port, 0));
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << a << " " << b;
    EXPECT_EQ(std::adjacent_find(order.begin(), order.end()), order.end());
  }
  std::string ring = "pes 1200\n";
  for (int pe = 0; pe < 1200; ++pe) ring += line_of(pe, 1200 + pe % 8);
  for (int s = 0; s < 8; ++s) ring += line_of(1200 + s, 1200 + (s + 1) % 8);
  EXPECT_THAT(net(ring)->cyclic_links(), testing::SizeIs(8));
  EXPECT_FALSE(net("routing = ecmp\n" + ring)->is_acyclic());
}

// The hub is a PE whose number is lower than those of the others at it.
TEST(GraphRoutes, OfAStarHaveTwoLinks) {
  for (const char* const star : {"0 1\n0 2\n0 3\n", "3 0\n3 1\n3 2\n", "1 0\n1 2\n1 3\n"}) {
    const TopologyPtr network = net(star);
    EXPECT_EQ(network->longest_route(), 2) << star;
  }
}

TEST(GraphRoutes, OfTablesThatLeadNowhereAreRefusedBesideARoute) {
  const std::string ring = "0 1\n1 2\n2 3\n0 3\nroute 0 1 = 0 1\n";
  for (const char* const row : {"0*4", "-*4"}) {
    std::string tables;
    for (int node = 0; node < 4; ++node) tables += "table " + std::to_string(node) + " = " + row + "\n";
    EXPECT_THROW(net(ring + tables), ConfigError) << row;
  }
}

TEST(GraphRoutes, AreThoseOfItsTables) {
  const std::string square = "pes 4\n0 4\n1 5\n2 6\n3 7\n4 5\n5 6\n6 7\n7 4\n";
  // Ports of 4: 0, 5, 7; of 5: 1, 4, 6; of 6: 2, 5, 7; of 7: 3, 4, 6. All go round one way.
  const std::string tables = "table 4 = 0 1*3\ntable 5 = 2 0 2*2\ntable 6 = 2*2 0 2\ntable 7 = 1*3 -\n";
  const TopologyPtr network = net(square + tables);

  EXPECT_THAT(nodes_of(*network, 1, 0), ElementsAre(1, 5, 6, 7, 4, 0));
  EXPECT_FALSE(network->has_shortest_routes());
  EXPECT_EQ(network->longest_route(), 5);
  EXPECT_EQ(network->virtual_channels(), 2);
  EXPECT_EQ(fact(*network, "routing"), "the file's own tables");
  const auto refusal = [&](const std::string& text) {
    return test::message_of<ConfigError>([&] { net(square + text); });
  };
  EXPECT_EQ(refusal("table 4 = 0 1*3\ntable 5 = 1 0 1*2\ntable 6 = 2*2 0 2\ntable 7 = 1*3 0\n"),
            "graph: the route from 0 to 2 comes twice to node 4");
  EXPECT_EQ(refusal("table 4 = 0 1*3\n"), "graph: the route from 1 to 0 has no next link at node 5");
  EXPECT_EQ(refusal("table 4 = 1*4\n"), "graph: the table of node 4 leads messages for its neighbour 0 to 5");
  EXPECT_EQ(refusal("table 4 = 0 3*3\n"), "graph: net:10: ports of this node are 0 to 2, got 3");
  EXPECT_EQ(refusal("table 4 = 0 1*2\n"), "graph: net:10: the table has 3 ports, and there are 4 PEs");
  EXPECT_EQ(refusal("table 4 = 0 1*3\ntable 4 = 0 1*3\n"), "graph: net:11: node 4 has a table already");
}

}  // namespace
}  // namespace toruscope
