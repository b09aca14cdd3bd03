// SPDX-License-Identifier: Apache-2.0
// Which columns a table of runs has, and what stands in its head.

#include "cli/tables/sheets.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;
using Words = std::vector<std::string>;

std::string printed_table(const Words& words) {
  const Finished finished = run_toruscope(words);
  EXPECT_EQ(finished.code, 0) << finished.err;
  return finished.out;
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Words kCompare{"compare", "allreduce", "--operator", "sum", "--topology", "torus:4x4", "--block", "64K"};

TEST(Columns, AreNamed) {
  EXPECT_THAT(cli::read_columns("busbw,T"), ElementsAre("busbw", "T"));
  EXPECT_THAT(cli::read_columns("all"), testing::Contains("loaded_link"));
  EXPECT_THAT([] { cli::read_columns("T,buswb"); }, ThrowsMessage<ConfigError>(HasSubstr("busbw?")));
  EXPECT_THAT([] { cli::read_columns("T,T"); }, ThrowsMessage<ConfigError>(HasSubstr("T is there twice")));
  EXPECT_THAT([] { cli::read_columns(","); }, ThrowsMessage<ConfigError>(HasSubstr("column")));
}

TEST(Columns, AreThoseThatAreAskedForInThatOrder) {
  EXPECT_THAT(printed_table(with(kCompare, {"--columns", "busbw,hops,T"})),
              ContainsRegex("#  algorithm +busbw +hops on path +T\n"));
}

TEST(Columns, AreOfATableOnly) {
  const Finished csv = run_toruscope(with(kCompare, {"--columns", "T", "--format", "csv"}));
  EXPECT_EQ(csv.code, 2);
  EXPECT_THAT(csv.err, HasSubstr("--columns chooses those of a table"));
  const Finished run =
      run_toruscope({"run", "prefix", "--input", test::in_source("data/nile.csv"), "--columns", "T"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("--scale"));
}

TEST(Columns, HaveOneUnitEach) {
  const std::string text = printed_table(kCompare);
  EXPECT_THAT(text, ContainsRegex("\n +\\(us\\) +\\(%\\) +\\(GB/s\\)"));
  EXPECT_THAT(text, Not(ContainsRegex("[0-9] us .*[0-9] ms")));
  EXPECT_THAT(text, HasSubstr("(--columns all adds "));
}

TEST(Columns, ThatSayTheSameInEachRowAreInTheHead) {
  const std::string text = printed_table(kCompare);
  EXPECT_THAT(text, AllOf(ContainsRegex("\nbytes per vector +65,536\n"), ContainsRegex("\nlower bound +"),
                          ContainsRegex("\ncheck +ok: data correct"), Not(HasSubstr("ok\n1"))));
  EXPECT_THAT(
      printed_table({"bench", "broadcast", "--algorithm", "knomial", "-e", "32", "--topology", "ring:4"}),
      AllOf(ContainsRegex("\nalgorithm +knomial\n"), ContainsRegex("\n +32 +[0-9]")));
}

TEST(Columns, WithoutAnyValueAreLeftOut) {
  EXPECT_THAT(printed_table({"bench", "scan", "--algorithm", "a,b", "-e", "16", "--topology", "ring:8",
                             "--scale", "p=4,8"}),
              AllOf(Not(HasSubstr("busbw")), Not(HasSubstr("speed-up")), Not(HasSubstr("serial"))));
}

TEST(Columns, OfAScaledRunTellTheTwoEfficienciesApart) {
  const std::string text = printed_table({"run", "fft", "--input", test::in_source("data/sunspots.csv"),
                                          "--per-year", "12", "--scale", "p=1,4", "--flop", "1ns"});
  EXPECT_THAT(text, AllOf(HasSubstr("speed-up/p"), Not(HasSubstr("efficiency"))));
}

TEST(Refusals, AreCountedUnlessTheyAreAskedFor) {
  const Words words{"compare", "alltoall", "--topology", "torus:4x4"};
  EXPECT_THAT(printed_table(words),
              AllOf(ContainsRegex("[0-9]+ other algorithms do not fit; --refusals says why\n"),
                    Not(HasSubstr("ar1 does not fit"))));
  EXPECT_THAT(printed_table(with(words, {"--refusals"})), HasSubstr("ar1 does not fit: it needs a ring"));
  EXPECT_THAT(printed_table(with(words, {"--algorithm", "at2,ar1"})),
              HasSubstr("ar1 does not fit: it needs a ring"));
  EXPECT_THAT(printed_table({"bench", "alltoall", "-e", "8", "--topology", "torus:4x4"}),
              HasSubstr("other algorithms do not fit; --refusals says why\n"));
}

}  // namespace
}  // namespace toruscope
