// SPDX-License-Identifier: Apache-2.0
#include "formats/goal.hpp"
#include "tests/support/goal_binary_writer.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <string>

namespace toruscope::formats {
namespace {

using test::goal_binary;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr const char* kText =
    "num_ranks 2\nrank 0 {\na: calc 1000 cpu 3\nb: send 8b to 1 tag 4000000000 cpu 1\nb requires a\n"
    "c: calc 7\nc irequires b\nc requires a\n}\nrank 1 {\nrecv 8b from 0 tag 4000000000\nrecv 0b from -1 tag "
    "-1\n"
    "send 0b to 1\n}\n";

/// A rank's operations and dependencies, a line each, in an order that both forms have.
std::vector<std::string> lines_of(const OperationGraph& graph) {
  std::vector<std::string> lines;
  for (std::size_t pe = 0; pe < graph.pes.size(); ++pe) {
    for (const GraphOperation& o : graph.pes[pe].operations)
      lines.push_back(std::to_string(pe) + " does " + std::to_string(static_cast<int>(o.kind)) + " " +
                      std::to_string(o.peer) + " " + std::to_string(o.amount) + " " + std::to_string(o.tag) +
                      " " + std::to_string(o.stream));
    for (const GraphDependency& d : graph.pes[pe].dependencies)
      lines.push_back(std::to_string(pe) + " needs " + std::to_string(d.operation) + " " +
                      std::to_string(d.needed) + (d.on_begin ? " begun" : " ended"));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

void expect_binary_refusal(const std::string& bytes, const std::string& why) {
  EXPECT_THAT([&] { read_goal("a.bin", bytes); }, ThrowsMessage<ConfigError>(HasSubstr("a.bin: " + why)));
}

/// The bytes with another number at this place, which counts from behind the first 8.
std::string changed(std::string bytes, std::size_t at, std::uint64_t value, int length) {
  return bytes.replace(8 + at, static_cast<std::size_t>(length), test::little_endian(value, length));
}

TEST(GoalBinary, SaysWhatTheTextSays) {
  const OperationGraph text = read_goal("a.goal", kText);
  const std::vector<std::string> lines = lines_of(text);

  EXPECT_EQ(lines_of(read_goal("a.bin", goal_binary(text))), lines);
  EXPECT_EQ(lines.size(), 9U);
  EXPECT_EQ(lines.at(0), "0 does 0 1 8 4000000000 1");
}

TEST(GoalBinary, OfLogGopSim2IsRefusedByName) {
  const OperationGraph text = read_goal("a.goal", kText);
  for (const std::size_t length : {56U, 104U})
    expect_binary_refusal(goal_binary(text, length - 39),
                          "this is GOAL in the binary form of LogGOPSim2, with " + std::to_string(length) +
                              " bytes for an operation, where LogGOPSim and ATLAHS have 39");
}

TEST(GoalBinary, RefusesWithRankAndOperationWhatIsWrong) {
  const std::string bytes = goal_binary(read_goal("a.goal", kText));
  constexpr std::size_t kRank0 = 6 + 2 * 16, kRecords = kRank0 + 8 + 4, kRecord = 39;
  expect_binary_refusal(changed(bytes, kRecords + 4, 9, 1),
                        "rank 0, operation 0: its type is 9, and should be 1 (send)");
  expect_binary_refusal(changed(bytes, kRecords + kRecord + 5, 2, 4),
                        "rank 0, operation 1: its peer is 2, and ranks are 0 .. 1");
  expect_binary_refusal(changed(bytes, kRecords + kRecord + 17, 0xffffffff, 4),
                        "rank 0, operation 1: it sends with any tag");
  expect_binary_refusal(changed(bytes, kRecords + kRecord + 9, std::uint64_t{1} << 50, 8),
                        "rank 0, operation 1: its size is 1125899906842624, and may be 1099511627776");
  expect_binary_refusal(changed(bytes, kRecords + kRecord, 2, 4),
                        "rank 0, operation 1: it says that it needs 2 others, and 1 say so");
  expect_binary_refusal(changed(bytes, kRecords + 27, 3, 4),
                        "rank 0, operation 0: its edges 3 to 5 are more than the 3 of its rank");
  expect_binary_refusal(changed(bytes, kRecords + 3 * kRecord, 7, 4),
                        "rank 0, operation 0: operation 7 needs it, and the rank has 3");
  expect_binary_refusal(changed(bytes, kRank0, 2, 4),
                        "the part of rank 0 has not room for its 2 operations of 39 bytes");
  expect_binary_refusal(changed(bytes, 0, 1 << 18, 4), "ranks: 262144 is no whole number from 1 to 131072");
  expect_binary_refusal(changed(bytes, 6, 0, 8),
                        "the part of rank 0 begins or ends before the part before it does");
  for (const std::size_t length : {std::size_t{9}, std::size_t{30}, bytes.size() - 1})
    expect_binary_refusal(bytes.substr(0, length),
                          "GOAL in binary form that is cut off after " + std::to_string(length) + " bytes");
  expect_binary_refusal(test::little_endian(2342, 8) + bytes.substr(8),
                        "this is GOAL in binary form that a run with --save-mem has used up");
}

TEST(GoalBinary, TellsRankAndOperationOfWhatDoesNotFit) {
  OperationGraph graph = read_goal("a.goal", kText);
  graph.pes[1].operations.erase(graph.pes[1].operations.begin());

  expect_binary_refusal(
      goal_binary(graph),
      "rank 1, operation 0: PE 1 has 1 receives from any PE or with any tag, and 2 messages for them");
}

}  // namespace
}  // namespace toruscope::formats
