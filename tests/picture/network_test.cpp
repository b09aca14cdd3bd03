// SPDX-License-Identifier: Apache-2.0
// Networks on paper: no two nodes in one place, links between their nodes and on the right-hand
// lane; heat maps, matrices and rounds that show what the report says.

#include "picture/network_layout.hpp"
#include "picture/network_rounds.hpp"
#include "tests/picture/svg_reader.hpp"
#include "tests/reproduce/well_formed.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/picture.hpp>
#include <toruscope/toruscope.hpp>
#include <toruscope/trace.hpp>
#include <toruscope/view.hpp>

#include <cmath>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace toruscope::picture {
namespace {

using test::Element;
using testing::HasSubstr;

double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

std::vector<TopologyPtr> networks(const test::TemporaryFolder& folder) {
  const std::string file = (folder / "net.txt").string();
  std::ofstream(file) << "0 1\n1 2\n2 3\n3 0\n0 4\n4 5\n5 6\n6 4\n";
  std::vector<TopologyPtr> all;
  for (const char* name :
       {"ring:9",        "ring:2",      "line:5",          "torus:8x8",         "torus:2x5",
        "mesh:4x6",      "torus:4x4x4", "torus:3x3x3x3",   "mesh:2x3x2x3",      "hypercube:1",
        "hypercube:3",   "hypercube:4", "hypercube:6",     "tree:13",           "tree:64",
        "fattree:4x2x4", "fattree:4",   "dragonfly:2x4x2", "dragonfly:1x2x1x2", "hyperx:4x4",
        "hyperx:2x3x2",  "complete:12", "torus:1"})
    all.push_back(parse_topology(name));
  all.push_back(graph(file));
  all.push_back(with_failed_links(torus(4, 4), parse_links("0-1,5-9")));
  all.push_back(embed(ring(16), mesh(4, 4), "snake"));
  return all;
}

TEST(NetworkLayout, PutsNodesApartAndLinksBetweenTheirNodes) {
  const test::TemporaryFolder folder;
  for (const TopologyPtr& network : networks(folder)) {
    const NetworkLayout layout = layout_of(*network, {900, 900});
    ASSERT_EQ(layout.nodes.size(), static_cast<std::size_t>(network->nodes())) << network->name();
    for (std::size_t i = 0; i < layout.nodes.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GT(distance(layout.nodes[i].at, layout.nodes[j].at), 2 * layout.radius)
            << network->name() << ": " << j << ", " << i;
    for (const DrawnNode& node : layout.nodes) {
      EXPECT_TRUE(node.at.x > 0 && node.at.x < layout.size.width && node.at.y > 0 &&
                  node.at.y < layout.size.height)
          << network->name();
    }
    for (const DrawnLink& link : layout.links) {
      const double reach = 3 * layout.radius + 12;
      EXPECT_LT(distance(link.pieces.front().front(), layout.nodes[static_cast<std::size_t>(link.from)].at),
                reach)
          << network->name() << ": " << link.from << " -> " << link.to;
      EXPECT_LT(distance(link.pieces.back().back(), layout.nodes[static_cast<std::size_t>(link.to)].at), reach)
          << network->name() << ": " << link.from << " -> " << link.to;
    }
  }
}

TEST(NetworkLayout, HasEveryLinkOnce) {
  const test::TemporaryFolder folder;
  for (const TopologyPtr& network : networks(folder)) {
    const NetworkLayout layout = layout_of(*network, {900, 900});
    std::size_t links = 0;
    for (Node node = 0; node < network->nodes(); ++node)
      for (Port port = 0; port < network->ports(); ++port)
        if (const Node to = network->neighbour(node, port); to != kNoNode) {
          ++links;
          ASSERT_NE(layout.link(node, to), nullptr) << network->name();
          EXPECT_FALSE(layout.link(node, to)->has_failed);
        }
    EXPECT_EQ(layout.index.size(), links) << network->name();
  }
}

TEST(NetworkLayout, DrawsBothDirectionsOnTheirRightHandSide) {
  const NetworkLayout layout = layout_of(*torus(5, 5), {900, 900});
  for (const DrawnLink& link : layout.links) {
    if (link.pieces.size() != 1) continue;
    const Point from = layout.nodes[static_cast<std::size_t>(link.from)].at;
    const Point to = layout.nodes[static_cast<std::size_t>(link.to)].at;
    const Point& at = link.pieces.front().front();
    const double side = (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
    EXPECT_GT(side, 0) << link.from << " -> " << link.to
                       << ": y grows downwards, so the right-hand side is above 0";
  }
}

TEST(NetworkLayout, ShowsFailedLinksBothWays) {
  const NetworkLayout layout = layout_of(*with_failed_links(torus(4, 4), parse_links("0-1,5-9")), {900, 900});
  EXPECT_EQ(std::count_if(layout.links.begin(), layout.links.end(),
                          [](const DrawnLink& link) { return link.has_failed; }),
            4);
}

/// PE 0 sends 100 bytes to PE 2, over PE 1; PE 3 sends 40 to PE 2.
Report small_run(const TopologyPtr& network) {
  Execution execution;
  execution.record_events = true;
  Machine machine{network, {.ts = 1us, .tw = 1ns, .th = 10ns}, execution};
  return machine.run([](Communicator& comm) {
    std::vector<std::byte> data(100);
    std::vector<std::byte> other(40);
    if (comm.rank() == 0) comm.send(2, data);
    if (comm.rank() == 3) comm.send(2, other);
    if (comm.rank() == 2) {
      comm.recv(0, data);
      comm.recv(3, other);
    }
  });
}

TEST(Heatmap, SaysWhatEachLinkCarried) {
  const Report report = small_run(line(4));
  std::ostringstream out;
  write_heatmap(out, report);
  const std::string svg = out.str();
  ASSERT_EQ(what_is_malformed(svg), "");
  EXPECT_THAT(test::notes_of(svg),
              testing::UnorderedElementsAre(
                  HasSubstr("0 -&gt; 1 (+ direction of dimension 0): 100 bytes in 1 message"),
                  HasSubstr("1 -&gt; 2 (+ direction of dimension 0): 100 bytes in 1 message"),
                  HasSubstr("3 -&gt; 2 (- direction of dimension 0): 40 bytes in 1 message")));
  EXPECT_THAT(test::words_of(svg), testing::Contains(HasSubstr("Most loaded, with 1 other: 0 -&gt; 1")));
  std::vector<Element> lines = test::elements_of(svg);
  std::erase_if(lines, [](const Element& e) {
    return e.name != "polyline" || e.inside.find("bytes") == std::string::npos;
  });
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[0].is_of_class("s-load6"))
      << "40 of 100 bytes, the least first: " << lines[0].attributes.at("class");
  EXPECT_TRUE(lines[2].is_of_class("s-load15"));
  EXPECT_LT(lines[0].number("stroke-width"), lines[2].number("stroke-width"));
}

TEST(Heatmap, CountsMessagesWhereThereAreNoBytes) {
  Machine machine{ring(4), {.ts = 1us, .tw = 1ns}};
  const Report report = machine.run([](Communicator& comm) {
    std::vector<std::byte> nothing;
    if (comm.rank() == 0) comm.send(1, nothing);
    if (comm.rank() == 1) comm.recv(0, nothing);
  });
  std::ostringstream out;
  write_heatmap(out, report);
  EXPECT_THAT(test::words_of(out.str()), testing::Contains("messages on a directed link"));
}

TEST(Heatmap, IsRefusedWhereItWouldNotBeLegible) {
  EXPECT_NO_THROW(check_heatmap(*torus(32, 32)));
  EXPECT_THROW(check_heatmap(*torus(32, 33)), ConfigError);
  EXPECT_NO_THROW(check_heatmap(*complete(64)));
  EXPECT_THROW(check_heatmap(*complete(65)), ConfigError);
  EXPECT_NO_THROW(check_traffic_picture(*ring(256)));
  EXPECT_THROW(check_traffic_picture(*ring(257)), ConfigError);
}

TEST(TrafficPicture, HasACellForEachPair) {
  std::ostringstream out;
  write_traffic_picture(out, small_run(line(4)));
  const std::string svg = out.str();
  ASSERT_EQ(what_is_malformed(svg), "");
  std::vector<Element> cells = test::elements_of(svg);
  std::erase_if(
      cells, [](const Element& e) { return e.name != "rect" || e.inside.find("bytes") == std::string::npos; });
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_THAT(cells[0].inside, HasSubstr("0 -&gt; 2: 100 bytes"));
  EXPECT_THAT(cells[1].inside, HasSubstr("3 -&gt; 2: 40 bytes"));
  EXPECT_EQ(cells[0].number("x"), cells[1].number("x")) << "one column for PE 2";
  EXPECT_GT(cells[1].number("y"), cells[0].number("y")) << "a row for each sender";
}

TEST(TimeBars, MakeTheTimeOfEachRun) {
  const Report report = small_run(line(4));
  std::ostringstream out;
  write_time_bars(out, {.runs = {{&report, "mine", "first"}}, .bound = Ticks{report.finish.time.count / 2}});
  const std::string svg = out.str();
  ASSERT_EQ(what_is_malformed(svg), "");
  double from = 1e9;
  double to = 0;
  for (const Element& part : test::elements_of(svg)) {
    if (part.name != "rect" || part.inside.find(": ") == std::string::npos) continue;
    from = std::min(from, part.number("x"));
    to = std::max(to, part.number("x") + part.number("width"));
  }
  const std::vector<Element> bound = test::of_class(svg, "s-critical");
  ASSERT_EQ(bound.size(), 1U);
  EXPECT_NEAR(to - from, 2 * (bound[0].number("x1") - from), .5) << "the bound is half of T";
  EXPECT_THROW(write_time_bars(out, {.runs = {}}), ConfigError);
}

TEST(TrafficPicture, IsRefusedWithoutEvents) {
  Report report = small_run(line(4));
  report.events.clear();
  std::ostringstream out;
  EXPECT_THROW(write_traffic_picture(out, report), ConfigError);
  EXPECT_EQ(out.str(), "");
}

TEST(NetworkRounds, FollowTheWayOfEachMessage) {
  const std::string svg = network_rounds_picture(
      "rounds", *line(4), {{"round 1", {{0, 2, "far"}}}, {"round 2", {{0, 1, "a"}, {3, 2, "b"}}}});
  ASSERT_EQ(what_is_malformed(svg), "");
  const auto notes = test::notes_of(svg);
  EXPECT_EQ(std::count(notes.begin(), notes.end(), "far"), 2) << "two links on its way";
  std::vector<Element> heads = test::elements_of(svg);
  std::erase_if(heads, [](const Element& e) { return e.name != "polygon"; });
  EXPECT_EQ(heads.size(), 3U) << "a head for each message";
  EXPECT_THAT(test::words_of(svg), testing::IsSupersetOf({"round 1", "round 2", "rounds"}));
}

TEST(NetworkRounds, ShowLinksThatMessagesShare) {
  const auto orange = [](int to) {
    const std::string svg = network_rounds_picture("r", *line(4), {{"1", {{0, 2, "far"}, {1, to, "near"}}}});
    return test::of_class(svg, "s-wait").size();
  };
  EXPECT_EQ(orange(2), 2U) << "both messages cross 1 -> 2";
  EXPECT_EQ(orange(0), 0U);
}

TEST(EmptyReport, IsRefusedByAllThatShowRuns) {
  const Report none;
  std::ostringstream out;
  const std::function<void()> writers[] = {[&] { write_view(out, none); },
                                           [&] {
                                             write_comparison(out, {{&none, {}}, {&none, {}}});
                                           },
                                           [&] { write_log(out, none); },
                                           [&] { write_trace(out, none); },
                                           [&] { write_heatmap(out, none); },
                                           [&] {
                                             write_heatmaps(out, {{&none}, {&none}}, "");
                                           },
                                           [&] { write_traffic_picture(out, none); }};
  for (const auto& write : writers)
    EXPECT_THAT(test::message_of<ConfigError>(write), HasSubstr(": the report is empty, no run made it"));
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace toruscope::picture
