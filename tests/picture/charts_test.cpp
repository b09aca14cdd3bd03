// SPDX-License-Identifier: Apache-2.0
// Charts and bars: as many marks as values, and each where its value is.

#include "picture/bars.hpp"
#include "picture/chart.hpp"
#include "picture/phase_map.hpp"
#include "tests/picture/svg_reader.hpp"
#include "tests/reproduce/well_formed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::picture {
namespace {

using test::Element;
using test::elements_of;
using test::of_class;
using test::words_of;

Chart chart_of_two() {
  Series slow{.name = "slow <start>"};
  Series fast{.name = "fast", .style = 1};
  for (const double x : {8.0, 64.0, 512.0, 4096.0}) {
    slow.marks.push_back({{x, 1e-5}, true, "slow"});
    fast.marks.push_back({{x, 1e-9 * x}, false, "fast"});
  }
  for (Series* series : {&slow, &fast})
    for (const Mark& mark : series->marks) series->line.push_back(mark.at);
  return {.title = "two",
          .x = {"bytes", Quantity::bytes},
          .y = {"T", Quantity::seconds},
          .panels = {{.title = "", .series = {slow, fast}, .winners = {{8, 100, 1}, {100, 4096, 0, "100 B"}}}}};
}

TEST(Chart, HasAMarkForEachValueWhereItIs) {
  const std::string svg = chart_picture(chart_of_two());
  ASSERT_EQ(what_is_malformed(svg), "");

  std::vector<Element> slow = of_class(svg, "mark");
  std::erase_if(slow, [](const Element& mark) { return mark.inside != "slow"; });
  ASSERT_EQ(slow.size(), 4U);
  for (std::size_t i = 0; i < slow.size(); ++i) {
    EXPECT_EQ(slow[i].number("cy"), slow[0].number("cy")) << "the same T";
    if (i < 2) continue;
    EXPECT_NEAR(slow[i].number("cx") - slow[i - 1].number("cx"), slow[1].number("cx") - slow[0].number("cx"),
                .2)
        << "eight times as many bytes each time";
  }
  std::vector<Element> fast = of_class(svg, "mark");
  std::erase_if(fast, [](const Element& mark) { return mark.inside != "fast"; });
  EXPECT_EQ(fast.size(), 4U);
  EXPECT_TRUE(fast.front().is_of_class("f-paper")) << "a hollow mark";
  EXPECT_TRUE(slow.front().is_of_class("f-send")) << "a full mark";
}

TEST(Chart, NamesEachCurveAndEachBorder) {
  EXPECT_THAT(words_of(chart_picture(chart_of_two())),
              testing::IsSupersetOf({"slow &lt;start&gt;", "fast", "100 B", "bytes", "T"}));
}

TEST(Chart, KeepsNamesApart) {
  Chart chart{
      .title = "many", .x = {"x", Quantity::count}, .y = {"T", Quantity::seconds}, .panels = {{"", {}}}};
  for (int i = 0; i < 30; ++i)
    chart.panels.front().series.push_back(
        {.name = "name" + std::to_string(i), .line = {{1, 1e-6}, {4, 1e-6}}, .style = i});
  std::vector<double> places;
  for (const Element& element : elements_of(chart_picture(chart)))
    if (element.name == "text" && element.inside.starts_with("name")) places.push_back(element.number("y"));
  ASSERT_EQ(places.size(), 30U);
  for (std::size_t i = 1; i < places.size(); ++i) EXPECT_GE(places[i] - places[i - 1], 14.9);
}

TEST(Bars, AreAsLongAsTheirParts) {
  const std::string svg = bars_picture(
      {.title = "bars",
       .label = "T",
       .kinds = {{"one", Colour::send}, {"two", Colour::wait}},
       .bars = {{"a", "3 us", {{0, 1e-6, "1 us"}, {1, 2e-6, "2 us"}}}, {"b", "4 us", {{1, 4e-6, "4 us"}}}},
       .limit = BarLimit{2e-6, "bound"}});
  ASSERT_EQ(what_is_malformed(svg), "");
  std::vector<Element> parts = elements_of(svg);
  std::erase_if(parts,
                [](const Element& e) { return e.name != "rect" || e.inside.find(" us") == std::string::npos; });
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_NEAR(parts[1].number("width"), 2 * parts[0].number("width"), .3);
  EXPECT_NEAR(parts[2].number("width"), 4 * parts[0].number("width"), .6);
  EXPECT_NEAR(parts[1].number("x"), parts[0].number("x") + parts[0].number("width"), .2)
      << "one after the other";

  std::vector<Element> limits = of_class(svg, "s-critical");
  ASSERT_EQ(limits.size(), 1U);
  EXPECT_NEAR(limits[0].number("x1"), parts[0].number("x") + 2 * parts[0].number("width"), .3);
}

TEST(Bars, CutOffWhatIsFarLonger) {
  const std::string svg =
      bars_picture({.title = "bars",
                    .label = "T",
                    .kinds = {{"one", Colour::send}},
                    .bars = {{"a", "1 us", {{0, 1e-6, "1 us"}}}, {"b", "1 s", {{0, 1, "1 s"}}}}});
  std::vector<Element> parts = elements_of(svg);
  std::erase_if(parts, [](const Element& e) { return e.name != "rect" || !e.inside.starts_with("one:"); });
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_NEAR(parts[1].number("width"), 10 * parts[0].number("width"), 1);
  EXPECT_THAT(words_of(svg), testing::Contains("1 s"));
}

TEST(PhaseMap, HasACellForEachPairAndMarksWhereTheFormulaErrs) {
  PhaseMap map;
  map.title = "map";
  map.xs = {"8 B", "64 B"};
  map.ys = {"4", "16"};
  map.names = {{"A", "a"}, {"B", "b"}};
  map.rows = {{{0, -1, "c00"}, {0, 1, "c01"}}, {{0, -1, "c10"}, {-1, -1, "c11"}}};
  map.borders = {{{1, 0}, {1, 2}}};
  const std::string svg = phase_picture(map);
  ASSERT_EQ(what_is_malformed(svg), "");
  std::vector<Element> cells = elements_of(svg);
  std::erase_if(cells, [](const Element& e) { return e.name != "rect" || !e.inside.starts_with("c"); });
  ASSERT_EQ(cells.size(), 4U);
  EXPECT_EQ(cells[0].number("y"), cells[1].number("y")) << "a row";
  EXPECT_GT(cells[0].number("y"), cells[2].number("y")) << "low values are at the bottom";
  const auto words = words_of(svg);
  EXPECT_EQ(std::count(words.begin(), words.end(), "A"), 4) << "three cells and the legend";
  EXPECT_EQ(std::count(words.begin(), words.end(), "B"), 2) << "a corner and the legend";
  EXPECT_THAT(words, testing::IsSupersetOf({"a (3)", "b (0)", "border by formula"}));
}

}  // namespace
}  // namespace toruscope::picture
