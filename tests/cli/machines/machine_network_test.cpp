// SPDX-License-Identifier: Apache-2.0
// The networks of machine files: links of graph files, what is wrong with them, and what `machine
// show` tells of them.

#include "tests/cli/machines/machine_file_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

TEST_F(MachineFiles, TakeSlowLinksFromAGraphFileAsFromTheOption) {
  const std::string ring = file("0 1\n1 2\n2 3\n3 0\n", "ring.txt");
  const std::string slow_ring = file("0 1 slow=3\n1 2\n2 3 slow=7\n3 0\n", "slow-ring.txt");
  const auto document = [](std::vector<std::string> words, const std::string& topology) {
    words.insert(words.end(), {"--format", "json", "--quiet", "--topology", "graph:" + topology});
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  };
  const nlohmann::json plain = document({"verify", "alltoall"}, ring);
  const nlohmann::json of_graph = document({"verify", "alltoall"}, slow_ring);
  const nlohmann::json of_option = document({"verify", "alltoall", "--slow", "0-1=3,2-3=7"}, ring);

  EXPECT_EQ(of_graph["machine"]["slow"], of_option["machine"]["slow"]);
  EXPECT_FALSE(plain["machine"].contains("slow"));
  for (const char* part : {"algorithm", "virtual_time", "critical_path", "totals", "predicted", "lower_bound"})
    EXPECT_EQ(of_graph["results"][0][part], of_option["results"][0][part]) << part;
  EXPECT_NE(of_graph["results"][0]["virtual_time"], plain["results"][0]["virtual_time"]);
  EXPECT_EQ(document({"machine", "show"}, slow_ring)["machine"]["slow"], of_option["machine"]["slow"]);

  const std::string machine = file("base = \"paragon\"\ntopology = \"graph:" + slow_ring + "\"\n");
  EXPECT_THAT(call({"machine", "check", machine}, {}).out,
              testing::ContainsRegex("links differ +4 slow links\n"));
  EXPECT_THAT(refusal("topology = \"graph:" + slow_ring + "\"\nslow = \"3->2=2\"\n"),
              HasSubstr("m.toml:2: slow: the link from 3 to 2 is slowed twice, 2 times by the machine and 7"));
}

TEST_F(MachineFiles, TakeCostsOfLinksFromAGraphFile) {
  file("0 1 tw=25GB/s th=70ns\n1 2 slow=1.5\n", "net.txt");
  const std::string machine = file("base = \"generic\"\ntopology = \"hier:graph:net.txt/ring:2\"\n");
  const nlohmann::json shown =
      nlohmann::json::parse(call({"machine", "show", "--machine", machine, "--format", "json"}, {}).out);

  EXPECT_EQ(shown["machine"]["links_with_costs"][0],
            (nlohmann::json{{"from", 0}, {"to", 1}, {"tw", 40}, {"th", 70'000}}));
  EXPECT_EQ(shown["machine"]["links_with_costs"].size(), 4U) << "both ways, in two islands";
  EXPECT_EQ(shown["machine"]["slow"][0], (nlohmann::json{{"from", 1}, {"to", 2}, {"factor", 1.5}}));
  EXPECT_EQ(shown["machine"]["costs"]["tw"], (nlohmann::json{{"time", "40ps"}, {"ticks", 40}}))
      << "of the cheapest";
  EXPECT_EQ(shown["inputs"].size(), 2U) << "the machine file and the graph file";
  EXPECT_EQ(shown["topology"]["pes"], 6);
}

TEST_F(MachineFiles, TellWhatIsWrongWithTheirNetwork) {
  EXPECT_THAT(refusal("ts = \"1us\"\ntopology = \"torus:0x4\"\n"),
              HasSubstr("m.toml:2: topology torus:0x4: torus: "));
  EXPECT_THAT(refusal("topology = \"ring:4\"\n\nfail = \"0-2\"\n"),
              HasSubstr("m.toml:3: fail: ring:4 has no link 0-2"));
  EXPECT_THAT(refusal("topology = \"ring:4\"\nhost = \"line:2\"\nembed = \"snake\"\n"),
              HasSubstr("m.toml:3: embed: ring:4 has 4 PEs"));
  EXPECT_THAT(refusal("topology = \"ring:4\"\nts = 1\nbase = \"unit\"\nhost = \"line:4\"\n"),
              HasSubstr("m.toml:4: host: host says into which network, embed by which rule"));
  EXPECT_THAT(refusal("ts = 1\nbase = \"unit\"\nhost = \"line:4\"\n"),
              HasSubstr("m.toml:3: host: host says into which network, embed by which rule"));
  EXPECT_THAT(refusal("base = \"unit\"\nembed = \"snake\"\n"),
              HasSubstr("m.toml:2: embed: host says into which network, embed by which rule"));
}

TEST(MachineSheet, TellsTheMostLinksOfANode) {
  const auto degree = [](const char* topology) {
    const nlohmann::json shown = nlohmann::json::parse(
        call({"machine", "show", "unit", "--topology", topology, "--format", "json"}, {}).out);
    return shown["topology"]["degree"].get<int>();
  };
  EXPECT_EQ(degree("line:2"), 1);
  EXPECT_EQ(degree("line:3"), 2);
  EXPECT_EQ(degree("tree:2"), 2);
  EXPECT_EQ(degree("tree:8"), 3);
  EXPECT_EQ(degree("mesh:2x5"), 3);
  EXPECT_EQ(degree("mesh:2x3x4"), 5);
  EXPECT_EQ(degree("torus:2x4"), 3);
  EXPECT_EQ(degree("complete:5"), 4);
  EXPECT_THAT(call({"machine", "show", "unit", "--topology", "mesh:2x5"}, {}).out,
              testing::ContainsRegex("degree +3 links"));
}

TEST_F(MachineFiles, TellHowManyVirtualChannelsRoutesUse) {
  const auto channels = [&](const std::string& links) {
    const std::vector<std::string> words{"machine", "show", "unit", "--topology",
                                         "graph:" + file(links, "net.txt")};
    const nlohmann::json shown = nlohmann::json::parse(
        call({words[0], words[1], words[2], words[3], words[4], "--format", "json"}, {}).out);
    const auto used = shown["topology"]["routes"]["virtual_channels"].get<int>();
    EXPECT_THAT(call(words, {}).out,
                HasSubstr(used == 1 ? "on 1 virtual channel, " : "on 2 virtual channels, "));
    return used;
  };
  EXPECT_EQ(channels("0 1\n1 2\n"), 1);
  EXPECT_EQ(channels("0 1\n1 2\n2 3\n3 4\n4 0\n"), 2);
}

}  // namespace
}  // namespace toruscope
