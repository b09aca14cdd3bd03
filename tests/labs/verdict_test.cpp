// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/verdict.hpp"

#include "cli/tables/text_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace toruscope::labs {
namespace {

TEST(Verdict, ShowsTheWordsOfOthersAsTheyAre) {
  Verdict verdict{.reason = "throws \x1b[2J", .hint = "a\tb", .compiler = "| a | row |\nnext\r\n|again"};
  verdict.marks.faults = {std::nullopt, Fault{"ring:4\x07", "found\x9b", "hint"}};
  make_plain(verdict);

  EXPECT_EQ(verdict.reason, "throws \\x1b[2J");
  EXPECT_EQ(verdict.hint, "a\\tb");
  EXPECT_EQ(verdict.compiler, " | a | row |\nnext\\r\n |again");
  EXPECT_EQ(verdict.marks.faults[1], (Fault{"ring:4\\x07", "found\\x9b", "hint"}));
}

TEST(Verdict, EndsNoFenceOfMarkdown) {
  EXPECT_EQ(cli::markdown_of("one\n``` two\n"), "````text\none\n``` two\n````\n");
  EXPECT_EQ(cli::markdown_of("one\ntwo `a`\n"), "```text\none\ntwo `a`\n```\n");
}

}  // namespace
}  // namespace toruscope::labs
