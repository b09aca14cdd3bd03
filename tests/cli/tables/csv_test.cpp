// SPDX-License-Identifier: Apache-2.0
// --format csv: RFC 4180, one row per run, the JSON's keys as columns.

#include "cli/tables/document.hpp"
#include "tests/cli/child_process.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace toruscope {
namespace {

using Json = nlohmann::ordered_json;

TEST(CsvText, QuotesWhatMustBeQuotedAndLeavesNullEmpty) {
  const Json document{
      {"results",
       {{{"a", "plain"}, {"b", nullptr}, {"c", {{"d", 1}, {"e", true}}}},
        {{"a", "with , and \"quotes\"\nand a line"}, {"b", 2.5}, {"c", {{"d", 2}, {"e", false}}}}}}};

  EXPECT_EQ(cli::csv_text(document),
            "a,b,c.d,c.e\r\n"
            "plain,,1,true\r\n"
            "\"with , and \"\"quotes\"\"\nand a line\",2.5,2,false\r\n");
}

TEST(CsvText, HasTheColumnsOfObjectsThatDoNotApply) {
  const Json document{{"machine", {{"name", "unit"}}},
                      {"seed", 1},
                      {"results", {{{"predicted", nullptr}, {"faults", {"one", "two"}}}}}};

  EXPECT_EQ(cli::csv_text(document),
            "machine.name,seed,predicted.startups,predicted.bytes,predicted.hops,predicted.ticks,faults\r\n"
            "unit,1,,,,,one; two\r\n");
}

TEST(CsvText, HasTheMostLoadedLinksInAField) {
  const auto link = [](int from, int bytes, int wait) {
    return Json{{"from", from},
                {"to", 0},
                {"direction", "- direction of dimension 0"},
                {"bytes", bytes},
                {"wait", wait}};
  };
  const Json links{{"used", 3},
                   {"most_loaded", Json::array({link(1, 80, 5), link(2, 40, 0)})},
                   {"longest_waits", Json::array({link(1, 80, 5)})}};
  const Json document{{"results", Json::array({Json{{"operation", "reduce"}, {"links", links}}})}};

  EXPECT_EQ(cli::csv_text(document),
            "operation,links.used,links.most_loaded,links.longest_waits\r\n"
            "reduce,3,1 -> 0 (- direction of dimension 0): 80; 2 -> 0 (- direction of dimension 0): 40,"
            "1 -> 0 (- direction of dimension 0): 5\r\n");
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

TEST(Csv, OfCompareHasARowPerAlgorithmAndTheRefusedOnStandardError) {
  const Finished finished =
      run_toruscope({"compare", "alltoall", "--topology", "torus:8x8", "--refusals", "--format", "csv"});

  ASSERT_EQ(finished.code, 0) << finished.err;
  std::istringstream lines(finished.out);
  std::string titles;
  std::getline(lines, titles);
  const std::vector<std::string> columns = split(titles);
  const auto place = std::find(columns.begin(), columns.end(), "virtual_time.ticks") - columns.begin();
  EXPECT_EQ(columns[0], "machine.name");
  std::vector<std::string> algorithms;
  for (std::string line; std::getline(lines, line);) {
    algorithms.push_back(split(line)[3]);
    EXPECT_GT(std::stoll(split(line)[static_cast<std::size_t>(place)]), 0) << line;
  }
  EXPECT_THAT(algorithms, testing::IsSupersetOf({"at2", "direct"}));
  EXPECT_THAT(finished.err, testing::HasSubstr("ar1 does not fit: it needs a ring"));
}

}  // namespace
}  // namespace toruscope
