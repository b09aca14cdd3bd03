// SPDX-License-Identifier: Apache-2.0
// algbw and busbw as nccl-tests define them: doc/PERFORMANCE.md, with n = 4, S by hand.

#include "cli/runs/measurement.hpp"
#include "tests/cli/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace toruscope::cli {
namespace {

Measurement of(const std::string& operation) {
  Measurement m;
  m.operation = operation;
  m.block_bytes = 1000;
  m.report.topology = ring(4);
  m.report.finish.time = Ticks{1'000'000};  // 1 us
  return m;
}

TEST(Bandwidth, IsThatOfNcclTests) {
  struct Expected {
    const char* operation;
    std::int64_t bytes;
    double factor;
  };
  for (const auto& [operation, bytes, factor] : {Expected{"allreduce", 1000, 2 * 3 / 4.0},
                                                 {"reduce_scatter", 4000, 3 / 4.0},
                                                 {"allgather", 4000, 3 / 4.0},
                                                 {"broadcast", 1000, 1.0},
                                                 {"reduce", 1000, 1.0},
                                                 {"alltoall", 4000, 3 / 4.0},
                                                 {"gather", 4000, 3 / 4.0},
                                                 {"scatter", 4000, 3 / 4.0},
                                                 {"shift", 1000, 1.0}}) {
    const auto found = bandwidth_of(of(operation));
    ASSERT_TRUE(found) << operation;
    EXPECT_EQ(found->bytes, bytes) << operation;
    EXPECT_DOUBLE_EQ(found->algbw, static_cast<double>(bytes) * 1e6) << operation;
    EXPECT_DOUBLE_EQ(found->busbw, found->algbw * factor) << operation;
  }
}

TEST(Bandwidth, IsNoneWhereItIsNotDefined) {
  for (const char* operation : {"scan", "exscan", "barrier", "alltoallv", "program"})
    EXPECT_FALSE(bandwidth_of(of(operation))) << operation;
  Measurement m = of("allreduce");
  m.report.finish.time = Ticks{0};
  EXPECT_FALSE(bandwidth_of(m));
  m = of("allreduce");
  m.report.parameters = preset("unit");
  EXPECT_FALSE(bandwidth_of(m));
  m = of("allreduce");
  m.failure.emplace();
  EXPECT_FALSE(bandwidth_of(m));
}

// 2 (p - 1) startups-free rounds of m / p bytes at 1 GB/s: busbw is the link's bandwidth.
TEST(Bandwidth, OfARingAllreduceIsThatOfALink) {
  const auto json = nlohmann::json::parse(
      run_toruscope({"verify", "allreduce", "--algorithm", "ring", "--operator", "sum", "--topology", "ring:8",
                     "--ts", "0ns", "--th", "0ns", "--tw", "1ns", "--block", "64K", "--format", "json"})
          .out)["results"][0]["bandwidth"];
  EXPECT_EQ(json["data_bytes"], 65536);
  EXPECT_DOUBLE_EQ(json["busbw_bytes_per_second"].get<double>(), 1e9);
  EXPECT_DOUBLE_EQ(json["algbw_bytes_per_second"].get<double>(), 1e9 * 8 / 14);
}

TEST(Bandwidth, IsNullOnAStepMachineAndHasItsColumns) {
  const std::vector<std::string> words{"verify",    "broadcast", "--topology", "ring:4",
                                       "--machine", "unit",      "--format"};
  const auto with = [&](const char* format) {
    std::vector<std::string> all = words;
    all.emplace_back(format);
    return run_toruscope(all).out;
  };
  EXPECT_TRUE(nlohmann::json::parse(with("json"))["results"][0]["bandwidth"].is_null());
  EXPECT_THAT(with("csv"), testing::HasSubstr(",bandwidth.algbw_bytes_per_second,"));
}

}  // namespace
}  // namespace toruscope::cli
