// SPDX-License-Identifier: Apache-2.0
// Parts of a command's rows: who gets what, and what merge makes of them.

#include "cli/tables/shard.hpp"

#include "tests/cli/in_process.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kTitles = "a,shard.part,shard.row,shard.rows,shard.order,shard.plan,shard.columns";

TEST(Shard, DealsTheMostExpensiveFirstToThePartThatHasLeast) {
  // 8 to part 0; 7 to 1; 6 to 2; 5 to 2 (11); 4 to 1 (11); 1 to 0.
  EXPECT_THAT(dealt({{"a", 5}, {"b", 8}, {"c", 1}, {"d", 7}, {"e", 6}, {"f", 4}}, 3),
              ElementsAre(2, 0, 0, 1, 2, 1));
  EXPECT_THAT(dealt({{"a", 1}, {"b", 1}}, 4), ElementsAre(0, 1)) << "more parts than rows";
}

TEST(Shard, MergesRowsInOrderAndColumnsAsOneRunWouldHaveMadeThem) {
  // Row 0 has a; row 1 brings b, row 2 c, and row 3 has b again: the first part knows no c.
  const Part first = read_part("1.csv", kTitles + ",b\r\n0,1/2,0,4,0,p,7,\r\n3,1/2,3,4,3,p,8,y\r\n");
  const Part second =
      read_part("2.csv", kTitles + ",b,c\r\n1,2/2,1,4,1,p,8,\"x,\"\"\",\r\n2,2/2,2,4,2,p,9,,z\r\n");
  EXPECT_EQ(merged_text({second, first}, true), "a,b,c\r\n0,,\r\n1,\"x,\"\"\",\r\n2,,z\r\n3,y,\r\n");
}

TEST(Shard, ReadsLinesHoweverTheyEnd) {
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    const Part part = read_part("1.csv", kTitles + end + "x,1/1,0,2,0,p,7" + end + "y,1/1,1,2,1,p,7" + end);
    EXPECT_EQ(merged_text({part}, true), "a\r\nx\r\ny\r\n") << end.size();
  }
}

TEST(Shard, SortsByTheNumbersOfOrderNotByTheirText) {
  const Part part =
      read_part("1.csv", kTitles + "\r\nslow,1/1,0,2,0 0 1000 0,p,7\r\nfast,1/1,1,2,0 0 9 1,p,7\r\n");
  EXPECT_EQ(merged_text({part}, true), "a\r\nfast\r\nslow\r\n");
}

TEST(Shard, RefusesNumbersThatNoCommandWrites) {
  for (const char* const row :
       {"x,1/x,0,1,0,p,7", "x,2/1,0,1,0,p,7", "x,1/2147483647,0,1,0,p,7", "x,1,0,1,0,p,7", "x,1/1,9,1,0,p,7"})
    EXPECT_THROW(static_cast<void>(read_part("1.csv", kTitles + "\r\n" + row + "\r\n")), ConfigError) << row;
  const Part one = read_part("1.csv", kTitles + "\r\nx,1/1,0,18446744073709551615,0,p,7\r\n");
  EXPECT_THAT(test::message_of<ConfigError>([&] { static_cast<void>(merged_text({one}, true)); }),
              HasSubstr("18446744073709551614 of 18446744073709551615 rows are missing"));
}

TEST(Shard, NamesWhatIsMissingOrDiffers) {
  const auto one = [&](const std::string& row) { return read_part("1.csv", kTitles + "\r\n" + row + "\r\n"); };
  const auto refusal = [](const std::vector<Part>& parts) {
    return test::message_of<ConfigError>([&] { (void)merged_text(parts, true); });
  };
  EXPECT_EQ(refusal({one("x,1/3,0,3,0,p,7"), one("y,3/3,2,3,2,p,7")}),
            "1 of 3 rows is missing (row 1); no file here has a row of part 2/3");
  EXPECT_EQ(
      refusal({one("x,1/1,0,2,0,p,7")}),
      "1 of 2 rows is missing (row 1); all parts are here, so some ended early: run them again with --resume");
  EXPECT_THAT(refusal({one("x,1/2,0,2,0,p,7"), one("y,2/2,1,2,1,q,7")}),
              HasSubstr("parts of different commands"));
  EXPECT_EQ(refusal({one("x,1/2,0,1,0,p,7"), one("y,2/2,0,1,0,p,7")}), "1.csv and 1.csv differ in row 0: a");
  EXPECT_EQ(test::message_of<ConfigError>([] { (void)read_part("x.csv", "a,b\r\n1,2\r\n"); }),
            "x.csv has no column shard.part: a command with --shard writes what can be merged");
  EXPECT_THAT(test::message_of<ConfigError>([] { (void)read_part("x.csv", kTitles + "\r\n1,1/2,0\r\n"); }),
              HasSubstr("x.csv:2: it has 3 fields, and there are 7 columns"));
}

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// Rows without the columns of the host.
std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool is_quoted = false;
  for (const char c : csv) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !is_quoted)
      rows.push_back({""});
    else
      rows.back().back() += c;
  }
  for (std::size_t i = rows.front().size(); i-- > 0;)
    if (rows.front()[i].starts_with("host."))
      for (auto& row : rows)
        if (i < row.size()) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  return rows;
}

/// Parts of a command, merged, are what one run writes, but for the columns of the host.
void expect_same(std::vector<std::string> words, int parts) {
  const test::TemporaryFolder folder;
  words.insert(words.end(), {"--quiet", "-j", "1", "-o"});
  const auto run = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.push_back((folder.path() / name).string());
    all.insert(all.end(), more.begin(), more.end());
    const Outcome outcome = call(all, {});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  };
  run("one.csv", {});
  std::vector<std::string> merge{"merge", "-o", (folder.path() / "all.csv").string()};
  for (int i = 1; i <= parts; ++i) {
    const std::string name = "part" + std::to_string(i) + ".csv";
    run(name, {"--shard", std::to_string(i) + "/" + std::to_string(parts)});
    merge.push_back((folder.path() / name).string());
  }
  const Outcome outcome = call(merge, {});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(rows_of(text_of(folder.path() / "all.csv")), rows_of(text_of(folder.path() / "one.csv")));
}

TEST(Shard, PartsOfEachVerbMergeToOneRun) {
  expect_same({"bench", "allreduce", "-t", "torus:3x4", "-b", "8", "-e", "4K", "-f", "8"}, 8);
  expect_same({"bench", "broadcast", "-a", "knomial,flat", "--block", "64", "--sweep", "ts=1us,2us", "--scale",
               "p=4,9"},
              3);
  expect_same({"compare", "broadcast", "--sweep", "topology=ring:6,torus:3x3"}, 3);
  expect_same({"phase", "broadcast", "-t", "torus:4x4", "-e", "1K", "--over", "p=4..16"}, 4);
  expect_same({"verify", "--all", "shift"}, 2);
  expect_same({"compare", "broadcast", "-t", "ring:4", "-a", "flat,knomial"}, 5);
}

TEST(Shard, ResumeRunsWhatIsNotThere) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "part.csv").string();
  const std::vector<std::string> words{"bench",    "broadcast", "-t", "ring:4",  "-a",
                                       "flat",     "-e",        "64", "--shard", "1/1",
                                       "--resume", file,        "-o", file,      "--quiet"};
  EXPECT_EQ(call(words, {}).code, 0);
  const std::string whole = text_of(file);
  const std::size_t last = whole.rfind("\r\n", whole.size() - 3) + 2;
  std::string cut = whole.substr(0, last);
  const std::size_t name = cut.find(",flat,");
  cut.replace(name, 6, ",kept,");  // shows that the row was not run again
  std::ofstream(file, std::ios::binary) << cut;
  EXPECT_EQ(call(words, {}).code, 0);
  std::string again = text_of(file);
  EXPECT_EQ(again.substr(name, 6), ",kept,");
  again.replace(name, 6, ",flat,");
  EXPECT_EQ(rows_of(again), rows_of(whole));

  std::vector<std::string> packed = words;
  ASSERT_EQ(std::system(("gzip -k " + file).c_str()), 0);
  packed[11] = file + ".gz";
  EXPECT_EQ(call(packed, {}).code, 0);
  EXPECT_EQ(text_of(file).substr(name, 6), ",kept,") << "its rows are those that were packed";

  std::vector<std::string> other = words;
  other[7] = "32";
  const Outcome refused = call(other, {});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("is a part of another command (4 rows"));
}

TEST(Shard, RefusesWhatIsNoPart) {
  const auto refusal = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"bench", "broadcast", "-t", "ring:4", "-e", "64"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_THAT(refusal({"--shard", "3/2", "--format", "csv"}),
              HasSubstr("a whole number from 1 to 2 is needed"));
  EXPECT_THAT(refusal({"--shard", "2", "--format", "csv"}), HasSubstr("write I/N"));
  EXPECT_THAT(refusal({"--shard", "1/2"}), HasSubstr("give --format csv"));
  EXPECT_THAT(refusal({"--resume", "x.csv", "--format", "csv"}), HasSubstr("give --shard I/N, too"));
  EXPECT_THAT(refusal({"--shard", "1/2", "--format", "csv", "--require", "T<=1s"}),
              HasSubstr("needs all rows"));
}

}  // namespace
}  // namespace toruscope::cli
