// SPDX-License-Identifier: Apache-2.0
// What needs more memory than there is: told before it runs, with what would do.

#include "runtime/core/sanitizers.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using TooLargeJson = nlohmann::ordered_json;

TEST(TooLarge, SizesOfABenchmarkAreLeftOut) {
  const std::vector<std::string> words{"bench", "alltoall",   "--algorithm", "direct",   "-f",
                                       "1024",  "--topology", "torus:8x8",   "--memory", "40M"};
  const Finished finished = run_toruscope(words);
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("ok: data correct"), HasSubstr("left out on torus:8x8: 8192 bytes; "),
                    HasSubstr("and 40 MiB may be used: take -e 3436 or")));

  std::vector<std::string> asked = words;
  asked.insert(asked.end(), {"-e", "8K"});
  EXPECT_EQ(run_toruscope(asked).code, 6);
}

TEST(TooLarge, TheAdviceNamesTheOptionThatWasUsed) {
  const auto told = [](std::vector<std::string> words) {
    words.insert(words.end(), {"--topology", "ring:4", "--memory", "20M"});
    const Finished finished = run_toruscope(words);
    EXPECT_EQ(finished.code, 6);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_THAT(told({"bench", "alltoall", "-b", "1G", "-e", "1G"}), HasSubstr("take -b "));
  EXPECT_THAT(told({"verify", "alltoall", "--block", "1G"}), HasSubstr("take --block "));
  EXPECT_THAT(told({"verify", "scan", "--values", "1000000000"}), HasSubstr("take --values "));
  EXPECT_THAT(told({"bench", "broadcast", "--values", "1000000000"}), HasSubstr("take --values "));
}

TEST(TooLarge, ALogThatNobodyCouldCountEndsItsRun) {
  const test::TemporaryFolder folder;
  const auto ping_pong = [](Communicator& comm) {
    char byte = 0;
    for (int i = 0; i < 200'000; ++i)
      if (comm.rank() == i % 2)
        comm.send(1 - comm.rank(), std::span(&byte, 1));
      else
        comm.recv(1 - comm.rank(), std::span(&byte, 1));
  };
  const Outcome outcome =
      call({"run", "-t", "ring:2", "-j", "1", "--memory", "16M", "--events", folder / "x.jsonl"}, ping_pong);
  EXPECT_EQ(outcome.code, 6);
  EXPECT_THAT(outcome.err,
              testing::ContainsRegex(
                  "memory: after [0-9,]+ rows the log of --events needs more than the 16 MiB that may be used; "
                  "leave --events out, or raise --memory\n"));
  const Outcome traced = call({"run", "-t", "ring:2", "-j", "1", "--trace", folder / "x.json"}, ping_pong);
  EXPECT_EQ(traced.code, 2);
  EXPECT_THAT(traced.err, testing::ContainsRegex("trace: the run has 1,[0-9,]+ trace events or more; a trace "
                                                 "holds up to 1,000,000; show a part of it"));
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(TooLarge, TheAdviceTellsWhatTimesAloneTake) {
  const std::vector<std::string> words{"verify",   "alltoall", "--topology", "ring:4",
                                       "--memory", "20M",      "--block"};
  const auto told = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return run_toruscope(all).err;
  };
  EXPECT_THAT(told({"1G"}), HasSubstr(" or less, --data none if times are enough, or raise --memory\n"));
  EXPECT_EQ(told({"1G", "--data", "none"}), "");
  const std::string too_many = told({"1G", "--topology", "torus:256x256"});
  EXPECT_THAT(too_many, AllOf(HasSubstr("not even --block 0 fits"), Not(HasSubstr("--data none"))));
  EXPECT_THAT(told({"0", "--topology", "torus:256x256"}),
              AllOf(HasSubstr("the machine alone needs about"), Not(HasSubstr("blocks of 0"))));
}

TEST(TooLarge, OfAnOperationThatMovesNothingTheMachineAloneIs) {
  for (const char* verb : {"verify", "bench"}) {
    const Finished finished = run_toruscope({verb, "barrier", "-t", "torus:256x256", "--memory", "20M"});
    EXPECT_EQ(finished.code, 6);
    EXPECT_THAT(finished.err,
                AllOf(HasSubstr("barrier by dissemination on torus:256x256: the machine alone needs about"),
                      HasSubstr("and 20 MiB may be used: use fewer PEs, or raise --memory"),
                      Not(HasSubstr("--block"))));
  }
}

TEST(TooLarge, OfNamedAlgorithmsOneIsAFailureAndTheOthersAreShown) {
  const auto run = [](const std::vector<std::string>& words) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"alltoall", "-t", "torus:8x8", "-j", "1"});
    return run_toruscope(all);
  };
  const std::vector<std::string> named{"-a", "direct,bruck", "--memory", "100M", "--block", "8K"};
  for (const char* verb : {"compare", "bench"}) {
    std::vector<std::string> words{verb};
    words.insert(words.end(), named.begin(), named.end());
    const Finished some = run(words);
    EXPECT_EQ(some.code, 6) << verb;
    EXPECT_THAT(some.out, HasSubstr("direct"));
    EXPECT_THAT(some.err, HasSubstr("toruscope: alltoall by bruck on torus:8x8")) << verb;
    EXPECT_THAT(some.err, HasSubstr("was left out: it needs about ")) << verb;
    const Finished all = run({verb, "--memory", "100M", "--block", "8K"});
    EXPECT_EQ(all.code, 0) << verb << all.err;
  }
  EXPECT_EQ(run({"bench", "-a", "direct,bruck", "--memory", "100M", "-f", "64"}).code, 0) << "its own sizes";
  const Finished none = run({"compare", "-a", "direct,bruck", "--memory", "20M", "--block", "8K"});
  EXPECT_EQ(none.code, 6);
  EXPECT_THAT(none.err, AllOf(HasSubstr("alltoall by direct on "), HasSubstr("; as much or more: bruck\n")));
}

TEST(TooLarge, AMachineIsToldWithWhatAPeTakes) {
  const Finished fits = run_toruscope({"info", "-t", "torus:16x16"});
  EXPECT_THAT(fits.out,
              testing::ContainsRegex("machine needs +about [0-9.]+ MiB, [0-9.]+ KiB for each of 256 PEs"));
  const Finished refused = run_toruscope({"info", "-t", "torus:1024x1024", "--memory", "100M"});
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err,
              testing::ContainsRegex("info on torus:1024x1024: the machine needs about [0-9.]+ GiB, "
                                     "[0-9.]+ KiB for each of 1,048,576 PEs, and 100 MiB may be used"));
}

TEST(TooLarge, ALogIsToldBeforeTheRun) {
  const auto told = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"verify", "alltoall", "-a", "direct", "-t", "torus:16x16"});
    const Finished finished = run_toruscope(words);
    EXPECT_EQ(finished.out, "");
    EXPECT_NE(finished.code, 0);
    return finished.err;
  };
  EXPECT_THAT(told({"--events", "/dev/null", "--memory", "60M"}),
              AllOf(HasSubstr("alltoall by direct on torus:16x16, with the log of --events: needs about"),
                    HasSubstr("and 60 MiB may be used: use fewer PEs, leave --events out (about "),
                    Not(HasSubstr("--block"))));
  EXPECT_THAT(
      told({"--trace", "/dev/null"}),
      HasSubstr(
          "trace: the run has 1,571,328 trace events or more; a trace holds up to 1,000,000; show a part"));
}

TEST(TooLarge, EveryInputOfAnApplicationIs) {
  const test::TemporaryFolder folder;
  const std::string matrix =
      folder.file("m.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n").string();
  const std::string large = folder.file("large.csv", std::string(3 << 20, '1')).string();
  for (const char* option : {"--vector", "--names"}) {
    const Finished finished = run_toruscope(
        {"run", "matvec", "--topology", "ring:2", "--input", matrix, option, large, "--memory", "2M"});
    EXPECT_EQ(finished.code, 6) << option;
    EXPECT_THAT(finished.err, AllOf(HasSubstr("reading " + large), HasSubstr("3 MiB"))) << option;
  }
}

TEST(TooLarge, PartsCountAsMessages) {
  const auto verify = [](const std::string& segment) {
    return run_toruscope({"verify", "broadcast", "--algorithm", "pipelined_chain", "--topology", "ring:16",
                          "--block", "16M", "--segment", segment, "--memory", "2G"});
  };
  const Finished refused = verify("1");
  EXPECT_EQ(refused.code, 6);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("and 2 GiB may be used: take --block "),
                                 HasSubstr("or less, a larger --segment than 1 B, ")));
  EXPECT_EQ(verify("1M").code, 0);
}

TEST(TooLarge, NoBufferIsUntilItsSlotsAreUsed) {
  const Finished finished = run_toruscope(
      {"verify", "barrier", "--topology", "torus:8x8", "--buffers", "1048576", "--format", "json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto host = TooLargeJson::parse(finished.out)["results"][0]["host"];
  if (!core::kSanitized) {
    EXPECT_LT(host["peak_rss_bytes"], 100 << 20) << "2 GiB, if each link had its slots";
  }
}

}  // namespace
}  // namespace toruscope
