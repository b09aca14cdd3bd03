// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/lines.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::core {
namespace {

using Texts = std::vector<std::string>;

Texts lines_of(std::string_view text) {
  Texts all;
  for (Lines lines(text); lines.next();) {
    all.emplace_back(lines.text());
    EXPECT_EQ(lines.number(), all.size());
    EXPECT_TRUE(text.ends_with(lines.rest()));
  }
  return all;
}

TEST(Lines, EndInEveryWay) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    EXPECT_EQ(lines_of("a" + end + "b c" + end), (Texts{"a", "b c"}));
    EXPECT_EQ(lines_of("a" + end + end + "b"), (Texts{"a", "", "b"}));
    EXPECT_EQ(lines_of(end), Texts{""});
  }
  EXPECT_EQ(lines_of("a\nb\rc\r\nd"), (Texts{"a", "b", "c", "d"}));
  EXPECT_EQ(lines_of("a\n\rb"), (Texts{"a", "", "b"}));
  EXPECT_EQ(lines_of(""), Texts{});
  EXPECT_EQ(lines_of("a"), Texts{"a"});
}

TEST(Lines, AreCountedAsTheyAreRead) {
  for (const std::string text : {"", "a", "a\n", "a\r\nb", "a\rb\r", "\r\r\n\n", "a\n\rb\r\n"}) {
    const std::size_t open = text.empty() || text.back() == '\n' || text.back() == '\r' ? 0 : 1;
    EXPECT_EQ(count_line_ends(text) + open, lines_of(text).size()) << text;
  }
}

TEST(Lines, AreNumberedByPlace) {
  const std::string text = "a\r\nbc\r\rd";
  const LineNumbers numbers(text);
  std::vector<int> all;
  for (std::ptrdiff_t place = -1; place <= std::ssize(text); ++place) all.push_back(numbers.at(place));
  EXPECT_EQ(all, (std::vector<int>{1, 1, 1, 1, 2, 2, 2, 3, 4, 4}));
  EXPECT_EQ(LineNumbers("").at(0), 1);
  EXPECT_EQ(LineNumbers("a\n").at(2), 1);
}

TEST(Lines, AreEndedByLineFeedsWhereAsked) {
  EXPECT_EQ(with_line_feeds("a\rb\r\nc\nd"), "a\nb\nc\nd");
  EXPECT_EQ(with_line_feeds("\r\r\n\n"), "\n\n\n");
  EXPECT_EQ(with_line_feeds(""), "");
}

TEST(Lines, EndWhereTheTextDoes) {
  EXPECT_EQ(end_of_line("ab"), 2U);
  EXPECT_EQ(end_of_line("ab\r\n"), 2U);
  EXPECT_EQ(end_of_line("\n"), 0U);
}

}  // namespace
}  // namespace toruscope::core
