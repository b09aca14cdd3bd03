// SPDX-License-Identifier: Apache-2.0
// Schedules of files, run and checked as any other algorithm: blocks with stamps, every size.

#include "tests/cli/in_process.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace toruscope {
namespace {

using ::testing::HasSubstr;

std::string schedule(const std::string& name) {
  return "file:" + test::in_source("tests/formats/schedules/" + name + ".xml");
}

struct Verified {
  std::string operation, schedule, topology;
};

class EverySchedule : public testing::TestWithParam<Verified> {};

TEST_P(EverySchedule, YieldsItsCollectiveForEverySize) {
  const auto& [operation, name, topology] = GetParam();
  for (const char* block : {"0", "1", "8", "24", "1000", "4096"}) {
    const Outcome run = call({"verify", operation, "-a", schedule(name), "-t", topology, "--block", block}, {});
    EXPECT_EQ(run.code, 0) << block << ": " << run.err;
    EXPECT_THAT(run.out, HasSubstr("data correct")) << block;
  }
}

TEST_P(EverySchedule, TakesTheSameTimeOnEveryHost) {
  const auto& [operation, name, topology] = GetParam();
  const auto ticks = [&, operation = operation, name = name,
                      topology = topology](std::vector<std::string> more) {
    std::vector<std::string> words{"verify",  operation, "-a",       schedule(name), "-t",        topology,
                                   "--block", "96",      "--format", "csv",          "--columns", "T"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {}).out;
  };
  const std::string usual = ticks({});
  EXPECT_EQ(ticks({"-j", "2", "--perturb", "7"}), usual);
  EXPECT_EQ(ticks({"--engine", "threads", "--channel-capacity", "1"}), usual);
  EXPECT_EQ(ticks({"--data", "none"}), usual);
}

INSTANTIATE_TEST_SUITE_P(Files, EverySchedule,
                         testing::Values(Verified{"allreduce", "allreduce_ring_3", "ring:3"},
                                         Verified{"allreduce", "allreduce_swing_8", "torus:2x4"},
                                         Verified{"allgather", "allgather_bucket_2x3", "torus:2x3"},
                                         Verified{"reduce_scatter", "reduce_scatter_bucket_4", "complete:4"},
                                         Verified{"alltoall", "alltoall_by_scratch_2", "complete:2"}),
                         [](const auto& schedule) {
                           std::string name = schedule.param.schedule;
                           return name;
                         });

TEST(ScheduleFile, IsHeldAgainstTheTable) {
  const Outcome run = call(
      {"compare", "allreduce", "-a", schedule("allreduce_ring_3") + ",ring", "-t", "ring:3", "--block", "3K"},
      {});

  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("allreduce_ring_3"));
}

/// An allreduce of two PEs in four chunks, of which they exchange the first `exchanged`.
std::string two_pes_exchange(int exchanged) {
  std::string text = R"(<algo name="exchange" nchunksperloop="4" ngpus="2" coll="allreduce" inplace="1">)";
  for (int pe = 0; pe < 2; ++pe) {
    const std::string id = std::to_string(pe);
    const std::string other = std::to_string(1 - pe);
    const std::string what =
        R"(srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt=")" + std::to_string(exchanged) + "\" ";
    text += R"(<gpu id=")" + id + R"(" i_chunks="4" o_chunks="0" s_chunks="0">)";
    text += R"(<tb id="0" send=")" + other + R"(" recv="-1" chan="0"><step s="0" type="s" )" + what +
            R"(depid="-1" deps="-1" hasdep="1"/></tb>)";
    text += R"(<tb id="1" send="-1" recv=")" + other + R"(" chan="0"><step s="0" type="rrc" )" + what +
            R"(depid="0" deps="0" hasdep="0"/></tb></gpu>)";
  }
  return text + "</algo>";
}

// 8 bytes would all lie in the first chunk, and the other three could be as wrong as they like.
TEST(ScheduleFile, HasAValueInEachChunkUnlessABlockIsNamed) {
  const test::TemporaryFolder folder;
  const auto verified = [&](const char* name, int exchanged, std::vector<std::string> more) {
    const std::string file = (folder.path() / name).string();
    std::ofstream(file) << two_pes_exchange(exchanged);
    std::vector<std::string> words{"verify", "allreduce", "-a", "file:" + file, "-t", "ring:2"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {});
  };

  const Outcome right = verified("all.xml", 4, {});
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("bytes per vector  32"));
  EXPECT_EQ(verified("three.xml", 3, {}).code, 1);
  EXPECT_EQ(verified("one.xml", 1, {}).code, 1);
  EXPECT_EQ(call({"bench", "allreduce", "-a", "file:" + (folder.path() / "one.xml").string(), "-t", "ring:2",
                  "-e", "32"},
                 {})
                .code,
            1);
  EXPECT_EQ(verified("one_of_one.xml", 1, {"--block", "8"}).code, 0) << "all of it lies in the first chunk";
}

/// An allreduce of two PEs that sends nothing, so nobody is faster.
std::string nobody_sends() {
  std::string text = R"(<algo name="idle" nchunksperloop="1" ngpus="2" coll="allreduce" inplace="1">)";
  for (const char* pe : {"0", "1"})
    text += std::string(R"(<gpu id=")") + pe +
            R"(" i_chunks="1" o_chunks="0" s_chunks="1"><tb id="0" send="-1" recv="-1" chan="0">)"
            R"(<step s="0" type="nop" depid="-1" deps="-1" hasdep="0"/></tb></gpu>)";
  return text + "</algo>";
}

// The bound is of those that do the operation.
TEST(ScheduleFile, ThatYieldsWrongDataIsHeldAgainstNoBoundAndIsNeverTheFastest) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "idle.xml").string();
  std::ofstream(file) << nobody_sends();
  const auto run = [&](const char* verb, const std::string& algorithms, std::vector<std::string> more = {}) {
    std::vector<std::string> words{verb, "allreduce", "-a", algorithms, "-t", "ring:2"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {});
  };

  for (const char* verb : {"verify", "bench", "explain"}) {
    const Outcome wrong = run(verb, "file:" + file);
    EXPECT_EQ(wrong.code, 1) << verb;
    EXPECT_THAT(wrong.out + wrong.err, HasSubstr("wrong on 2 of 2 PEs")) << verb;
    EXPECT_THAT(wrong.out + wrong.err,
                testing::AllOf(testing::Not(HasSubstr("defect of Toruscope")), testing::Not(HasSubstr(" % "))))
        << verb;
  }

  const Outcome compared = run("compare", "file:" + file + ",ring", {"--block", "1K"});
  EXPECT_EQ(compared.code, 1);
  EXPECT_THAT(compared.out, testing::AllOf(HasSubstr("\n1  ring "), HasSubstr("\n-  file:"),
                                           testing::Not(HasSubstr("meets the lower bound"))));
  const Outcome as_json = run("compare", "file:" + file + ",ring", {"--block", "1K", "--format", "json"});
  const auto rows = nlohmann::json::parse(as_json.out)["results"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["algorithm"], "ring");
  EXPECT_TRUE(rows[1]["efficiency"].is_null() && rows[1]["lower_bound"].is_null());

  const Outcome map = run("phase", "file:" + file + ",ring", {"--over", "p=2", "-b", "64", "-e", "64"});
  EXPECT_EQ(map.code, 5) << "without data a run shows no more than that it is too fast";
  EXPECT_THAT(map.out, HasSubstr("ring: fastest in 1"));
}

TEST(ScheduleFile, OfAnAllgatherOutOfPlaceHasToCopyItsOwnBlock) {
  const test::TemporaryFolder folder;
  const auto verified = [&](const char* name, bool copies) {
    std::string text = R"(<algo name="gather" nchunksperloop="2" ngpus="2" coll="allgather" inplace="0">)";
    for (int pe = 0; pe < 2; ++pe) {
      const std::string id = std::to_string(pe);
      const std::string other = std::to_string(1 - pe);
      const auto step = [](int number, const char* type, const std::string& to) {
        return R"(<step s=")" + std::to_string(number) + R"(" type=")" + type +
               R"(" srcbuf="i" srcoff="0" dstbuf="o" dstoff=")" + to +
               R"(" cnt="1" depid="-1" deps="-1" hasdep="0"/>)";
      };
      text += R"(<gpu id=")" + id + R"(" i_chunks="1" o_chunks="2" s_chunks="0"><tb id="0" send=")" + other +
              R"(" recv=")" + other + R"(" chan="0">)" + step(0, "s", id) + step(1, "r", other) +
              (copies ? step(2, "cpy", id) : "") + "</tb></gpu>";
    }
    const std::string file = (folder.path() / name).string();
    std::ofstream(file) << text << "</algo>";
    return call({"verify", "allgather", "-a", "file:" + file, "-t", "ring:2"}, {}).code;
  };

  EXPECT_EQ(verified("copied.xml", true), 0);
  EXPECT_EQ(verified("forgotten.xml", false), 1);
}

TEST(ScheduleFile, IsRefusedForOtherNumbersOfPes) {
  const Outcome run = call({"verify", "allreduce", "-a", schedule("allreduce_ring_3"), "-t", "ring:4"}, {});

  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("is a schedule for 3 PEs, got 4"));
}

TEST(ScheduleFile, ThatIsMissingOrOfAnotherOperationIsRefused) {
  EXPECT_THAT(call({"verify", "allreduce", "-a", "file:no/such.xml", "-t", "ring:3"}, {}).err,
              HasSubstr("no/such.xml"));
  EXPECT_THAT(call({"verify", "allreduce", "-a", "file:", "-t", "ring:3"}, {}).err,
              HasSubstr("write file:NAME.xml"));
  const Outcome other = call({"verify", "allgather", "-a", schedule("allreduce_ring_3"), "-t", "ring:3"}, {});
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("it is a schedule of allreduce, and allgather is asked for"));
}

TEST(ScheduleFile, WhoseStepsWaitForEachOtherIsADeadlockOrDoesNotEnd) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "knot.xml").string();
  std::ofstream(file) << R"(<algo name="knot" nchunksperloop="1" ngpus="1" coll="allreduce" inplace="1">
  <gpu id="0" i_chunks="1" o_chunks="0" s_chunks="1">
    <tb id="0" send="-1" recv="-1" chan="0">
      <step s="0" type="cpy" srcbuf="i" srcoff="0" dstbuf="s" dstoff="0" cnt="1" depid="1" deps="0" hasdep="1"/>
    </tb>
    <tb id="1" send="-1" recv="-1" chan="0">
      <step s="0" type="cpy" srcbuf="s" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="0" deps="0" hasdep="1"/>
    </tb>
  </gpu>
</algo>)";
  const Outcome run = call({"verify", "allreduce", "-a", "file:" + file, "-t", "ring:1"}, {});

  EXPECT_NE(run.code, 0);
  EXPECT_THAT(run.err + run.out,
              HasSubstr("knot.xml:4: GPU 0, thread block 0, step 0 waits for thread block 1, step 0"));
}

// Each GPU receives before it sends.
TEST(ScheduleFile, WhoseGpusWaitForEachOtherIsADeadlockThatNamesTheSteps) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "ring.xml").string();
  std::ofstream(file) << R"(<algo name="ring" nchunksperloop="1" ngpus="2" coll="allreduce" inplace="1">
  <gpu id="0" i_chunks="1" o_chunks="0" s_chunks="0">
    <tb id="0" send="1" recv="1" chan="0">
      <step s="0" type="rrc" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="1" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
    </tb>
  </gpu>
  <gpu id="1" i_chunks="1" o_chunks="0" s_chunks="0">
    <tb id="0" send="0" recv="0" chan="0">
      <step s="0" type="rrc" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
      <step s="1" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="0"/>
    </tb>
  </gpu>
</algo>)";
  const Outcome run = call({"verify", "allreduce", "-a", "file:" + file, "-t", "ring:2"}, {});

  EXPECT_EQ(run.code, 3);
  EXPECT_THAT(run.err,
              testing::AllOf(HasSubstr("ring.xml:4: GPU 0, thread block 0, step 0: a receive from GPU 1"),
                             HasSubstr("ring.xml:10: GPU 1, thread block 0, step 0: a receive from GPU 0")));
}

TEST(ScheduleCommand, ComparesAFileWithAllOthers) {
  const std::string file = schedule("allreduce_ring_3");
  const auto algorithms = [&](const std::string& names) {
    return call({"compare", "allreduce", "-a", names, "-t", "ring:3", "--format", "csv"}, {});
  };
  const Outcome with = algorithms(file + ",all");
  const Outcome all = algorithms("all");

  EXPECT_EQ(with.code, 0) << with.err;
  EXPECT_THAT(with.out, HasSubstr("allreduce_ring_3"));
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  EXPECT_EQ(lines(with.out), lines(all.out) + 1);
  EXPECT_THAT(call({"compare", "allreduce", "-a", file + ",all", "-t", "ring:3"}, {}).out,
              HasSubstr(" does not fit: it "));
}

}  // namespace
}  // namespace toruscope
