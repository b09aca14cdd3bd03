// SPDX-License-Identifier: Apache-2.0
// Islands of graph files: each PE in one of each level, and what is islands_refused.

#include "runtime/topology/graph_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>
#include <string>

namespace toruscope {
namespace {

using testing::HasSubstr;
using IslandsOfGraph = std::vector<std::vector<int>>;

/// Eight PEs at a switch, and lines of islands.
std::string star_with(const std::string& islands) {
  return "pes 8\n0 8\n1 8\n2 8\n3 8\n4 8\n5 8\n6 8\n7 8\n" + islands;
}
IslandsOfGraph islands_of_graph(const std::string& text) {
  return core::make_graph("net", core::read_graph(text, "net"))->islands();
}
std::string islands_refused(const std::string& islands) {
  return test::message_of<ConfigError>([&] { core::read_graph(star_with(islands), "net"); });
}

TEST(GraphIslands, AreMadeOfPesAndOfIslandsBefore) {
  EXPECT_EQ(islands_of_graph(star_with("")), IslandsOfGraph{});
  EXPECT_EQ(islands_of_graph(star_with("island a = 0-1\nisland b = 2 3 # here\nisland c = 5-6\nisland d = 4 7\n"
                                       "island left = a b\nisland right = c d\n")),
            (IslandsOfGraph{{0, 0, 1, 1, 3, 2, 2, 3}, {0, 0, 0, 0, 1, 1, 1, 1}}));
  EXPECT_EQ(islands_of_graph("nodes = names\npes a b c d\nisland \"leaf 1\" = a b\nisland leaf2 = c d\n"
                             "a s\nb s\nc s\nd s\n"),
            (IslandsOfGraph{{0, 0, 1, 1}}));
  EXPECT_EQ(islands_of_graph("nodes = from-1\npes 4\n1 5\n2 5\n3 5\n4 5\nisland x = 1-3\nisland y = 4\n"),
            (IslandsOfGraph{{0, 0, 0, 1}}));
}

TEST(GraphIslands, SayingNothingAreLeftOut) {
  EXPECT_EQ(islands_of_graph(star_with("island all = 0-7\n")), IslandsOfGraph{});
  const core::GraphFile file =
      core::read_graph(star_with("island a = 0-5\nisland b = 6-7\nisland all = a b\n"), "net");
  EXPECT_THAT(file.islands.texts(), testing::ElementsAre("2 of 2 to 6 PEs: a, b", "1 of 8 PEs: all"));
}

TEST(GraphIslands, AreRefusedWithTheirLine) {
  EXPECT_EQ(islands_refused("island a = 0-6\n"), "graph: net:10: PE 7 is in no island; name all, or none");
  EXPECT_EQ(islands_refused("island a = 0-7\nisland b = 3\n"), "graph: net:11: PE 3 is in a already");
  EXPECT_EQ(islands_refused("island a = 0 0\n"), "graph: net:10: PE 0 is in a already");
  EXPECT_THAT(islands_refused("island a = 0-8\n"),
              HasSubstr("net:10: 0-8 is no PE, and no island of a line before"));
  EXPECT_THAT(islands_refused("island a = b\n"), HasSubstr("b is no PE, and no island"));
  EXPECT_THAT(islands_refused("island 3 = 0\n"), HasSubstr("3 is a PE; give the island another name"));
  EXPECT_THAT(islands_refused("island a = 0\nisland a = 1\n"),
              HasSubstr("net:11: the island a is there already"));
  EXPECT_THAT(islands_refused("island a = 0\nisland b = 1 a\n"),
              HasSubstr("net:11: 1 and a are of different levels"));
  EXPECT_THAT(islands_refused("island a 0\n"), HasSubstr("write \"island NAME = MEMBERS\""));
  EXPECT_THAT(islands_refused("island a = 0-3\nisland b = 4-7\nisland c = a\n"),
              HasSubstr("net:12: the island b is in no island"));
  std::string deep = "island i0 = 0-7\n";
  for (int i = 1; i <= 16; ++i) deep += "island i" + std::to_string(i) + " = i" + std::to_string(i - 1) + "\n";
  EXPECT_THAT(islands_refused(deep), HasSubstr("islands have 16 levels at most"));
}

}  // namespace
}  // namespace toruscope
