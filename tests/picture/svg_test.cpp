// SPDX-License-Identifier: Apache-2.0
// The pictures' writer: well-formed whatever the words, and readable on dark paper.

#include "picture/svg.hpp"

#include "tests/picture/svg_reader.hpp"
#include "tests/reproduce/well_formed.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>

namespace toruscope::picture {
namespace {

using testing::HasSubstr;

TEST(WellFormed, FindsWhatIsNot) {
  EXPECT_EQ(what_is_malformed("<a b=\"1>2\"><c/>x &lt; y</a>\n"), "");
  for (const char* bad : {"", "<a>", "<a></b>", "<a>&</a>", "<a/><b/>", "<a", "<a><b></a></b>", "x<a/>"})
    EXPECT_NE(what_is_malformed(bad), "") << bad;
}

TEST(Svg, IsWellFormedWhateverTheWordsAre) {
  Svg svg({100, 50}, "a < b & \"c\" > d");
  svg.line({0, 0}, {10, 10}, {series_colour(1), 1, true});
  svg.polyline({{1, 1}, {2, 2}}, {}, "a note <with> \"marks\"");
  svg.arrow({0, 0}, {30, 40}, 5);
  svg.dot({3, 3}, 2);
  svg.ring({3, 3}, 2);
  for (int shape = 0; shape < kShapes; ++shape)
    svg.mark({5, 5}, static_cast<Shape>(shape), Colour::send, shape % 2 == 0, "&");
  svg.rectangle({1, 1}, {2, 2}, Load{3}, "<");
  svg.words({5, 5}, "</text>\x01", {.anchor = Anchor::end, .size = 11});
  svg.words({5, 5}, "<up>", {.turns_up = true});

  EXPECT_EQ(what_is_malformed(svg.document()), "");
  EXPECT_THAT(svg.document(), HasSubstr("a &lt; b &amp; &quot;c&quot; &gt; d"));
  EXPECT_THAT(svg.document(), HasSubstr("prefers-color-scheme:dark"));
}

TEST(Svg, PutsTheHeadOfAnArrowAtItsEnd) {
  Svg svg({100, 100}, "arrow");
  svg.arrow({0, 0}, {30, 40}, 5);  // 50 long: from (3, 4) to (27, 36)

  EXPECT_THAT(svg.document(), HasSubstr("x1=\"3.0\" y1=\"4.0\""));
  EXPECT_THAT(svg.document(), HasSubstr("points=\"27.0,36.0 "));
}

TEST(Svg, HasAColourOfItsOwnForEachSeriesAndEachLoad) {
  std::set<std::string> colours;
  for (int number = 0; number < kSeries; ++number) colours.insert(Paint(series_colour(number)).name());
  for (int step = 0; step < kLoads; ++step) colours.insert(Paint(Load{step}).name());
  EXPECT_EQ(colours.size(), static_cast<std::size_t>(kSeries + kLoads));
  EXPECT_EQ(load_of(0, 10).step, 0);
  EXPECT_EQ(load_of(10, 10).step, kLoads - 1);
  EXPECT_EQ(load_of(0, 0).step, 0);
}

/// The colours of the light or the dark theme of the page, by name.
std::map<std::string, std::string> theme(const std::string& css, const std::string& begin) {
  std::map<std::string, std::string> colours;
  const std::size_t at = css.find(begin);
  const std::string part = css.substr(at, css.find('}', at) - at);
  static const std::regex kColour(R"(--([\w-]+): (#[0-9a-f]{6});)");
  for (std::sregex_iterator i(part.begin(), part.end(), kColour), end; i != end; ++i)
    colours[(*i)[1]] = (*i)[2];
  return colours;
}

TEST(Svg, HasTheColoursOfThePageThatPlaysARun) {
  const std::string css = test::content_of(test::in_source("view/page/theme.css"));
  const std::string svg = Svg({1, 1}, "").document();
  const std::size_t dark = svg.find("@media");
  for (const auto& [begin, text] :
       {std::pair{":root {", svg.substr(0, dark)}, std::pair{":root[data-theme=\"dark\"]", svg.substr(dark)}}) {
    const auto colours = theme(css, begin);
    for (const auto& [own, name] : {std::pair{"ink", "ink"}, {"soft", "ink2"},
                                    {"faint", "ink3"},       {"hair", "hair"},
                                    {"rail", "rail"},        {"raised", "raised"},
                                    {"send", "send"},        {"send-pale", "send-pale"},
                                    {"receive", "recv"},     {"receive-pale", "recv-pale"},
                                    {"wait", "wait"},        {"critical", "crit"},
                                    {"reach", "reach"},      {"reach-pale", "reach-pale"},
                                    {"hop", "hop"},          {"work", "work"},
                                    {"load0", "load0"},      {"load5", "load1"},
                                    {"load10", "load2"},     {"load15", "load3"}})
      EXPECT_THAT(text, HasSubstr(std::string(".f-") + own + "{fill:" + colours.at(name) + "}"));
  }
}

}  // namespace
}  // namespace toruscope::picture
