// SPDX-License-Identifier: Apache-2.0
#include "apps/io/csv.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::apps {
namespace {

using Values = std::vector<double>;

Series read_csv_text(std::string_view text, std::string_view column = {}) {
  return read_csv("a.csv", text, column);
}

std::string csv_refusal(std::string_view text, std::string_view column = {}) {
  return test::message_of<ConfigError>([&] { (void)read_csv_text(text, column); });
}

TEST(Csv, ReadsOneColumnWithoutHeader) {
  EXPECT_EQ(read_csv_text("1\n2.5\n-3e2\n").values, (Values{1, 2.5, -300}));
}

TEST(Csv, ReadsTheLastNumericColumnUnlessToldOtherwise) {
  const Series series = read_csv_text("month,spots,remark\n1749-01,58,first\n1749-02,62.6,second\n");

  EXPECT_EQ(series.values, (Values{58, 62.6}));
  EXPECT_EQ(series.column, "2 (spots)");
  EXPECT_EQ(read_csv_text("1,2\n").column, "2");
}

TEST(Csv, AsksForTheColumnWhereTheFirstRowLacksAValue) {
  const std::string text = "x,y\n1,NA\n2,3\n";

  EXPECT_EQ(
      csv_refusal(text),
      "read a.csv: line 3 has a number in column 2 (y), but the first row has its last one in column 1 (x); "
      "name the column with --column");
  EXPECT_EQ(read_csv_text(text, "x").values, (Values{1, 2}));
}

TEST(Csv, ReadsAColumnByNameOrNumber) {
  const std::string text = "a,b,c\n1,2,3\n4,5,6\n";

  EXPECT_EQ(read_csv_text(text, "b").values, (Values{2, 5}));
  EXPECT_EQ(read_csv_text(text, "1").values, (Values{1, 4}));
  EXPECT_EQ(csv_refusal("a;b;a\n10;20;30\n", "a"),
            "read a.csv: columns 1 and 3 are both named \"a\"; give a number");
}

TEST(Csv, TakesQuotesOffTheHeader) {
  EXPECT_EQ(read_csv_text("\"x\",\"y\"\n7,8\n", "x").values, (Values{7}));
}

TEST(Csv, DoesNotTakeAFirstLineOfDataForAHeader) {
  EXPECT_EQ(read_csv_text("1749-01,58\n1749-02,62.6\n").values, (Values{58, 62.6}));
  EXPECT_EQ(csv_refusal("1749-01,\n1749-02,62.6\n"), "read a.csv: line 1: no column holds a number");
}

TEST(Csv, PassesOverCommentsAndBlankLinesBeforeValues) {
  EXPECT_EQ(read_csv_text("# source: a book\r\nx\r\n\r\n 1 \r\n# half\r\n2\r\n").values, (Values{1, 2}));
}

TEST(Csv, ReadsLinesThatEndInCarriageReturnsAlone) {
  EXPECT_EQ(read_csv_text("a,b\r1,2\r3,4\r").values, (Values{2, 4}));
  EXPECT_EQ(csv_refusal("a,b\r1,2\r3,x\r"), "read a.csv: line 3: \"x\" in column 2 (b) is not numeric");
}

TEST(Csv, ReadsTheLastLineWithoutItsEnd) {
  EXPECT_EQ(read_csv_text("x\n1\n2").values, (Values{1, 2}));
}

TEST(Csv, SplitsAtTabsAndSemicolonsToo) {
  EXPECT_EQ(read_csv_text("a;b\n1;2\n", "b").values, (Values{2}));
  EXPECT_EQ(read_csv_text("a\tb\n1\t2\n", "a").values, (Values{1}));
  EXPECT_EQ(read_csv_text("a\tb\tc\n\t\"x\"\t2\n", "c").values, (Values{2}));
}

TEST(Csv, SplitsAtBlanksWhereNothingElseSeparates) {
  // as numpy.savetxt writes it
  EXPECT_EQ(read_csv_text("1.0 2.0\n3.0 4.0\n").values, (Values{2, 4}));
  EXPECT_EQ(read_csv_text("# t v\n  1   20 \n 10\t 21\n").values, (Values{20, 21}));
  EXPECT_EQ(read_csv_text("time value\n1 5\n2 6\n", "time").values, (Values{1, 2}));
  EXPECT_EQ(read_csv_text("Jan 58\nFeb 62.6\n").values, (Values{58, 62.6}));
  // Names of rows have no name in a table that R writes.
  EXPECT_EQ(read_csv_text("\"a\" \"b\"\n\"1\" 7 8\n\"2\" 9 10\n", "a").values, (Values{7, 9}));

  EXPECT_EQ(read_csv_text("sunspot number\n58\n62.6\n").column, "1 (sunspot number)");
  EXPECT_EQ(read_csv_text("Station 5\n58\n").values, (Values{58}));
}

TEST(Csv, RefusesAmountsThatTheirMarkBetweenThousandsHasCut) {
  EXPECT_EQ(csv_refusal("$1,000\n$2,000\n"),
            "read a.csv: line 1: \"$1,000\" looks like an amount with a mark between thousands; write plain "
            "numbers, or name the column with --column");
  EXPECT_EQ(csv_refusal("2020-01,-$1,234,567.50\n"),
            "read a.csv: line 1: \"-$1,234\" looks like an amount with a mark between thousands; write plain "
            "numbers, or name the column with --column");
  EXPECT_EQ(read_csv_text("$1,000\n$2,500\n", "2").values, (Values{0, 500}));
  EXPECT_EQ(read_csv_text("node1,512\nnode2,513\n").values, (Values{512, 513})) << "a name";
}

TEST(Csv, RefusesNumbersOfAnotherForm) {
  const auto refused = [](const std::string& line, const std::string& number, const std::string& column,
                          const std::string& advice = "") {
    return "read a.csv: line " + line + ": \"" + number + "\" in column " + column +
           ": numbers are read with a decimal point and without marks between thousands, as 1234.5; rewrite "
           "them" +
           advice;
  };
  const std::string other = ", or name another column with --column";
  EXPECT_EQ(csv_refusal("a,b\n1,\"1,234\"\n3,\"4,000\"\n"), refused("2", "1,234", "2 (b)", other));
  EXPECT_EQ(csv_refusal("a;b\n1;0,5\n"), refused("2", "0,5", "2 (b)", other));
  EXPECT_EQ(csv_refusal("a;b\n1;x\n2;0,5\n"), refused("3", "0,5", "2 (b)", other));
  EXPECT_EQ(csv_refusal("a;b\n1;2\n2;1.234,5\n", "b"), refused("3", "1.234,5", "2 (b)"));
  for (const std::string number : {"1 234", "1'234.5", "-1.234.567", "1\u00a0234", "1\u202f234,5", "0,5e3"})
    EXPECT_NE(csv_refusal("a;b\n1;" + number + "\n").find("numbers are read with a decimal point"),
              std::string::npos)
        << number;
  // What is no number of any form stays a remark.
  for (const std::string remark : {"2,4-D", "1,2,3", "12 monkeys", "x,y", ",", "2020-01-01"})
    EXPECT_EQ(read_csv_text("a;b\n1;" + remark + "\n").values, Values{1}) << remark;
  EXPECT_EQ(read_csv_text("a;b\n1;0,5\n", "a").values, Values{1});
}

TEST(Csv, RefusesAQuoteThatIsNotClosed) {
  EXPECT_EQ(csv_refusal("a,b\n1,\"two\nlines\"\n"),
            "read a.csv: line 2: a quote is not closed; fields that contain a line's end are not read");
}

TEST(Csv, KeepsSeparatorsInsideQuotes) {
  EXPECT_EQ(read_csv_text("\"name, full\",\"x\"\n\"a, b\",\"4\"\n", "x").values, (Values{4}));
  EXPECT_EQ(read_csv_text("\"a \"\"b\"\", c\",\"x\"\n\"1\",4\n", "a \"b\", c").column, "1 (a \"b\", c)");
  // a quote within a field is one
  EXPECT_EQ(read_csv_text("5\" pipe,3\n6\" pipe,4\n").values, (Values{3, 4}));
}

TEST(Csv, KeepsEveryBitOfANumber) {
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(read_csv_text("0.1\n4.9406564584124654e-324\n1.7976931348623157e308\n+5\n").values,
            (Values{0.1, least, most, 5}));
}

TEST(Csv, NamesTheLineThatIsNotNumeric) {
  EXPECT_EQ(csv_refusal("time,x\n1,2\n# note\n2,NA\n"),
            "read a.csv: line 4: \"NA\" in column 2 (x) is not numeric");
  EXPECT_EQ(csv_refusal("1\n2 3\n"), "read a.csv: line 2: \"2 3\" in column 1 is not numeric");
  EXPECT_EQ(csv_refusal("x\n1\n0x10\n"), "read a.csv: line 3: \"0x10\" in column 1 (x) is not numeric");
}

TEST(Csv, NamesTheLineThatIsNotFinite) {
  for (const std::string_view value : {"nan", "inf", "-inf", "1e999"})
    EXPECT_EQ(csv_refusal("x\n1\n" + std::string(value) + "\n"),
              "read a.csv: line 3: " + std::string(value) +
                  " in column 1 (x) is not a finite number; remove or replace it");
}

TEST(Csv, ReadsWhatIsTooNearToZeroAsZero) {
  EXPECT_EQ(read_csv_text("1\n1e-999\n").values, (Values{1, 0}));
}

TEST(Csv, NamesALineThatIsTooShort) {
  EXPECT_EQ(csv_refusal("a,b\n1,2\n3\n"), "read a.csv: line 3 has 1 field, but column 2 (b) is read");
}

TEST(Csv, NamesTheColumnsWhenOneIsUnknown) {
  EXPECT_EQ(csv_refusal("time,sunspots\n1,2\n", "sunspot"),
            "read a.csv: there is no column \"sunspot\"; columns are: time, sunspots. Did you mean sunspots?");
  EXPECT_EQ(csv_refusal("time,sunspots\n1,2\n", "3"),
            "read a.csv: there is no column 3; columns are numbered 1 to 2");
  EXPECT_EQ(csv_refusal("time,sunspots\n1,2\n", "0"),
            "read a.csv: there is no column 0; columns are numbered 1 to 2");
  EXPECT_EQ(csv_refusal("1,2\n", "x"),
            "read a.csv: there is no column \"x\": the file has no header; give its number, 1 to 2");
}

TEST(Csv, RefusesDecimalCommasUnderAHeaderOfOneName) {
  EXPECT_EQ(csv_refusal("v\n1,5\n2,5\n"),
            "read a.csv: line 2 has 2 fields, but the header has 1; is a decimal comma or a mark between "
            "thousands in it?");
}

TEST(Csv, RefusesDecimalCommasBetweenBlanks) {
  for (const std::string text : {"1,5 2,5\n", "1,5 2,5\n3,5 4,5\n", "1,5\t2,5 3,5\n"})
    EXPECT_NE(csv_refusal(text).find("decimal"), std::string::npos) << text;
  EXPECT_EQ(csv_refusal("1,5 2,5\n3,5 4,5\n"),
            "read a.csv: line 1: blanks separate these numbers, so that their commas are decimal commas; write "
            "1.5 for "
            "1,5");
  EXPECT_EQ(read_csv_text("1, 5, 2\n").values, Values{2});
  EXPECT_EQ(read_csv_text("1,5 ,2\n").values, Values{2});
}

TEST(Csv, PassesOverALineThatNamesTheSeparator) {
  EXPECT_EQ(read_csv_text("sep=;\na;b\n1;2\n3;4\n").values, (Values{2, 4}));
  EXPECT_EQ(csv_refusal("sep=;\n"), "read a.csv: it holds no value, only a separator");
}

TEST(Csv, NamesFilesOfAnotherForm) {
  using namespace std::string_literals;
  EXPECT_EQ(csv_refusal("\x93NUMPY\x01\0\x46\0{'descr': '<f8'}\n\0\0"s),
            "read a.csv: this is an array of NumPy; give it to a verb run that reads .npy, as NAME.npy");
  EXPECT_EQ(csv_refusal("PK\x03\x04\x14\0\0\0 values\n"s),
            "read a.csv: this is an archive of zip (as .npz and .xlsx are); give the file that is in it");
}

TEST(Csv, RefusesAFileWithoutValues) {
  EXPECT_EQ(csv_refusal("\n# nothing\n"), "read a.csv: it holds no value, only blank lines and comments");
  EXPECT_EQ(csv_refusal("time,x\n"), "read a.csv: it holds no value, only a header");
}

}  // namespace
}  // namespace toruscope::apps
