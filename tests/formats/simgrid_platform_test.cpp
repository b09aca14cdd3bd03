// SPDX-License-Identifier: Apache-2.0
// Platforms of SimGrid: cables, SimGrid's own routes, and what is refused.

#include "formats/network_files.hpp"
#include "runtime/topology/graph_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <string>

namespace toruscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

formats::MadeNetwork made_of_platform(const std::string& text) {
  return formats::make_network({{"fabric", text}}, {});
}
std::string platform_refusal(const std::string& text) {
  return test::message_of<ConfigError>([&] { made_of_platform(text); });
}
core::GraphFile graph_of_platform(const formats::MadeNetwork& network) {
  return core::read_graph(network.text, "made");
}

std::string platform_of(const std::string& attributes) {
  return "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform "
         "version=\"4.1\">\n<zone id=\"AS0\" routing=\"Full\">\n<cluster id=\"c\" prefix=\"n\" suffix=\".x\" " +
         attributes + " speed=\"1Gf\" bw=\"125MBps\" lat=\"50us\"/>\n</zone>\n</platform>\n";
}

std::vector<Node> nodes_of_route(const formats::MadeNetwork& network, Node a, Node b) {
  const TopologyPtr graph = core::make_graph("made", graph_of_platform(network));
  Route legs;
  graph->route(a, b, legs);
  std::vector<Node> nodes{a};
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) nodes.push_back(graph->neighbour(nodes.back(), leg.port));
  return nodes;
}

// On a ring of 8 all ties go on but the one into 0. A torus's first dimension is the fastest.
TEST(SimGridPlatform, IsATorusWithItsTies) {
  const auto ring = made_of_platform(platform_of("radical=\"0-7\" topology=\"TORUS\" topo_parameters=\"8\""));
  EXPECT_THAT(nodes_of_route(ring, 0, 4), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(nodes_of_route(ring, 5, 1), ElementsAre(5, 6, 7, 0, 1));
  EXPECT_THAT(nodes_of_route(ring, 4, 0), ElementsAre(4, 3, 2, 1, 0));
  const auto torus =
      made_of_platform(platform_of("radical=\"0-7\" topology=\"TORUS\" topo_parameters=\"2,4\""));
  EXPECT_EQ(torus.cables, 4 + 8) << "one cable on a side of 2";
  EXPECT_THAT(nodes_of_route(torus, 0, 5), ElementsAre(0, 1, 3, 5));
  const core::GraphFile file = graph_of_platform(ring);
  EXPECT_EQ(file.names.front(), "n0.x");
  EXPECT_EQ(file.costs.front(),
            (LinkWithCosts{0, 1, Time::femtoseconds(8'000'000), Time::femtoseconds(50'000'000'000)}));
}

TEST(SimGridPlatform, IsAFatTreeWithItsRoutes) {
  // Hosts 0 to 7, leaves 8 and 9, spines 10 and 11: by destination mod 2.
  const auto tree =
      made_of_platform(platform_of("radical=\"0-7\" topology=\"FAT_TREE\" topo_parameters=\"2;4,2;1,2;1,1\""));
  EXPECT_EQ(tree.cables, 8 + 4);
  for (Node b = 4; b < 8; ++b)
    EXPECT_EQ(nodes_of_route(tree, 0, b).at(2), nodes_of_route(tree, 3, 4 + b % 2).at(2)) << b;
  EXPECT_NE(nodes_of_route(tree, 0, 4).at(2), nodes_of_route(tree, 0, 5).at(2));
  EXPECT_EQ(nodes_of_route(tree, 0, 3).size(), 3U);
  EXPECT_EQ(
      made_of_platform(platform_of("radical=\"0-7\" topology=\"FAT_TREE\" topo_parameters=\"2;4,2;1,2;1,3\""))
          .cables,
      8 + 12);
}

// Node lists as SimGrid 3.32's Host::route_to gives them, hosts 0 to 35, router i as node 36 + i.
TEST(SimGridPlatform, IsADragonflyWithItsNumbersAndTies) {
  const auto fly = made_of_platform(
      platform_of("radical=\"0-35\" topology=\"DRAGONFLY\" topo_parameters=\"3,4;2,2;3,3;2\""));
  const auto routers = [&](Node a, Node b) {
    std::vector<std::string> names;
    const core::GraphFile file = graph_of_platform(fly);
    for (const Node node : nodes_of_route(fly, a, b))
      names.push_back(file.names[static_cast<std::size_t>(node)]);
    return std::vector<std::string>(names.begin() + 1, names.end() - 1);
  };
  const auto are = [](std::initializer_list<int> numbers) {
    std::vector<std::string> names;
    for (const int number : numbers) names.push_back("router " + std::to_string(number));
    return names;
  };
  EXPECT_EQ(routers(0, 1), are({0}));
  EXPECT_EQ(routers(0, 35), are({0, 2, 12, 14, 17}));
  EXPECT_EQ(routers(11, 34), are({5, 2, 12, 14, 17}));
  EXPECT_EQ(routers(17, 20), are({8, 7, 10}));
  EXPECT_EQ(routers(35, 0), are({17, 15, 12, 2, 0}));
  const core::GraphFile file = graph_of_platform(fly);
  const auto node = [&](const char* name) {
    return static_cast<Node>(std::find(file.names.begin(), file.names.end(), name) - file.names.begin());
  };
  const auto has_cost = [&](const char* a, const char* b, std::int64_t femtoseconds) {
    return std::count(file.costs.begin(), file.costs.end(),
                      LinkWithCosts{node(a), node(b), Time::femtoseconds(femtoseconds),
                                    Time::femtoseconds(50'000'000'000)}) == 1;
  };
  EXPECT_TRUE(has_cost("router 2", "router 12", 2'000'000)) << "four links as one";
  EXPECT_TRUE(has_cost("router 0", "router 3", 4'000'000));
  EXPECT_TRUE(has_cost("n0.x", "router 0", 8'000'000));
  ASSERT_EQ(file.islands.levels.size(), 2U);
  EXPECT_EQ(file.islands.names[1], (std::vector<std::string>{"group 0", "group 1", "group 2"}));
  EXPECT_THAT(platform_refusal(
                  platform_of("radical=\"0-11\" topology=\"DRAGONFLY\" topo_parameters=\"3,1;2,1;2,1;1\"")),
              HasSubstr("has 3 groups and 2 routers in a chassis"));
  EXPECT_THAT(
      platform_refusal(platform_of("radical=\"0-11\" topology=\"DRAGONFLY\" topo_parameters=\"3;2;2;1\"")),
      HasSubstr("has topo_parameters that are not GROUPS,LINKS;CHASSIS,LINKS;ROUTERS,LINKS;NODES"));
}

TEST(SimGridPlatform, MayHaveABackbone) {
  const auto shared =
      made_of_platform(platform_of("radical=\"0-2,5\" bb_bw=\"2GBps\" bb_lat=\"500us\" loopback_bw=\"1GBps\""));
  const core::GraphFile file = graph_of_platform(shared);

  EXPECT_THAT(file.names, ElementsAre("n0.x", "n1.x", "n2.x", "n5.x", "to the backbone", "from the backbone"));
  EXPECT_THAT(nodes_of_route(shared, 0, 3), ElementsAre(0, 4, 5, 3));
  EXPECT_THAT(file.costs,
              Contains(LinkWithCosts{4, 5, Time::femtoseconds(500'000), Time::femtoseconds(500'000'000'000)}));
  EXPECT_THAT(shared.remarks, Contains("ignored: loopback_bw, speed"));
  const auto wide = made_of_platform(
      platform_of("radical=\"0-2\" bb_bw=\"2GBps\" bb_lat=\"1us\" bb_sharing_policy=\"FATPIPE\""));
  EXPECT_THAT(wide.remarks,
              Contains("ignored: the backbone without a limit on all messages, bb_bw=2GBps bb_lat=1us"));
}

// Three hosts at a link of their own each, and a split one between.
const std::string kRoutes =
    "<platform version='4.1'>\n<zone id='z' routing='Full'>\n<host id='a' speed='1Gf'/><host id='b' "
    "speed='1Gf'/>\n"
    "<host id='c' speed='1Gf'/>\n<link id='la' bandwidth='1GBps' latency='1us'/>\n"
    "<link id='lb' bandwidth='1GBps' latency='2us' sharing_policy='FATPIPE'/>\n"
    "<link id='m' bandwidth='500MBps' latency='3us' sharing_policy='SPLITDUPLEX'/>\n"
    "<route src='a' dst='b'><link_ctn id='la'/><link_ctn id='lb'/></route>\n"
    "<route src='a' dst='c'><link_ctn id='la'/><link_ctn id='m' direction='UP'/></route>\n"
    "<route src='b' dst='c' symmetrical='NO'><link_ctn id='m_UP'/></route>\n";

TEST(SimGridPlatform, HasRoutesOneByOne) {
  const formats::MadeNetwork network = made_of_platform(
      kRoutes + "<route src='c' dst='b' symmetrical='NO'><link_ctn id='lb'/></route>\n</zone></platform>\n");
  const core::GraphFile file = graph_of_platform(network);
  const auto route = [&](Node a, Node b) {
    std::vector<std::string> names;
    for (const Node node : nodes_of_route(network, a, b))
      names.push_back(file.names[static_cast<std::size_t>(node)]);
    return names;
  };

  EXPECT_EQ(file.pes, 3);
  EXPECT_THAT(route(0, 1), ElementsAre("a", "link la in", "link la out", "link lb in", "link lb out", "b"));
  EXPECT_THAT(route(1, 0), ElementsAre("b", "link lb in", "link lb out", "link la in", "link la out", "a"))
      << "both ways share a link";
  EXPECT_THAT(route(0, 2), ElementsAre("a", "link la in", "link la out", "link m_UP in", "link m_UP out", "c"));
  EXPECT_THAT(route(2, 0),
              ElementsAre("c", "link m_DOWN in", "link m_DOWN out", "link la in", "link la out", "a"));
  EXPECT_THAT(network.remarks,
              Contains("links without a limit on all messages (FATPIPE), which have one here: lb"));
  const auto in = [&](const char* name) {
    return static_cast<Node>(std::find(file.names.begin(), file.names.end(), name) - file.names.begin());
  };
  EXPECT_THAT(file.costs,
              Contains(LinkWithCosts{in("link la in"), in("link la out"), Time::femtoseconds(1'000'000),
                                     Time::femtoseconds(1'000'000'000)}));
  EXPECT_THAT(file.costs, Contains(LinkWithCosts{in("link la out"), in("link lb in"), Time::femtoseconds(0),
                                                 Time::femtoseconds(0)}));
}

TEST(SimGridPlatform, NamesWhatIsWrongWithRoutes) {
  const auto with = [](const std::string& line) {
    return platform_refusal(kRoutes + line + "\n</zone></platform>");
  };
  EXPECT_THAT(with(""), HasSubstr("fabric:2: <zone> has no route from c to b"));
  EXPECT_THAT(with("<route src='a' dst='b'><link_ctn id='la'/></route>"),
              HasSubstr("fabric:11: <route> gives the route from a to b a second time"));
  EXPECT_THAT(with("<route src='a' dst='x'/>"), HasSubstr("has dst=\"x\", which is no host here"));
  EXPECT_THAT(with("<route src='c' dst='b'><link_ctn id='m'/></route>"), HasSubstr("or one of two directions"));
  EXPECT_THAT(with("<route src='c' dst='b'/>"), HasSubstr("has no <link_ctn>"));
  EXPECT_THAT(with("<zoneRoute/>"), HasSubstr("fabric:11: <zoneRoute> is not read beside <host>"));
  EXPECT_THAT(with("<host id='a'/>"), HasSubstr("has the id \"a\", which is empty or there already"));
  std::string floyd = kRoutes + "</zone></platform>";
  floyd.replace(floyd.find("Full"), 4, "Floyd");
  EXPECT_THAT(platform_refusal(floyd), HasSubstr("fabric:2: <zone> has the routing Floyd; Full is read"));
}

TEST(SimGridPlatform, IsAStarOrRefusedByName) {
  EXPECT_THAT(graph_of_platform(made_of_platform(platform_of("radical=\"0-2,5\""))).names,
              ElementsAre("n0.x", "n1.x", "n2.x", "n5.x", "switch"));
  EXPECT_THAT(platform_refusal(platform_of("radical=\"0-6\" topology=\"TORUS\" topo_parameters=\"8\"")),
              HasSubstr("fabric:5: <cluster> has 7 hosts by its radical, and 8 by its topo_parameters"));
  EXPECT_THAT(platform_refusal(platform_of("radical=\"0-7\" topology=\"VIVALDI\"")),
              HasSubstr("has the topology VIVALDI; FLAT, TORUS, FAT_TREE and DRAGONFLY are read"));
  EXPECT_THAT(platform_refusal("<platform version='4.1'>\n<zone id='a'>\n<peer id='h'/></zone></platform>"),
              HasSubstr("fabric:3: <peer> is not read"));
  EXPECT_THAT(platform_refusal("<platform version='4.1'><zone></platform>"), HasSubstr("is no XML"));
}

}  // namespace
}  // namespace toruscope
