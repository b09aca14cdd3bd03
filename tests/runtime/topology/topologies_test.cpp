// SPDX-License-Identifier: Apache-2.0

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>

namespace toruscope {
namespace {

using ::testing::ThrowsMessage;

TEST(ParseTopology, ReadsBackEveryName) {
  for (const char* name :
       {"torus:8x8x4", "torus:1", "torus:2x1x3", "torus:4x6:balanced", "ring:12", "ring:6:away-from-dateline",
        "ring:1", "complete:10", "complete:1", "mesh:4x1x6", "line:5", "hypercube:0", "hypercube:6", "tree:7",
        "twisted:4x4x8", "hier:complete:4/torus:2x3", "hier:ring:2/ring:3/mesh:2x2"})
    EXPECT_EQ(parse_topology(name)->name(), name);
}

TEST(ParseTopology, RefusesWithASentence) {
  const auto reading = [](const char* text) { return [text] { parse_topology(text); }; };

  EXPECT_THAT(reading("torus:0x4"),
              ThrowsMessage<ConfigError>("torus: every side must be at least 1, got 0x4"));
  EXPECT_THAT(reading("torus:"), ThrowsMessage<ConfigError>("torus: its size is missing; write torus:AxBx..."));
  EXPECT_THAT(reading("torus"), ThrowsMessage<ConfigError>("torus: its size is missing; write torus:AxBx..."));
  EXPECT_THAT(
      reading("torus:4xa"),
      ThrowsMessage<ConfigError>("torus: \"4xa\" is not a size; write torus:AxBx... with whole numbers"));
  EXPECT_THAT(reading("torus:4x"), ThrowsMessage<ConfigError>(
                                       "torus: \"4x\" is not a size; write torus:AxBx... with whole numbers"));
  EXPECT_THAT(
      reading("torus:4,4"),
      ThrowsMessage<ConfigError>("torus: \"4,4\" is not a size; write torus:AxBx... with whole numbers"));
  EXPECT_THAT(reading("torus:99999999999"),
              ThrowsMessage<ConfigError>("torus: at most 16,777,216 nodes, got 99999999999"));
  EXPECT_THAT(reading("ring:-3"), ThrowsMessage<ConfigError>("ring: every side must be at least 1, got -3"));
  EXPECT_THAT(reading("ring:4x4"), ThrowsMessage<ConfigError>("ring: has one size, got 4x4; write ring:P"));
  EXPECT_THAT(reading("mesh:4x0"), ThrowsMessage<ConfigError>("mesh: every side must be at least 1, got 4x0"));
  EXPECT_THAT(reading("line:4x4"), ThrowsMessage<ConfigError>("line: has one size, got 4x4; write line:P"));
  EXPECT_THAT(reading("hypercube:40"),
              ThrowsMessage<ConfigError>("hypercube: 0 to 24 dimensions are possible, got 40"));
  EXPECT_THAT(reading("tree:0"), ThrowsMessage<ConfigError>("tree: at least 1 leaf is needed, got 0"));
  EXPECT_THAT(reading("graph:"), ThrowsMessage<ConfigError>("graph: its file is missing; write graph:FILE"));
  EXPECT_THAT(reading("complete:100000"),
              ThrowsMessage<ConfigError>(
                  "complete: at most 16,384 nodes, got 100,000: they would need 9,999,900,000 links"));
}

TEST(ParseTopology, NamesTheKnownOnesAndTheNearest) {
  EXPECT_THAT([] { parse_topology("butterfly:6"); },
              ThrowsMessage<ConfigError>(
                  "unknown topology \"butterfly\"; topologies are: complete, dragonfly, fattree, graph, "
                  "hier, hypercube, hyperx, line, mesh, ring, torus, tree, twisted."));
  EXPECT_THAT([] { parse_topology("trous:8x8"); },
              ThrowsMessage<ConfigError>(
                  "unknown topology \"trous\"; topologies are: complete, dragonfly, fattree, graph, hier, "
                  "hypercube, hyperx, line, mesh, ring, torus, tree, twisted. Did you mean torus?"));
  EXPECT_THAT([] { parse_topology(""); },
              ThrowsMessage<ConfigError>(
                  "unknown topology \"\"; topologies are: complete, dragonfly, fattree, graph, hier, "
                  "hypercube, hyperx, line, mesh, ring, torus, tree, twisted."));
}

TEST(ParseTopology, KnowsWhatOthersCallThem) {
  for (const char* name :
       {"switch:8", "star:8", "crossbar", "FullyConnected:4", "fully_connected", "fully-connected:3"})
    EXPECT_THAT([=] { parse_topology(name); },
                ThrowsMessage<ConfigError>(testing::EndsWith(
                    "twisted. Did you mean complete:P (every pair of nodes has a private link)?")))
        << name;
  EXPECT_THAT([] { parse_topology("leaf-spine:4"); },
              ThrowsMessage<ConfigError>(testing::HasSubstr("Did you mean fattree:LxSxH (")));
}

TEST(ParseTopology, ReadsAProgramsOwnTable) {
  auto table = topologies();
  table.push_back({"pair", "pair:2", "two nodes", [](std::string_view) { return ring(2); }});

  EXPECT_EQ(parse_topology("pair:2", table)->nodes(), 2);
}

TEST(Topology, IsRoutedByDestinationIfEachRestOfARouteIsARoute) {
  for (const char* name : {"torus:4x4", "torus:5x3", "torus:4x6:balanced", "ring:8:away-from-dateline",
                           "torus:2x1x6", "ring:8", "mesh:4x3x2", "line:6", "hypercube:4", "twisted:8x4",
                           "twisted:3x6x3", "twisted:2x2x4", "twisted:4x8x4"}) {
    const TopologyPtr topology = parse_topology(name);
    ASSERT_TRUE(topology->is_routed_by_destination()) << name;
    ASSERT_EQ(topology->pes(), topology->nodes()) << name;
    Route legs;
    Route rest;
    for (Node from = 0; from < topology->pes(); ++from)
      for (Node to = 0; to < topology->pes(); ++to) {
        topology->route(from, to, legs);
        Node at = from;
        for (const Leg& leg : legs)
          for (int step = 0; step < leg.steps; ++step, at = topology->neighbour(at, leg.port)) {
            topology->route(at, to, rest);
            ASSERT_EQ(rest.front().port, leg.port) << name << ": from " << from << " to " << to << " at " << at;
          }
      }
  }
}

}  // namespace
}  // namespace toruscope
