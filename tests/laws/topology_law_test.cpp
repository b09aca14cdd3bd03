// SPDX-License-Identifier: Apache-2.0
// What holds for every topology: links lead both ways, routes are minimal, channel dependencies are
// acyclic.
//
// Source  Dally, Seitz, IEEE Trans. Computers 36(5), 1987, theorem 1: routing is free of deadlock
//         if and only if the channel dependency graph has no cycle.

#include "runtime/topology/bisection.hpp"
#include "runtime/topology/cut_graph.hpp"
#include "runtime/topology/good_halves.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/topological_sort.hpp>
#include <functional>
#include <gmock/gmock.h>
#include <iterator>
#include <numeric>
#include <queue>
#include <rapidcheck/gtest.h>
#include <set>
#include <tuple>

namespace toruscope {
namespace {

/// A (link, virtual channel) that a header enters.
struct Channel {
  Node from;
  Port port;
  int virtual_channel;

  friend auto operator<=>(const Channel&, const Channel&) = default;
};

/// The channels of the route from a to b, and where it ends.
struct Walk {
  std::vector<Channel> channels;
  Node end;
};
Walk walk(const Topology& t, Node a, Node b) {
  Route legs;
  t.route(a, b, legs);
  Walk w{{}, a};
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) {
      w.channels.push_back({w.end, leg.port, leg.virtual_channel});
      w.end = t.neighbour(w.end, leg.port);
      if (w.end == kNoNode) return w;
    }
  return w;
}

void for_all_pairs(const Topology& t, const std::function<void(Node, Node)>& visit) {
  for (Node a = 0; a < t.pes(); ++a)
    for (Node b = 0; b < t.pes(); ++b) visit(a, b);
}

std::vector<int> breadth_first_distances(const Topology& t, Node from) {
  std::vector<int> distance(static_cast<std::size_t>(t.nodes()), -1);
  const auto at = [&](Node node) -> int& { return distance[static_cast<std::size_t>(node)]; };
  std::queue<Node> front;
  at(from) = 0;
  for (front.push(from); !front.empty(); front.pop())
    for (Port port = 0; port < t.ports(); ++port)
      if (const Node next = t.neighbour(front.front(), port); next != kNoNode && at(next) < 0) {
        at(next) = at(front.front()) + 1;
        front.push(next);
      }
  return distance;
}

/// Whether the channels can be put in an order in which every route passes them.
/// `use_virtual_channels` false takes all virtual channels of a link for one.
bool has_acyclic_dependencies(const Topology& t, bool use_virtual_channels) {
  std::set<std::pair<Channel, Channel>> dependencies;
  std::set<Channel> channels;
  for_all_pairs(t, [&](Node a, Node b) {
    auto route = walk(t, a, b).channels;
    if (!use_virtual_channels)
      for (Channel& c : route) c.virtual_channel = 0;
    channels.insert(route.begin(), route.end());
    for (std::size_t i = 1; i < route.size(); ++i) dependencies.emplace(route[i - 1], route[i]);
  });

  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> graph(channels.size());
  const auto vertex = [&](const Channel& c) {
    return static_cast<std::size_t>(std::distance(channels.begin(), channels.find(c)));
  };
  for (const auto& [before, after] : dependencies) boost::add_edge(vertex(before), vertex(after), graph);
  std::vector<std::size_t> order;
  try {
    boost::topological_sort(graph, std::back_inserter(order));
  } catch (const boost::not_a_dag&) {
    return false;
  }
  return order.size() == channels.size();
}

const std::string kTopologies[] = {"torus:1",
                                   "torus:2",
                                   "torus:3",
                                   "torus:4",
                                   "torus:5",
                                   "torus:8",
                                   "torus:1x1",
                                   "torus:1x7",
                                   "torus:2x2",
                                   "torus:2x2x2x2",
                                   "torus:4x4",
                                   "torus:4x6",
                                   "torus:5x7",
                                   "torus:8x8",
                                   "torus:16x16",
                                   "torus:12x2",
                                   "torus:3x1x4",
                                   "torus:2x3x4",
                                   "torus:4x4x4",
                                   "torus:5x3x2",
                                   "torus:3x3x3x3",
                                   "ring:1",
                                   "ring:2",
                                   "ring:3",
                                   "ring:4",
                                   "ring:5",
                                   "ring:6",
                                   "ring:31",
                                   "ring:64",
                                   "complete:1",
                                   "complete:2",
                                   "complete:3",
                                   "complete:10",
                                   "complete:33",
                                   "mesh:1",
                                   "mesh:1x1",
                                   "mesh:2x2",
                                   "mesh:2x3x4",
                                   "mesh:1x7x1",
                                   "mesh:4x6",
                                   "mesh:5x8",
                                   "mesh:3x3x3x3",
                                   "line:1",
                                   "line:2",
                                   "line:3",
                                   "line:8",
                                   "line:31",
                                   "hypercube:0",
                                   "hypercube:1",
                                   "hypercube:2",
                                   "hypercube:3",
                                   "hypercube:6",
                                   "hypercube:5",
                                   "tree:1",
                                   "tree:2",
                                   "tree:3",
                                   "tree:5",
                                   "tree:8",
                                   "tree:13",
                                   "tree:64",
                                   "tree:21",
                                   "fattree:1x1x1",
                                   "fattree:2x2x3",
                                   "fattree:3x2x2",
                                   "fattree:4x4x4",
                                   "fattree:8x2x3:ecmp",
                                   "fattree:2",
                                   "fattree:4",
                                   "fattree:6:ecmp",
                                   "dragonfly:1x1x1x1",
                                   "dragonfly:1x2x1x3",
                                   "dragonfly:2x3x1x4",
                                   "dragonfly:2x4x2x9",
                                   "dragonfly:1x4x2x7:valiant",
                                   "dragonfly:2x2x2x3:valiant",
                                   "hyperx:1",
                                   "hyperx:5",
                                   "hyperx:3x4",
                                   "hyperx:1x6",
                                   "hyperx:2x3x4",
                                   "torus:4x6:balanced",
                                   "torus:4x6:away-from-dateline",
                                   "torus:8x2x4:balanced",
                                   "ring:8:away-from-dateline",
                                   "torus:4x4:balanced without 0-1",
                                   "twisted:4x2",
                                   "twisted:2x4",
                                   "twisted:8x4",
                                   "twisted:3x6",
                                   "twisted:10x5",
                                   "twisted:2x2x4",
                                   "twisted:4x2x4",
                                   "twisted:3x6x3",
                                   "twisted:4x4x8",
                                   "twisted:2x4x2x4",
                                   "hier:complete:1/ring:1",
                                   "hier:complete:4/ring:3",
                                   "hier:ring:5/torus:2x3",
                                   "hier:torus:4x2/fattree:2x2x3",
                                   "hier:tree:3/tree:5",
                                   "hier:hyperx:2x3/dragonfly:1x2x1x3:valiant",
                                   "hier:complete:2/ring:4/mesh:2x2",
                                   "graph:" + test::in_source("tests/laws/petersen.graph"),
                                   "graph:" + test::in_source("tests/laws/routed.graph"),
                                   "graph:" + test::in_source("tests/laws/routed.graph") + " without 0-1",
                                   "hier:complete:3/ring:4 without 0-1,3-6",
                                   "ring:6 in hier:complete:2/ring:3 by snake",
                                   "torus:4x4 without 0-1",
                                   "ring:5 without 4-0",
                                   "torus:5x3 without 0-1,0-2,7-10",
                                   "mesh:3x4 without 5-6",
                                   "hypercube:4 without 0-1,2-6",
                                   "complete:4 without 1-3",
                                   "ring:8 in mesh:2x4 by snake",
                                   "torus:4x2 in hypercube:3 by gray",
                                   "ring:12 in torus:4x4 by blocked",
                                   "mesh:2x3 in tree:8 by snake",
                                   "ring:16 in torus:4x4 without 0-1 by snake"};

/// Also "GUEST in HOST by RULE" and "NETWORK without LINKS".
TopologyPtr topology_of(const std::string& text) {
  if (const auto in = text.find(" in "); in != std::string::npos) {
    const auto by = text.find(" by ");
    return embed(parse_topology(text.substr(0, in)), topology_of(text.substr(in + 4, by - in - 4)),
                 text.substr(by + 4));
  }
  const auto without = text.find(" without ");
  if (without == std::string::npos) return parse_topology(text);
  return with_failed_links(parse_topology(text.substr(0, without)), parse_links(text.substr(without + 9)));
}

class EveryTopology : public testing::TestWithParam<std::string> {
 protected:
  const TopologyPtr pointer_ = topology_of(GetParam());
  const Topology& topology_ = *pointer_;
};

TEST(EveryTopology, OfTheTableIsAmongThoseTested) {
  for (const TopologyEntry& entry : topologies())
    EXPECT_TRUE(std::any_of(std::begin(kTopologies), std::end(kTopologies), [&](std::string_view name) {
      return name.starts_with(entry.name + ":");
    })) << entry.name;
}

TEST_P(EveryTopology, IsNamedAsItIsRead) {
  EXPECT_EQ(topology_.name(), GetParam());
}

TEST_P(EveryTopology, HasAsManyPesAsItsSidesSay) {
  const auto& sides = topology_.sides();

  EXPECT_EQ(std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>()), topology_.pes());
  EXPECT_LE(topology_.pes(), topology_.nodes());
}

TEST_P(EveryTopology, NeighbourIsSymmetric) {
  for (Node node = 0; node < topology_.nodes(); ++node)
    for (Port port = 0; port < topology_.ports(); ++port) {
      const Node next = topology_.neighbour(node, port);
      if (next == kNoNode) continue;
      const Port back = topology_.opposite(node, port);

      ASSERT_EQ(topology_.neighbour(next, back), node) << "node " << node << ", port " << port;
      ASSERT_EQ(topology_.opposite(next, back), port) << "node " << node << ", port " << port;
    }
}

TEST_P(EveryTopology, HasOneLinkToEachNeighbourAndNoneToItself) {
  for (Node node = 0; node < topology_.nodes(); ++node) {
    std::set<Node> neighbours{node};
    std::set<std::string> names;
    for (Port port = 0; port < topology_.ports(); ++port) {
      if (topology_.neighbour(node, port) == kNoNode) continue;
      EXPECT_TRUE(neighbours.insert(topology_.neighbour(node, port)).second)
          << "node " << node << ", port " << port;
      EXPECT_TRUE(names.insert(topology_.port_name(node, port)).second) << "node " << node << ", port " << port;
    }
  }
}

TEST_P(EveryTopology, RouteLegsAreValidAndEndAtTheDestination) {
  for_all_pairs(topology_, [&](Node a, Node b) {
    Route legs{{99, 99, 99}};
    topology_.route(a, b, legs);
    for (const Leg& leg : legs) {
      ASSERT_TRUE(0 <= leg.port && leg.port < topology_.ports()) << a << " -> " << b;
      ASSERT_GE(leg.steps, 1) << a << " -> " << b;
      ASSERT_TRUE(0 <= leg.virtual_channel && leg.virtual_channel < 4) << a << " -> " << b;
    }
    ASSERT_EQ(walk(topology_, a, b).end, b) << "from " << a;
  });
}

TEST_P(EveryTopology, RouteLengthEqualsDistanceWhereRoutesAreShortest) {
  int longest = 0;
  for (Node a = 0; a < topology_.pes(); ++a) {
    const auto distances = breadth_first_distances(topology_, a);
    for (Node b = 0; b < topology_.pes(); ++b) {
      const int least = distances[static_cast<std::size_t>(b)];
      longest = std::max(longest, least);

      ASSERT_EQ(topology_.distance(a, b), least) << a << " -> " << b;
      const auto links = std::ssize(walk(topology_, a, b).channels);
      ASSERT_GE(links, least) << a << " -> " << b;
      if (topology_.has_shortest_routes()) {
        ASSERT_EQ(links, least) << a << " -> " << b;
      }
    }
  }
  EXPECT_EQ(topology_.diameter(), longest);
}

TEST_P(EveryTopology, ChannelOrderStrictlyIncreasesAlongEveryRoute) {
  for_all_pairs(topology_, [&](Node a, Node b) {
    const auto channels = walk(topology_, a, b).channels;
    const auto order = [&](const Channel& c) {
      return topology_.channel_order(c.from, c.port, c.virtual_channel);
    };
    for (std::size_t i = 1; i < channels.size(); ++i)
      ASSERT_LT(order(channels[i - 1]), order(channels[i])) << a << " -> " << b << ", link " << i;
  });
}

TEST_P(EveryTopology, ChannelDependenciesAreAcyclic) {
  EXPECT_TRUE(has_acyclic_dependencies(topology_, true));
}

TEST_P(EveryTopology, HasNoHalvesWithFewerLinksThanItsBisectionWidth) {
  if (topology_.pes() < 2) {
    EXPECT_EQ(core::bisection_width(topology_).links, 0);
    return;
  }
  const int width = core::bisection_width(topology_).links;
  EXPECT_LE(width, topology_.bisection());
  EXPECT_LE(width, core::links_between_good_halves(core::CutGraph(topology_), topology_.sides()));
}

INSTANTIATE_TEST_SUITE_P(Topologies, EveryTopology, testing::ValuesIn(kTopologies), [](const auto& topology) {
  std::string name = topology.param;
  if (const auto folder = name.rfind('/'); name.starts_with("graph:"))
    name = "graph_" + name.substr(folder + 1);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::string_view(":., -,/").find(c) != std::string_view::npos; }, '_');
  return name;
});

TEST(Dateline, IsWhatMakesARingAcyclic) {
  EXPECT_FALSE(has_acyclic_dependencies(*ring(5), false)) << "all links on one channel";
  EXPECT_TRUE(has_acyclic_dependencies(*ring(5), true));
  EXPECT_FALSE(has_acyclic_dependencies(*torus(3, 4), false));
  EXPECT_TRUE(has_acyclic_dependencies(*ring(3), false)) << "routes of one link depend on nothing";
}

RC_GTEST_PROP(AnyTorus, RoutesMinimallyInChannelOrder, ()) {
  const auto sides =
      *rc::gen::resize(5, rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 10))));
  const TopologyPtr t = torus(sides);
  const Node a = *rc::gen::inRange(0, t->nodes());
  const Node b = *rc::gen::inRange(0, t->nodes());

  const Walk w = walk(*t, a, b);

  RC_ASSERT(w.end == b);
  RC_ASSERT(std::ssize(w.channels) == breadth_first_distances(*t, a)[static_cast<std::size_t>(b)]);
  RC_ASSERT(std::ssize(w.channels) == t->distance(b, a));
  RC_ASSERT(std::adjacent_find(w.channels.begin(), w.channels.end(), [&](const Channel& c, const Channel& d) {
              return t->channel_order(c.from, c.port, c.virtual_channel) >=
                     t->channel_order(d.from, d.port, d.virtual_channel);
            }) == w.channels.end());
}

}  // namespace
}  // namespace toruscope
