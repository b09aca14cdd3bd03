// SPDX-License-Identifier: Apache-2.0
// Chakra's protobuf form.

#include "formats/chakra_forms.hpp"
#include "perfetto/gzip.hpp"
#include "tests/apps/app_run.hpp"
#include "tests/support/et_writer.hpp"

#include <bit>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <ostream>
#include <sstream>

namespace toruscope {
namespace {

using test::et;
using test::et_attribute;
using test::et_collective;
using test::et_version;
using test::EtNode;
using test::Message;
using test::refusal_of;
using test::run_app;
using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

class EtRun : public testing::Test {
 protected:
  void SetUp() override {
    if (!formats::has_protobuf()) GTEST_SKIP() << "libprotobuf-dev is not installed";
  }

  AppRequest request(const std::string& content, const char* topology = "ring:4") {
    AppRequest made = test::request_for(folder_.file("a.et", content), topology);
    made.parameters = preset("generic");
    return made;
  }
  AppRequest request_of(const std::vector<std::string>& npus, const char* topology) {
    for (std::size_t i = 0; i < npus.size(); ++i) (void)folder_.file(fmt::format("a.{}.et", i), npus[i]);
    AppRequest made = test::request_for(folder_ / "a.{rank}.et", topology);
    made.parameters = preset("generic");
    return made;
  }
  void expect_refusal(const std::string& content, const std::string& why) {
    EXPECT_THAT(refusal_of("chakra", request(content)), HasSubstr(why));
  }
  /// Local work first, then a collective of all.
  static std::string worked(const Message& metadata = et_version()) {
    return et({metadata, EtNode{.duration = 12}, et_collective(7, 0, 4096, {0})});
  }
  static constexpr std::int64_t kWorkedTicks = 12'000'000 + 6 * (1'000'000 + 50'000 + 1024 * 1'000);
  TemporaryFolder folder_;
};

TEST_F(EtRun, WorksAndCallsCollectivesWithTheFirstIdLeftOut) {
  AppRequest asked = request(worked());
  asked.algorithm = "ring";

  const AppResult result = run_app("chakra", asked);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.report.totals.bytes, 2 * 3 * 4096);
  EXPECT_EQ(result.report.finish.time.count, kWorkedTicks);
}

TEST_F(EtRun, UnpacksWhatGzipHasPacked) {
  std::ostringstream packed;
  perfetto::write_gzip(packed, [](std::ostream& plain) { plain << worked(); });
  AppRequest asked = request(packed.str());
  asked.algorithm = "ring";

  EXPECT_EQ(run_app("chakra", asked).report.finish.time.count, kWorkedTicks);
}

TEST_F(EtRun, TakesSchemasAndVersionsOfTheSameNumbers) {
  const Message schema = Message().part(2, et_attribute("schema", "1.0.2-chakra.0.0.4"));
  for (const Message& metadata : {schema, et_version("1.0.0"), Message()}) {
    AppRequest asked = request(worked(metadata));
    asked.algorithm = "ring";
    EXPECT_EQ(run_app("chakra", asked).report.finish.time.count, kWorkedTicks);
  }
}

TEST_F(EtRun, RefusesOtherVersionsByName) {
  expect_refusal(worked(et_version("0.0.3")),
                 "a.et: it is of Chakra's version 0.0.3, and versions 0.0.4 and 1.x");
  expect_refusal(
      et({Message().number(1, 1).text(2, "sum").number(3, 6)}),
      "a.et: it begins with a node and not with metadata, so it is of Chakra's version 0.0.1 to 0.0.3");
}

TEST_F(EtRun, TakesEveryTypeOfInteger) {
  const auto with = [](const Message& size) {
    return et({et_version(),
               EtNode{.id = 1, .type = 7, .attributes = {et_attribute("comm_type", 0, test::kInt32), size}}});
  };
  const auto named = [] { return Message().text(1, "comm_size"); };
  std::vector<Message> sizes;
  for (const int type : {7, 9, 11, 13}) sizes.push_back(named().number(type, 4096));
  for (const int type : {15, 17}) sizes.push_back(named().number(type, 2 * 4096));  // zigzag
  for (const int type : {19, 23}) sizes.push_back(named().fixed32(type, 4096));
  for (const int type : {21, 25}) sizes.push_back(named().fixed64(type, 4096));
  for (const Message& size : sizes) {
    AppRequest asked = request(with(size));
    asked.algorithm = "ring";
    EXPECT_EQ(run_app("chakra", asked).report.totals.bytes, 2 * 3 * 4096);
  }
  expect_refusal(with(named().fixed64(3, std::bit_cast<std::uint64_t>(4096.0))),
                 "node 1: comm_size is a number with a fraction, and should be a whole number");
  expect_refusal(with(named().number(9, ~std::uint64_t{0})),
                 "node 1: comm_size is -1, and should be a whole number from 0 to 1099511627776");
}

TEST_F(EtRun, MeetsDependenciesOnAbsentNodesAndSaysSo) {
  const AppResult result = run_app("chakra", request(et({et_version(), EtNode{.id = 3, .duration = 5},
                                                         EtNode{.id = 4, .needs = {3, 99}, .duration = 7}})));

  EXPECT_EQ(result.report.finish.time.count, 12'000'000);
  EXPECT_THAT(result.findings,
              Contains("1 of 2 dependencies name nodes that the input has not, and wait for nothing"));
}

TEST_F(EtRun, LeavesControlDependenciesOutThatGoInACircle) {
  const auto trace = [](std::uint64_t parent) {
    return et({et_version(), Message().number(1, 1).number(3, 4).number(4, parent).number(7, 5),
               EtNode{.id = 2, .needs = {1}, .duration = 7}});
  };
  const AppResult circle = run_app("chakra", request(trace(2)));
  const AppResult line = run_app("chakra", request(trace(3)));
  const auto note =
      Contains("control dependencies are left out of 1 trace: with them nodes wait for themselves");

  EXPECT_EQ(circle.report.finish.time.count, 12'000'000);
  EXPECT_THAT(circle.findings, note);
  EXPECT_THAT(line.findings, ::testing::Not(note));
}

TEST_F(EtRun, CallsCollectivesBesideWork) {
  // The sum takes [10, 22.444), the work that comes after the first [10, 18) and [18, 23).
  AppRequest asked =
      request(et({et_version(), EtNode{.id = 1, .duration = 10}, et_collective(2, 0, 4096, {1}),
                  EtNode{.id = 3, .needs = {1}, .duration = 8}, EtNode{.id = 4, .needs = {3}, .duration = 5}}));
  asked.algorithm = "ring";

  const AppResult result = run_app("chakra", asked);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.report.finish.time.count, 23'000'000);
  EXPECT_EQ(result.report.totals.bytes, 2 * 3 * 4096);
}

TEST_F(EtRun, CallsAGroupsCollectivesOneByOneInTheOrderOfTheFile) {
  // Each sum takes 12.444 us. NPU 0 could call the second one first.
  const auto trace = [](std::uint64_t before_first, std::uint64_t before_second) {
    return et({et_version(), EtNode{.id = 1, .duration = before_first},
               EtNode{.id = 2, .duration = before_second, .attributes = {et_attribute("is_cpu_op", 1)}},
               et_collective(3, 0, 4096, {1}), et_collective(4, 0, 4096, {2})});
  };
  AppRequest asked = request_of({trace(10, 0), trace(0, 10), trace(3, 4), trace(1, 1)}, "ring:4");
  asked.algorithm = "ring";

  const AppResult result = run_app("chakra", asked);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.report.finish.time.count, 10'000'000 + 2 * 12'444'000);
}

TEST_F(EtRun, WorksOnCpuAndGpuSideBySide) {
  const auto on_cpu = [](std::uint64_t flag) {
    return et({et_version(), EtNode{.id = 1, .duration = 10, .attributes = {et_attribute("is_cpu_op", flag)}},
               EtNode{.id = 2, .duration = 7}});
  };
  EXPECT_EQ(run_app("chakra", request(on_cpu(1))).report.finish.time.count, 10'000'000);
  EXPECT_EQ(run_app("chakra", request(on_cpu(0))).report.finish.time.count, 17'000'000);
}

TEST_F(EtRun, TakesCallsOnTheCpuWithoutASizeAsLocalWork) {
  const Message call = EtNode{.id = 1, .type = 7, .duration = 85, .attributes = {et_attribute("is_cpu_op", 1)}};
  const AppResult result = run_app("chakra", request(et({et_version(), call})));

  EXPECT_EQ(result.report.totals.messages, 0);
  EXPECT_EQ(result.report.finish.time.count, 85'000'000);
  EXPECT_THAT(result.findings,
              Contains("1 communication call on the CPU without a size: local work of the given duration"));
  expect_refusal(et({et_version(), EtNode{.id = 1, .type = 7, .duration = 85}}),
                 "1 of its 1 collective nodes lack comm_type or comm_size");
}

TEST_F(EtRun, SendsBetweenNpusThatHaveAFileEach) {
  const auto message = [](int type, std::uint64_t from, std::uint64_t to) {
    return EtNode{.id = 1,
                  .type = static_cast<std::uint64_t>(type),
                  .attributes = {et_attribute("comm_size", 100, test::kUint64),
                                 et_attribute("comm_src", from, test::kInt32),
                                 et_attribute("comm_dst", to, test::kInt32), et_attribute("comm_tag", 3)}};
  };
  const auto files = [&](std::uint64_t from) {
    return std::vector<std::string>{et({et_version(), message(5, from, 1)}),
                                    et({et_version(), message(6, 0, 1)})};
  };

  EXPECT_EQ(run_app("chakra", request_of(files(0), "complete:2")).report.finish.time.count,
            1'000'000 + 50'000 + 100'000);
  EXPECT_THAT(refusal_of("chakra", request_of(files(1), "complete:2")),
              HasSubstr("a.0.et: node 1: comm_src is 1, and this is the trace of NPU 0"));
}

TEST_F(EtRun, CallsCollectivesOfGroupsThatTheTraceNames) {
  // Two halves sum up, each on its own; NPUs 2 and 3 begin 5 us later.
  const auto trace = [](const char* group, std::uint64_t duration) {
    const char* const groups =
        "['[{\"pg_name\": \"1\", \"ranks\": [0, 1]}, {\"pg_name\": \"2\", \"ranks\": [2, 3]}]']";
    Message call = et_collective(2, 0, 1000, {1});
    call.part(10, et_attribute("pg_name", group));
    return et({et_version(), Message().number(3, 1).part(8, Message().text(1, groups)),
               EtNode{.id = 1, .duration = duration}, call});
  };
  AppRequest asked = request_of({trace("1", 0), trace("1", 0), trace("2", 5), trace("2", 5)}, "complete:4");
  asked.algorithm = "recursive_doubling";

  const AppResult result = run_app("chakra", asked);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.report.totals.bytes, 4 * 1000);
  EXPECT_EQ(result.report.pes[1].finish.time.count, 1'000'000 + 50'000 + 1'000'000);
  EXPECT_EQ(result.report.pes[3].finish.time.count, 5'000'000 + 1'000'000 + 50'000 + 1'000'000);
}

TEST_F(EtRun, TakesGroupsFromAFileAndRefusesThoseThatNobodyNames) {
  Message call = et_collective(2, 5, 1000);
  call.part(10, et_attribute("comm_group", 4, test::kInt32)).part(10, et_attribute("comm_src", 2));
  const std::string trace = et({et_version(), call}), idle = et({et_version()});
  AppRequest asked = request_of({idle, trace, trace}, "complete:3");

  EXPECT_THAT(refusal_of("chakra", asked),
              HasSubstr("a.1.et: node 2: nothing says who is in its group 4; give --groups"));
  asked.options["groups"] = folder_.file("groups.json", R"({"4": [1, 2]})").string();
  const AppResult result = run_app("chakra", asked);
  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.report.pes[2].bytes_sent, 1000);
  EXPECT_EQ(result.report.totals.messages, 1);

  const auto refusal = [&](const char* groups) {
    asked.options["groups"] = folder_.file("groups.json", groups).string();
    return refusal_of("chakra", asked);
  };
  EXPECT_THAT(refusal(R"({"4": [0, 2]})"),
              HasSubstr("a.1.et: node 2: its group 4 has NPUs 0, 2, and this is the trace of NPU 1"));
  EXPECT_THAT(refusal(R"({"4": [1, 3]})"), HasSubstr("its group 4 has NPUs 1, 3; NPU 3 is not one of the 3"));
  EXPECT_THAT(refusal(R"({"4": [1, 1]})"), HasSubstr("NPU 1 is there twice"));
  EXPECT_THAT(refusal(R"({"4": [0, 1]})"), HasSubstr("node 2: comm_src is 2, which is not in its group 4"));
  EXPECT_THAT(refusal(R"({"4": 1})"), HasSubstr("groups.json: process group 4 is no list of ranks"));
}

TEST_F(EtRun, RefusesAGroupOfSomeWhereOneFileIsTheTraceOfAll) {
  Message call = et_collective(2, 0, 1000);
  call.part(10, et_attribute("pg_name", "1"));
  AppRequest asked = request(et({et_version(), call}));
  asked.options["groups"] = folder_.file("groups.json", R"([{"pg_name": 1, "ranks": [0, 1]}])").string();

  EXPECT_THAT(refusal_of("chakra", asked),
              HasSubstr("a.et: node 2: its group 1 has NPUs 0, 1, and one file is the trace of all 4"));
  asked.options["groups"] = folder_.file("groups.json", R"({"1": []})").string();
  EXPECT_TRUE(run_app("chakra", asked).verified);
}

TEST_F(EtRun, RefusesADimensionThatIsLeftOut) {
  Message call = et_collective(2, 0, 1000);
  Message all = call;
  call.part(10, Message().text(1, "involved_dim").part(28, Message().packed(1, {1, 0})));
  all.part(10, Message().text(1, "involved_dim").part(28, Message().packed(1, {1, 1, 1, 1})));

  EXPECT_TRUE(run_app("chakra", request(et({et_version(), all}))).verified);
  expect_refusal(et({et_version(), call}), "node 2: involved_dim leaves dimensions of the network out");
}

TEST_F(EtRun, SaysWhereAFileIsCutOrDamaged) {
  const std::string whole = worked();
  expect_refusal(whole.substr(0, whole.size() - 3),
                 "a.et: message 3, at byte 13, has 54 bytes, and the file ends after 51");
  std::string damaged = whole;
  damaged[9] = '\x1f';  // the first field of a node: no wire type 7
  expect_refusal(damaged, "a.et: message 2, at byte 8, is no message of protobuf");
  damaged = whole;
  damaged[2] = '\x70';  // a version of 112 bytes
  expect_refusal(damaged, "a.et: message 1, at byte 0, is no message of protobuf");
  expect_refusal(std::string("\x93NUMPY\x01\0", 8), "a.et: this is an array of NumPy");
  expect_refusal(et({et_version(), Message().number(1, 5)}),
                 "node 5: NodeType is 0, and should be a whole number from 1 to 7");
  expect_refusal(et({et_version(), EtNode{.id = 5}, EtNode{.id = 5}}), "node 5: this Id is there twice");
}

TEST_F(EtRun, TellsJsonFromMessagesByWhatNoTextHas) {
  // The metadata's length is the character {, and its field 1 begins with a line feed.
  const Message metadata = et_version("1.0.0" + std::string(116, ' '));
  ASSERT_EQ(et({metadata}).substr(0, 2), "{\n");

  EXPECT_TRUE(run_app("chakra", request(worked(metadata))).verified);
}

}  // namespace
}  // namespace toruscope
