// SPDX-License-Identifier: Apache-2.0
// Machines from files: what they say is what the options of the same names say, and what is wrong
// is told with its line.

#include "cli/machines/settings.hpp"
#include "tests/cli/machines/machine_file_fixture.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>

namespace toruscope {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

TEST_F(MachineFiles, SayWhatTheOptionsSay) {
  const std::string path = file(
      "name = \"two\"\nbase = \"paragon\"\nports = \"k=2\"\nth = \"40ns\"\ninjection = \"buffered\"\n"
      "topology = \"mesh:3x4\"\nfail = [\"0-1\", \"5-6\"]\n");

  const nlohmann::json of_file = nlohmann::json::parse(
      call({"verify", "broadcast", "--machine", path, "--format", "json", "--quiet"}, {}).out);
  const nlohmann::json of_options = nlohmann::json::parse(
      call({"verify", "broadcast", "--machine", "paragon", "--ports", "k=2", "--th", "40ns", "--injection",
            "buffered", "--topology", "mesh:3x4", "--fail", "0-1,5-6", "--format", "json", "--quiet"},
           {})
          .out);

  nlohmann::json machine = of_options["machine"];
  machine["name"] = "two";
  EXPECT_EQ(of_file["machine"], machine);
  for (const char* part : {"topology", "virtual_time", "critical_path", "totals"})
    EXPECT_EQ(of_file["results"][0][part], of_options["results"][0][part]) << part;
}

TEST_F(MachineFiles, MayEndTheirLinesInEachWay) {
  for (const std::string end : {"\n", "\r\n", "\r"})
    EXPECT_THAT(refusal("base = \"paragon\"" + end + end + "latancy = \"1us\"" + end),
                HasSubstr("m.toml:3: unknown key \"latancy\""))
        << static_cast<int>(end.front());
}

TEST_F(MachineFiles, SayWhatMessagesHoldAndWaitFor) {
  const std::string path = file(
      "base = \"unit\"\nth = 1\nswitching = \"wormhole\"\nvirtual-channels = 3\nbuffers = 2\n"
      "flit = 16\neager = \"4K\"\ntopology = \"ring:6\"\n");

  const nlohmann::json of_file = nlohmann::json::parse(
      call({"verify", "broadcast", "--machine", path, "--format", "json", "--quiet"}, {}).out);
  const nlohmann::json of_options =
      nlohmann::json::parse(call({"verify",      "broadcast",  "--machine",
                                  "unit",        "--th",       "1",
                                  "--switching", "wormhole",   "--virtual-channels",
                                  "3",           "--buffers",  "2",
                                  "--flit",      "16",         "--eager",
                                  "4K",          "--topology", "ring:6",
                                  "--format",    "json",       "--quiet"},
                                 {})
                                .out);

  EXPECT_EQ(of_file["machine"]["virtual_channels"], 3);
  EXPECT_EQ(of_file["machine"]["buffers"], 2);
  EXPECT_EQ(of_file["machine"]["flit"], 16);
  EXPECT_EQ(of_file["machine"]["eager"], 4096);
  nlohmann::json machine = of_options["machine"];
  machine["name"] = "m";
  EXPECT_EQ(of_file["machine"], machine);
  for (const char* part : {"virtual_time", "critical_path", "totals"})
    EXPECT_EQ(of_file["results"][0][part], of_options["results"][0][part]) << part;
}

TEST_F(MachineFiles, DescribeAMachineAndOnlyOptionsAreWarnedOfWhereNoRunUsedWhatTheySay) {
  const auto warned = [&](Words words) {
    words.insert(words.end(), {"--topology", "ring:6"});
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  const std::string flop = "warning: flop: 2ns given, but no PE declared operations\n";

  EXPECT_EQ(warned({"verify", "broadcast"}), "");  // the preset has a flop of its own
  EXPECT_EQ(warned({"verify", "broadcast", "--flop", "2ns"}), flop);
  EXPECT_EQ(warned({"verify", "broadcast", "--machine", file("ts = \"1us\"\nflop = \"2ns\"\n")}), "");
  EXPECT_EQ(warned({"verify", "barrier", "--machine", file("tw = \"2ns\"\ngap = \"1ns\"\neager = 64\n")}), "");
  EXPECT_EQ(warned({"verify", "barrier", "--tw", "2ns", "--gap", "1ns"}),
            "warning: tw: 2ns given, but no message carried a byte\n");
  EXPECT_THAT(warned({"verify", "broadcast", "--eager", "1K"}), HasSubstr("warning: eager: "));
  EXPECT_THAT(warned({"verify", "shift", "--ports", "k=3"}),
              HasSubstr("warning: ports: k=3 given, but no PE "));
  EXPECT_THAT(warned({"verify", "shift", "--fail", "3-4", "--shift", "0"}),
              HasSubstr("warning: fail: failed links"));
  // Without the gap auto would take another algorithm.
  const std::string gap = "warning: gap: 5us given, but no PE sent two messages or took two\n";
  EXPECT_EQ(warned({"verify", "scan", "--gap", "5us"}), "");
  EXPECT_EQ(warned({"verify", "scan", "--gap", "5us", "--algorithm", "chain"}), gap);
  // The times at which PEs come are multiples of it.
  const std::string hop = "warning: th: 1us given, but no PE sent another one a message\n";
  EXPECT_EQ(warned({"verify", "shift", "--shift", "0", "--th", "1us"}), hop);
  EXPECT_EQ(warned({"verify", "shift", "--shift", "0", "--th", "1us", "--staggered"}), "");
  const std::string goal = file("num_ranks 1\nrank 0 {\ncalc 1\n}\n");
  for (const char* verb : {"run", "explain"}) {
    EXPECT_EQ(warned({verb, "goal", "--input", goal}), "") << verb;
    EXPECT_EQ(warned({verb, "goal", "--input", goal, "--algorithm", "nosuch"}),
              "warning: algorithm: nosuch given, but no collective operation was called\n");
  }
  // Some of the runs use it.
  EXPECT_EQ(warned({"bench", "broadcast", "--algorithm", "flat", "-e", "2K", "-f", "256", "--eager", "1K"}),
            "");
  EXPECT_EQ(warned({"bench", "broadcast", "--algorithm", "flat", "-e", "8", "--flop", "2ns"}), flop);
  EXPECT_EQ(warned({"compare", "broadcast", "--flop", "2ns"}), flop);
  // None does, each for a reason of its own.
  EXPECT_EQ(warned({"bench", "broadcast", "--algorithm", "flat", "--scale", "p=1,4", "-b", "0", "--tw", "3ns"}),
            "warning: tw: 3ns given, but no PE sent another one a message\n");
}

// It has no end, or gives what it has only once.
TEST_F(MachineFiles, HaveHeadingsOfTwoBracketsAtMost) {
  EXPECT_EQ(refusal("fail = [\n[ [[\"0-1\"]]]]\n"),
            "m.toml:2: begins with three brackets; a heading has one, [name], or two\n");
  for (const std::string heading : {"[", "[[", "[ =]", "[[!a]]", " [ #"})
    EXPECT_EQ(refusal("ts = \"1us\"\n" + heading + "\n"),
              "m.toml:2: begins with a bracket and no name; a heading is [name]\n")
        << heading;
}

TEST_F(MachineFiles, AreNoPipes) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const Outcome outcome = call({"machine", "check", "/dev/fd/" + std::to_string(ends[0])}, {});
  close(ends[0]);
  close(ends[1]);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("it is no regular file; copy what it gives into one"));
}

// Wherever the command is typed.
TEST_F(MachineFiles, NameFilesBesideThem) {
  file("0 1\n1 2\n", "net.graph");
  file("0 1 2\n", "places");
  const std::string graph = file("base = \"unit\"\ntopology = \"graph:net.graph\"\n", "graph.toml");
  const std::string embedded =
      file("base = \"unit\"\ntopology = \"ring:3\"\nhost = \"graph:./net.graph\"\nembed = \"places\"\n",
           "embedded.toml");
  for (const std::string& machine : {graph, embedded}) {
    const Outcome outcome = call({"machine", "check", machine, "--format", "json"}, {});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["topology"]["pes"], 3);
    EXPECT_GE(nlohmann::json::parse(outcome.out)["inputs"].size(), 2U);
  }
  const std::string rule =
      file("base = \"unit\"\ntopology = \"ring:4\"\nhost = \"line:4\"\nembed = \"snake\"\n", "rule.toml");
  EXPECT_EQ(call({"machine", "check", rule}, {}).code, 0);
  EXPECT_THAT(refusal("topology = \"graph:none.graph\"\n"), HasSubstr(folder() + "/none.graph"));
}

TEST_F(MachineFiles, AreCheckedForABlock) {
  const std::string path = file("base = \"unit\"\ntw = 1\ntopology = \"ring:8\"\n");
  EXPECT_THAT(call({"machine", "check", path, "--block", "10K"}, {}).out, HasSubstr(" (10,240 bytes): "));
  EXPECT_THAT(call({"machine", "check", path, "--block", "10KB"}, {}).out, HasSubstr(" (10,000 bytes): "));
}

TEST_F(MachineFiles, YieldToTheCommandLine) {
  const std::string path = file("base = \"unit\"\nts = 5\ntopology = \"ring:6\"\nfail = \"0-1\"\n");

  const nlohmann::json of_both = nlohmann::json::parse(
      call({"machine", "show", path, "--ts", "7", "--topology", "line:4", "--format", "json"}, {}).out);

  EXPECT_EQ(of_both["machine"]["costs"]["ts"]["ticks"], 7);
  EXPECT_EQ(of_both["machine"]["name"], "m with ts=7 steps");
  EXPECT_EQ(of_both["topology"]["name"], "line:4");
}

TEST_F(MachineFiles, CostNothingWhereTheyHaveNoBase) {
  const nlohmann::json shown =
      nlohmann::json::parse(call({"machine", "check", file("tw = \"1ns\"\n"), "--format", "json"}, {}).out);

  EXPECT_EQ(shown["machine"]["costs"]["tw"]["ticks"], 1000);
  EXPECT_EQ(shown["machine"]["costs"]["ts"]["ticks"], 0);
  EXPECT_EQ(shown["machine"]["name"], "m");
}

TEST_F(MachineFiles, TellWhatIsWrongWithItsLine) {
  EXPECT_THAT(refusal("base = \"paragon\"\n\nlatancy = \"1us\"\n"),
              HasSubstr("m.toml:3: unknown key \"latancy\""));
  EXPECT_THAT(refusal("latancy = \"1us\"\n"), HasSubstr("Did you mean latency?"));
  EXPECT_THAT(refusal("ts = \"1us\"\nbase = \"paragn\"\n"),
              HasSubstr("m.toml:2: base: unknown machine \"paragn\""));
  EXPECT_THAT(refusal("name = 3\n"), HasSubstr("m.toml:1: name: a text in quotes is needed"));
  EXPECT_THAT(refusal("tw = [[1], [2]]\n"), HasSubstr("m.toml:1: tw: a text as"));
  EXPECT_THAT(refusal("tw = [[1], [2]]\n"), HasSubstr("got a list of lists"));
  EXPECT_THAT(refusal("tick = \"1ps\"\nth = \"0.5ps\"\n"),
              HasSubstr("m.toml:2: th: 500fs is no whole number of ticks of 1ps; a tick of 500fs would do"));
  EXPECT_THAT(
      refusal("ts = \"1us\"\n\ntw = \"1ns\"\nbandwidth = \"1GB/s\"\n"),
      HasSubstr(
          "m.toml:3: tw = 1ns and, in line 4, bandwidth = 1GB/s both say what a byte costs; give one of them"));
  EXPECT_THAT(refusal("ts = \"1us\"\nbandwidth = \"fast\"\n"),
              HasSubstr("m.toml:2: tw: \"fast\" is not a time"));
  EXPECT_THAT(refusal("base = \"unit\"\nbandwidth = \"1GB/s\"\n"),
              HasSubstr("m.toml:2: tw: 1GB/s is a bandwidth, but machine unit counts steps"));
  EXPECT_THAT(refusal("ts = \"1us\"\nports = \"k=0\"\n"),
              HasSubstr("m.toml:2: ports: k is a number from 1 to 4096, got \"0\""));
  EXPECT_THAT(refusal("port-policy = \"quick\"\n"),
              HasSubstr("m.toml:1: port policy: \"quick\" is not available"));
  EXPECT_THAT(refusal("ts = \"1us\"\nvirtual-channels = 5\n"), HasSubstr("m.toml:2: virtual channels: "));
  EXPECT_THAT(refusal("buffers = -1\n"), HasSubstr("m.toml:1: buffers: "));
  EXPECT_THAT(refusal("eager = \"some\"\n"), HasSubstr("m.toml:1: eager: "));
  EXPECT_THAT(refusal("ts = 1.5\n"), HasSubstr("m.toml:1: ts: a text as \"75us\", a whole number or a list"));
  EXPECT_THAT(refusal("tw = []\n"),
              testing::AllOf(HasSubstr("m.toml:1: tw: "), HasSubstr("got an empty list")));
  EXPECT_THAT(refusal("[costs]\nts = 1\n"), HasSubstr("m.toml:1: unknown key \"costs\""));
  EXPECT_THAT(refusal("ts = \"1us\"\nts = \"2us\"\n"), HasSubstr("m.toml:2: "));
  EXPECT_THAT(refusal("ts = \n"), HasSubstr("m.toml:1: "));
  EXPECT_THAT(refusal("ts = \"1us\"\nname = \"\"\n"), HasSubstr("m.toml:2: name: a text of one line"));
  EXPECT_THAT(refusal("name = \"a\\nb\"\n"), HasSubstr("m.toml:1: name: a text of one line"));
}

TEST_F(MachineFiles, TellWhatIsNoTomlWithItsPlaceAndThatTextsNeedQuotes) {
  const std::string quotes =
      ": a value that is a text needs quotes before and behind it, as in ts = \"75us\" or fail = [\"0-1\", "
      "\"3-4\"]\n";
  EXPECT_EQ(refusal("\nts = 75us\n"), "m.toml:2: column 8: ts = 75us" + quotes);
  EXPECT_EQ(refusal("ts = \"75us\n"), "m.toml:1: column 11: ts = \"75us" + quotes);
  EXPECT_EQ(refusal("topology = torus:8x8\n"), "m.toml:1: column 13: topology = torus:8x8" + quotes);
  EXPECT_EQ(refusal("ports = half  # duplex\n"), "m.toml:1: column 9: ports = half  # duplex" + quotes);
  EXPECT_EQ(refusal("fail = [\n \"0-1\",\n 3-4\n]\n"), "m.toml:3: column 3: 3-4" + quotes);
  for (const char* other :
       {"ts = 5 6\n", "ts 5\n", "ts = \"1us\"\nts = \"2us\"\n", "[a\n", "ts =\n", "ts = {a = 1\n"})
    EXPECT_THAT(refusal(other),
                testing::AllOf(HasSubstr(": column "), testing::Not(HasSubstr("needs quotes"))));
}

TEST_F(MachineFiles, AreToldByTheirKeysAndOwnName) {
  EXPECT_THAT(
      refusal("lambda = \"1/2\"\n"),
      HasSubstr("m.toml:1: lambda: only a machine that counts steps has one; give latency a time instead "
                "(machine m, lambda 1/2)\n"));
  EXPECT_THAT(refusal("base = \"unit\"\nlambda = 2\nlatency = 1\n"),
              HasSubstr("lambda: lambda L means latency L-1, in steps; give one of them"));
  const Outcome option = call({"verify", "shift", "-m", file("topology = \"ring:4\"\n"), "-t", "ring:0"}, {});
  EXPECT_EQ(option.err, "toruscope: --topology ring:0: ring: every side must be at least 1, got 0\n");
}

TEST_F(MachineFiles, HaveNoTickWithAUnitAndNoLength) {
  EXPECT_THAT(refusal("ports = \"half\"\ntick = \"0ps\"\n"), HasSubstr("m.toml:2: tick: 0ps has no length"));
  EXPECT_EQ(call({"machine", "show", "unit", "--tick", "0ps"}, {}).code, 2);
  EXPECT_EQ(call({"machine", "check", file("tick = 0\n")}, {}).code, 0);
}

TEST_F(MachineFiles, OfLinksButNoNetworkAreSaidNotToBeChecked) {
  const std::string path = file("base = \"unit\"\nfail = [\"0-1\"]\nslow = \"0-9=2\"\n");
  for (const char* format : {"table", "json"}) {
    const Outcome outcome = call({"machine", "check", path, "--format", format}, {});
    EXPECT_EQ(outcome.code, 0);
    for (const char* place : {":2: fail: not checked, as the file names no topology", ":3: slow: not checked"})
      EXPECT_THAT(outcome.err, HasSubstr("warning: " + path + place));
  }
  EXPECT_THAT(refusal("base = \"unit\"\nfail = \"0\"\n"), HasSubstr("m.toml:2: fail: "));
  const std::string checked = file("topology = \"ring:4\"\nfail = [\"0-1\"]\n");
  EXPECT_EQ(call({"machine", "check", checked}, {}).err, "");
}

TEST(MachineOptions, ThatAreListsAddUpWhereTheyAreGivenTwice) {
  const std::vector<std::string> words{"verify", "broadcast", "-t", "torus:4x4", "--format", "json", "--quiet"};
  const auto document = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return nlohmann::json::parse(call(more, {}).out);
  };
  const nlohmann::json twice =
      document({"--fail", "0-1", "--fail", "5-6", "--slow", "0-4=2", "--slow", "1-2=3"});
  const nlohmann::json once = document({"--fail", "0-1,5-6", "--slow", "0-4=2,1-2=3"});
  EXPECT_EQ(twice["results"][0]["topology"], "torus:4x4 without 0-1,5-6");
  EXPECT_EQ(twice["machine"], once["machine"]);
  EXPECT_EQ(twice["results"][0]["virtual_time"], once["results"][0]["virtual_time"]);
}

TEST_F(MachineFiles, AreRefusedIfARunWouldRefuseTheirMachine) {
  const std::string unit = "base = \"unit\"\ntopology = \"ring:4\"\n\n";
  EXPECT_THAT(refusal(unit + "slow = \"0-2=3\"\n"),
              HasSubstr("m.toml:4: slow: ring:4 has no link from 0 to 2"));
  EXPECT_THAT(refusal(unit + "th = [1, 2]\n"), HasSubstr("m.toml:4: th: ring:4 has 1 dimension, got 2 costs"));
  EXPECT_THAT(refusal(unit + "virtual-channels = 1\nth = 0\nswitching = \"wormhole\"\n"),
              HasSubstr("m.toml:4: virtual channels: with 1 the links of a ring of 4"));

  const std::string path = file(unit + "slow = \"0-2=3\"\n");
  const Outcome shown = call({"machine", "show", path}, {});
  EXPECT_EQ(shown.code, 2);
  EXPECT_THAT(shown.err, HasSubstr("m.toml:4: slow: ring:4 has no link from 0 to 2"));
}

TEST_F(MachineFiles, ThatSetNothingAreSaidTo) {
  const std::string nothing = "it sets nothing, so costs are 0 and all rules the default ones";
  EXPECT_THAT(call({"machine", "check", file("name = \"none\"\n")}, {}).out, HasSubstr(nothing));
  EXPECT_THAT(call({"machine", "check", file("ts = \"0us\"\n")}, {}).out, testing::Not(HasSubstr(nothing)));
}

TEST_F(MachineFiles, MayHaveListsOfNoLinks) {
  const std::string path = file("base = \"unit\"\ntopology = \"ring:6\"\nfail = []\nslow = []\n");
  const nlohmann::json shown =
      nlohmann::json::parse(call({"machine", "check", path, "--format", "json"}, {}).out);

  EXPECT_EQ(shown["topology"]["name"], "ring:6");
  EXPECT_FALSE(shown["machine"].contains("slow"));
}

TEST_F(MachineFiles, TellNoBytesOfWhatMovesNone) {
  const std::string shown = call({"machine", "show", "unit", "--topology", "ring:8", "--block", "10K"}, {}).out;
  EXPECT_THAT(shown, HasSubstr(" (10,240 bytes): "));
  EXPECT_THAT(shown, testing::ContainsRegex("bound of barrier +3 steps: "));
}

TEST_F(MachineFiles, AreNamedByTheirFingerprintsInTheResult) {
  const std::string graph = file("0 1\n1 2\n", "net.graph");
  const std::string path = file("base = \"unit\"\ntopology = \"graph:" + graph + "\"\n");
  const auto inputs = [](std::vector<std::string> words) {
    words.insert(words.end(), {"--format", "json", "--quiet"});
    return nlohmann::json::parse(call(words, {}).out)["inputs"];
  };
  const nlohmann::json of_graph = inputs({"verify", "barrier", "--topology", "graph:" + graph});
  const nlohmann::json of_file = inputs({"machine", "show", path});

  EXPECT_EQ(of_graph,
            nlohmann::json::array({"8ba65ee1bbe8297e30cab4c5fc9b62a8caa0dbe7b89298edf1da2609beb24ae1"}));
  ASSERT_EQ(of_file.size(), 2U);
  EXPECT_EQ(of_file[1], of_graph[0]);
  EXPECT_EQ(inputs({"verify", "barrier", "--machine", path}), of_file);
  EXPECT_EQ(inputs({"verify", "barrier", "--machine", path, "--topology", "ring:4"}),
            nlohmann::json::array({of_file[0]}));
  EXPECT_EQ(inputs({"verify", "barrier", "--topology", "ring:4"}), nlohmann::json::array());
}

TEST_F(MachineFiles, ThatCannotBeReadAreSaidToBe) {
  const Outcome outcome = call({"machine", "check", "no/such.toml"}, {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("machine: no/such.toml: there is no such file"));
}

TEST_F(MachineFiles, TellTheLineOfWhatARunRefuses) {
  const std::string slow = file("topology = \"mesh:4x4\"\nslow = [\"0-5=2\"]\n", "slow.toml");
  const auto error = [&](const std::vector<std::string>& words) {
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_EQ(error({"verify", "broadcast", "--machine", slow}),
            "toruscope: " + slow + ":2: slow: mesh:4x4 has no link from 0 to 5\n");
  const std::string th = file("th = \"1ns,2ns\"\n", "th.toml");
  EXPECT_THAT(error({"verify", "broadcast", "--machine", th, "--topology", "ring:4"}),
              HasSubstr(th + ":1: th: "));
  // What an option says is no fault of the file.
  EXPECT_EQ(error({"verify", "broadcast", "--machine", slow, "--slow", "0-6=2"}),
            "toruscope: slow: mesh:4x4 has no link from 0 to 6\n");
  const std::string tree = file("base = \"unit\"\ntopology = \"fattree:4x5x10\"\n", "tree.toml");
  EXPECT_THAT(error({"verify", "broadcast", "--machine", tree, "--fail", "0-40"}),
              testing::StartsWith("toruscope: fail: "));
  EXPECT_EQ(error({"verify", "broadcast", "--machine", tree, "--host", "ring:0", "--embed", "snake"}),
            "toruscope: --host ring:0: ring: every side must be at least 1, got 0\n");
  EXPECT_EQ(error({"verify", "broadcast", "--machine", tree, "--embed", "snake"}),
            "toruscope: embed: --host says into which network, --embed by which rule; give both or none\n");
}

}  // namespace
}  // namespace toruscope
