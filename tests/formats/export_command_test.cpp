// SPDX-License-Identifier: Apache-2.0
// --export, and what it wrote given back to the command line.

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace toruscope {
namespace {

using test::content_of;
using test::TemporaryFolder;
using ::testing::HasSubstr;

/// Without the host's figures.
nlohmann::json result_of(const Outcome& run) {
  return nlohmann::json::parse(run.out).at("results").at(0);
}

TEST(Export, WritesARunAsGoalThatTakesTheSameTime) {
  const TemporaryFolder folder;
  const std::string file = (folder / "ring.goal").string();

  const Outcome verify = call({"verify", "allreduce", "-a", "ring", "-t", "ring:6", "--block", "6K", "--export",
                               file, "--format", "json"},
                              {});
  const Outcome copy = call({"run", "goal", "--input", file, "-t", "ring:6", "--format", "json"}, {});

  ASSERT_EQ(verify.code, 0) << verify.err;
  ASSERT_EQ(copy.code, 0) << copy.err;
  EXPECT_THAT(content_of(file),
              testing::StartsWith("// allreduce by ring on ring:6\n// sends and receives in bytes, "
                                  "calc in ns\nnum_ranks 6\n\nrank 0 {\nl1: send 1024b to 1 tag 0\n"));
  EXPECT_EQ(result_of(copy).at("virtual_time"), result_of(verify).at("virtual_time"));
  EXPECT_EQ(result_of(copy).at("totals").at("bytes"), result_of(verify).at("totals").at("bytes"));
  EXPECT_EQ(result_of(copy).at("verified"), true);
}

TEST(Export, WritesARunOfARunWithItsWork) {
  const TemporaryFolder folder;
  const std::string first = folder
                                .file("a.goal",
                                      "num_ranks 2\nrank 0 {\nc: calc 7\ns: send 8b to 1\ns requires "
                                      "c\n}\nrank 1 {\nrecv 8b from 0\n}\n")
                                .string();
  const std::string second = (folder / "b.goal").string();

  ASSERT_EQ(call({"run", "goal", "--input", first, "-t", "ring:2", "--export", second}, {}).code, 0);

  EXPECT_EQ(content_of(second),
            "// goal on ring:2\n// sends and receives in bytes, calc in ns\nnum_ranks 2\n"
            "\nrank 0 {\nl1: calc 7\nl2: send 8b to 1 tag 0\nl2 requires l1\n}\n\nrank 1 {\nl1: recv 8b from 0 "
            "tag 0\n}\n");
}

TEST(Export, WritesAnAlgorithmAsAScheduleThatVerifies) {
  const TemporaryFolder folder;
  const std::string file = (folder / "ring.xml").string();

  const Outcome verify =
      call({"verify", "allgather", "-a", "bruck", "-t", "ring:5", "--block", "64", "--export", file}, {});
  const Outcome copy =
      call({"verify", "allgather", "-a", "file:" + file, "-t", "ring:5", "--block", "1000"}, {});

  EXPECT_EQ(verify.code, 0) << verify.err;
  EXPECT_EQ(copy.code, 0) << copy.err;
  EXPECT_THAT(copy.out, HasSubstr("data correct"));
  EXPECT_THAT(content_of(file), HasSubstr("<algo name=\"bruck on ring:5\""));
}

void expect_export_refusal(std::vector<std::string> words, const std::string& why) {
  const TemporaryFolder folder;
  words.back() = (folder / words.back()).string();
  const Outcome run = call(words, {});

  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr(why));
  EXPECT_EQ(folder.entries(), 0U) << "no file is begun";
}

TEST(Export, RefusesWhatTheFormCannotSay) {
  expect_export_refusal({"verify", "broadcast", "-t", "ring:4", "--export", "a.xml"},
                        "alltoall, not of broadcast; try GOAL");
  expect_export_refusal({"verify", "allreduce", "-t", "ring:4", "--block", "12", "--export", "a.xml"},
                        "blocks of 12 bytes cannot tell who contributed; give --block a multiple of 8 bytes");
  expect_export_refusal({"verify", "alltoall", "-a", "at2", "-t", "torus:4x4", "--export", "a.goal"},
                        "export: at2 synchronises PEs without messages");
  expect_export_refusal({"verify", "broadcast", "-t", "ring:4", "--export", "a.txt"},
                        "the run as GOAL is a file named .goal, an MSCCL schedule one named .xml");
  expect_export_refusal({"run", "goal", "--input", "none.goal", "-t", "ring:4", "--export", "a.xml"},
                        "--export FILE.xml is for the algorithms of verify");
}

// The run itself would end in a deadlock.
TEST(Export, IsRefusedBeforeTheRun) {
  expect_export_refusal({"verify", "shift", "--shift", "2", "-t", "ring:8", "--block", "4K", "--switching",
                         "wormhole", "--virtual-channels", "1", "--export", "a.xml"},
                        "alltoall, not of shift; try GOAL");
  expect_export_refusal({"verify", "alltoall", "-a", "direct", "-t", "ring:8", "--block", "7", "--switching",
                         "wormhole", "--virtual-channels", "1", "--export", "a.xml"},
                        "blocks of 7 bytes cannot tell whose they are");
}

TEST(Export, OfARunWithoutDataIsTheSame) {
  const TemporaryFolder folder;
  const auto exported = [&](const std::string& name, std::vector<std::string> more) {
    const std::string file = (folder / name).string();
    std::vector<std::string> words{"verify", "reduce_scatter", "-t", "torus:2x3", "--block",
                                   "48",     "--export",       file};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(call(words, {}).code, 0);
    return content_of(file);
  };

  EXPECT_EQ(exported("a.goal", {}),
            exported("b.goal", {"--data", "none", "--engine", "threads", "--perturb", "3"}));
  EXPECT_EQ(exported("a.xml", {}),
            exported("b.xml", {"--data", "none", "--engine", "threads", "--perturb", "3"}));
}

}  // namespace
}  // namespace toruscope
