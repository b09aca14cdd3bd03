// SPDX-License-Identifier: Apache-2.0
// bench: a row per algorithm and size, in virtual time that is the formula's.

#include "collectives/operations.hpp"
#include "tests/cli/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

namespace toruscope {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

Json bench(std::vector<std::string> words) {
  words.insert(words.begin(), "bench");
  words.insert(words.end(), {"--format", "json"});
  const Finished finished = run_toruscope(words);
  EXPECT_EQ(finished.code, 0) << finished.err;
  return Json::parse(finished.out);
}

TEST(Bench, HasARowPerSizeAndAlgorithm) {
  const Json json = bench({"alltoall", "-b", "8", "-e", "128", "-f", "4", "--topology", "torus:4x4"});

  std::vector<std::string> rows;
  for (const Json& row : json["results"]) {
    rows.push_back(row["algorithm"].get<std::string>() + " " + row["block_bytes"].dump());
    EXPECT_EQ(row["verified"], true);
    EXPECT_GT(row["virtual_time"]["ticks"], 0);
    EXPECT_GT(row["host"]["wall_seconds"], 0);
  }
  EXPECT_THAT(rows,
              testing::IsSupersetOf({"at2 8", "direct 8", "at2 32", "direct 32", "at2 128", "direct 128"}));
  EXPECT_EQ(json["refused"][0]["algorithm"], "ar1");
  EXPECT_EQ(json["refused"][0]["where"].size(), 3U);
}

/// A row without what differs between two runs of it.
std::string told(Json row) {
  row.erase("host");
  row.erase("sweep");
  row.erase("machine");  // its name
  return row.dump();
}

TEST(Bench, OverCostsHasTheRowsOfRunsByThemselves) {
  const std::vector<std::string> asked{"allreduce", "-a", "ring,bucket,rabenseifner", "-t", "torus:2x4",
                                       "--block",   "4K"};
  for (const std::string workers : {"1", "2"}) {
    std::vector<std::string> words = asked;
    words.insert(words.end(), {"-j", workers, "--sweep", "ts=1us,50us", "--sweep", "tw=1ns,30ns"});
    const Json together = bench(words);
    ASSERT_EQ(together["results"].size(), 12U);
    for (const Json& row : together["results"]) {
      words = {"allreduce", "-a", row["algorithm"], "-t", "torus:2x4", "--block", "4K", "-j", workers};
      for (const auto& [option, value] : row["sweep"].items())
        words.insert(words.end(), {"--" + option, value});
      const Json alone = bench(words);
      EXPECT_EQ(told(row), told(alone["results"][0]));
    }
  }
}

TEST(Bench, TellsOfPaddingWhereAVectorIsShort) {
  const auto printed = [](std::vector<std::string> words) {
    words.insert(words.end(), {"-a", "ring", "--topology", "complete:6"});
    return run_toruscope(words).out;
  };
  const std::string padding = "padding: the vector has 1 value for 6 PEs";
  EXPECT_THAT(printed({"verify", "allreduce", "--block", "8"}), HasSubstr(padding));
  EXPECT_THAT(printed({"bench", "allreduce", "-b", "8", "-e", "64"}), HasSubstr(padding));
  EXPECT_THAT(printed({"verify", "allreduce", "--block", "48"}), Not(HasSubstr("padding")));
  EXPECT_THAT(
      run_toruscope({"verify", "allreduce", "--block", "8", "-a", "recursive_doubling", "-t", "complete:6"})
          .out,
      Not(HasSubstr("padding")));
}

TEST(Bench, TakesOneSize) {
  const Json json = bench({"broadcast", "-a", "flat", "--block", "3K", "--topology", "ring:3"});
  ASSERT_EQ(json["results"].size(), 1U);
  EXPECT_EQ(json["results"][0]["block_bytes"], 3072);
}

// What the library would take at each size.
TEST(Bench, OfAutoHasTheRowsThatAutoTakes) {
  const std::vector<std::string> sizes{"-b", "8", "-e", "1M", "-f", "512", "--topology", "torus:4x4"};
  const auto with = [&](std::vector<std::string> words) {
    words.insert(words.end(), sizes.begin(), sizes.end());
    return bench(words);
  };
  const Json chosen = with({"allreduce", "-a", "auto"});
  ASSERT_EQ(chosen["results"].size(), 2U);
  std::vector<std::string> names;
  for (const Json& row : chosen["results"]) {
    EXPECT_EQ(row["auto"], true);
    names.push_back(row["algorithm"]);
  }
  EXPECT_NE(names.front(), names.back());
  const Json some = with({"allreduce", "-a", "ring,auto"});
  EXPECT_FALSE(some["results"][0].contains("auto"));
  EXPECT_LE(some["results"].size(), 4U);
  const Json all = with({"allreduce", "-a", "all"});
  EXPECT_EQ(all["results"].size(), with({"allreduce"})["results"].size());
  EXPECT_GT(all["results"].size(), 6U);
}

TEST(Bench, TellsLatencyAndBandwidthOfPairs) {
  const Json json = bench({"pingpong", "--block", "1000", "--topology", "ring:4", "--machine", "paragon"});
  const Json& row = json["results"][0];
  EXPECT_EQ(row["partner"], 2);
  // 75 us + 1000 bytes of 11.1 ns
  EXPECT_EQ(row["latency"]["ticks"], 86'100'000);
  EXPECT_EQ(row["virtual_time"]["ticks"], 172'200'000);
  EXPECT_NEAR(row["bandwidth"]["algbw_bytes_per_second"], 1000 / 86.1e-6, 1);
  const Json pairs =
      bench({"multi-pair", "--block", "1000", "--topology", "complete:4", "--machine", "paragon"});
  EXPECT_EQ(pairs["results"][0]["window"], 64);
  EXPECT_EQ(pairs["results"][0]["bandwidth"]["data_bytes"], 64'000);
  EXPECT_EQ(bench({"osu_latency", "--block", "8", "--topology", "ring:4"})["results"][0]["operation"],
            "pingpong");
  const Json both = bench({"sendrecv", "--block", "1000", "--topology", "ring:4", "--machine", "paragon"});
  EXPECT_EQ(both["results"][0]["bandwidth"]["data_bytes"], 2000);
}

TEST(Bench, KnowsOperationsByTheNamesOfKnownBenchmarks) {
  const auto name = [](const char* called) { return collectives::operation(called).name; };
  for (const char* called : {"osu_allreduce", "Allreduce", "all_reduce_perf", "all_reduce", "all-reduce"})
    EXPECT_EQ(name(called), "allreduce") << called;
  for (const char* called : {"osu_bcast", "Bcast", "broadcast_perf"}) EXPECT_EQ(name(called), "broadcast");
  for (const char* called : {"osu_reduce_scatter", "Reduce_scatter", "reduce_scatter_perf"})
    EXPECT_EQ(name(called), "reduce_scatter");
  for (const char* called : {"osu_alltoall", "Alltoall", "alltoall_perf"}) EXPECT_EQ(name(called), "alltoall");
  for (const char* called : {"osu_latency", "PingPong"}) EXPECT_EQ(name(called), "pingpong");
  for (const char* called : {"osu_mbw_mr", "Uniband"}) EXPECT_EQ(name(called), "multi_pair");
  for (const char* called : {"Sendrecv", "sendrecv_perf"}) EXPECT_EQ(name(called), "sendrecv");
  EXPECT_EQ(name("osu_bw"), "bandwidth");
  EXPECT_EQ(name("osu_bibw"), "bibandwidth");
  EXPECT_EQ(name("osu_barrier"), "barrier");
  EXPECT_EQ(name("osu_gather"), "gather");
  EXPECT_EQ(name("osu_alltoallv"), "alltoallv");
  EXPECT_EQ(collectives::find_operation("barrier_perf"), nullptr);
  EXPECT_EQ(collectives::find_operation("_perf"), nullptr);
  EXPECT_EQ(collectives::find_operation(""), nullptr);
}

TEST(Bench, TellsTheSegmentOfEachRowIfARuleFindsIt) {
  const std::vector<std::string> words{"bench",     "broadcast", "--algorithm", "pipelined_torus",
                                       "--machine", "monsoon",   "--topology",  "torus:4x4",
                                       "-b",        "1K",        "-e",          "8K",
                                       "-f",        "8"};
  const auto table = [&](const std::string& segment) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--segment", segment});
    return run_toruscope(all).out;
  };
  EXPECT_THAT(table("search"),
              AllOf(ContainsRegex("\nsegment +search\n"), ContainsRegex("\nalgorithm +pipelined_torus\n"),
                    ContainsRegex("segment +T "), ContainsRegex("\n +8,192 +631 ")));
  EXPECT_THAT(table("64"), AllOf(ContainsRegex("\nsegment +64 bytes\n"), Not(ContainsRegex("segment +T "))));
}

TEST(Bench, TakesSizesFromZeroOn) {
  const Json json =
      bench({"broadcast", "--algorithm", "recursive_doubling", "-b", "0", "-e", "5", "--topology", "ring:3"});
  std::vector<int> sizes;
  for (const Json& row : json["results"]) sizes.push_back(row["block_bytes"]);
  EXPECT_EQ(sizes, (std::vector<int>{0, 1, 2, 4}));
}

TEST(Bench, KeepsTheRowsOfTheSizesThatTheMachineCanHave) {
  const std::vector<std::string> words{"bench",  "broadcast", "--algorithm", "knomial", "-e",         "8",
                                       "--fail", "5-6",       "--scale",     "p=4,8,9", "--topology", "ring:2"};
  std::vector<std::string> as_json = words;
  as_json.insert(as_json.end(), {"--format", "json"});

  const Finished table = run_toruscope(words);
  const Finished document = run_toruscope(as_json);

  for (const Finished& finished : {table, document}) EXPECT_EQ(finished.code, 2) << finished.err;
  EXPECT_THAT(table.out, HasSubstr("left out: p = 4: "));
  EXPECT_THAT(table.out, HasSubstr("ring:4 has no link 5-6"));
  const Json json = Json::parse(document.out);
  std::vector<int> sizes;
  for (const Json& row : json["results"]) sizes.push_back(row["pes"]);
  EXPECT_EQ(sizes, (std::vector<int>{8, 9}));
  EXPECT_EQ(json["refused_sizes"].size(), 1U);
  EXPECT_EQ(json["refused_sizes"][0]["pes"], 4);
  EXPECT_THAT(json["refused_sizes"][0]["reason"].get<std::string>(), HasSubstr("no link 5-6"));
}

TEST(Bench, LeavesOutTheSizesThatHaveNoSuchRootOrLink) {
  const auto scaled = [](const std::string& option, const std::string& value) {
    return run_toruscope({"bench", "broadcast", "--algorithm", "knomial", "--scale", "p=4,16", "--topology",
                          "ring:4", option, value, "--format", "json"});
  };
  for (const auto& [option, value, reason] : {std::tuple{"--root", "10", "root 10 is not a rank"},
                                              std::tuple{"--slow", "8-9=2", "has no link from 8 to 9"}}) {
    const Finished finished = scaled(option, value);
    EXPECT_EQ(finished.code, 2) << finished.err;
    const Json json = Json::parse(finished.out);
    ASSERT_EQ(json["results"].size(), 1U) << option;
    EXPECT_EQ(json["results"][0]["pes"], 16) << option;
    ASSERT_EQ(json["refused_sizes"].size(), 1U) << option;
    EXPECT_THAT(json["refused_sizes"][0]["reason"].get<std::string>(), HasSubstr(reason));
  }
  EXPECT_THAT(scaled("--root", "16").err, HasSubstr("root 16 is not a rank of this machine (ranks are 0..3)"));
}

TEST(Bench, ScalesTheMachineAndKeepsItsKind) {
  const Json json =
      bench({"alltoall", "--algorithm", "direct", "--scale", "p=1,4,6", "--topology", "torus:8x8"});

  std::vector<std::string> topologies;
  for (const Json& row : json["results"]) {
    topologies.push_back(row["topology"]);
    EXPECT_EQ(row["scaling"]["cost_ticks"],
              row["pes"].get<int>() * row["virtual_time"]["ticks"].get<std::int64_t>());
    EXPECT_TRUE(row["scaling"]["speed_up"].is_null());
  }
  EXPECT_EQ(topologies, (std::vector<std::string>{"torus:1x1", "torus:2x2", "torus:3x2"}));
}

TEST(Bench, CombinesByTheOperatorThatIsAskedFor) {
  for (const char* name : {"affine", "concatenation", "sum", "product", "min", "max", "xor"}) {
    const Json json = bench({"allreduce", "--operator", name, "-b", "24", "-e", "24", "--topology", "ring:5"});
    for (const Json& row : json["results"]) EXPECT_EQ(row["verified"], true) << name;
  }
}

TEST(Bench, IsATableForPeople) {
  const Finished finished = run_toruscope({"bench", "barrier", "--topology", "ring:5"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out,
              testing::AllOf(HasSubstr("dissemination"), HasSubstr("wall"), HasSubstr("ok: data correct")));
}

TEST(Steps, AreExactFractionsOnAPostalMachine) {
  const auto time = [](const char* lambda) {
    const Finished finished =
        run_toruscope({"verify", "broadcast", "--algorithm", "recursive_doubling", "--topology", "ring:2",
                       "--machine", "postal", "--lambda", lambda, "--format", "json"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    return Json::parse(finished.out)["results"][0]["virtual_time"];
  };
  EXPECT_EQ(time("3")["steps"], 3);
  EXPECT_EQ(time("3/2")["steps"], "3/2");
  EXPECT_EQ(time("3/2")["ticks"], 3);
  EXPECT_EQ(time("4/2")["steps"], 2);
}

TEST(Steps, AreWhatAPostalMachineIsShownIn) {
  const Finished finished = run_toruscope({"machine", "show", "postal", "--lambda", "5/2", "--ports", "k=3"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::AllOf(HasSubstr("postal with lambda=5/2"), HasSubstr("3/2 steps"),
                                           HasSubstr("1/2 step"), HasSubstr("k=3 (queue)")));
}

}  // namespace
}  // namespace toruscope
