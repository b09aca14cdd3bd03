// SPDX-License-Identifier: Apache-2.0
#include "formats/goal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <string>

namespace toruscope::formats {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using GoalKind = GraphOperation::Kind;

TEST(GoalReader, ReadsOperationsWithTheirOptionsAndWhatTheyRequire) {
  const OperationGraph graph = read_goal("a.goal",
                                         "/* two\n ranks */ num_ranks 2\n"
                                         "rank 0 {\n"
                                         "l1: send 10b to 1 tag 3 cpu 0 nic 2\n"
                                         "l2: calc 25 cpu 0\n"
                                         "l2 requires l1 // first the send\n"
                                         "send 0b to 0\n"
                                         "recv 0b from 0 }\n"
                                         "rank 1 {\n"
                                         "a: recv 10b from -1 tag -1\n"
                                         "calc: calc 4\n"
                                         "calc irequires a\n"
                                         "}\n");

  ASSERT_EQ(graph.pes.size(), 2U);
  const auto& zero = graph.pes[0].operations;
  ASSERT_EQ(zero.size(), 4U);
  EXPECT_EQ(zero[0].kind, GoalKind::send);
  EXPECT_EQ(zero[0].amount, 10);
  EXPECT_EQ(zero[0].peer, 1);
  EXPECT_EQ(zero[0].tag, 3);
  EXPECT_EQ(zero[0].place, 4);
  EXPECT_EQ(zero[1].kind, GoalKind::work);
  EXPECT_EQ(zero[1].amount, 25);
  ASSERT_EQ(graph.pes[0].dependencies.size(), 1U);
  EXPECT_EQ(graph.pes[0].dependencies[0].operation, 1U);
  EXPECT_EQ(graph.pes[0].dependencies[0].needed, 0U);
  EXPECT_FALSE(graph.pes[0].dependencies[0].on_begin);
  const auto& one = graph.pes[1];
  EXPECT_EQ(one.operations[0].peer, any_source);
  EXPECT_EQ(one.operations[0].tag, formats::kAnyGraphTag);
  EXPECT_TRUE(one.dependencies[0].on_begin);
}

TEST(GoalReader, ReadsLinesHoweverTheyEnd) {
  std::string text =
      "num_ranks 2\n// two\nrank 0 {\nl0: send 1000b to 1 tag 1\nl1: calc 5\nl1 requires l0\n}\n"
      "rank 1 {\nrecv 1000b from 0 tag 1\n}\n";
  std::replace(text.begin(), text.end(), '\n', '\r');
  const OperationGraph graph = read_goal("a.goal", text);
  ASSERT_EQ(graph.pes[0].operations.size(), 2U);
  EXPECT_EQ(graph.pes[0].operations[1].place, 5) << "its line";
  EXPECT_EQ(graph.pes[1].operations.size(), 1U);
}

TEST(GoalReader, LeavesRanksWithoutOperationsThatTheFileDoesNotName) {
  EXPECT_TRUE(read_goal("a.goal", "num_ranks 3 rank 1 { calc 1 }").pes[2].operations.empty());
}

/// A schedule of two ranks, rank 1 of which does these lines.
void expect_goal_refusal(const std::string& lines, const std::string& why) {
  const std::string text = "num_ranks 2\nrank 0 {\n}\nrank 1 {\n" + lines + "\n}\n";
  EXPECT_THAT([&] { read_goal("a.goal", text); }, ThrowsMessage<ConfigError>(HasSubstr(why))) << lines;
}

TEST(GoalReader, RefusesWithFileAndLineWhatIsWrong) {
  expect_goal_refusal("l1 requires l2", "a.goal:5: the label l1 is not defined above this line");
  expect_goal_refusal("a: calc 1\na: calc 2", "a.goal:6: the label a is there twice in this rank");
  expect_goal_refusal("snd 4b to 0",
                      "a.goal:5: \"snd\" is no operation; GOAL has send, recv and calc. Did you mean send?");
  expect_goal_refusal("a: put 4b to 0", "a.goal:5: put is an extension of LogGOPSim2");
  expect_goal_refusal("append a to priority_list", "a.goal:5: append is an extension of LogGOPSim2");
  expect_goal_refusal("send 4 to 0", "a.goal:5: \"4\" is no size, which is written as 4b");
  expect_goal_refusal("send 4b to 2", "a.goal:5: rank: \"2\" is no whole number from 0 to 1");
  expect_goal_refusal("send 4b to -1", "rank: \"-1\" is no whole number from 0 to 1");
  expect_goal_refusal("send 4b from 0", "\"from\" where \"to\" should stand");
  expect_goal_refusal("send 4b to 0 tag -1", "tag: \"-1\" is no whole number from 0");
  expect_goal_refusal("send 4b to 0 nic 1 tag 2",
                      "a.goal:5: tag stands behind nic; options come once, in the order tag, cpu, nic");
  expect_goal_refusal("calc 4 tag 1", "a.goal:5: a calc has no tag");
  expect_goal_refusal("calc 4 cpu 256", "a.goal:5: cpu: \"256\" is no whole number from 0 to 255");
  expect_goal_refusal("send 4b to 0 tag 4294967295",
                      "a.goal:5: tag: \"4294967295\" is no whole number from 0 to 4294967294");
  expect_goal_refusal("calc 4 calc 5",
                      "a.goal:5: \"calc\" is too much: one operation or dependency stands on a line");
  expect_goal_refusal("calc 4\n} }", "a.goal:6: \"}\" where `rank N {` should stand");
  expect_goal_refusal("}\nrank 1 {", "a.goal:6: rank 1 is there twice");
  expect_goal_refusal("calc -4", "duration: \"-4\" is no whole number");
  expect_goal_refusal("/* calc", "a.goal:5: a comment begins here and does not end");
  expect_goal_refusal("calc 4;", "a.goal:5: \";\" is no part of GOAL");
  EXPECT_THAT([] { read_goal("a.goal", "rank 0 {\n}\n"); },
              ThrowsMessage<ConfigError>(HasSubstr("a.goal:1: no GOAL: it begins with \"rank\"")));
  EXPECT_THAT([] { read_goal("a.goal", "NUM_RANKS 1\n"); },
              ThrowsMessage<ConfigError>(HasSubstr("it begins with \"NUM_RANKS\"")));
  for (const char* nothing : {"", "\n", "// num_ranks 2"})
    EXPECT_THAT([&] { read_goal("a.goal", nothing); },
                ThrowsMessage<ConfigError>(HasSubstr(": there is nothing in it; GOAL begins with num_ranks")));
  EXPECT_THAT([] { read_goal("a.goal", "num_ranks 1\nrank 0 {\ncalc 1\n"); },
              ThrowsMessage<ConfigError>(HasSubstr("a.goal:4: the file ends before the } of a rank")));
}

TEST(GoalReader, TakesTagsOf32Bits) {
  const OperationGraph graph = read_goal(
      "a.goal",
      "num_ranks 2\nrank 0 {\nsend 1b to 1 tag 4294967294\nsend 1b to 1 tag 2000005100\nsend 1b to 1 tag "
      "1073741823\nsend 1b to 1 tag 3\n}\nrank 1 {\nrecv 1b from 0 tag -1\nrecv 1b from 0 tag 2000005100\n"
      "recv 1b from 0 tag 1073741823\nrecv 1b from 0 tag 3\n}\n");
  const GraphTags tags(graph);

  EXPECT_EQ(graph.pes[0].operations[0].tag, 4294967294);
  EXPECT_EQ(tags.of(kAnyGraphTag), any_tag);
  EXPECT_EQ(tags.of(3), 3) << "what fits is itself";
  EXPECT_EQ(tags.of(1073741823), 1073741823);
  EXPECT_EQ(tags.of(4294967294), 1073741822);
  EXPECT_EQ(tags.of(2000005100), 1073741821);
}

TEST(GoalReader, RefusesMoreBytesThanARunCanCount) {
  std::string sends, receives;
  for (int i = 0; i < 4097; ++i) {
    sends += "send 1099511627776b to 1\n";
    receives += "recv 1099511627776b from 0\n";
  }
  EXPECT_THAT(
      [&] { read_goal("a.goal", "num_ranks 2\nrank 0 {\n" + sends + "}\nrank 1 {\n" + receives + "}\n"); },
      ThrowsMessage<ConfigError>("a.goal:4099: up to here messages have more than 4503599627370496 bytes in "
                                 "all, the most of a run; take shorter or fewer ones"));
}

TEST(GoalReader, RefusesOperationsThatNeedThemselves) {
  expect_goal_refusal("a: calc 1\na requires a", "a.goal:5: an operation of PE 1 needs itself");
  expect_goal_refusal("a: calc 1\nb: calc 2\nc: calc 3\na requires b\nb irequires c\nc requires a\n",
                      "needs itself, by what it needs");
}

TEST(GoalReader, RefusesMessagesThatAreSentAndReceivedInDifferentNumbers) {
  const auto expect = [](const std::string& zero, const std::string& one, const std::string& why) {
    const std::string text = "num_ranks 2\nrank 0 {\n" + zero + "\n}\nrank 1 {\n" + one + "\n}\n";
    EXPECT_THAT([&] { read_goal("a.goal", text); }, ThrowsMessage<ConfigError>(HasSubstr(why)));
  };
  expect("send 1b to 1 tag 4\nsend 1b to 1 tag 4", "recv 1b from 0 tag 4",
         "a.goal:3: PE 0 sends 2 messages with tag 4 to PE 1, which receives 1 of that tag; make them equal");
  expect("calc 1", "recv 1b from 0",
         "a.goal:6: PE 0 sends 0 messages with tag 0 to PE 1, which receives 1 of that tag");
  expect("send 1b to 1", "recv 1b from 0 tag 4",
         "PE 0 sends 1 message with tag 0 to PE 1, which receives 0 of that tag");
  expect("send 1b to 1", "recv 1b from -1\nrecv 1b from -1",
         "a.goal:6: PE 1 has 2 receives from any PE or with any tag, and 1 message for them");
  EXPECT_NO_THROW(read_goal("a.goal",
                            "num_ranks 2\nrank 0 {\nsend 1b to 1\nsend 1b to 1 tag 5\n}\nrank 1 {\n"
                            "recv 1b from 0 tag 5\nrecv 1b from 0 tag -1\n}\n"));
}

TEST(GoalReader, RefusesMessagesLongerThanTheirReceives) {
  const auto read = [](const std::string& zero, const std::string& one) {
    read_goal("a.goal", "num_ranks 2\nrank 0 {\n" + zero + "\n}\nrank 1 {\n" + one + "\n}\n");
  };
  EXPECT_THAT([&] { read("send 9b to 1 tag 4", "recv 8b from 0 tag 4"); },
              ThrowsMessage<ConfigError>(HasSubstr(
                  "a.goal:3: PE 0 sends 9 bytes with tag 4 to PE 1, whose receive has 8 (a.goal:6)")));
  EXPECT_THAT([&] { read("send 1b to 1\nsend 9b to 1", "recv 1b from 0\nrecv 8b from 0"); },
              ThrowsMessage<ConfigError>(HasSubstr("a.goal:4: PE 0 sends 9 bytes")));
  EXPECT_NO_THROW(read("send 9b to 1\nsend 1b to 1", "recv 1b from 0\nrecv 12b from 0"));
}

}  // namespace
}  // namespace toruscope::formats
