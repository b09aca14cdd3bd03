// SPDX-License-Identifier: Apache-2.0
// Plan and words that a page carries are those of the drawing and of the tables.

#include "picture/network_plan.hpp"
#include "runtime/trace/figures.hpp"
#include "tests/view/unpacked.hpp"
#include "view/description.hpp"
#include "view/plan_json.hpp"
#include "view/words_json.hpp"

#include <toruscope/toruscope.hpp>

#include <cmath>
#include <cstdint>
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

picture::Point point_of(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>()};
}

/// A way as the page reads it.
picture::LinkWay way_of(const Json& json) {
  picture::LinkWay way{.is_arc = json.value("arc", false),
                       .is_bow = json.value("bow", false),
                       .rise = json.value("rise", 0.0),
                       .is_between_planes = json.value("out", false)};
  if (json.contains("stub")) way.stub = point_of(json.at("stub"));
  return way;
}

void expect_links(const Json& json, const picture::NetworkPlan& plan, const std::string& name) {
  const test::Values from = test::summed(test::unpacked(json.at("link_from")));
  const test::Values step = test::unpacked(json.at("link_step"));
  const test::Values way = test::unpacked(json.at("link_way"));
  const test::Values run = test::unpacked(json.at("link_run"));
  ASSERT_EQ(run.size(), way.size()) << name;
  std::vector<Json> ways;
  for (std::size_t i = 0; i < way.size(); ++i)
    ways.insert(ways.end(), static_cast<std::size_t>(run[i]),
                json.at("ways").at(static_cast<std::size_t>(way[i])));
  ASSERT_EQ(from.size(), plan.links.size()) << name;
  ASSERT_EQ(step.size(), plan.links.size()) << name;
  ASSERT_EQ(ways.size(), plan.links.size()) << name;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const picture::LinkWay read = way_of(ways[i]);
    const picture::LinkWay& drawn = plan.links[i].way;
    EXPECT_EQ(from[i], plan.links[i].from) << name << ", link " << i;
    EXPECT_EQ(from[i] + step[i], plan.links[i].to) << name << ", link " << i;
    EXPECT_EQ(read.is_arc, drawn.is_arc) << name << ", link " << i;
    EXPECT_EQ(read.is_bow, drawn.is_bow) << name << ", link " << i;
    EXPECT_EQ(read.rise, drawn.rise) << name << ", link " << i;
    EXPECT_EQ(read.stub, drawn.stub) << name << ", link " << i;
    EXPECT_EQ(read.is_between_planes, drawn.is_between_planes) << name << ", link " << i;
  }
}

TEST(PlanJson, SaysOfEachLinkHowItIsDrawn) {
  for (const char* name : {"ring:5", "hyperx:3x4", "torus:3x3x3"}) {
    const TopologyPtr network = parse_topology(name);
    const Json json = plan_json(description_of(run_on(network), {}).at("network"));
    EXPECT_EQ(json.at("failed"), 0) << name;
    expect_links(json, picture::plan_of(picture::facts_of(*network)), name);
  }
}

TEST(PlanJson, SaysHowManyLinksHaveFailed) {
  const TopologyPtr network = with_failed_links(torus(3, 4), parse_links("0-1"));
  const Json json = plan_json(description_of(run_on(network), {}).at("network"));
  EXPECT_EQ(json.at("unit"), 1);
  EXPECT_EQ(json.at("failed"), 2);
  expect_links(json, picture::plan_of(picture::facts_of(*network)), network->name());
}

TEST(PlanJson, HasTheCornersOfEachField) {
  const TopologyPtr network = parse_topology("torus:3x3x3");
  const Json json = plan_json(description_of(run_on(network), {}).at("network")).at("fields");
  const std::vector<picture::PlannedField> fields = picture::plan_of(picture::facts_of(*network)).fields;
  ASSERT_EQ(fields.size(), 3U);
  ASSERT_EQ(json.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const Json& corners = json[i].at("corners");
    ASSERT_EQ(corners.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_EQ(point_of(corners[k]), fields[i].corners[k]) << "field " << i << ", corner " << k;
  }
  EXPECT_EQ(json[1].at("label"), "9 – 17");
}

TEST(PlanJson, HasAllLinksOfAFatTreeOfAsManyPesAsAPageShows) {
  const TopologyPtr network = parse_topology("fattree:16");
  const Json described = description_of(run_on(network), {}).at("network");
  EXPECT_EQ(described.at("all_links"), true);
  const Json json = plan_json(described);
  EXPECT_EQ(json.at("kind"), "tree");
  EXPECT_EQ(json.at("note"), "");
  EXPECT_EQ(test::unpacked(json.at("link_from")).size(), std::size_t{2 * 3 * 1024});
}

TEST(PlanJson, SaysOfNoLinkThatItFailedWhereOnlyUsedOnesAreKnown) {
  Json described = description_of(run_on(parse_topology("hyperx:2x300")), {}).at("network");
  EXPECT_EQ(described.at("all_links"), false);
  const std::size_t used = described.at("links").size();
  EXPECT_LE(used, 2U);
  described["failed_links"] = true;
  const Json json = plan_json(described);
  EXPECT_EQ(json.at("failed"), 0);
  EXPECT_EQ(json.at("note"), "only links that were used are drawn");
  EXPECT_EQ(test::unpacked(json.at("link_from")).size(), used);
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

TEST(WordsJson, SayANumberOfALogAsItIsIfNoMachineMayHaveIt) {
  Json run = description_of(run_on(ring(4)), {});
  for (const auto& number : {Json(0), Json((std::int64_t{1} << 32U) + 2)}) {
    run["machine"]["virtual_channels"] = number;
    EXPECT_THAT(words_json(run).at("rules"), ElementsAre("cut-through", "virtual channels " + number.dump()));
  }
}

template <class Source>
void expect_in_log(core::Figures<Source> figures) {
  for (const core::Figure<Source>& figure : figures)
    EXPECT_TRUE((figure.places & core::kOnPage) == 0 || (figure.places & core::kInLog) != 0) << figure.name;
}

TEST(WordsJson, CountOnlyFiguresThatALogHas) {
  expect_in_log(core::report_figures());
  expect_in_log(core::time_figures());
  expect_in_log(core::prediction_figures());
  expect_in_log(core::bound_figures());
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
