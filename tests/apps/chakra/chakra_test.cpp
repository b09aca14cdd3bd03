// SPDX-License-Identifier: Apache-2.0
#include "tests/apps/app_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace toruscope {
namespace {

using test::refusal_of;
using test::run_app;
using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ChakraRun : public testing::Test {
 protected:
  static std::string graph(const std::string& nodes) { return "{\"workload_graph\": [" + nodes + "]}"; }
  AppRequest request(const std::string& nodes, const char* topology = "ring:4") {
    AppRequest made = test::request_for(folder_.file("a.json", graph(nodes)), topology);
    made.parameters = preset("generic");
    return made;
  }
  /// A file for each NPU.
  AppRequest request_of(const std::vector<std::string>& npus, const char* topology) {
    for (std::size_t i = 0; i < npus.size(); ++i)
      (void)folder_.file("a." + std::to_string(i) + ".json", graph(npus[i]));
    AppRequest made = test::request_for(folder_ / "a.{rank}.json", topology);
    made.parameters = preset("generic");
    return made;
  }
  void expect_refusal(const std::string& nodes, const std::string& why) {
    EXPECT_THAT(refusal_of("chakra", request(nodes)), HasSubstr(why)) << nodes;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(ChakraRun, WorksAndCallsCollectivesByAlgorithmsOfTheTable) {
  AppRequest asked = request(
      R"({"Id": 5, "Name": "work", "NodeType": 4, "runtime": 12.5, "data_deps": []},
         {"Id": 7, "Name": "sum", "NodeType": 7, "data_deps": [5], "comm_type": 0, "comm_size": 4096})");
  asked.algorithm = "ring";

  const AppResult result = run_app("chakra", asked);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.algorithm, "ring");
  EXPECT_EQ(result.report.totals.messages, 4 * 2 * 3);
  EXPECT_EQ(result.report.totals.bytes, 2 * 3 * 4096);
  EXPECT_EQ(result.report.finish.time.count, 12'500'000 + 6 * (1'000'000 + 50'000 + 1024 * 1'000));
}

TEST_F(ChakraRun, HasEveryCollectiveOfItsList) {
  for (int type = 0; type <= 9; ++type)
    EXPECT_TRUE(run_app("chakra", request(R"({"Id": 1, "NodeType": 7, "comm_size": 64, "comm_type": )" +
                                          std::to_string(type) + "}"))
                    .verified)
        << type;
}

TEST_F(ChakraRun, SharesTheSizeOfWhatIsScatteredAmongTheNpus) {
  const AppResult result =
      run_app("chakra", request(R"({"Id": 1, "NodeType": 7, "comm_size": 64, "comm_type": 6})"));

  EXPECT_EQ(result.report.totals.bytes % (64 / 4), 0);
  EXPECT_GE(result.report.totals.bytes, 4 * 3 * (64 / 4));
  expect_refusal(R"({"Id": 1, "NodeType": 7, "comm_size": 63, "comm_type": 6})",
                 "a.json: node 1: comm_size is 63, which cannot be divided among 4 NPUs");
}

TEST_F(ChakraRun, SendsBetweenNpusThatHaveAFileEach) {
  const AppResult result = run_app(
      "chakra", request_of({R"({"Id": 1, "NodeType": 5, "comm_size": 100, "comm_dst": 1, "comm_tag": 3})",
                            R"({"Id": 1, "NodeType": 6, "comm_size": 100, "comm_src": 0, "comm_tag": 3},
                  {"Id": 2, "NodeType": 4, "runtime": 1, "data_deps": [1]})"},
                           "complete:2"));

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.report.finish.time.count, 1'000'000 + 50'000 + 100'000 + 1'000'000);
  EXPECT_EQ(result.inputs_read.size(), 2U);
}

TEST_F(ChakraRun, RefusesWithFileAndNodeWhatIsWrong) {
  expect_refusal(R"({"Id": 1, "NodeType": 9})",
                 "a.json: node 1: NodeType is 9, and should be a whole number from 1 to 7");
  expect_refusal(R"({"Id": 1})", "a.json: node 1: the key NodeType is missing");
  expect_refusal(R"({"NodeType": 4})", "a.json: entry 1 of workload_graph has no Id");
  expect_refusal(R"({"Id": 1, "NodeType": 4}, 3)", "a.json: entry 2 of workload_graph is no JSON object");
  expect_refusal(R"({"Id": 1, "NodeType": 4}, {"Id": 1, "NodeType": 4})", "node 1: this Id is there twice");
  expect_refusal(R"({"Id": 1, "NodeType": 4, "data_deps": ["3"]})",
                 "node 1: data_deps names \"3\", which is no id of a node");
  expect_refusal(R"({"Id": 1, "NodeType": 4, "runtime": -1})",
                 "node 1: runtime is -1, and should be a number of microseconds");
  expect_refusal(R"({"Id": 1, "NodeType": 4, "data_deps": [2]}, {"Id": 2, "NodeType": 4, "data_deps": [1]})",
                 "an operation of PE 0 needs itself");
  expect_refusal(R"({"Id": 1, "NodeType": 5, "comm_size": 8, "comm_dst": 1})",
                 "a.json: node 1: one file is the trace of every NPU, so none can send to another");
  expect_refusal(R"({"Id": 1, "NodeType": 7, "comm_size": 8, "comm_type": 0, "pg_name": "1"})",
                 "node 1: nothing says who is in its group 1; give --groups FILE.json: {\"1\": [0, 1]}");
  EXPECT_THAT(
      refusal_of("chakra",
                 request_of({R"({"Id": 4, "NodeType": 5, "comm_size": 8, "comm_dst": 1})", ""}, "ring:2")),
      HasSubstr("a.0.json: node 4: PE 0 sends 1 message with tag 0 to PE 1, which receives 0 of that tag"));
}

TEST_F(ChakraRun, RefusesASendAndAReceiveOfDifferentSizes) {
  const auto sends = [](int id, int bytes) {
    return fmt::format(R"({{"Id": {}, "NodeType": 5, "comm_size": {}, "comm_dst": 1, "comm_tag": 3}})", id,
                       bytes);
  };
  const auto receives = [](int id, int bytes) {
    return fmt::format(R"({{"Id": {}, "NodeType": 6, "comm_size": {}, "comm_src": 0, "comm_tag": 3}})", id,
                       bytes);
  };
  const auto refusal = [&](const std::string& zero, const std::string& one) {
    return refusal_of("chakra", request_of({zero, one}, "complete:2"));
  };

  EXPECT_THAT(refusal(sends(4, 10), receives(7, 20)),
              AllOf(HasSubstr("a.0.json: node 4: PE 0 sends 10 bytes with tag 3 to PE 1, whose receive has 20"),
                    HasSubstr("a.1.json: node 7)")));
  EXPECT_THAT(refusal(sends(4, 10) + "," + sends(5, 20), receives(7, 20) + "," + receives(8, 11)),
              AllOf(HasSubstr("node 4: PE 0 sends 10 bytes"), HasSubstr("has 11")));
}

TEST_F(ChakraRun, RefusesWithItsLineWhatIsNoJson) {
  expect_refusal("{\"Id\": 1,\n\"NodeType\" 4}", "a.json:2: here it is no JSON document any more");
}

TEST_F(ChakraRun, CountsCollectivesWithoutTypeOrSize) {
  expect_refusal(
      R"({"Id": 1, "NodeType": 7, "comm_size": 8, "comm_type": 0}, {"Id": 4, "NodeType": 7},
                    {"Id": 6, "NodeType": 7, "comm_type": 2})",
      "a.json: 2 of its 3 collective nodes lack comm_type or comm_size, so nobody can say what they move; "
      "the first is node 4");
}

TEST_F(ChakraRun, RefusesCollectivesOfFewerNpusThanPes) {
  const std::string sum = R"({"Id": 1, "NodeType": 7, "comm_size": 8, "comm_type": 0})";

  EXPECT_THAT(refusal_of("chakra", request_of({sum, sum}, "ring:3")),
              HasSubstr("the input has collectives of 2 NPUs, and ring:3 has 3 PEs"));
}

TEST_F(ChakraRun, RefusesWorkOnAStepMachine) {
  AppRequest asked = request(R"({"Id": 1, "NodeType": 4, "runtime": 2})");
  asked.parameters = preset("unit");

  EXPECT_THAT(refusal_of("chakra", asked),
              HasSubstr("a.json: node 1: work of 2000000 times 1ps is no time of a step machine"));
}

TEST_F(ChakraRun, SaysWhichOtherFormItIsGiven) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& content) {
    return refusal_of("chakra", test::request_for(folder.file("a.json", content), "complete:2"));
  };
  for (const char* trace :
       {R"({"schema": "1.0.2-chakra.0.0.4", "pid": 1, "nodes": [{"id": 2, "ctrl_deps": 1}]})",
        R"({"schema": "1.0.2-pytorch", "nodes": []})"})
    EXPECT_THAT(refusal(trace),
                AllOf(HasSubstr("a.json: this is PyTorch's own trace of a host"),
                      HasSubstr("chakra_converter PyTorch --input LINKED.json --output NAME.0.et")));
  EXPECT_THAT(refusal(R"({"traceEvents": []})"), HasSubstr("this is JSON of another kind"));
}

// --- objects one behind the other ----------------------------------------------------------------

constexpr const char* kVersion = "{\n  \"version\": \"0.0.4\"\n}";

TEST_F(ChakraRun, TakesWhatChakraJsonizerWrites) {
  const TemporaryFolder folder;
  const std::string first =
      "{\n  \"name\": \"a {\\\" layer\",\n  \"type\": \"COMP_NODE\",\n  \"durationMicros\": \"12\"\n}";
  const std::string second =
      R"({"id": "7", "name": "sum", "type": "COMM_COLL_NODE", "dataDeps": ["0", "5"], "attr": [
          {"name": "is_cpu_op", "boolVal": false}, {"name": "comm_type", "int64Val": "0"},
          {"name": "involved_dim", "boolList": {"values": [true, true]}},
          {"name": "comm_size", "uint64Val": "4096"}, {"name": "rf_id", "doubleVal": 1.5}]})";
  AppRequest asked = test::request_for(folder.file("a.json", kVersion + first + second), "ring:4");
  asked.parameters = preset("generic");
  asked.algorithm = "ring";

  const AppResult result = run_app("chakra", asked);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_EQ(result.report.finish.time.count, 12'000'000 + 6 * (1'000'000 + 50'000 + 1024 * 1'000));
  EXPECT_THAT(result.findings,
              testing::Contains("1 of 2 dependencies name nodes that the input has not, and wait for nothing"));
}

TEST_F(ChakraRun, RefusesObjectsThatSayNothingSensible) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& content) {
    return refusal_of("chakra", test::request_for(folder.file("a.json", content), "complete:2"));
  };
  EXPECT_THAT(refusal(R"({"attr": [{"name": "schema", "stringVal": "0.0.3"}]} {"type": "COMP_NODE"})"),
              HasSubstr("a.json: it is of Chakra's version 0.0.3"));
  EXPECT_THAT(refusal(std::string(kVersion) + R"({"id": "2", "type": "COMM_NODE"})"),
              HasSubstr("a.json: node 2: type is \"COMM_NODE\", and no node has it"));
  EXPECT_THAT(refusal(std::string(kVersion) + R"({"id": "2x"})"),
              HasSubstr("a.json: object 2: id is \"2x\", and should be a whole number"));
  EXPECT_THAT(refusal(std::string(kVersion) + "\n{\"id\": \"2\"\n\"type\": 1}"),
              HasSubstr("a.json:5: here it is no JSON document any more"));
  EXPECT_THAT(refusal(std::string(kVersion) + R"({"id": "2", "type": "COMP_NODE", "attr": [3]})"),
              HasSubstr("node 2: an attribute has no name"));
}

}  // namespace
}  // namespace toruscope
