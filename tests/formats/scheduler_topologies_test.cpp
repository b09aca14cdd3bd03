// SPDX-License-Identifier: Apache-2.0
// Slurm's topology.yaml, AWS's instances, ASTRA-sim's network: islands, cables, routes, refusals.

#include "formats/network_files.hpp"
#include "formats/yaml_networks.hpp"
#include "runtime/topology/graph_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <optional>
#include <string>

namespace toruscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using IslandNumbers = std::vector<std::vector<int>>;
using IslandNames = std::vector<std::vector<std::string>>;

formats::MadeNetwork network_of_topology(const std::string& text, std::optional<int> uplinks = {}) {
  return formats::make_network({{"file", text}}, {.uplinks = uplinks});
}
core::GraphFile file_of_topology(const formats::MadeNetwork& network) {
  return core::read_graph(network.text, "made");
}
std::string topology_refused(const std::string& text, std::optional<int> uplinks = {}) {
  return test::message_of<ConfigError>([&] { network_of_topology(text, uplinks); });
}
std::vector<std::string> route_of_topology(const formats::MadeNetwork& network, Node a, Node b) {
  const core::GraphFile file = file_of_topology(network);
  const TopologyPtr graph = core::make_graph("made", file);
  Route legs;
  graph->route(a, b, legs);
  std::vector<std::string> names{file.names[static_cast<std::size_t>(a)]};
  Node at = a;
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) {
      at = graph->neighbour(at, leg.port);
      names.push_back(file.names[static_cast<std::size_t>(at)]);
    }
  return names;
}

class YamlNetworks : public testing::Test {
 protected:
  void SetUp() override {
    if (!formats::has_yaml()) GTEST_SKIP() << "libyaml-cpp-dev is not installed";
  }
};

const std::string kYamlTree =
    "---\n- topology: other\n  block: {block_sizes: [2], blocks: [{block: b, nodes: x}]}\n"
    "- topology: main\n  cluster_default: True\n  tree:\n    switches:\n      - switch: top\n        children: "
    "l[1-2]\n"
    "      - switch: l1   # a leaf\n        nodes: n[1-2]\n      - switch: l2\n        nodes: n[3,10]\n";

TEST_F(YamlNetworks, SlurmsDefaultTreeHasIslandsAndCablesOnRequest) {
  const formats::MadeNetwork network = network_of_topology(kYamlTree, 3);
  const core::GraphFile file = file_of_topology(network);

  EXPECT_THAT(file.names, ElementsAre("n1", "n2", "n3", "n10", "l1", "l2", "top"));
  EXPECT_EQ(network.cables, 4 + 2 * 3);
  EXPECT_EQ(file.islands.names, (IslandNames{{"l1", "l2"}}));
  EXPECT_EQ(file.islands.levels, (IslandNumbers{{0, 0, 1, 1}}));
  EXPECT_THAT(network.remarks, Contains("the default topology is read, main; ignored: other"));
  EXPECT_THAT(topology_refused(kYamlTree),
              HasSubstr("file: 4 hosts on 3 switches and blocks, and no cables: Slurm's"));
}

TEST_F(YamlNetworks, SlurmsBlocksAreIslands) {
  EXPECT_EQ(file_of_topology(
                network_of_topology(
                    "- topology: a\n  block:\n    block_sizes:\n      - 2\n    blocks:\n"
                    "      - block: b1\n        nodes: n[1-2]\n      - block: b2\n        nodes: n[3-4]\n",
                    1))
                .islands.names,
            (IslandNames{{"b1", "b2"}}));
}

TEST_F(YamlNetworks, SlurmsRingHasCables) {
  const std::string ring = "- topology: r\n  ring:\n    rings:\n      - ring: r0\n        nodes: n[5-8,1]\n";
  const formats::MadeNetwork network = network_of_topology(ring);

  EXPECT_EQ(network.cables, 5);
  EXPECT_THAT(file_of_topology(network).names, ElementsAre("n5", "n6", "n7", "n8", "n1"))
      << "in the order of the file";
  EXPECT_THAT(route_of_topology(network, 0, 3), ElementsAre("n5", "n1", "n8"));
  EXPECT_EQ(file_of_topology(network_of_topology("RingName=r0 Nodes=n[5-8,1]\n")).links,
            file_of_topology(network).links);
  EXPECT_THAT(topology_refused(ring, 1), HasSubstr("file:4: rings and tori have cables of their own"));
  EXPECT_THAT(topology_refused(ring + "      - ring: r1\n        nodes: m[1-4]\n"),
              HasSubstr("file:4: r0 is not alone"));
}

TEST_F(YamlNetworks, SlurmsTorusHasXFastest) {
  const std::string head =
      "- topology: t\n  torus3d:\n    toruses:\n      - name: pod\n        dims: {x: 4, y: 2, z: 1}\n";
  const formats::MadeNetwork network = network_of_topology(head + "        nodes: n[0-7]\n");

  EXPECT_EQ(network.cables, 8 + 4) << "a side of 2 has one cable";
  EXPECT_THAT(route_of_topology(network, 0, 6), ElementsAre("n0", "n1", "n2", "n6"));
  EXPECT_THAT(route_of_topology(network, 3, 4), ElementsAre("n3", "n0", "n4"));
  const std::string regions =
      head +
      "        regions:\n          - anchor: {x: 2, y: 0, z: 0}\n            dims: {x: 2, y: 2, z: "
      "1}\n            nodes: b[0-3]\n          - dims: {x: 2, y: 2, z: 1}\n            anchor: {x: 0}\n";
  EXPECT_THAT(file_of_topology(network_of_topology(regions + "            nodes: a[0-3]\n")).names,
              ElementsAre("a0", "a1", "b0", "b1", "a2", "a3", "b2", "b3"));
  EXPECT_THAT(topology_refused(regions + "            nodes: a[0-2]\n"),
              HasSubstr("file:12: 3 nodes for 2 x 2 x 1 places"));
  EXPECT_THAT(topology_refused(regions + "            nodes: b[0-3]\n"),
              HasSubstr("file:4: b0 is in it twice"));
  EXPECT_THAT(topology_refused(
                  head + "        regions:\n          - dims: {x: 2, y: 2, z: 1}\n            anchor: {x: 1}\n"
                         "            nodes: a[0-3]\n"),
              HasSubstr("no node is at 0, 0, 0"));
  EXPECT_THAT(topology_refused(head + "        nodes: n[0-8]\n"),
              HasSubstr("file:6: 9 nodes for 4 x 2 x 1 places"));
  EXPECT_THAT(topology_refused(head), HasSubstr("a torus has either nodes or regions"));
}

TEST_F(YamlNetworks, SlurmsOthersAreRefusedWithTheirLine) {
  EXPECT_EQ(topology_refused("- topology: a\n  flat: true\n"),
            "network: file:2: a flat topology says nothing of the network");
  EXPECT_THAT(topology_refused("- topology: a\n  flat: true\n- topology: b\n  flat: true\n"),
              HasSubstr("none of a, b is the default; give one of them cluster_default: true"));
  EXPECT_THAT(topology_refused("- topology: a\n  tree: 7\n", 1),
              HasSubstr("file:2: no map with the key switches stands here"));
  EXPECT_THAT(topology_refused("- topology: a\n"),
              HasSubstr("has none of tree, block, ring, torus3d and flat"));
  EXPECT_THAT(topology_refused("- topology: a\n...\n- topology: b\n"),
              HasSubstr("file:3: what stands here is no part of the document before"));
  EXPECT_THAT(topology_refused("- topology: a\n  tree:\n  tree:\n", 1),
              HasSubstr("file:3: the key tree is there already"));
  EXPECT_THAT(topology_refused("- topology: a\n,x: true\n  tree:\n"),
              HasSubstr("file:2: what stands here is no part"));
  EXPECT_THAT(topology_refused("- topology: [a\n"), HasSubstr("is no YAML"));
  EXPECT_THAT(
      topology_refused("- topology: a\n  tree:\n    switches:\n      - switch: s\n        nodes: n[1\n", 1),
      HasSubstr("file:5: \"n[1\" is no list of hosts"));
  EXPECT_THAT(
      topology_refused("- topology: a\n  tree:\n    switches:\n      - switch: s\n      - switch: s\n", 1),
      HasSubstr("file:5: s is there already"));
}

const std::string kAwsInstances = R"({"Instances": [
  {"InstanceId": "i-9", "InstanceType": "any", "NetworkNodes": ["nn-1", "nn-2", "nn-4"]},
  {"InstanceId": "i-2", "NetworkNodes": ["nn-1", "nn-2", "nn-5"]},
  {"InstanceId": "i-3", "NetworkNodes": ["nn-1", "nn-3", "nn-6"]},
  {"InstanceId": "i-1", "NetworkNodes": ["nn-1", "nn-2", "nn-4"]},
  {"InstanceId": "i-4", "NetworkNodes": ["nn-1", "nn-3", "nn-6"]}
], "NextToken": "more"}
)";

TEST(InstanceTopology, HasIslandsOfItsNetworkNodes) {
  const formats::MadeNetwork network = network_of_topology(kAwsInstances, 2);
  const core::GraphFile file = file_of_topology(network);

  EXPECT_EQ(file.pes, 5);
  EXPECT_EQ(network.cables, 5 + 5 * 2);
  EXPECT_THAT((std::vector<std::string>(file.names.begin(), file.names.begin() + 5)),
              ElementsAre("i-9", "i-2", "i-3", "i-1", "i-4"))
      << "in the order of the file";
  EXPECT_EQ(file.islands.names, (IslandNames{{"nn-4", "nn-5", "nn-6"}, {"nn-2", "nn-3"}}));
  EXPECT_EQ(file.islands.levels, (IslandNumbers{{0, 1, 2, 0, 2}, {0, 0, 1, 0, 1}}));
  EXPECT_THAT(network.remarks, Contains("file has a NextToken: there are more instances than in it"));
  EXPECT_THAT(network.remarks, Contains("AWS: 5 hosts, 6 network nodes; ranks in the order of the file"));
  EXPECT_THAT(topology_refused(kAwsInstances),
              HasSubstr("5 hosts on 6 network nodes, and no cables: AWS's topologies say"));
}

TEST(InstanceTopology, HasPagesAndSeveralTops) {
  const formats::MadeNetwork network = formats::make_network(
      {{"1",
        R"({"Instances": [{"InstanceId": "a", "NetworkNodes": ["t", "x"]}, {"InstanceId": "b", "NetworkNodes": ["t", "x"]}]})"},
       {"2",
        R"([{"InstanceId": "c", "NetworkNodes": ["u", "y"]}, {"InstanceId": "d", "NetworkNodes": ["t", "z"]}])"}},
      {.uplinks = 1});

  EXPECT_EQ(network.pes, 4);
  EXPECT_THAT(network.remarks, Contains("assumed: a switch above the network nodes that have none"));
}

TEST(InstanceTopology, IsRefusedByItsInstance) {
  EXPECT_THAT(topology_refused("[1e999, \"NetworkNodes\"]", 1), HasSubstr("a number in it is too large"));
  EXPECT_THAT(topology_refused("{\"Instances\": [\n{\"InstanceId\": \"a\", \"NetworkNodes\": }", 1),
              HasSubstr("file:2: is no JSON"));
  EXPECT_THAT(topology_refused(R"([{"InstanceId": "a", "NetworkNodes": []}])", 1),
              HasSubstr("instance a has no NetworkNodes"));
  EXPECT_THAT(topology_refused(R"([{"NetworkNodes": ["a"]}])", 1),
              HasSubstr("instance 1 of the list has no InstanceId"));
  EXPECT_THAT(topology_refused(R"([{"InstanceId": "a", "NetworkNodes": ["x", 7]}])", 1),
              HasSubstr("that is no name"));
  EXPECT_THAT(
      topology_refused(
          R"([{"InstanceId": "a", "NetworkNodes": ["x", "y"]}, {"InstanceId": "b", "NetworkNodes": ["y", "x"]}])",
          1),
      HasSubstr("instance b has the network node y at another place"));
  EXPECT_THAT(
      topology_refused(
          R"([{"InstanceId": "a", "NetworkNodes": ["x"]}, {"InstanceId": "a", "NetworkNodes": ["x"]}])", 1),
      HasSubstr("a is in it twice"));
}

TEST_F(YamlNetworks, AstraSimsDimensionsAreCablesAndSwitches) {
  const formats::MadeNetwork network = network_of_topology(
      "# two dimensions\ntopology: [ Switch, Ring ]\nnpus_count: [ 3, 4 ]\nbandwidth: [ 50.0, 25 ]  # GB/s\n"
      "latency: [ 500.0, 0.5 ]  # ns\n");
  const core::GraphFile file = file_of_topology(network);

  EXPECT_EQ(file.pes, 12);
  EXPECT_EQ(network.switches, 4);
  EXPECT_EQ(network.cables, 12 + 12);
  EXPECT_THAT(route_of_topology(network, 0, 7), ElementsAre("npu0", "switch 1.0", "npu1", "npu4", "npu7"));
  EXPECT_THAT(route_of_topology(network, 3, 5), ElementsAre("npu3", "switch 1.1", "npu5"));
  EXPECT_THAT(file.costs,
              Contains(LinkWithCosts{0, 3, Time::femtoseconds(40'000), Time::femtoseconds(500'000)}))
      << "25 GB/s, 0.5 ns";
  EXPECT_EQ(file.islands.levels, (IslandNumbers{{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}}));
  EXPECT_THAT(network.remarks, Contains("ASTRA-sim: 12 NPUs, Switch 3 x Ring 4"));
}

TEST_F(YamlNetworks, AstraSimsOneDimensionForwardsNothing) {
  const auto one = [](const char* kind) {
    return network_of_topology(std::string("topology: [ ") + kind +
                               " ]\nnpus_count: [ 5 ]\nbandwidth: [ 50 ]\nlatency: [ 0 ]\n");
  };
  EXPECT_EQ(one("FullyConnected").cables, 10);
  EXPECT_FALSE(file_of_topology(one("FullyConnected")).pes_forward);
  EXPECT_FALSE(file_of_topology(one("Switch")).pes_forward);
  EXPECT_TRUE(file_of_topology(one("Ring")).pes_forward);
}

TEST_F(YamlNetworks, AstraSimsFaultsAreNamedWithTheirLine) {
  const auto with = [](const char* kind, const char* count, const char* bandwidth) {
    return topology_refused(std::string("topology: ") + kind + "\nnpus_count: " + count +
                            "\nbandwidth: " + bandwidth + "\nlatency: [ 1, 1 ]\n");
  };
  EXPECT_EQ(with("[ Ring, Mesh ]", "[ 2, 2 ]", "[ 1, 1 ]"),
            "network: file:1: the topology Mesh; Ring, FullyConnected and Switch are read");
  EXPECT_THAT(with("[ Ring, Ring ]", "[ 2 ]", "[ 1, 1 ]"),
              HasSubstr("file:2: npus_count has 1 entries, and 2 are due"));
  EXPECT_THAT(with("[ Ring, Ring ]", "[ 2, 1 ]", "[ 1, 1 ]"),
              HasSubstr("file:2: \"1\" is no whole number from 2"));
  EXPECT_THAT(with("[ Ring, Ring ]", "[ 2, 2 ]", "[ 1, -1 ]"), HasSubstr("file:3: \"-1\" is no number from"));
  EXPECT_THAT(with("[ Ring, Ring ]", "[ 4096, 2 ]", "[ 1, 1 ]"), HasSubstr("more than 4,096 NPUs"));
}

}  // namespace
}  // namespace toruscope
