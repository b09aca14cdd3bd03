// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/fold.hpp"

#include <gmock/gmock.h>

namespace toruscope::core {
namespace {

using testing::ElementsAre;

TEST(Fold, BreaksAtBlanks) {
  EXPECT_THAT(folded("one two three", 20), ElementsAre("one two three"));
  EXPECT_THAT(folded("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(folded("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(folded("", 8), ElementsAre(""));
}

TEST(Fold, KeepsBlanksInsideALineAndAtItsBeginning) {
  EXPECT_THAT(folded("  a   b  c", 9), ElementsAre("  a   b", "c"));
  EXPECT_THAT(folded("a  ", 9), ElementsAre("a"));
}

TEST(Fold, CutsAWordOnlyWhereItAloneIsTooWide) {
  EXPECT_THAT(folded("ab abcdefgh c", 3), ElementsAre("ab", "abc", "def", "gh", "c"));
  EXPECT_THAT(folded("ab", 0), ElementsAre("a", "b"));
}

TEST(Fold, KeepsTheLinesThatTheTextHas) {
  EXPECT_THAT(folded("a b\n\nc", 10), ElementsAre("a b", "", "c"));
}

TEST(Fold, CountsCharactersNotBytes) {
  EXPECT_EQ(display_width("\u00e9t\u00e9"), 3U);
  EXPECT_THAT(folded("\u00e9\u00e9\u00e9\u00e9", 2), ElementsAre("\u00e9\u00e9", "\u00e9\u00e9"));
}

TEST(Labelled, FoldsBelowTheText) {
  EXPECT_EQ(labelled("who", 5, "one two three four five six seven", 32),
            "who  one two three four five six\n"
            "     seven\n");
  EXPECT_EQ(labelled("who", 5, "", 32), "who\n");
}

}  // namespace
}  // namespace toruscope::core
