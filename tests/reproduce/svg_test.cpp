// SPDX-License-Identifier: Apache-2.0
// The pictures' writer: well-formed whatever the words, and readable on dark paper.

#include "reproduce/picture/svg.hpp"

#include "reproduce/picture/rounds.hpp"
#include "tests/reproduce/well_formed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::reproduction {
namespace {

using testing::HasSubstr;

TEST(WellFormed, FindsWhatIsNot) {
  EXPECT_EQ(what_is_malformed("<a b=\"1>2\"><c/>x &lt; y</a>\n"), "");
  for (const char* bad : {"", "<a>", "<a></b>", "<a>&</a>", "<a/><b/>", "<a", "<a><b></a></b>", "x<a/>"})
    EXPECT_NE(what_is_malformed(bad), "") << bad;
}

TEST(Svg, IsWellFormedWhateverTheWordsAre) {
  Svg svg(100, 50, "a < b & \"c\" > d");
  svg.line({0, 0}, {10, 10}, {Pen::Kind::series, 1, true});
  svg.polyline({{1, 1}, {2, 2}});
  svg.arrow({0, 0}, {30, 40}, 5);
  svg.dot({3, 3}, 2);
  svg.ring({3, 3}, 2);
  svg.words({5, 5}, "</text>\x01", Anchor::end, true);
  svg.words_upwards({5, 5}, "<up>");

  EXPECT_EQ(what_is_malformed(svg.document()), "");
  EXPECT_THAT(svg.document(), HasSubstr("a &lt; b &amp; &quot;c&quot; &gt; d"));
  EXPECT_THAT(svg.document(), HasSubstr("prefers-color-scheme:dark"));
}

TEST(Svg, PutsTheHeadOfAnArrowAtItsEnd) {
  Svg svg(100, 100, "arrow");
  svg.arrow({0, 0}, {30, 40}, 5);  // 50 long: from (3, 4) to (27, 36)

  EXPECT_THAT(svg.document(), HasSubstr("x1=\"3.0\" y1=\"4.0\""));
  EXPECT_THAT(svg.document(), HasSubstr("points=\"27.0,36.0 "));
}

TEST(RoundsPicture, HasAnArrowPerMessageAndALabelPerRound) {
  const std::string svg = rounds_picture("doubling", 4, {{{0, 2}}, {{0, 1}, {2, 3}}}, step_labels(2));

  EXPECT_EQ(what_is_malformed(svg), "");
  std::size_t heads = 0;
  for (std::size_t at = svg.find("<polygon"); at != std::string::npos; at = svg.find("<polygon", at + 1))
    ++heads;
  EXPECT_EQ(heads, 3U);
  EXPECT_THAT(svg, testing::AllOf(HasSubstr(">step 1<"), HasSubstr(">step 2<"), HasSubstr(">doubling<")));
}

}  // namespace
}  // namespace toruscope::reproduction
