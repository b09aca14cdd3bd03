// SPDX-License-Identifier: Apache-2.0
// `reproduce` as a user calls it: the list, one item, files.

#include "tests/cli/child_process.hpp"
#include "tests/reproduce/well_formed.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace toruscope {
namespace {

using testing::HasSubstr;

TEST(Reproduce, WithoutAnItemListsThem) {
  const Finished list = run_toruscope({"reproduce"});

  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, testing::AllOf(HasSubstr("exchange-table1 "), HasSubstr("exchange-figure3 ")));
}

TEST(Reproduce, CountsAnErratumOfThePaperAsNoFault) {
  const Finished item = run_toruscope({"reproduce", "exchange-figure3"});

  EXPECT_THAT(item.out,
              testing::ContainsRegex(
                  "rows checked, none wrong: [0-9]+ agree with the paper, [0-9]+ show a known erratum"));
}

TEST(Reproduce, ListsWhatItWroteOnce) {
  const test::TemporaryFolder folder;

  const Finished made = run_toruscope({"reproduce", "prefix", "-o", folder / "new"});

  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("prefix-trace-a "));
  EXPECT_THAT(made.err, testing::Not(HasSubstr("prefix-trace-a ")));
}

TEST(Reproduce, SaysOfEachRowWhatThePaperSaysAndWhatRan) {
  const Finished item = run_toruscope({"reproduce", "exchange-figure3", "--format", "json"});

  ASSERT_EQ(item.code, 0) << item.err;
  const auto json = nlohmann::json::parse(item.out);
  const auto& first = json.at("results").at(0);
  EXPECT_EQ(first.at("quantity"), "startups");
  EXPECT_EQ(first.at("printed"), 4);
  EXPECT_EQ(first.at("formula"), 4);
  EXPECT_EQ(first.at("measured"), 4);
  EXPECT_EQ(first.at("verdict"), "agrees");
  EXPECT_TRUE(first.at("because").is_null());
  const auto& last = json.at("results").back();
  EXPECT_EQ(last.at("verdict"), "differs");
  EXPECT_EQ(last.at("erratum"), "exchange-1");
  EXPECT_EQ(last.at("measured"), 48);
}

TEST(Reproduce, WritesTextTableAndPictures) {
  const test::TemporaryFolder folder;

  const Finished made = run_toruscope({"reproduce", "exchange-figure3", "-o", folder / "new", "--quiet"});

  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("exchange-figure3"));
  EXPECT_EQ(made.err, "");
  EXPECT_THAT(test::content_of(folder / "new/exchange-figure3.txt"), HasSubstr("differs because the prose"));
  EXPECT_THAT(test::content_of(folder / "new/exchange-figure3.csv"),
              testing::StartsWith("item,place,subject,quantity,"));
  EXPECT_EQ(what_is_malformed(test::content_of(folder / "new/exchange-figure3.svg")), "");
}

TEST(Reproduce, LeavesNothingIfItsFilesCannotBeWritten) {
  const test::TemporaryFolder folder;
  { std::ofstream(folder / "file") << "x"; }

  const Finished refused = run_toruscope({"reproduce", "exchange-figure3", "-o", folder / "file"});

  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(folder.entries(), 1U);
}

}  // namespace
}  // namespace toruscope
