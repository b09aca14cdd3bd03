// SPDX-License-Identifier: Apache-2.0
// --format csv: RFC 4180, one row per run, the JSON's keys as columns.

#include "cli/tables/csv_text.hpp"
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

  EXPECT_EQ(detail::csv_text(document),
            "a,b,c.d,c.e\r\n"
            "plain,,1,true\r\n"
            "\"with , and \"\"quotes\"\"\nand a line\",2.5,2,false\r\n");
}

TEST(CsvText, HasTheColumnsOfObjectsThatDoNotApply) {
  const Json document{{"machine", {{"name", "unit"}}},
                      {"seed", 1},
                      {"results", {{{"predicted", nullptr}, {"faults", {"one", "two"}}}}}};

  EXPECT_EQ(detail::csv_text(document),
            "machine.name,seed,predicted.startups,predicted.bytes,predicted.hops,predicted.ticks,faults\r\n"
            "unit,1,,,,,one; two\r\n");
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
