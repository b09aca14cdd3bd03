// SPDX-License-Identifier: Apache-2.0
// --data none: times without data, in memory that does not depend on the size of blocks.

#include "runtime/core/sanitizers.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/cli/in_process.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

Json result_document(std::vector<std::string> words) {
  words.insert(words.end(), {"--format", "json"});
  const Finished finished = run_toruscope(words);
  EXPECT_EQ(finished.code, 0) << finished.err;
  return Json::parse(finished.out);
}

/// A result without what tells of data and of this computer.
Json times_of(Json result) {
  for (const char* key : {"data", "verified", "host"}) result.erase(key);
  return result;
}

TEST(WithoutData, AResultSaysSoAndHasTheSameTimes) {
  const std::vector<std::string> words{"verify", "allreduce", "--topology", "torus:4x6", "--block", "1000"};
  std::vector<std::string> without = words;
  without.insert(without.end(), {"--data", "none"});

  const Json with = result_document(words)["results"][0];
  const Json found = result_document(without)["results"][0];

  EXPECT_EQ(found["data"], "none");
  EXPECT_TRUE(found["verified"].is_null());
  EXPECT_FALSE(with.contains("data"));
  EXPECT_EQ(times_of(found), times_of(with));
}

TEST(WithoutData, ATableSaysWhatWasCompared) {
  const Finished finished =
      run_toruscope({"verify", "alltoall", "--algorithm", "ar1", "--topology", "ring:8", "--data", "none"});

  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("data              none: messages have lengths only\n"),
                    HasSubstr("check             without data, predicted T met, lower bound respected\n")));
}

// 64 GiB of blocks with data.
TEST(WithoutData, MemoryIsTheMachines) {
  const std::vector<std::string> words{"alltoall",  "--algorithm", "at2",  "--topology",
                                       "torus:8x8", "--memory",    "200M", "--data"};
  for (const char* verb : {"verify", "compare"}) {
    std::vector<std::string> all = words;
    all.insert(all.begin(), verb);
    all.insert(all.end(), {"none", "--block", "16M"});
    EXPECT_EQ(run_toruscope(all).code, 0) << verb;
    all[all.size() - 3] = "carried";
    EXPECT_THAT(run_toruscope(all).err, HasSubstr("of memory with blocks of 16 MiB")) << verb;
  }
  std::vector<std::string> bench = words;
  bench.insert(bench.begin(), "bench");
  bench.insert(bench.end(), {"none", "-b", "16M", "-e", "64M"});
  const Finished finished = run_toruscope(bench);
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("without data, predicted T met"));
}

// 1 MiB on each PE: what is held is the machine, 128 KiB a PE, and not the data.
void expect_the_machine_alone(const char* operation, int side) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer's memory is not the machine's";
  const std::string memory = std::to_string(side * side / 8) + "M";
  const Json document = result_document({"verify", operation, "-t", fmt::format("torus:{0}x{0}", side),
                                         "--block", "1M", "--data", "none", "--memory", memory});
  EXPECT_LE(document["results"][0]["host"]["peak_rss_bytes"].get<std::int64_t>(),
            std::int64_t{side} * side << 17);
}
TEST(WithoutData, AnAlltoallOfMebibytesTakesTheMachineAlone) {
  expect_the_machine_alone("alltoall", 64);
}
TEST(Long, AnAlltoallOfMebibytesOn128x128PesTakesTheMachineAlone) {
  expect_the_machine_alone("alltoall", 128);
}
TEST(Long, AnAllreduceOfAMebibyteOn128x128PesTakesTheMachineAlone) {
  expect_the_machine_alone("allreduce", 128);
}

// What tells blocks of many sizes apart is there without data, too.
TEST(WithoutData, MemoryCountsTheLengthsOfBlocks) {
  const Finished finished = run_toruscope({"verify", "alltoallv", "--topology", "torus:64x64", "--memory",
                                           "200M", "--data", "none", "--algorithm", "direct"});
  EXPECT_EQ(finished.code, 6);
  EXPECT_THAT(finished.err, HasSubstr("alltoallv by direct on torus:64x64: needs about"));
}

TEST(WithoutData, ABufferBeyondAllAddressesIsALimitOfThisComputer) {
  const Finished finished = run_toruscope({"verify", "alltoall", "--topology", "ring:32", "--block", "1024G",
                                           "--data", "none", "--ts", "0", "--tw", "0", "--th", "0"});
  EXPECT_EQ(finished.code, 6);
  EXPECT_THAT(finished.err, HasSubstr("data: a buffer of 32 TiB is asked for"));
}

TEST(WithoutData, IsRefusedWhereDataAreTheSubject) {
  const Finished app = run_toruscope({"run", "prefix", "--data", "none"});
  EXPECT_EQ(app.code, 2);
  EXPECT_THAT(app.err, HasSubstr("prefix computes with what it receives; leave --data out"));
  const Finished all = run_toruscope({"verify", "--all", "barrier", "--data", "none"});
  EXPECT_EQ(all.code, 2);
  EXPECT_THAT(all.err, HasSubstr("leave --data out"));
  const Finished word = run_toruscope({"verify", "shift", "--data", "nothing"});
  EXPECT_EQ(word.code, 2);
  EXPECT_THAT(word.err, HasSubstr("carried, none"));
}

TEST(WithoutData, AnOwnProgramMayRun) {
  const auto program = [](Communicator& comm) {
    std::vector<int> got{-1};
    comm.sendrecv(comm.shift(0, 1), std::vector<int>{7}, comm.shift(0, -1), got);
    if (comm.rank() == 0) comm.print("got " + std::to_string(got[0]));
  };
  const Outcome outcome = call({"run", "--topology", "ring:4", "--data", "none"}, program);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("got -1"), HasSubstr("none: messages have lengths only")));
  const Outcome measured =
      call({"run", "--topology", "ring:4", "--data", "none", "--measure-compute"}, program);
  EXPECT_EQ(measured.code, 2);
  EXPECT_THAT(measured.err, HasSubstr("run with data, or declare the work"));
}

// A claim that does not hold is a fault without data, too.
TEST(WithoutData, AWrongFormulaIsFound) {
  Tables tables;
  Broadcast entry = tables.algorithms.broadcast().front();
  entry.name = "boastful";
  entry.predicted = [](const Case&) { return std::optional(Prediction{0, 0, 0, Ticks{0}}); };
  tables.algorithms.add(entry);

  const Outcome outcome = call({"verify", "broadcast", "--algorithm", "boastful", "--topology", "ring:8",
                                "--data", "none", "--format", "json"},
                               {}, tables);

  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(Json::parse(outcome.out)["results"][0]["verified"], false);
}

}  // namespace
}  // namespace toruscope
