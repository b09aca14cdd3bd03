// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/shown_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(ShownText, LeavesOrdinaryTextAlone) {
  for (const char* text :
       {"", "ring:8", "M\xc3\xa4rz, \xe5\xb9\xb4, \xf0\x9f\x93\x88", "C:\\path \"quoted\""}) {
    EXPECT_EQ(shown(text), text);
    EXPECT_TRUE(is_plain(text));
  }
}

TEST(ShownText, EscapesControlCharacters) {
  EXPECT_EQ(shown("\x1b]0;title\x07\n\r\t\x7f"), "\\x1b]0;title\\x07\\n\\r\\t\\x7f");
  EXPECT_EQ(shown(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(shown("\xc2\x9b"
                  "31m"),
            "\\u009b31m");  // a control sequence of C1
  EXPECT_FALSE(is_plain("a\nb"));
}

TEST(ShownText, EscapesWhatChangesDirectionOrCannotBeSeen) {
  EXPECT_EQ(shown("\xe2\x80\xae"
                  "txt.exe"),
            "\\u202etxt.exe");
  EXPECT_EQ(shown("a\xe2\x80\x8b"
                  "b"),
            "a\\u200bb");
  EXPECT_EQ(shown("\xe2\x80\xa8"), "\\u2028");
  EXPECT_EQ(shown("\xf3\xa0\x81\x81"), "\\ue0041");
}

TEST(ShownText, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(shown("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(shown("\xc0\x80"), "\\xc0\\x80");           // a long form of 0
  EXPECT_EQ(shown("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair
  EXPECT_EQ(shown("\xe5\xb9"), "\\xe5\\xb9");           // cut off
  EXPECT_EQ(shown("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(ShownText, IsCutAfterSoManyCharacters) {
  EXPECT_EQ(shown("abcdef", 6), "abcdef");
  EXPECT_EQ(shown("abcdefg", 6), "abcdef...");
  EXPECT_EQ(shown("\xc3\xa4\xc3\xa4\xc3\xa4", 2), "\xc3\xa4\xc3\xa4...");
  EXPECT_EQ(shown(std::string(100'000'000, 'x')), fmt::format("{:x<{}}...", "", kQuoted));
  EXPECT_EQ(escaped(std::string(500, 'x')), std::string(500, 'x'));
}

TEST(ShownText, OfManyLinesKeepsTheirEnds) {
  EXPECT_EQ(shown_lines("a\n\x1b[1mb\n"), "a\n\\x1b[1mb\n");
  EXPECT_EQ(shown_lines("begin " + std::string(5000, 'x') + " end\nnext", 100),
            "begin " + std::string(69, 'x') + " [... 4910 bytes ...] " + std::string(21, 'x') + " end\nnext");
}

}  // namespace
}  // namespace toruscope::core
