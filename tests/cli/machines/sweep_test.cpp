// SPDX-License-Identifier: Apache-2.0
// --sweep: all combinations, in order, whatever runs side by side.

#include "cli/machines/sweep.hpp"

#include "tests/cli/in_process.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using cli::Axis;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Words = std::vector<std::string>;

nlohmann::json swept(Words words) {
  words.insert(words.end(), {"--format", "json", "--quiet"});
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out);
}

std::string sweep_refused(const Words& words) {
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 2) << outcome.out;
  return outcome.err;
}

const Words kBench{"bench", "broadcast", "-a", "flat", "-t", "ring:4", "--block", "1K"};

Words appended(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Sweep, ReadsAnOptionAndItsValues) {
  cli::CommandOptions options;
  options.sweeps = {"ts=1us,2us", "tw=1ns,2ns;4ns", "topology=ring:8,torus:4x4"};
  const std::vector<Axis> axes = cli::read_axes(options);
  ASSERT_EQ(axes.size(), 3U);
  EXPECT_EQ(axes[0].name, "ts");
  EXPECT_THAT(axes[0].values, ElementsAre("1us", "2us"));
  EXPECT_THAT(axes[1].values, ElementsAre("1ns,2ns", "4ns"));
  EXPECT_EQ(axes[2].kind, Axis::Kind::network);
}

TEST(Sweep, RunsAllCombinationsTheLastFastest) {
  const nlohmann::json all = swept(appended(kBench, {"--sweep", "ts=1us,5us", "--sweep", "tw=1ns,2ns,10GB/s"}));
  ASSERT_EQ(all["results"].size(), 6U);
  EXPECT_EQ(all["results"][0]["sweep"], (nlohmann::json{{"ts", "1us"}, {"tw", "1ns"}}));
  EXPECT_EQ(all["results"][1]["sweep"], (nlohmann::json{{"ts", "1us"}, {"tw", "2ns"}}));
  EXPECT_EQ(all["results"][5]["sweep"], (nlohmann::json{{"ts", "5us"}, {"tw", "10GB/s"}}));
}

// Each row is what the command without --sweep shows.
TEST(Sweep, ShowsWhatEachRunShowsByItself) {
  const nlohmann::json all = swept(appended(kBench, {"--sweep", "ts=1us,5us", "--sweep", "ports=one,k=2"}));
  for (const nlohmann::json& row : all["results"]) {
    const std::string ts = row["sweep"]["ts"];
    const std::string ports = row["sweep"]["ports"];
    const nlohmann::json alone = swept(appended(kBench, {"--ts", ts, "--ports", ports}));
    for (const char* key : {"virtual_time", "critical_path", "totals", "predicted", "lower_bound", "verified"})
      EXPECT_EQ(row[key], alone["results"][0][key]) << key;
    EXPECT_EQ(row["machine"], alone["machine"]);
  }
  EXPECT_FALSE(all.contains("machine"));
}

TEST(Sweep, IsTheSameHoweverManyRunSideBySide) {
  const auto results = [](const char* workers) {
    nlohmann::json all = swept({"bench", "alltoall", "--sweep", "topology=ring:8,torus:4x4,complete:5",
                                "--sweep", "ts=1us,2us", "-j", workers});
    for (nlohmann::json& row : all["results"]) row.erase("host");
    all.erase("host");
    return all;
  };
  const nlohmann::json one = results("1");
  EXPECT_EQ(results("2"), one);
  EXPECT_EQ(results("5"), one);
  EXPECT_GT(one["results"].size(), 20U);
}

TEST(Sweep, GoesOverNetworksSizesAndWhatIsMoved) {
  const nlohmann::json nets =
      swept({"bench", "barrier", "--sweep", "topology=ring:4,torus:2x3", "-a", "dissemination"});
  EXPECT_EQ(nets["results"][0]["pes"], 4);
  EXPECT_EQ(nets["results"][1]["pes"], 6);
  EXPECT_TRUE(nets.contains("machine"));
  const nlohmann::json blocks =
      swept({"bench", "broadcast", "-a", "flat", "-t", "ring:4", "--sweep", "block=8,1K"});
  EXPECT_EQ(blocks["results"][1]["block_bytes"], 1024);
  const nlohmann::json roots =
      swept({"bench", "broadcast", "-a", "flat", "-t", "ring:4", "--sweep", "root=0,3"});
  EXPECT_EQ(roots["results"][1]["root"], 3);
}

TEST(Sweep, GoesWithNumbersOfPes) {
  const nlohmann::json all =
      swept({"bench", "broadcast", "-a", "flat", "-t", "ring:4", "--scale", "p=2,4", "--sweep", "ts=1us,2us"});
  ASSERT_EQ(all["results"].size(), 4U);
  EXPECT_EQ(all["results"][1]["pes"], 4);
  EXPECT_EQ(all["results"][2]["sweep"]["ts"], "2us");
  EXPECT_TRUE(all["results"][2].contains("scaling"));
}

TEST(Sweep, HasAColumnForEachOption) {
  const Outcome table = call(appended(kBench, {"--sweep", "ts=1us,5us"}), {});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, AllOf(testing::ContainsRegex("\nts "), testing::ContainsRegex("\n5us "),
                               testing::ContainsRegex("machine +generic\n")));
  const Outcome csv = call(appended(kBench, {"--sweep", "ts=1us,5us", "--format", "csv"}), {});
  EXPECT_THAT(csv.out, AllOf(HasSubstr("sweep.ts"), HasSubstr("generic with ts=5us")));
}

TEST(Sweep, RanksEachCombinationOfACompare) {
  const Words words{"compare", "allreduce", "-t", "torus:4x4", "--sweep", "block=8,1M", "-a", "ring,torus"};
  const nlohmann::json all = swept(words);
  ASSERT_EQ(all["rankings"].size(), 2U);
  EXPECT_EQ(all["rankings"][0]["sweep"]["block"], "8");
  EXPECT_TRUE(all["rankings"][1].contains("auto_missed"));
  ASSERT_EQ(all["results"].size(), 4U);
  EXPECT_LE(all["results"][2]["virtual_time"]["ticks"], all["results"][3]["virtual_time"]["ticks"]);
  const Outcome table = call(words, {});
  EXPECT_THAT(table.out, AllOf(HasSubstr("block = 8: auto takes"), HasSubstr("block = 1M: auto takes")));
}

TEST(Sweep, RefusesWhatCannotBeSwept) {
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "ts"})),
              HasSubstr("as --sweep ts=1us,2us,5us, got ts"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "topolgy=ring:4"})),
              HasSubstr("Did you mean topology?"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "ts=1us,"})), HasSubstr("a value that is empty"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "ts=1us,1us"})), HasSubstr("ts = 1us is there twice"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "ts=1us", "--ts", "2us"})),
              HasSubstr("--ts 2us and --sweep ts=1us both say what ts is; give one of them"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "bandwidth=1GB/s", "--tw", "1ns"})),
              HasSubstr("--tw or --bandwidth 1ns and --sweep bandwidth=1GB/s both say what bandwidth is"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "ts=1us", "--sweep", "ts=2us"})),
              HasSubstr("swept twice"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "p=1,2"})), HasSubstr("write --scale p=1,2"));
  EXPECT_THAT(sweep_refused(appended(kBench, {"--sweep", "ts=1us,fast"})),
              AllOf(HasSubstr("\"fast\" is not a time"), HasSubstr("(with ts = fast)")));
  EXPECT_THAT(sweep_refused({"verify", "barrier", "--sweep", "ts=1us"}), HasSubstr("unknown option --sweep"));
}

TEST(Sweep, SaysInItsHeadWhatIsNotSwept) {
  const Outcome both =
      call(appended(kBench, {"--sweep", "ts=1us,2us", "--tw", "10GB/s", "--ports", "all"}), {});
  EXPECT_THAT(both.out, testing::ContainsRegex("machine +generic with ports=all, tw=10GB/s\n"));
  const Outcome machines = call(appended(kBench, {"--sweep", "machine=generic,paragon", "--th", "2us"}), {});
  EXPECT_THAT(machines.out, testing::ContainsRegex("machine +with th=2us\n"));
}

// One machine has a network of its own, the other the default one.
TEST(Sweep, SaysInItsRowsWhichNetworkEachMachineBrings) {
  for (const char* verb : {"bench", "compare"}) {
    const Outcome outcome = call({verb, "allreduce", "--block", "64", "--sweep", "machine=tpu_v4,dgx_h100",
                                  "-a", "recursive_doubling", "--data", "none"},
                                 {});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, testing::Not(testing::ContainsRegex("\ntopology +torus"))) << verb;
    EXPECT_THAT(outcome.out, testing::ContainsRegex("\n *machine +p +topology ")) << outcome.out;
    EXPECT_THAT(outcome.out, testing::ContainsRegex("tpu_v4 +64 +torus:4x4x4 ")) << outcome.out;
    EXPECT_THAT(outcome.out, testing::ContainsRegex("dgx_h100 +8 +complete:8 ")) << outcome.out;
  }
}

TEST(Sweep, SaysInItsRowsWhatDiffersWithTheNetwork) {
  const Outcome outcome =
      call({"bench", "pingpong", "--block", "64", "--sweep", "topology=ring:8,torus:4x4"}, {});
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\nroot +0\n")) << outcome.err;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("ring:8 +4 ")) << outcome.out;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("torus:4x4 +10 ")) << outcome.out;
}

}  // namespace
}  // namespace toruscope
