// SPDX-License-Identifier: Apache-2.0
// toruscope phase: values and sizes that nobody asked for never end it.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;

/// The numbers of PEs of the map's rows.
std::set<int> rows_of(std::vector<std::string> words) {
  words.insert(words.end(), {"-a", "flat,knomial", "--format", "json"});
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  std::set<int> rows;
  if (outcome.code != 0) return rows;
  const Json document = Json::parse(outcome.out);
  for (const Json& cell : document["cells"]) {
    EXPECT_FALSE(cell["fastest"].is_null()) << cell;
    rows.insert(cell["pes"].get<int>());
  }
  return rows;
}

TEST(Phase, TakesTheUsualNumbersOfPesThatTheNetworkCanHave) {
  EXPECT_THAT(rows_of({"phase", "broadcast", "-e", "64", "-t", "torus:8x8"}), ElementsAre(4, 8, 16, 32, 64));
  EXPECT_THAT(rows_of({"phase", "broadcast", "-e", "64", "-t", "twisted:8x4"}), ElementsAre(8, 32));
  EXPECT_THAT(rows_of({"phase", "broadcast", "-e", "64", "-t", "ring:8", "--root", "20"}), ElementsAre(32, 64))
      << "a root that smaller machines have not";
}

TEST(Phase, TakesANetworkThatCannotBeScaledAsItIs) {
  const test::TemporaryFolder folder;
  const auto square = folder.file("square.txt", "0 1\n1 2\n2 3\n3 0\n0 4\n");
  EXPECT_THAT(rows_of({"phase", "broadcast", "-e", "64", "-t", "graph:" + square.string()}), ElementsAre(5));
}

TEST(Phase, NamesValuesThatWereAskedForAndDoNotFit) {
  const Outcome outcome =
      call({"phase", "broadcast", "-e", "64", "-t", "twisted:8x4", "--over", "p=8..16", "-a", "flat"}, {});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, HasSubstr("left out: p = 16"));
  EXPECT_EQ(
      call({"phase", "broadcast", "-e", "64", "-t", "ring:8", "--root", "20", "--over", "p=8,32", "-a", "flat"},
           {})
          .code,
      2);
}

TEST(Phase, GivesWayWithASizeThatNobodyAskedFor) {
  const auto sizes = [](std::vector<std::string> words) {
    words.insert(words.end(), {"-t", "ring:4", "-a", "flat", "--format", "json"});
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::set<int> found;
    if (outcome.code != 0) return found;
    const Json json = Json::parse(outcome.out);
    for (const Json& row : json.contains("cells") ? json["cells"] : json["results"])
      found.insert(row["block_bytes"].get<int>());
    return found;
  };
  EXPECT_THAT(sizes({"phase", "broadcast", "-b", "2M"}), ElementsAre(2 << 20)) << "the usual last size is 1M";
  EXPECT_THAT(sizes({"phase", "broadcast", "-e", "4"}), ElementsAre(4)) << "the usual first size is 8";
  EXPECT_THAT(sizes({"bench", "broadcast", "-b", "128K"}), ElementsAre(128 << 10));
  EXPECT_THAT(sizes({"bench", "broadcast", "-e", "4"}), ElementsAre(4));
}

}  // namespace
}  // namespace toruscope
