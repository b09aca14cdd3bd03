// SPDX-License-Identifier: Apache-2.0
// Fabrics that ibsim made and opensm routed (scripts/fabrics.sh): every route of the imported graph
// is the one that a walk of the printed tables takes, and so are the routes on the busiest link.

#include "formats/network_files.hpp"
#include "runtime/topology/graph_file.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(test::in_source("tests/formats/fabrics/" + file));
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_FALSE(text.str().empty()) << file;
  return text.str();
}

/// What ibsim's fabrics have: nodes with plain names, a port for each host.
struct Printed {
  std::map<std::pair<std::string, int>, std::string> next;  // by a switch's name and port
  std::map<std::string, std::string> name;                  // of switches, by guid
  std::map<std::string, std::string> leaf;                  // by host
  std::map<std::string, int> lid;                           // by host
  std::map<std::pair<std::string, int>, int> port;          // by a switch's name and a lid
};

Printed printed(const std::string& net, const std::string& tables) {
  Printed all;
  std::istringstream lines(net);
  std::string at;
  for (std::string line; std::getline(lines, line);) {
    char name[64], guid[64];
    int port = 0, lid = 0;
    if (std::sscanf(line.c_str(), "Switch %*d \"S-%63[0-9a-f]\" # \"%63[^\"]\"", guid, name) == 2)
      all.name[guid] = at = name;
    else if (std::sscanf(line.c_str(), "[%d] \"%*[^\"]\"[%*d](%*[^)]) # \"%63[^\"]\" lid %d", &port, name,
                         &lid) == 3) {
      all.next[{at, port}] = name;
      all.leaf[name] = at;
      all.lid[name] = lid;
    } else if (std::sscanf(line.c_str(), "[%d] \"S-%*[^\"]\"[%*d] # \"%63[^\"]\"", &port, name) == 2) {
      all.next[{at, port}] = name;
    }
  }
  std::istringstream rows(tables);
  for (std::string line; std::getline(rows, line);) {
    unsigned lid = 0;
    int port = 0;
    if (const auto guid = line.find(" guid 0x"); line.starts_with("Unicast"))
      at = all.name.at(line.substr(guid + 8, 16));
    else if (std::sscanf(line.c_str(), "0x%x %d", &lid, &port) == 2)
      all.port[{at, static_cast<int>(lid)}] = port;
  }
  return all;
}

class Fabrics : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Fabrics, HaveTheRoutesOfTheirTables) {
  const auto [net, tables] = GetParam();
  const Printed expected = printed(text_of(net), text_of(tables));
  ASSERT_GE(expected.lid.size(), 16U);
  const formats::MadeNetwork made = formats::make_network({{tables, text_of(tables)}, {net, text_of(net)}}, {});
  const core::GraphFile file = core::read_graph(made.text, "made");
  const TopologyPtr network = core::make_graph("made", file);

  ASSERT_EQ(network->pes(), static_cast<int>(expected.lid.size()));
  std::map<std::pair<std::string, int>, int> routes;
  Route legs;
  for (Node a = 0; a < network->pes(); ++a)
    for (Node b = 0; b < network->pes(); ++b) {
      if (a == b) continue;
      const auto name = [&](Node node) { return file.names[static_cast<std::size_t>(node)]; };
      std::vector<std::string> walked{name(a), expected.leaf.at(name(a))};
      while (walked.back() != name(b)) {
        const int port = expected.port.at({walked.back(), expected.lid.at(name(b))});
        const std::string next = expected.next.at({walked.back(), port});
        if (!expected.lid.contains(next)) ++routes[{walked.back(), port}];
        walked.push_back(next);
      }
      network->route(a, b, legs);
      std::vector<std::string> own{name(a)};
      Node at = a;
      for (const Leg& leg : legs)
        for (int step = 0; step < leg.steps; ++step) own.push_back(name(at = network->neighbour(at, leg.port)));
      ASSERT_EQ(own, walked);
    }
  int most = 0;
  for (const auto& [link, count] : routes) most = std::max(most, count);
  const auto facts = network->facts();
  ASSERT_GE(facts.size(), 2U);
  EXPECT_THAT(facts[1].second, testing::StartsWith(std::to_string(most) + " at most on a link"));
  EXPECT_EQ(network->is_acyclic(), network->cyclic_links().empty());
}

INSTANTIATE_TEST_SUITE_P(
    OfOpenSm, Fabrics,
    testing::Values(std::pair("tree.ibnet", "tree-minhop.lft"), std::pair("tree.ibnet", "tree-ftree.lft"),
                    std::pair("trunk.ibnet", "trunk-minhop.lft"), std::pair("trunk.ibnet", "trunk-ftree.lft"),
                    std::pair("tree6.ibnet", "tree6-ftree.lft"), std::pair("torus.ibnet", "torus-minhop.lft"),
                    std::pair("torus.ibnet", "torus-dor.lft"), std::pair("torus.ibnet", "torus-dfsssp.lft"),
                    std::pair("torus.ibnet", "torus-nue.lft"),
                    std::pair("torus55.ibnet", "torus55-minhop.lft")));

TEST(Fabric, OfMinhopOnATorusHasACycleAndOfFtreeNone) {
  const auto network = [](const char* net, const char* tables) {
    return core::make_graph(
        "made", core::read_graph(
                    formats::make_network({{net, text_of(net)}, {tables, text_of(tables)}}, {}).text, "made"));
  };
  EXPECT_FALSE(network("torus.ibnet", "torus-minhop.lft")->cyclic_links().empty());
  EXPECT_TRUE(network("tree6.ibnet", "tree6-ftree.lft")->cyclic_links().empty());
}

}  // namespace
}  // namespace toruscope
