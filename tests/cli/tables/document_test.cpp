// SPDX-License-Identifier: Apache-2.0
// The JSON document: its keys are those of the schema, and nothing outside `host` depends on the
// host.

#include "runtime/core/sanitizers.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace toruscope {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}

std::vector<std::string> with_json(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json"});
  return words;
}

Json document(const std::vector<std::string>& words) {
  const Finished finished = run_toruscope(with_json(words));
  EXPECT_EQ(finished.code, 0) << finished.err;
  return Json::parse(finished.out);
}

TEST(Document, HasTheKeysOfItsSchema) {
  const Json json = document({"verify", "alltoall", "--algorithm", "ar1", "--topology", "ring:12"});

  EXPECT_EQ(json["schema"], "toruscope/1");
  EXPECT_EQ(keys(json),
            (std::vector<std::string>{"schema", "version", "machine", "seed", "inputs", "results", "host"}));
  const Json& result = json["results"][0];
  EXPECT_EQ(keys(result),
            (std::vector<std::string>{"operation", "algorithm", "topology", "pes", "ports", "switching",
                                      "block_bytes", "virtual_time", "critical_path", "bandwidth", "totals",
                                      "links", "predicted", "lower_bound", "efficiency", "verified", "host"}));
  EXPECT_EQ(keys(result["critical_path"]),
            (std::vector<std::string>{"startups", "receives", "messages", "bytes", "blocks", "hops",
                                      "latencies", "gap", "sync", "compute", "link_wait"}));
  EXPECT_EQ(keys(result["totals"]),
            (std::vector<std::string>{"messages", "bytes", "hops", "max_link_bytes", "link_conflicts",
                                      "port_conflicts", "port_wait", "link_wait", "partner_wait"}));
  EXPECT_EQ(keys(json["host"]), (std::vector<std::string>{"workers", "engine", "network", "command", "compiler",
                                                          "build", "commit", "date"}));
}

TEST(Document, HasTheEfficiencyOfTheTable) {
  const Json result = document(
      {"verify", "gather", "-a", "flat", "-t", "complete:3", "-m", "paragon", "--block", "100"})["results"][0];
  EXPECT_DOUBLE_EQ(result["efficiency"].get<double>(), result["lower_bound"]["ticks"].get<double>() /
                                                           result["virtual_time"]["ticks"].get<double>());
  EXPECT_TRUE(
      document({"run", "fft", "--input", test::in_source("data/sunspots.csv"), "-t", "ring:4"})["results"][0]
          .at("efficiency")
          .is_null());
}

TEST(Document, TellsOnlyTheCountsThatAFormulaHas) {
  const std::vector<std::string> in_steps{"verify",     "scan",        "--algorithm", "a",
                                          "--topology", "complete:10", "--machine",   "postal",
                                          "--ports",    "k=2",         "--lambda",    "3"};
  const Json result = document(in_steps)["results"][0];
  const Json& predicted = result["predicted"];
  EXPECT_EQ(predicted["ticks"], result["virtual_time"]["ticks"]);
  for (const char* count : {"startups", "bytes", "hops"}) {
    EXPECT_TRUE(predicted[count].is_null()) << count;
    EXPECT_GT(result["critical_path"][count], 0) << count;
  }

  std::vector<std::string> as_csv = in_steps;
  as_csv.insert(as_csv.end(), {"--format", "csv"});
  EXPECT_THAT(run_toruscope(as_csv).out, testing::ContainsRegex(",,,,[1-9][0-9]*,"));
}

// Three messages of 8 bytes, 10 + 8 steps each, come to PE 0 at once: the second waits for the port
// for 18, the third for 36.
TEST(Document, TellsOfEachPeHowItWaitedForItsPorts) {
  const Json result =
      document({"verify", "gather", "--algorithm", "flat", "--topology", "complete:4", "--machine", "unit",
                "--ts", "10", "--tw", "1", "--tm", "0", "--block", "8"})["results"][0];
  const Json& waits = result["port_waits"];
  ASSERT_EQ(waits.size(), 1);
  EXPECT_EQ(waits[0]["pe"], 0);
  EXPECT_EQ(waits[0]["conflicts"], result["totals"]["port_conflicts"]);
  EXPECT_EQ(waits[0]["wait"], result["totals"]["port_wait"]);
  EXPECT_EQ(waits[0]["conflicts"], 2);
  EXPECT_EQ(waits[0]["longest"]["wait"], 36);
  EXPECT_EQ(waits[0]["longest"]["transfer"], (Json{{"kind", "receive"}, {"partner", 3}}));
  EXPECT_EQ(waits[0]["longest"]["held_by"], (Json{{"kind", "receive"}, {"partner", 2}}));
}

TEST(Document, HasThePapersFigures) {
  const Json ar1 =
      document({"verify", "alltoall", "--algorithm", "ar1", "--topology", "ring:12"})["results"][0];
  EXPECT_EQ(ar1["critical_path"]["startups"], 4);
  EXPECT_EQ(ar1["critical_path"]["blocks"], 24);
  EXPECT_EQ(ar1["totals"]["link_conflicts"], 0);
  EXPECT_EQ(ar1["verified"], true);

  const Json at2 = document({"verify", "alltoall", "--algorithm", "at2", "--topology", "torus:16x16",
                             "--machine", "paragon", "--block", "64"})["results"][0];
  EXPECT_EQ(at2["critical_path"]["startups"], 8);
  EXPECT_EQ(at2["critical_path"]["blocks"], 1024);
  EXPECT_EQ(at2["totals"]["link_conflicts"], 0);
  EXPECT_EQ(at2["virtual_time"]["ticks"], 8 * 75'000'000 + 1024LL * 64 * 11'100);
}

TEST(Document, CountsStepsOnAStepMachine) {
  const Json steps =
      document({"verify", "alltoall", "--algorithm", "ar1", "--topology", "ring:12", "--machine", "unit"});
  EXPECT_EQ(steps["results"][0]["virtual_time"]["steps"], 4);
  EXPECT_TRUE(steps["results"][0]["virtual_time"]["seconds"].is_null());
}

TEST(Document, KnowsItsInputsByTheirFingerprint) {
  const Json json = document({"run", "fft", "--input", test::in_source("data/sunspots.csv")});
  ASSERT_EQ(json["inputs"].size(), 1U);
  EXPECT_EQ(json["inputs"][0].get<std::string>().size(), 64U);
  EXPECT_THAT(json["results"][0]["findings"].dump(), testing::HasSubstr("134.3"));
}

TEST(Document, TellsHowAnInputWasRead) {
  const std::string sunspots = test::in_source("data/sunspots.csv");
  const std::vector<std::string> command{"run", "prefix", "--input", sunspots, "--topology", "ring:2"};
  EXPECT_EQ(document(command)["results"][0]["reading"], Json({{"column", "2 (sunspots)"}}));
  EXPECT_THAT(run_toruscope(command).out, testing::ContainsRegex("column +2 \\(sunspots\\)"));
  std::vector<std::string> csv = command;
  csv.insert(csv.end(), {"--format", "csv"});
  EXPECT_THAT(run_toruscope(csv).out,
              testing::AllOf(testing::HasSubstr(",reading.column,"), testing::HasSubstr(",2 (sunspots),")));
}

/// The text without the values of all "host" keys.
std::string without_host(const std::string& text) {
  Json json = Json::parse(text);
  json["host"] = nullptr;
  for (Json& result : json["results"]) result["host"] = nullptr;
  return json.dump();
}

TEST(Document, IsTheSameOnEveryHost) {
  const std::vector<std::string> words{"verify", "alltoall",   "--algorithm",
                                       "direct", "--topology", "torus:5x6"};
  std::string expected;
  for (const char* engine : {"fibers", "threads"})
    for (const char* workers : {"1", "2", "4"})
      for (const char* capacity : {"1", "2", "64"}) {
        // each run takes a second
        if (core::kSanitized && (*workers == '2' || *capacity == '2')) continue;
        std::vector<std::string> all = with_json(words);
        all.insert(all.end(),
                   {"--engine", engine, "-j", workers, "--channel-capacity", capacity, "--perturb", capacity});
        const Finished finished = run_toruscope(all);
        ASSERT_EQ(finished.code, 0) << finished.err;
        const std::string text = without_host(finished.out);
        if (expected.empty()) {
          expected = text;
          EXPECT_GT(Json::parse(finished.out)["results"][0]["totals"]["link_conflicts"], 0);
        }
        EXPECT_EQ(text, expected) << engine << ' ' << workers << ' ' << capacity;
      }
}

}  // namespace
}  // namespace toruscope
