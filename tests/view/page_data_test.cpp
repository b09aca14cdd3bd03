// SPDX-License-Identifier: Apache-2.0
// Plan and words that a page carries are those of the drawing and of the tables.

#include "picture/network_plan.hpp"
#include "tests/view/unpacked.hpp"
#include "view/description.hpp"
#include "view/plan_json.hpp"
#include "view/words_json.hpp"

#include <toruscope/toruscope.hpp>

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::view {
namespace {

using testing::ElementsAre;

Report run_on(TopologyPtr network, const Parameters& machine = {.ts = 1us, .tw = 1ns}) {
  return Machine(std::move(network), machine).run([](Communicator& comm) {
    int other = 0;
    if (comm.rank() == 0) comm.send((comm.size() - 1), 7);
    if (comm.rank() == comm.size() - 1) comm.recv(0, other);
  });
}

TEST(PlanJson, HasThePlacesOfThePlan) {
  for (const char* name : {"torus:3x4", "ring:7", "torus:3x3x3", "hypercube:5", "tree:9", "dragonfly:2x4x2"}) {
    const TopologyPtr network = parse_topology(name);
    const picture::NetworkPlan plan = picture::plan_of(picture::facts_of(*network));
    const Json json = plan_json(description_of(run_on(network), {}).at("network"));
    const test::Values x = test::summed(test::unpacked(json.at("x")));
    const test::Values y = test::summed(test::unpacked(json.at("y")));
    ASSERT_EQ(x.size(), plan.nodes.size()) << name;
    const double unit = json.at("unit");
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_LE(std::abs(static_cast<double>(x[i]) * unit - plan.nodes[i].x), .51 * unit) << name;
      EXPECT_LE(std::abs(static_cast<double>(y[i]) * unit - plan.nodes[i].y), .51 * unit) << name;
    }
  }
}

TEST(PlanJson, SaysOfEachLinkHowItIsDrawn) {
  const TopologyPtr network = with_failed_links(torus(3, 4), parse_links("0-1"));
  const Json json = plan_json(description_of(run_on(network), {}).at("network"));
  EXPECT_EQ(json.at("unit"), 1);
  EXPECT_EQ(json.at("failed"), 2);
  const test::Values from = test::summed(test::unpacked(json.at("link_from")));
  const test::Values step = test::unpacked(json.at("link_step"));
  const test::Values way = test::unpacked(json.at("link_way"));
  const test::Values run = test::unpacked(json.at("link_run"));
  std::vector<Json> ways;
  for (std::size_t i = 0; i < way.size(); ++i)
    ways.insert(ways.end(), static_cast<std::size_t>(run[i]), json["ways"][static_cast<std::size_t>(way[i])]);
  const picture::NetworkPlan plan = picture::plan_of(picture::facts_of(*network));
  ASSERT_EQ(from.size(), plan.links.size());
  ASSERT_EQ(ways.size(), plan.links.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    EXPECT_EQ(from[i], plan.links[i].from);
    EXPECT_EQ(from[i] + step[i], plan.links[i].to);
    EXPECT_EQ(ways[i].contains("stub"), plan.links[i].way.stub.has_value());
  }
}

TEST(PlanJson, LeavesTheLinksOfALargeCompleteNetworkToTheHops) {
  const auto links = [](int pes) {
    const Json json = plan_json(description_of(run_on(complete(pes)), {}).at("network"));
    return std::pair(test::unpacked(json.at("link_from")).size(), json.at("note").get<std::string>());
  };
  EXPECT_EQ(links(5), std::pair(std::size_t{20}, std::string()));
  EXPECT_EQ(links(97), std::pair(std::size_t{0}, std::string("only links that were used are drawn")));
}

TEST(WordsJson, SayOfTheMachineWhatDoesNotGoWithoutSaying) {
  EXPECT_THAT(words_json(description_of(run_on(ring(4)), {})).at("rules"), ElementsAre("cut-through"));
  Parameters machine{.ts = 1us, .tw = 1ns, .th = 1us};
  machine.ports = k_ports(2);
  machine.switching = Switching::wormhole;
  machine.injection = Injection::buffered;
  machine.buffers = 1;
  machine.flit = 16;
  machine.eager = 4096;
  EXPECT_THAT(words_json(description_of(run_on(ring(4), machine), {})).at("rules"),
              ElementsAre("ports k=2", "wormhole", "buffered injection", "2 virtual channels",
                          "buffers of 1 message", "flits of 16 bytes", "eager up to 4,096 bytes"));
}

TEST(WordsJson, SayARuleOfALogAsItIs) {
  Json run = description_of(run_on(ring(4)), {});
  run["machine"]["ports"] = "<b>many</b>";
  EXPECT_THAT(words_json(run).at("rules"), ElementsAre("<b>many</b>", "cut-through"));
}

TEST(WordsJson, CountWhatTheTablesSay) {
  ViewFacts facts;
  facts.bound = Bound{.startups = 1, .bytes = 4096, .ticks = Ticks{5}, .source = "somebody"};
  Json run = description_of(run_on(line(3)), facts);
  run["account"]["latencies"] = 1;
  const Json words = words_json(run);
  EXPECT_THAT(words.at("totals"), ElementsAre("1 message", "4 bytes", "2 hops"));
  EXPECT_THAT(words.at("bound"), ElementsAre("1 startup", "4,096 bytes"));
  EXPECT_EQ(words.at("parts").at("transmission"), "4 bytes");
  EXPECT_EQ(words.at("parts").at("latency"), "1 latency");
  EXPECT_EQ(words.at("parts").at("link_wait"), "waits for links");
  for (const auto& [kind, text] : words.at("parts").items()) EXPECT_NE(text, "") << kind;
}

}  // namespace
}  // namespace toruscope::view
