// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using ::testing::ElementsAre;

core::GraphFile read(const std::string& text) {
  return core::read_graph(text, "net");
}
std::string refusal(const std::string& text) {
  return test::message_of<ConfigError>([&] { read(text); });
}

TEST(GraphFile, HasALinkPerLine) {
  const core::GraphFile file = read("# a star\n\n2 0\n  1 2 # linked to the middle\n3 2\n");

  EXPECT_EQ(file.pes, 4);
  EXPECT_THAT(file.links, ElementsAre(ElementsAre(2), ElementsAre(2), ElementsAre(0, 1, 3), ElementsAre(2)));
}

TEST(GraphFile, HasLinesThatEndInEveryWay) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    EXPECT_THAT(read("0 1" + end + "# a ring" + end + "1 2" + end + "2 0" + end).links,
                ElementsAre(ElementsAre(1, 2), ElementsAre(0, 2), ElementsAre(0, 1)));
    EXPECT_EQ(refusal("0 1" + end + end + "1 a" + end),
              "graph: net:3: \"a\" is not a whole number; write two node numbers in a line, or a line \"nodes "
              "= names\" before all links");
  }
  EXPECT_EQ(read("0 1\n# c\r1 2\r2 0\n").pes, 3);
}

TEST(GraphFile, SaysHowManyNodesCarryPes) {
  EXPECT_EQ(read("pes 2\n0 2\n1 2\n").pes, 2);
}

TEST(GraphFile, SaysHowManyTimesSlowerALinkIs) {
  EXPECT_THAT(
      read("0 1 slow=3\n2 1\n2 0 slow=1048576\n3 0 slow=1 # as the others\n").slow,
      ElementsAre(SlowLink{0, 1, 3}, SlowLink{1, 0, 3}, SlowLink{2, 0, 1 << 20}, SlowLink{0, 2, 1 << 20}));
}

TEST(GraphFile, SaysByWhichFractionALinkIsSlower) {
  EXPECT_THAT(
      read("0 1 slow=1.5\n1 2 slow=2.50\n").slow,
      ElementsAre(SlowLink{0, 1, 3, 2}, SlowLink{1, 0, 3, 2}, SlowLink{1, 2, 5, 2}, SlowLink{2, 1, 5, 2}));
}

TEST(GraphFile, SlowsALinkWithCostsOfItsOwn) {
  const core::GraphFile file = read("0 1 tw=2ns slow=3\n");

  EXPECT_THAT(file.slow, ElementsAre(SlowLink{0, 1, 3}, SlowLink{1, 0, 3}));
  EXPECT_THAT(file.costs, ElementsAre(LinkWithCosts{0, 1, 2ns, {}}, LinkWithCosts{1, 0, 2ns, {}}));
}

TEST(GraphFile, TakesNoNumberThatCouldMeanAnything) {
  EXPECT_EQ(
      refusal("0 1 3\n"),
      "graph: net:1: \"3\" behind two nodes may be a weight, a capacity, a number of cables or a factor; "
      "say which before all links: weight = cost, weight = bandwidth GB/s or weight = cables; or write slow=3 "
      "if the link takes so many times as long, tw=TIME or bandwidth=RATE for costs of its own, x3 for so many "
      "cables");
  EXPECT_THAT(refusal("0 1 2 3\n"), testing::StartsWith("graph: net:1: \"2\" behind two nodes may be"));
}

TEST(GraphFile, SaysWhatFilesOfOtherProgramsAre) {
  const auto expect = [](const std::string& text, const char* why) {
    EXPECT_EQ(refusal(text), std::string("graph: net:1: ") + why) << text;
  };
  const char* const instead =
      ", which is not read here; write two node numbers in a line for each of its links";
  expect("0 1 {}\n1 2 {}\n",
         "networkx has written data behind the nodes; write the file with write_edgelist(data=False)");
  expect("0 1 {'weight': 3}\n",
         "networkx has written data behind the nodes; write the file with write_edgelist(data=False)");
  const std::pair<const char*, const char*> others[] = {
      {"graph {\n0 -- 1\n}\n", "this is a graph of Graphviz"},
      {"<graphml><graph/></graphml>", "this is a graph as GraphML"}};
  for (const auto& [text, what] : others) expect(text, (std::string(what) + instead).c_str());
  const std::pair<const char*, const char*> networks[] = {
      {"<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"simgrid.dtd\">\n<platform version=\"4.1\">\n",
       "this is a platform of SimGrid"},
      {"<system version=\"1\">\n<cpu numaid=\"0\">\n",
       "this is the inside of a computer, as NCCL_TOPO_DUMP_FILE has it"},
      {"vendid=0x2c9\ndevid=0xd2f0\n", "this is a network as ibnetdiscover prints it"},
      {"SwitchName=s0 Nodes=n[0-3]\n", "this is a topology.conf of Slurm"},
      {"- topology: a\n  tree:\n", "this is a topology.yaml of Slurm"},
      {"topology: [ Ring ]\n", "this is a network of ASTRA-sim"},
      {"[{\"InstanceId\": \"i\", \"NetworkNodes\": [\"a\"]}]", "this is AWS's topology of instances"},
      {"GPU0\t X \tNV4\n", "this is the table of nvidia-smi topo"}};
  for (const auto& [text, what] : networks)
    expect(text, (std::string(what) + "; toruscope network FILE -o NAME.net makes a graph file of it, for "
                                      "-t graph:NAME.net")
                     .c_str());
  expect("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n",
         "this is a matrix of Matrix Market; give it to toruscope run matvec --input FILE");
  expect("<algo name=\"a\"/>\n",
         "this is a schedule of MSCCL; give it as an algorithm: --algorithm file:NAME.xml");
}

TEST(GraphFile, SaysWhatALinkCosts) {
  EXPECT_THAT(
      read("0 1 tw=2.5ns th=100ns\n1 2 bandwidth=25GB/s\n2 3 th=7\n3 0 tw=11.1GB/s\n").costs,
      ElementsAre(LinkWithCosts{0, 1, 2.5ns, 100ns}, LinkWithCosts{1, 0, 2.5ns, 100ns},
                  LinkWithCosts{1, 2, Time::femtoseconds(40'000), {}},
                  LinkWithCosts{2, 1, Time::femtoseconds(40'000), {}}, LinkWithCosts{2, 3, {}, Ticks{7}},
                  LinkWithCosts{3, 2, {}, Ticks{7}}, LinkWithCosts{3, 0, Time::femtoseconds(90'090), {}},
                  LinkWithCosts{0, 3, Time::femtoseconds(90'090), {}}));
}

TEST(GraphFile, SaysWhichWayARouteTakes) {
  EXPECT_THAT(read("route 0 2 = 0 3 2\n0 1\n1 2\n2 3\n3 0\n").routes,
              ElementsAre(std::pair(std::pair(0, 2), std::vector<Node>{0, 3, 2})));
}

TEST(GraphFile, RefusesARouteThatCannotBe) {
  const std::string ring = "pes 3\n0 1\n1 2\n2 3\n3 0\n";
  EXPECT_EQ(refusal(ring + "route 0 2 = 0 2\n"),
            "graph: net:6: the route from 0 to 2 passes a link from 0 to 2, which is not there");
  EXPECT_EQ(refusal(ring + "route 0 2 = 0 1 0 1 2\n"),
            "graph: net:6: the route from 0 to 2 passes node 0 twice");
  EXPECT_EQ(refusal(ring + "route 0 2 = 0 1\n"), "graph: net:6: the route from 0 to 2 leads from 0 to 1");
  for (const char* line : {"route 0 0 = 0\n", "route 0 0 = 0 0\n"})
    EXPECT_EQ(refusal(ring + line), "graph: net:6: a route leads from a PE to another one, got 0 to 0");
  EXPECT_EQ(refusal(ring + "route 0 3 = 0 3\n"),
            "graph: net:6: a route leads from a PE to a PE, which are nodes 0 to 2, got 0 to 3");
  EXPECT_EQ(refusal(ring + "route 0 2 = 0 1 2\n# again\nroute 0 2 = 0 3 2\n"),
            "graph: net:8: the route from 0 to 2 is already in line 6");
  for (const char* line : {"route 0 2 = 0\n", "route 0 2 0 1 2\n", "route\n"})
    EXPECT_THAT(refusal(ring + line), testing::StartsWith("graph: net:6: write two node numbers")) << line;
}

TEST(GraphFile, HasTrunks) {
  const auto trunk = ElementsAre(ElementsAre(1, 1, 1), ElementsAre(0, 0, 0));
  for (const char* text : {"0 1 x3\n", "0 1 3x\n", "0 1\n0 1 x2\n", "weight = cables\n0 1 3\n",
                           "directions = listed\n0 1 x2\n1 0 x3\n0 1\n"})
    EXPECT_THAT(read(text).links, trunk) << text;
  EXPECT_EQ(refusal("directions = listed\n0 1\n0 1\n1 0\n"),
            "graph: net:2: directions are listed, and there are 2 links from 0 to 1 and 1 back");
  EXPECT_EQ(refusal("0 1 x0\n"), "graph: net:1: cables are 1 to 1,024, got 0");
}

TEST(GraphFile, HasCostsOfEachDirectionAndCable) {
  EXPECT_THAT(read("directions = listed\n0 1 tw=1ns\n1 0 tw=2ns\n").costs,
              ElementsAre(LinkWithCosts{0, 1, 1ns, {}}, LinkWithCosts{1, 0, 2ns, {}}));
  EXPECT_THAT(read("0 1 tw=1ns\n0 1\n").costs,
              ElementsAre(LinkWithCosts{0, 1, 1ns, {}, 0}, LinkWithCosts{1, 0, 1ns, {}, 0}));
  EXPECT_THAT(read("0 1 slow=2 x2\n").slow, ElementsAre(SlowLink{0, 1, 2}, SlowLink{1, 0, 2}));
}

TEST(GraphFile, SaysWhatABareNumberMeans) {
  EXPECT_THAT(read("weight = cost\n0 1 3\n").slow, ElementsAre(SlowLink{0, 1, 3}, SlowLink{1, 0, 3}));
  EXPECT_THAT(read("weight = bandwidth GB/s\n0 1 25\n").costs,
              ElementsAre(LinkWithCosts{0, 1, 0.04ns, {}}, LinkWithCosts{1, 0, 0.04ns, {}}));
  EXPECT_EQ(refusal("weight = length\n0 1 3\n"),
            "graph: net:1: weight is one of cost, cables, bandwidth GB/s, got length.");
  EXPECT_EQ(refusal("pes 2\nrouting dmodk\n0 1\n"), "graph: net:2: a key is written routing = VALUE");
  EXPECT_EQ(refusal("0 1\nweight = cost\n1 2 3\n"), "graph: net:2: weight = cost must stand before all links");
}

TEST(GraphFile, HasNodesFromOneOrWithNames) {
  EXPECT_THAT(read("nodes = from-1\n1 2\n2 3\n").links,
              ElementsAre(ElementsAre(1), ElementsAre(0, 2), ElementsAre(1)));
  EXPECT_EQ(refusal("nodes = from-1\n0 1\n"), "graph: net:2: nodes are 1 to 65,536, got 0");
  const core::GraphFile file = read(
      "nodes = names\npes h0\npes \"h #1\"\nh0 leaf\n\"h #1\" leaf # a comment\nroute h0 \"h #1\" = h0 leaf "
      "\"h #1\"\n");
  EXPECT_EQ(file.pes, 2);
  EXPECT_THAT(file.names, ElementsAre("h0", "h #1", "leaf"));
  EXPECT_THAT(file.links, ElementsAre(ElementsAre(2), ElementsAre(2), ElementsAre(0, 1)));
  EXPECT_EQ(file.routes.size(), 1U);
  EXPECT_EQ(core::make_graph("net", read("nodes = names\npes a b\na s\nb s\n"))->port_name(2, 1), "to b");
  EXPECT_EQ(refusal("nodes = names\na s\npes a b\n"),
            "graph: net:3: \"a\": name each PE once, and all PEs before links");
  EXPECT_EQ(refusal("nodes = names\npes a b\na s\n"), "graph: net: node b has no link; link it");
  EXPECT_EQ(refusal("nodes = name\n"),
            "graph: net:1: nodes is one of from-0, from-1, names, got name. Did you mean names?");
}

TEST(GraphFile, SaysItsRouting) {
  EXPECT_EQ(read("0 1\n").routing->name, std::string("first"));
  EXPECT_EQ(read("routing=ecmp # as switches do\n0 1\n").routing->name, std::string("ecmp"));
  EXPECT_THAT(refusal("routing = dmod\n0 1\n"),
              testing::EndsWith("first, dmodk, ecmp, balanced, got dmod. Did you mean dmodk?"));
}

TEST(GraphFile, RefusesCostsThatCannotBe) {
  EXPECT_THAT(refusal("0 1 tw=2x\n"), testing::StartsWith("graph: net:1: tw: "));
  EXPECT_THAT(refusal("0 1 bandwidth=2.5ns\n"),
              testing::StartsWith("graph: net:1: bandwidth: \"2.5ns\" is no bandwidth"));
  EXPECT_EQ(refusal("0 1 tw=1ns bandwidth=1GB/s\n"), "graph: net:1: tw is there already; give the cost once");
  EXPECT_EQ(refusal("0 1 slow=2 slow=2\n"), "graph: net:1: slow is there already; give the factor once");
  EXPECT_THAT(refusal("0 1 ts=1ns\n1 2\n"),
              testing::StartsWith("graph: net:1: a word is no setting of a link"));
  EXPECT_EQ(
      refusal("0 1\n1 2 slo=2\n"),
      "graph: net:2: \"slo=2\" is no setting of a link; settings are x2, slow=FACTOR, tw=TIME, th=TIME and "
      "bandwidth=RATE. Did you mean slow?");
}

TEST(GraphFile, RefusesWithFileAndLine) {
  const std::string form =
      "write two node numbers, behind them x2 for several cables, slow=FACTOR for a slow link, tw=TIME, "
      "th=TIME "
      "or bandwidth=RATE for one with costs of its own; or \"pes N\", or \"route A B = NODES\", got ";
  EXPECT_EQ(refusal("0 1\n1 a\n"),
            "graph: net:2: \"a\" is not a whole number; write two node numbers in a line, or a line \"nodes = "
            "names\" before all links");
  EXPECT_EQ(refusal("0 1\n\n7\n"), "graph: net:3: " + form + "\"7\"");
  EXPECT_EQ(refusal("pes 2 3\n"), "graph: net:1: " + form + "\"pes 2 3\"");
  for (const std::string factor : {"0", "0.5", "1048577", "99999999999", "1.0000001", "-1"})
    EXPECT_EQ(refusal("0 1\n1 2 slow=" + factor + "\n"),
              "graph: net:2: slow: factors by which a link is slower are 1 to 1,048,576, with at most 6 digits "
              "behind the "
              "point, got " +
                  factor);
  EXPECT_EQ(refusal("0 1\n1 1\n"), "graph: net:2: node 1 is linked to itself");
  EXPECT_EQ(
      refusal("0 1\n1 2\n1 0\n"),
      "graph: net:3: the link 1 0 is already in line 1, as 0 1; write \"directions = listed\" before all links "
      "if each direction has a line, or the nodes in the same order for a further cable");
  EXPECT_EQ(refusal("0 -1\n"), "graph: net:1: nodes are 0 to 65,535, got -1");
  EXPECT_EQ(refusal("0 99999999999\n"), "graph: net:1: nodes are 0 to 65,535, got 99999999999");
  EXPECT_EQ(refusal("pes 2\npes 3\n0 1\n"),
            "graph: net:2: \"pes\" is there already; give the number of PEs once");
  EXPECT_EQ(refusal("pes 0\n0 1\n"), "graph: net:1: PEs are 1 to 65,536, got 0");
  EXPECT_EQ(refusal("# nothing\n"), "graph: net: has no link; write two node numbers in a line");
  EXPECT_EQ(refusal("0 1\npes 3\n"), "graph: net:2: \"pes 3\", and the links are of 2 nodes");
  EXPECT_EQ(refusal("0 1\n2 3\n"), "graph: net: there is no way from node 0 to node 2; link them");
  EXPECT_EQ(refusal("0 2\n"), "graph: net: node 1 has no link; nodes are numbered without gaps");
  EXPECT_EQ(
      refusal("1 2\n2 3\n3 1\n"),
      "graph: net: node 0 has no link; are nodes numbered from 1? They are numbered from 0 here, unless a line "
      "\"nodes = from-1\" stands before all links");
}

TEST(GraphFile, QuotesNoFileOfAnotherKind) {
  const std::string form =
      "write two node numbers, behind them x2 for several cables, slow=FACTOR for a slow link, tw=TIME, "
      "th=TIME "
      "or bandwidth=RATE for one with costs of its own; or \"pes N\", or \"route A B = NODES\"";
  EXPECT_EQ(refusal("root:*:20228:0:99999:7:::\n"), "graph: net:1: " + form);
  EXPECT_EQ(refusal("# accounts\nsecret word\n"),
            "graph: net:2: a word is not a whole number; write two node numbers in a line, or a line \"nodes = "
            "names\" before all links");
}

TEST(GraphFile, NamesFormsAndSettingsInItsFirstLine) {
  EXPECT_EQ(refusal("0,1\n1,2\n"),
            "graph: net:1: write two node numbers in a line, with blanks between, not commas");
  EXPECT_EQ(
      refusal("0 1 weight=3\n"),
      "graph: net:1: weight is no setting of a link; it is for all, in a line before them: weight = VALUE");
  EXPECT_EQ(refusal("%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n"),
            "graph: net:1: this is a matrix of Matrix Market; give it to toruscope run matvec --input FILE");
  EXPECT_EQ(
      refusal("*Vertices 3\n*Edges\n1 2\n"),
      "graph: net:1: this is a graph of Pajek, which is not read here; write two node numbers in a line for "
      "each of its links");
}

TEST(GraphFile, QuotesShortPrintableText) {
  EXPECT_EQ(refusal("0 1\n\x1b]0;x\x07 2\n"),
            "graph: net:2: \"\\x1b]0;x\\x07\" is not a whole number; write two node numbers in a line, or a "
            "line \"nodes = names\" before all links");
  EXPECT_THAT(refusal("0 1 tw=\x12ns\n"), testing::StartsWith("graph: net:1: tw: \"\\x12ns\" is not a time"));
  EXPECT_EQ(refusal("0 1\n1 " + std::string(100'000, 'x') + "\n"),
            "graph: net:2: \"" + std::string(60, 'x') +
                "...\" is not a whole number; write two node numbers in a line, or a line \"nodes = names\" "
                "before all links");
}

TEST(Graph, IsWhatItsFileSays) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("two-switches", "pes 4\n0 4\n1 4\n2 5\n3 5\n4 5\n").string();
  const TopologyPtr t = parse_topology("graph:" + file);

  EXPECT_EQ(t->name(), "graph:" + file);
  EXPECT_EQ(t->pes(), 4);
  EXPECT_EQ(t->nodes(), 6);
  EXPECT_EQ(t->ports(), 3);
  EXPECT_EQ(t->pe_ports(), 1);
  EXPECT_EQ(t->neighbour(4, 2), 5);
  EXPECT_EQ(t->neighbour(0, 1), kNoNode);
  EXPECT_EQ(t->diameter(), 3);
  EXPECT_EQ(t->bisection(), 2);
  EXPECT_EQ(t->port_name(4, 2), "to 5");
  Route legs;
  t->route(0, 3, legs);
  EXPECT_THAT(legs, ElementsAre(Leg{0, 1, 0}, Leg{2, 1, 0}, Leg{1, 1, 0}));
}

TEST(Graph, HasItsSlowLinksWithFailedLinksAndEmbedded) {
  const test::TemporaryFolder folder;
  const TopologyPtr t = graph(folder.file("square", "0 1 slow=2\n1 2\n2 3 slow=5\n3 0\n").string());

  EXPECT_THAT(t->slow_links(),
              ElementsAre(SlowLink{0, 1, 2}, SlowLink{1, 0, 2}, SlowLink{2, 3, 5}, SlowLink{3, 2, 5}));
  EXPECT_THAT(with_failed_links(t, parse_links("0-1"))->slow_links(),
              ElementsAre(SlowLink{2, 3, 5}, SlowLink{3, 2, 5}));
  // then node 3
  const TopologyPtr embedded = embed(ring(3), t, folder.file("places", "2 0 1\n").string());
  EXPECT_THAT(embedded->slow_links(),
              ElementsAre(SlowLink{1, 2, 2}, SlowLink{2, 1, 2}, SlowLink{0, 3, 5}, SlowLink{3, 0, 5}));
}

TEST(Graph, HasItsCostsWithFailedLinksAndEmbedded) {
  const test::TemporaryFolder folder;
  const TopologyPtr t = graph(folder.file("square", "0 1 tw=2ns\n1 2\n2 3 th=5ns\n3 0\n").string());

  EXPECT_THAT(with_failed_links(t, parse_links("0-1"))->links_with_costs(),
              ElementsAre(LinkWithCosts{2, 3, {}, 5ns}, LinkWithCosts{3, 2, {}, 5ns}));
  // then node 3
  const TopologyPtr embedded = embed(ring(3), t, folder.file("places", "2 0 1\n").string());
  EXPECT_THAT(embedded->links_with_costs(),
              ElementsAre(LinkWithCosts{1, 2, 2ns, {}}, LinkWithCosts{2, 1, 2ns, {}},
                          LinkWithCosts{0, 3, {}, 5ns}, LinkWithCosts{3, 0, {}, 5ns}));
}

TEST(Graph, TakesTheRoutesThatAreGiven) {
  const test::TemporaryFolder folder;
  const std::string square = "0 1\n1 2\n2 3\n3 0\n";
  const TopologyPtr t = graph(folder.file("other-way", square + "route 0 2 = 0 3 2\n").string());
  const TopologyPtr detour = graph(folder.file("detour", square + "route 0 1 = 0 3 2 1\n").string());

  Route legs;
  t->route(0, 2, legs);
  EXPECT_THAT(legs, ElementsAre(Leg{1, 2, 0})) << "to 3 and to 2, each the second neighbour";
  EXPECT_FALSE(t->is_altered());
  detour->route(0, 1, legs);
  EXPECT_THAT(legs, ElementsAre(Leg{1, 2, 0}, Leg{0, 1, 0}));
  EXPECT_TRUE(detour->is_altered()) << "no formula holds";
  EXPECT_EQ(detour->longest_route(), 3);
  EXPECT_EQ(detour->diameter(), 2);
}

// All links of the complete graph of three are private, until a route passes two of them.
TEST(Graph, OfGivenRoutesIsNoCompleteGraph) {
  const test::TemporaryFolder folder;
  const TopologyPtr t = graph(folder.file("triangle", "0 1\n1 2\n2 0\nroute 0 1 = 0 2 1\n").string());

  EXPECT_EQ(t->longest_route(), 2);
}

// Routes of three links around a ring of four in both directions: each way is cyclic on one
// channel.
TEST(Graph, DealsGivenRoutesToChannels) {
  const test::TemporaryFolder folder;
  const TopologyPtr t = graph(folder
                                  .file("ring",
                                        "0 1\n1 2\n2 3\n3 0\nroute 0 3 = 0 1 2 3\nroute 1 0 = 1 2 3 0\n"
                                        "route 2 1 = 2 3 0 1\nroute 3 2 = 3 0 1 2\n")
                                  .string());

  EXPECT_EQ(t->virtual_channels(), 2);
}

TEST(Graph, NeedsItsFile) {
  EXPECT_EQ(test::message_of<ConfigError>([] { graph("no/such/file"); }),
            "graph: no/such/file: there is no such file");
  EXPECT_EQ(test::message_of<ConfigError>([] { graph("."); }),
            "graph: .: it is a directory; name a file in it");
}

TEST(Graph, ReadsOnlyWhatHasAnEnd) {
  EXPECT_EQ(test::message_of<ConfigError>([] { graph("/dev/zero"); }),
            "graph: /dev/zero: it is no regular file; copy what it gives into one");
}

TEST(Graph, IsRefusedIfItsFileCannotBeReadToItsEnd) {
  EXPECT_EQ(test::message_of<ConfigError>([] { graph("/proc/self/mem"); }),
            "graph: /proc/self/mem: it cannot be read to its end (Input/output error)");
}

}  // namespace
}  // namespace toruscope
