// SPDX-License-Identifier: Apache-2.0
// Networks from other programs' text: what becomes a PE, what a cable carries, what is told.

#include "formats/network_files.hpp"

#include "formats/host_list.hpp"
#include "runtime/topology/graph_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <string>

namespace toruscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Two leaves and a spine; host h10 has two rails, h2 one; an aggregation node, a loopback cable, an
// adapter without a host's name, one of two cables slower, a chassis, and names as they occur.
const std::string kFabric = R"(ibwarn: [12] mad_rpc: timed out
#
# Topology file: generated on a day
Chassis 1 (guid 0x2c9)
vendid=0x2c9
switchguid=0xa1(a1)
Switch	36 "S-00000000000000a1"		# "leaf #1; MF0" enhanced port 0 lid 1 lmc 0
[1]	"H-00000000000000b1"[1](b1) 		# "h10 HCA-1" lid 11 4xNDR
[2]	"H-00000000000000b3"[1](b3) 		# "h2 HCA-1" lid 13 2xNDR
[3]	"S-00000000000000a3"[1]		# "spine" lid 3 4xNDR
[4]	"S-00000000000000a3"[2]		# "spine" lid 3 4xNDR
[7]	"S-00000000000000a1"[8]		# "leaf #1; MF0" lid 1 4xNDR
[8]	"S-00000000000000a1"[7]		# "leaf #1; MF0" lid 1 4xNDR
[65]	"H-00000000000000bb"[1](bb) 		# "Mellanox Technologies Aggregation Node" lid 40 4xNDR
Switch	36 "S-00000000000000a2"		# "leaf 2" enhanced port 0 lid 2 lmc 0
[1]	"H-00000000000000b2"[1](b2) 		# "h10 HCA-2" lid 12 4xNDR
[2]	"H-00000000000000b4"[1](b4) 		# "MT4129 ConnectX7" lid 14 4xNDR
[3][ext 5]	"S-00000000000000a3"[3]		# "spine" lid 3 1xNDR
Switch	36 "S-00000000000000a3"		# "spine" enhanced port 0 lid 3 lmc 0
[1]	"S-00000000000000a1"[3]		# "leaf #1; MF0" lid 1 4xNDR
[2]	"S-00000000000000a1"[4]		# "leaf #1; MF0" lid 1 4xNDR
[3]	"S-00000000000000a2"[3]		# "leaf 2" lid 2 4xNDR
Ca	1 "H-00000000000000b1"		# "h10 HCA-1"
[1](b1) 	"S-00000000000000a1"[1]		# lid 11 lmc 0 "leaf #1; MF0" lid 1 4xNDR
Ca	1 "H-00000000000000b2"		# "h10 HCA-2"
[1](b2) 	"S-00000000000000a2"[1]		# lid 12 lmc 0 "leaf 2" lid 2 4xNDR
Ca	1 "H-00000000000000b3"		# "h2 HCA-1"
[1](b3) 	"S-00000000000000a1"[2]		# lid 13 lmc 0 "leaf #1; MF0" lid 1 2xNDR
Ca	1 "H-00000000000000b4"		# "MT4129 ConnectX7"
[1](b4) 	"S-00000000000000a2"[2]		# lid 14 lmc 0 "leaf 2" lid 2 4xNDR
Ca	1 "H-00000000000000bb"		# "Mellanox Technologies Aggregation Node"
[1](bb) 	"S-00000000000000a1"[65]		# lid 40 lmc 0 "leaf #1; MF0" lid 1 4xNDR
)";

formats::MadeNetwork made(const std::string& text, const formats::NetworkChoices& choices = {}) {
  return formats::make_network({{"fabric", text}}, choices);
}
std::string refusal(const std::string& text, const formats::NetworkChoices& choices = {}) {
  return test::message_of<ConfigError>([&] { made(text, choices); });
}
core::GraphFile graph_of(const formats::MadeNetwork& network) {
  return core::read_graph(network.text, "made");
}

TEST(Ibnetdiscover, HasAPeForEachPort) {
  const formats::MadeNetwork network = made(kFabric);
  const core::GraphFile file = graph_of(network);

  EXPECT_EQ(file.pes, 4);
  EXPECT_THAT(file.names, ElementsAre("MT4129 ConnectX7", "h2 HCA-1", "h10 HCA-1", "h10 HCA-2", "leaf 2",
                                      "leaf #1; MF0", "spine"));
  EXPECT_EQ(network.switches, 3);
  EXPECT_EQ(network.cables, 7) << "four of PEs, three between switches";
  EXPECT_EQ(file.remarks, network.remarks);
}

TEST(Ibnetdiscover, SaysWhatWasUnderstoodAndIgnored) {
  EXPECT_THAT(made(kFabric).remarks,
              ElementsAre("ibnetdiscover: 3 switches, 5 channel adapters, 9 cables",
                          "a PE is a port: 4 ports of 3 hosts",
                          "aggregation nodes, which are no PEs: Mellanox Technologies Aggregation Node",
                          "adapters without a host's name, each a host: MT4129 ConnectX7 (b4)",
                          "ignored: cables of a switch to itself: leaf #1; MF0 ports 7 and 8",
                          "ends that differ, the lower is taken: leaf 2 port 3 1xNDR, spine port 3 4xNDR",
                          "1 host with 2 ports to 2 switches", "2 hosts with 1 port to 1 switch",
                          "2 pairs of switches, 1 of them with 1 cable",
                          "1 cable between switches, slower than most: leaf 2 - spine 100 of 400 Gbit/s",
                          "ignored before the first record: ibwarn: [12] mad_rpc: timed out"));
}

TEST(Ibnetdiscover, HasIslandsOfItsLeaves) {
  const formats::MadeNetwork network = made(kFabric);
  EXPECT_EQ(graph_of(network).islands.names,
            (std::vector<std::vector<std::string>>{{"leaf 2", "leaf #1; MF0"}}));
  EXPECT_EQ(graph_of(network).islands.levels, (std::vector<std::vector<int>>{{0, 1, 1, 0}}));
  // h10 is on both leaves, which other hosts have for themselves.
  EXPECT_THAT(made(kFabric, {.hosts_are_pes = true}).remarks,
              Contains("no islands: leaves whose PEs share others only in part: leaf #1; MF0, leaf 2"));
}

TEST(Ibnetdiscover, HasAPeForEachHost) {
  const core::GraphFile file = graph_of(made(kFabric, {.hosts_are_pes = true}));

  EXPECT_EQ(file.pes, 3);
  EXPECT_THAT(file.names, ElementsAre("MT4129 ConnectX7 b4", "h2", "h10", "leaf 2", "leaf #1; MF0", "spine"));
  EXPECT_THAT(file.links[2], ElementsAre(3, 4)) << "both rails of h10";
}

TEST(Ibnetdiscover, TakesTheLowerOfTwoEnds) {
  const auto costs = graph_of(made(kFabric)).costs;

  // 400 Gbit/s are 20 ps a byte, 200 are 40, one lane of 100 is 80
  EXPECT_THAT(costs, Contains(LinkWithCosts{4, 6, Time::femtoseconds(80'000), {}}));
  EXPECT_THAT(costs, Contains(LinkWithCosts{1, 5, Time::femtoseconds(40'000), {}}));
  EXPECT_THAT(costs, Contains(LinkWithCosts{5, 6, Time::femtoseconds(20'000), {}})) << "both cables";
}

TEST(Ibnetdiscover, KeepsAndDropsByName) {
  EXPECT_EQ(made(kFabric, {.drop = {"h1*"}}).pes, 2);
  EXPECT_EQ(made(kFabric, {.keep = {"h10 HCA-1", "h2*"}}).pes, 2);
  EXPECT_THAT(refusal(kFabric, {.drop = {"*"}}), HasSubstr("there is no PE in it"));
}

TEST(Ibnetdiscover, NamesBadLines) {
  const auto with = [](const std::string& old, const std::string& line) {
    std::string text = kFabric;
    text.replace(text.find(old), old.size(), line);
    return text;
  };
  EXPECT_THAT(
      refusal(with("Chassis 1 (guid 0x2c9)", "Switch	36 \"S-a1\" # \"x\"")),
      testing::AllOf(testing::StartsWith("network: fabric:7: \"Switch\\t36 \"S-00000000000000a1\""),
                     HasSubstr(" and line 4 have the guid Sa1: guids are cut, or a record stands twice")));
  EXPECT_THAT(refusal(with("[1]	\"S-00000000000000a1\"[3]", "[1]	\"S-00000000000000a1\"[4]")),
              HasSubstr("line 10 says that port 3 of \"leaf #1; MF0\" leads to port 1 of \"spine\""));
  EXPECT_THAT(refusal(with("[2]	\"H-00000000000000b4\"", "[999]	\"H-00000000000000b4\"")),
              HasSubstr("fabric:17: \"[999]"));
  EXPECT_THAT(refusal(with("[3][ext 5]", "what is this")), HasSubstr("is no line of ibnetdiscover"));
  EXPECT_EQ(refusal("hello\n"),
            "network: fabric: its form is not known; give one of: ibnetdiscover; forwarding tables (dump_lfts, "
            "ibroute); Slurm's topology.conf, or scontrol show topology; Slurm's topology.yaml; AWS's instance "
            "topology; ASTRA-sim's network.yml; SimGrid's platforms of a cluster; nvidia-smi topo -m; NCCL's "
            "topology "
            "(NCCL_TOPO_DUMP_FILE)");
}

const std::string kTables = R"(Unicast lids [0x0-0xe] of switch Lid 1 guid 0x00000000000000a1 (leaf #1; MF0):
  Lid  Out   Destination
       Port     Info
0x000b 001 : (Channel Adapter portguid 0xb1: 'h10 HCA-1')
0x000c 004 : (Channel Adapter portguid 0xb2: 'h10 HCA-2')
0x000d 002 : (Channel Adapter portguid 0xb3: 'h2 HCA-1')
0x000e 003
4 valid lids dumped
Unicast lids [0-14] of switch DR path slid 0; dlid 0; 0,1 guid 0xa2 (leaf 2):
0x000b 003 # Channel Adapter
0x000c 001
0x000d 003
0x000e 002
Unicast lids [0x0-0xe] of switch Lid 3 guid 0xa3 (spine):
0x000b 002
0x000c 003
0x000d 001
0x000e 003
0x000f 255
)";

TEST(ForwardingTables, SayTheRoutes) {
  const formats::MadeNetwork network = formats::make_network({{"lfts", kTables}, {"fabric", kFabric}}, {});
  const TopologyPtr graph = core::make_graph("made", graph_of(network));
  const auto port = [&](Node from, Node to, std::size_t hop) {
    Route legs;
    graph->route(from, to, legs);
    std::vector<Port> ports;
    for (const Leg& leg : legs) ports.insert(ports.end(), static_cast<std::size_t>(leg.steps), leg.port);
    return ports.at(hop);
  };

  // Node 5 has the ports 0: h2, 1: h10 HCA-1, 2 and 3: two cables to the spine.
  EXPECT_EQ(port(1, 3, 1), 3) << "port 4 of the leaf, its second cable";
  EXPECT_EQ(port(1, 0, 1), 2);
  EXPECT_EQ(port(0, 2, 2), 2) << "port 2 of the spine, its second cable to leaf #1";
  EXPECT_EQ(port(0, 1, 2), 1);
  EXPECT_EQ(test::message_of<ConfigError>([] {
              formats::make_network({{"lfts", kTables}}, {});
            }),
            "network: forwarding tables name ports, and not where they lead; give ibnetdiscover's text of the "
            "fabric beside them");
  const auto refused = [&](const std::string& tables, const formats::NetworkChoices& choices = {}) {
    return test::message_of<ConfigError>([&] {
      formats::make_network({{"lfts", tables}, {"fabric", kFabric}}, choices);
    });
  };
  EXPECT_THAT(refused(kTables, {.hosts_are_pes = true}), HasSubstr("host h10 has several ports"));
  EXPECT_THAT(refused(kTables + "0xffff 1\n"), HasSubstr("lfts:20: \"0xffff 1\" has no unicast lid"));
  EXPECT_THAT(refused(kTables + "hello\n"), HasSubstr("lfts:20: \"hello\" is no line of a forwarding table"));
  EXPECT_THAT(refused("Unicast lids of switch guid 0xa1:\n0xb 1\n"), HasSubstr("has no next link at node"));
}

TEST(HostList, IsExpandedAsSlurmDoes) {
  using formats::expand_hosts;
  EXPECT_THAT(expand_hosts("n[01-03,7],login1"), ElementsAre("n01", "n02", "n03", "n7", "login1"));
  EXPECT_THAT(expand_hosts("n[8-011]"), ElementsAre("n8", "n9", "n10", "n11"));
  EXPECT_THAT(expand_hosts("n[3,1,1]-ib[2-3]"),
              ElementsAre("n3-ib2", "n3-ib3", "n1-ib2", "n1-ib3", "n1-ib2", "n1-ib3"));
  EXPECT_THAT(expand_hosts("n[0-1]x[0-1]y[0-1]"),
              ElementsAre("n0x0y0", "n0x0y1", "n1x0y0", "n1x0y1", "n0x1y0", "n0x1y1", "n1x1y0", "n1x1y1"))
      << "last, first, middle";
  for (const auto& refused :
       {std::pair("a[0-1]b[0-2]c0", "text stands behind the last"), std::pair("a[0-", "does not close"),
        std::pair("a[2-1]", "ends before"), std::pair("a,,b", "empty"), std::pair("a[x]", "numbers and ranges"),
        std::pair("a[0-99999]", "more than 65,536")})
    EXPECT_THAT(test::message_of<ConfigError>([&] { formats::expand_hosts(refused.first); }),
                HasSubstr(refused.second))
        << refused.first;
}

const std::string kTree = R"(# a tree
switchname=leaf1 Nodes=n[0-1] LinkSpeed=40
SwitchName=leaf2 \
  nodes=n[2,10]
SwitchName=top Switches=leaf[1-2]
)";

TEST(SlurmTopology, IsANetworkWithUplinks) {
  const formats::MadeNetwork network = made(kTree, {.uplinks = 2});
  const core::GraphFile file = graph_of(network);

  EXPECT_EQ(file.pes, 4);
  EXPECT_THAT(file.names, ElementsAre("n0", "n1", "n2", "n10", "leaf1", "leaf2", "top"));
  EXPECT_THAT(file.links[6], ElementsAre(4, 4, 5, 5));
  EXPECT_THAT(network.remarks,
              ElementsAre("Slurm: 4 hosts, 3 switches or blocks",
                          "assumed, as Slurm does not say: 2 cables from each switch to each one above it",
                          "ignored: LinkSpeed"));
  EXPECT_EQ(
      graph_of(made("SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=n[0-1]\nSwitchName=leaf2 Level=0 LinkSpeed=1 "
                    "Nodes=n[2,10]\nSwitchName=top Level=1 LinkSpeed=1 Nodes=n[0-2,10] Switches=leaf[1-2]\n",
                    {.uplinks = 2}))
          .links,
      file.links)
      << "scontrol show topology";
  EXPECT_EQ(
      graph_of(made("BlockName=a Nodes=n[0-1]\nBlockName=b Nodes=n2\nBlockSizes=2\n", {.uplinks = 1})).names,
      (std::vector<std::string>{"n0", "n1", "n2", "a", "b", "above all blocks"}));
}

TEST(SlurmTopology, HasIslandsOfLeavesBlocksAndWhatIsAboveThem) {
  using Levels = std::vector<std::vector<int>>;
  EXPECT_EQ(graph_of(made(kTree, {.uplinks = 2})).islands.levels, (Levels{{0, 0, 1, 1}}));
  EXPECT_EQ(
      graph_of(made("BlockName=a Nodes=n[0-1]\nBlockName=b Nodes=n[2-3]\n", {.uplinks = 1})).islands.names,
      (std::vector<std::vector<std::string>>{{"a", "b"}}));
  const core::GraphFile pods =
      graph_of(made("SwitchName=l1 Nodes=a[0-1]\nSwitchName=l2 Nodes=a[2-3]\n"
                    "SwitchName=l3 Nodes=b[0-1]\nSwitchName=l4 Nodes=b[2-3]\n"
                    "SwitchName=p1 Switches=l[1-2]\nSwitchName=p2 Switches=l3,l4\n"
                    "SwitchName=top Switches=p[1-2]\n",
                    {.uplinks = 1}));
  EXPECT_EQ(pods.islands.levels, (Levels{{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 0, 0, 1, 1, 1, 1}}));
  EXPECT_EQ(pods.islands.names[1], (std::vector<std::string>{"p1", "p2"}));
  // Two spines above both leaves; a leaf at the top: leaves alone.
  EXPECT_EQ(graph_of(made("SwitchName=l1 Nodes=a[0-1]\nSwitchName=l2 Nodes=a[2-3]\nSwitchName=s[1-2] "
                          "Switches=l[1-2]\n",
                          {.uplinks = 1}))
                .islands.levels,
            (Levels{{0, 0, 1, 1}}));
  EXPECT_EQ(graph_of(made("SwitchName=l1 Nodes=a[0-1]\nSwitchName=l2 Nodes=a[2-3]\nSwitchName=l3 Nodes=a[4-5]\n"
                          "SwitchName=p Switches=l[1-2]\nSwitchName=top Switches=p,l3\n",
                          {.uplinks = 1}))
                .islands.levels,
            (Levels{{0, 0, 1, 1, 2, 2}}));
}

TEST(SlurmTopology, MayEndInALineThatGoesOn) {
  EXPECT_EQ(graph_of(made("SwitchName=a Nodes=b\nSwitchName=c Nodes=d\nSwitchName=top Switches=a,c \\",
                          {.uplinks = 1}))
                .names.size(),
            5U);
}

TEST(SlurmTopology, HasNoCables) {
  EXPECT_THAT(refusal(kTree), HasSubstr("fabric: 4 hosts on 3 switches and blocks, and no cables"));
  const auto refused = [](const std::string& text) { return refusal(text, {.uplinks = 1}); };
  EXPECT_EQ(refused("SwitchName=a Nodes=b[\n"),
            "network: fabric:1: \"b[\" is no list of hosts: a bracket does not close");
  EXPECT_EQ(refused("SwitchName=a Nods=b\n"), "network: fabric:1: \"nods\" is no key of a switch or block");
  EXPECT_THAT(refused("SwitchName=a Switches=b\n"), HasSubstr("line 1 names the switch b, which has no line"));
  EXPECT_THAT(refused("SwitchName=a Nodes=b\nSwitchName=a Nodes=c\n"),
              HasSubstr(":2: \"a\" has a line already"));
  EXPECT_THAT(refused("SwitchName=s[0-65535] Nodes=n[0-65535]\n"), HasSubstr("1048576 names in all at most"));
  EXPECT_THAT(refused("SwitchName=a Nodes=b\nSwitchName=c Nodes=d\n"),
              HasSubstr("there is no way from node b to"));
}

}  // namespace
}  // namespace toruscope
