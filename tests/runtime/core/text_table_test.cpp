// SPDX-License-Identifier: Apache-2.0
// Tables and sheets within a page's width.

#include "runtime/core/text_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

using enum TextTable::Align;

TEST(TextTable, AlignsItsColumnsAndPutsUnitsBelowTitles) {
  TextTable table;
  table.column("name");
  table.column("T", right, "us");
  table.row({"a", "1.5"});
  table.row({"bcdef", "12.5"});

  EXPECT_EQ(table.text(80),
            "name      T\n"
            "       (us)\n"
            "a       1.5\n"
            "bcdef  12.5\n");
}

TEST(TextTable, FoldsTitlesFirst) {
  TextTable table;
  table.column("#");
  table.column("lower bound", right);
  table.row({"1", "1.25"});

  EXPECT_EQ(table.text(14), "#  lower bound\n1         1.25\n");
  EXPECT_EQ(table.text(13), "   lower\n#  bound\n1   1.25\n");
  EXPECT_EQ(table.least_width(), 8U);
}

TEST(TextTable, FoldsTextsNext) {
  TextTable table;
  table.column("n");
  table.column("what");
  table.column("last", right);
  table.row({"a", "one two three four five", "7"});

  EXPECT_EQ(table.text(27),
            "n  what                last\n"
            "a  one two three four     7\n"
            "   five\n");
}

TEST(TextTable, IsSplitWhereNothingCanBeFolded) {
  TextTable table;
  table.column("key");
  for (const char* title : {"first", "second", "third"}) table.column(title, right);
  table.row({"k", "1", "2", "3"});

  EXPECT_EQ(table.text(19),
            "key  first  second\n"
            "k        1       2\n"
            "\n"
            "key  third\n"
            "k        3\n");
}

TEST(TextTable, KeepsTheLinesOfACell) {
  TextTable table;
  table.column("a");
  table.column("b");
  table.row({"1", "x\ny"});
  table.row({"2", "z"});

  EXPECT_EQ(table.text(80), "a  b\n1  x\n   y\n2  z\n");
}

TEST(TextTable, PaintsTextsAndNotTheBlanksBesideThem) {
  TextTable table;
  table.column("a");
  table.column("b", right);
  table.row({Cell("x", [](const std::string& t) { return "<" + t + ">"; }), "12"});

  EXPECT_EQ(table.text(80, [](const std::string& t) { return "*" + t + "*"; }), "*a*   *b*\n<x>  12\n");
}

TEST(TextSheet, FoldsBelowItsTexts) {
  TextSheet sheet;
  sheet.line("name", "x");
  sheet.line("longer",
             {"one two three four five six seven", [](const std::string& t) { return "<" + t + ">"; }});

  EXPECT_EQ(sheet.text(33),
            "name    x\n"
            "longer  <one two three four five>\n"
            "        <six seven>\n");
}

TEST(FoldedText, KeepsTheIndentationOfEachLine) {
  EXPECT_EQ(folded_text("head\n  a line that is longer than thirty characters\n", 34),
            "head\n"
            "  a line that is longer than\n"
            "  thirty characters\n");
  EXPECT_EQ(folded_text("", 10), "");
  EXPECT_EQ(folded_text("no end", 10), "no end");
}

TEST(TextTable, InMarkdownNumbersAreOnTheRightAndBarsAreEscaped) {
  TextTable table;
  table.column("name");
  table.column("T", TextTable::Align::right, "us");
  table.row({"a|b", "1.5"});
  table.row({"two\nlines", "12"});
  EXPECT_EQ(table.text({80, true}),
            "| name | T (us) |\n"
            "|---|---:|\n"
            "| a\\|b | 1.5 |\n"
            "| two<br>lines | 12 |\n");
}

TEST(Markdown, WhatIsNoTableIsAParagraphOrACodeBlock) {
  EXPECT_EQ(markdown_of("| a |\n|---|\n| 1 |\n(one | line)\n\nseveral\n  lines\n"),
            "| a |\n|---|\n| 1 |\n"
            "\n"
            "(one \\| line)\n"
            "\n"
            "```text\nseveral\n  lines\n```\n");
  EXPECT_EQ(markdown_of(""), "");
}

}  // namespace
}  // namespace toruscope::core
