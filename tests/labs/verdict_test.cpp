// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/verdict.hpp"

#include "cli/tables/column_units.hpp"

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

TEST(Verdict, PutsTheFaultAndWhatWasPrintedOnThePageAsText) {
  const Lab lab{.name = "20-test", .rubric = {{"data", 100, "", ""}, {"rounds", 0, "", ""}}};
  Verdict verdict{.lab = &lab};
  verdict.marks = {
      {Fault{"ring:4", "another fault", "x"},
       Fault{"ring:3", "throws <b>\x1b</b>", "a hint", 7, {}, "</pre><script>alert(1)</script> & <main>\n"}},
      "<header></header>\n<main></main>",
      "",
      1};
  make_plain(verdict);

  EXPECT_EQ(verdict.marks.view,
            "<header></header>\n<pre class=\"note\" tabindex=\"0\">rounds: throws &lt;b&gt;\\x1b&lt;/b&gt;\nin "
            "ring:3\n"
            "a hint\nprinted in this run:\n&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; "
            "&lt;main&gt;\n</pre>\n"
            "<main></main>");
}

TEST(Verdict, EndsNoFenceOfMarkdown) {
  EXPECT_EQ(cli::markdown_of("one\n``` two\n"), "````text\none\n``` two\n````\n");
  EXPECT_EQ(cli::markdown_of("one\ntwo `a`\n"), "```text\none\ntwo `a`\n```\n");
}

}  // namespace
}  // namespace toruscope::labs
