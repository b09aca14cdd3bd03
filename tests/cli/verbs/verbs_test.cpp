// SPDX-License-Identifier: Apache-2.0
// What the verbs print for people.

#include "tests/cli/child_process.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string printed(const std::vector<std::string>& words, const std::vector<std::string>& environment = {}) {
  const Finished finished = run_toruscope(words, environment);
  EXPECT_EQ(finished.code, 0) << finished.err;
  return finished.out;
}

TEST(Verbs, HelpAndVersion) {
  EXPECT_EQ(printed({}), printed({"--help"}));
  EXPECT_THAT(printed({"--help"}), AllOf(HasSubstr("verify"), HasSubstr("Exit codes: 0 ok")));
  EXPECT_THAT(printed({"verify", "--help-all"}), HasSubstr("--channel-capacity"));
  const auto topology_of = [](const std::vector<std::string>& words) {
    std::string help = printed(words);
    help.erase(std::unique(help.begin(), help.end(), [](char a, char b) { return a <= ' ' && b <= ' '; }),
               help.end());
    std::replace(help.begin(), help.end(), '\n', ' ');
    return help;
  };
  EXPECT_THAT(topology_of({"verify", "--help"}), HasSubstr("default: the machine's, or torus:8x8"));
  EXPECT_THAT(topology_of({"info", "--help"}), HasSubstr("default: the machine's, or torus:128x128"));
  EXPECT_THAT(printed({"--version"}), HasSubstr("toruscope 0.2.0"));
  EXPECT_THAT(printed({"run", "--help"}), AllOf(HasSubstr("--algorithm"), HasSubstr("the last one counts")));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", "fft", "--help"}, {"run", "-h", "--algorithm", "at2", "fft"}})
    EXPECT_THAT(printed(words), AllOf(HasSubstr("--column"), HasSubstr("toruscope run --help")));
}

TEST(Verbs, CompareRanksExplainsAndNamesWhoRefused) {
  const std::string text =
      printed({"compare", "alltoall", "--topology", "torus:8x8", "--machine", "paragon", "--refusals"});
  EXPECT_THAT(text, AllOf(HasSubstr("1  at2"), HasSubstr("2  mtk"), HasSubstr("above the lower bound"),
                          HasSubstr("auto takes at2 by formula: the fastest here"),
                          HasSubstr("ar1 does not fit: it needs a ring")));
}

TEST(Verbs, AlgoShowDrawsTheRounds) {
  EXPECT_THAT(printed({"algo", "list"}), AllOf(HasSubstr("at2"), HasSubstr("dissemination")));
  EXPECT_THAT(printed({"algo", "show", "broadcast/pipelined_torus"}),
              HasSubstr("free of link conflicts  always, given direct injection; "));
  const std::string text = printed({"algo", "show", "broadcast/recursive_doubling"});
  EXPECT_THAT(text, AllOf(HasSubstr("one-to-all broadcast"), HasSubstr("rounds on ring:8"),
                          HasSubstr("   1  0->4\n"), HasSubstr("   3  0->1  2->3  4->5  6->7\n")));
}

TEST(Verbs, AlgoShowDrawsATorusWhereTheNetworkDecidesTheRounds) {
  EXPECT_THAT(printed({"algo", "show", "broadcast/torus_recursive_doubling"}),
              HasSubstr("rounds on torus:4x4"));
  EXPECT_THAT(printed({"algo", "show", "alltoall/direct"}), HasSubstr("rounds on ring:8"));
  EXPECT_THAT(printed({"algo", "show", "ar1o_1"}), HasSubstr("rounds on ring:7"));
}

TEST(Verbs, AlgoShowHasTheRoundsInJsonAndCsv) {
  const std::vector<std::string> words{"algo",       "show",   "broadcast/recursive_doubling",
                                       "--topology", "ring:4", "--format"};
  const auto with = [&](const char* format) {
    std::vector<std::string> all = words;
    all.emplace_back(format);
    return printed(all);
  };
  const auto json = nlohmann::json::parse(with("json"))["algorithms"][0];
  EXPECT_EQ(json["topology"], "ring:4");
  ASSERT_EQ(json["rounds"].size(), 2U);
  EXPECT_EQ(json["rounds"][1]["round"], 2);
  EXPECT_EQ(json["rounds"][1]["transfers"].dump(),
            R"([{"blocks":1,"bytes":8,"from":0,"to":1},{"blocks":1,"bytes":8,"from":2,"to":3}])");
  EXPECT_EQ(with("csv"),
            "operation,algorithm,topology,round,start,from,to,bytes,blocks\r\n"
            "broadcast,recursive_doubling,ring:4,1,0,0,2,8,1\r\n"
            "broadcast,recursive_doubling,ring:4,2,1,0,1,8,1\r\n"
            "broadcast,recursive_doubling,ring:4,2,1,2,3,8,1\r\n");
}

TEST(Verbs, AlgoShowDrawsTheStepsOfAPostalMachine) {
  const std::string text = printed({"algo", "show", "broadcast/postal", "--topology", "complete:6", "--machine",
                                    "postal", "--ports", "k=2", "--lambda", "3"});
  EXPECT_THAT(text, AllOf(HasSubstr("complete:6, postal with lambda=3, ports k=2"), HasSubstr("0 steps  0->"),
                          HasSubstr("1 step  0->")));
}

TEST(Verbs, VerifyCombinesByTheOperatorThatIsAskedFor) {
  EXPECT_THAT(printed({"verify", "reduce", "--operator", "sum", "--topology", "ring:4"}),
              HasSubstr("ok: data"));
}

TEST(Verbs, ShiftGoesTheDistanceThatIsAskedFor) {
  const auto hops = [](const char* distance) {
    return printed({"verify", "shift", "--algorithm", "direct", "--topology", "ring:9", "--shift", distance,
                    "--format", "json"});
  };
  EXPECT_THAT(hops("3"), AllOf(HasSubstr("\"shift\": 3"), HasSubstr("\"hops\": 27")));
  EXPECT_THAT(hops("-3"), AllOf(HasSubstr("\"shift\": 6"), HasSubstr("\"hops\": 27")));
}

TEST(Verbs, CompareSaysTheDistanceOfAShift) {
  EXPECT_THAT(printed({"compare", "shift", "--topology", "torus:3x4", "--shift", "6"}),
              AllOf(testing::ContainsRegex("shift +6\n"), HasSubstr("neighbours"), HasSubstr("auto takes ")));
}

TEST(Verbs, LongValuesGoInThePartsThatAreAskedFor) {
  const std::string text = printed({"verify", "scan", "--algorithm", "pipelined_chain", "--topology", "ring:5",
                                    "--block", "4K", "--segment", "512", "--format", "json"});
  EXPECT_THAT(text, AllOf(HasSubstr("\"segment_bytes\": 512"), HasSubstr("\"startups\": 11")));
}

TEST(Verbs, BroadcastGoesInBlocksThatAreAskedForOrFoundByARule) {
  const auto of_1k = [](const std::string& algorithm, const std::string& segment) {
    return printed({"verify", "broadcast", "--algorithm", algorithm, "--topology", "torus:4x4", "--machine",
                    "dash", "--block", "1K", "--segment", segment, "--format", "json"});
  };
  // 16 parts to 15 PEs
  for (const char* algorithm : {"pipelined_torus", "pipelined_chain"})
    EXPECT_THAT(of_1k(algorithm, "64"), AllOf(HasSubstr("\"segment_bytes\": 64"),
                                              HasSubstr("\"messages\": 240"), HasSubstr("\"verified\": true")));

  const Case c = case_of(*torus(4, 4), preset("dash"), 1024);
  for (const auto& [name, rule] : {std::pair{"formula", BlockRule::printed},
                                   {"corrected", BlockRule::corrected},
                                   {"search", BlockRule::search}})
    EXPECT_THAT(of_1k("auto", name),
                AllOf(HasSubstr("\"segment_bytes\": " + std::to_string(best_block(c, Ticks{}, rule)) + ","),
                      HasSubstr("\"verified\": true")));
}

TEST(Verbs, OfAnOptionGivenTwiceTheLastCounts) {
  EXPECT_THAT(printed({"run", "prefix", "--input", test::in_source("data/nile.csv"), "--operator", "max",
                       "--operator", "sum", "--topology", "ring:4"}),
              HasSubstr("sum of 100 values"));
}

TEST(Verbs, RunTellsThatItsWorkWasMeasured) {
  const auto run = [](std::vector<std::string> options) {
    const std::string input = test::in_source("data/nile.csv");
    options.insert(options.begin(), {"run", "prefix", "--input", input, "--topology", "ring:4"});
    return printed(options);
  };
  EXPECT_THAT(run({}), Not(HasSubstr("measured on this computer")));
  EXPECT_THAT(run({"--measure-compute"}),
              AllOf(HasSubstr("measured on this computer: times differ from run to run"),
                    HasSubstr(", measured on this computer (not\n  declared: ")));
  EXPECT_THAT(run({"--measure-compute", "--format", "json"}), HasSubstr("\"reproducible\": false"));
}

TEST(Verbs, TheCriticalPathIsShownEventByEvent) {
  const auto flat = [](const char* format) {
    return printed({"verify", "gather", "--algorithm", "flat", "--topology", "ring:3", "--machine", "paragon",
                    "--block", "100", "--critical-path", "full", "--format", format});
  };
  EXPECT_THAT(flat("table"),
              AllOf(HasSubstr("75 us   76.11 us  1.11 us"), HasSubstr("transmission of 100 bytes, to PE 0\n"),
                    HasSubstr("PE 0   port wait: held by the receive from PE 1\n"),
                    HasSubstr("startup, from PE 2\n"), Not(HasSubstr("hop\n"))));
  EXPECT_THAT(flat("json"), AllOf(HasSubstr("\"critical_path_events\""), HasSubstr("\"kind\": \"port_wait\""),
                                  HasSubstr("\"kind\": \"hop\""), HasSubstr("\"receives\": true")));
  EXPECT_THAT(flat("json"), HasSubstr("\"critical_path_steps\""));
  EXPECT_THAT(printed({"verify", "barrier", "--topology", "ring:3"}), Not(HasSubstr("startup, to")));
  EXPECT_THAT(printed({"verify", "barrier", "--topology", "ring:1", "--critical-path", "--format", "json"}),
              HasSubstr("\"critical_path_events\": []"));
}

TEST(Verbs, TheCriticalPathIsShownInSteps) {
  const std::string text = printed({"verify", "--critical-path", "gather", "--algorithm", "flat", "--topology",
                                    "ring:3", "--machine", "paragon", "--block", "100"});
  EXPECT_THAT(text, AllOf(HasSubstr("PE 1 -> 0, 100 bytes"), HasSubstr("; waited for PE 0's"),
                          HasSubstr("(--critical-path full: event by event)")));
  const Finished wrong = run_toruscope({"verify", "barrier", "--critical-path=long"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("critical path"), HasSubstr("steps, full")));
}

TEST(Verbs, VerifyTellsWhatItsTimeIsMadeOfAndWhereMessagesWaited) {
  const std::string text = printed({"verify", "allreduce", "--algorithm", "recursive_doubling", "--topology",
                                    "torus:8x8", "--block", "1M", "--operator", "sum"});
  EXPECT_THAT(text, AllOf(HasSubstr("critical path     6 ts + 6,291,456 tw + 14 th + 8.386208 ms link wait\n"),
                          HasSubstr("6 us startups + 6.291456 ms bytes + 700 ns hops + 8.386208 ms"),
                          HasSubstr("bytes on path     6,291,456 = 6 vectors\n"),
                          HasSubstr("0 -> 8 (+ direction of dimension 0): 6,291,456 bytes"),
                          HasSubstr("link waits        192 messages, 402.566784 ms in all\n"),
                          HasSubstr("links with the longest waits")));
}

TEST(Verbs, VerifyListsTheTenMostLoadedLinks) {
  const std::string text =
      printed({"verify", "gather", "--algorithm", "knomial", "--topology", "ring:16", "--block", "1000"});
  ASSERT_THAT(text, HasSubstr("\nmost loaded links\n"));
  const std::string list = text.substr(text.find("\nmost loaded links\n"));
  EXPECT_THAT(list, testing::ContainsRegex("link +direction +messages +bytes\n"));
  EXPECT_THAT(list, HasSubstr("8 -> 9    + direction of dimension 0         1  8,000\n"));
  EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 3 + 10) << list;
  const std::string alike = printed({"verify", "shift", "--topology", "ring:8"});
  EXPECT_THAT(alike, Not(HasSubstr("most loaded links"))) << "all carry the same";
  // Half-way messages take the positive direction: its 32 links carry the most.
  const std::string ten = printed({"verify", "alltoall", "-a", "direct", "-t", "ring:32"});
  EXPECT_THAT(ten, Not(HasSubstr("\nmost loaded links\n"))) << "ten lines of one number";
}

TEST(Verbs, WriteTheFormatThatTheNameOfTheFileTells) {
  const test::TemporaryFolder folder;
  const auto written = [&](const std::string& name, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"verify", "barrier", "-o", folder / name};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(printed(words), "");
    return test::content_of(folder / name);
  };
  EXPECT_TRUE(nlohmann::json::accept(written("a.json")));
  EXPECT_THAT(written("a.CSV"), testing::StartsWith("machine.name,seed,"));
  EXPECT_THAT(written("a.txt"), testing::StartsWith("operation "));
  EXPECT_THAT(written("b.json", {"--format", "table"}), testing::StartsWith("operation "));
  for (const char* name : {"a.svg", "a.png", "a.html", "a.xml", "a.goal"}) {
    const Finished finished = run_toruscope({"algo", "show", "at2", "-o", folder / name});
    EXPECT_EQ(finished.code, 2) << name;
    EXPECT_THAT(
        finished.err,
        HasSubstr("cannot be written: results are text (any other name, as out.txt), .md, .csv or .json"));
    EXPECT_FALSE(std::filesystem::exists(folder / name));
  }
}

TEST(Verbs, WriteWhatEachLinkCarried) {
  const test::TemporaryFolder folder;
  const auto json = nlohmann::json::parse(
      printed({"verify", "gather", "--algorithm", "flat", "--topology", "line:3", "--block", "1000", "--links",
               folder / "links.csv", "--format", "json"}))["results"][0]["links"];
  EXPECT_EQ(test::content_of(folder / "links.csv"),
            "from,to,direction,messages,bytes,wait\n"
            "1,0,- direction of dimension 0,2,2000,950000\n"
            "2,1,- direction of dimension 0,1,1000,0\n");
  EXPECT_EQ(json["used"], 2);
  EXPECT_EQ(json["most_loaded"].size(), 2U);
  EXPECT_EQ(json["most_loaded"][0]["bytes"], 2000);
  ASSERT_EQ(json["longest_waits"].size(), 1U);
  EXPECT_EQ(json["longest_waits"][0]["direction"], "- direction of dimension 0");
  EXPECT_EQ(json["longest_waits"][0]["wait"], 950'000);
}

TEST(Verbs, MachineShowResolvesEveryCost) {
  EXPECT_THAT(printed({"machine", "list"}),
              AllOf(HasSubstr("generic"), HasSubstr("paragon"), HasSubstr("unit")));
  const std::string text = printed({"machine", "show", "paragon", "--topology", "torus:8x8"});
  EXPECT_THAT(text, AllOf(HasSubstr("75us = 75,000,000 ticks"), HasSubstr("diameter"), HasSubstr("8 hops"),
                          HasSubstr("bound of alltoall")));
}

TEST(Verbs, MachineShowTellsCostsBesideAFractionOfAStepInSteps) {
  EXPECT_THAT(printed({"machine", "show", "unit", "--lambda", "5/2", "--ts", "1"}),
              AllOf(HasSubstr("unit with ts=1 step, lambda=5/2"),
                    testing::ContainsRegex("startup of a message \\(alpha\\) +1 step\n")));
}

TEST(Verbs, InfoTellsTheMemoryOfAPe) {
  EXPECT_THAT(
      printed({"info", "--topology", "torus:8x8"}),
      AllOf(HasSubstr("memory per PE"), HasSubstr("ring shift"), HasSubstr("barrier"), HasSubstr("wall")));
}

TEST(Verbs, WriteTheirResultAndEventsToFiles) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(printed({"verify", "alltoall", "--topology", "ring:6", "-o", folder / "result.txt", "--events",
                     folder / "events.jsonl"}),
            "");
  EXPECT_THAT(test::content_of(folder / "result.txt"), HasSubstr("ok: data correct"));
  EXPECT_THAT(test::content_of(folder / "events.jsonl"), AllOf(HasSubstr("\"kind\""), HasSubstr("\"hop\"")));
  EXPECT_EQ(folder.entries(), 2U);
}

TEST(Verbs, WriteSpansBesideEvents) {
  const test::TemporaryFolder folder;
  printed({"verify", "barrier", "--algorithm", "dissemination", "--topology", "ring:6", "--spans", "--events",
           folder / "events.jsonl"});
  EXPECT_THAT(test::content_of(folder / "events.jsonl"),
              AllOf(HasSubstr(R"("kind":"collective","pe":5,"sequence":0,"outer":-1,"operation":"barrier",)"
                              R"("algorithm":"dissemination","communicator":0,"rank":5,)"),
                    HasSubstr(R"("kind":"round","pe":5,"sequence":2,"outer":0,"index":2,)"),
                    HasSubstr(R"("released":)"), HasSubstr(R"("send_port":0,"receive_port":0)")));
}

// 0 -> 2 and 1 -> 2 meet on the link from 1 to 2, if PE 1 starts when the other header comes by.
TEST(Verbs, WriteWhoSentHowMuchToWhom) {
  const test::TemporaryFolder folder;
  printed({"verify",    "gather", "--algorithm", "flat",      "--topology",
           "ring:5",    "--root", "2",           "--block",   "16",
           "--machine", "unit",   "--ts",        "0",         "--tw",
           "1",         "--th",   "0",           "--traffic", folder / "traffic.csv"});
  EXPECT_EQ(test::content_of(folder / "traffic.csv"),
            "source,destination,messages,bytes,hops,link_wait\n"
            "0,2,1,16,2,0\n"
            "1,2,1,16,1,16\n"
            "3,2,1,16,1,0\n"
            "4,2,1,16,2,16\n");
}

TEST(Verbs, ColourOnlyWhereWanted) {
  const std::vector<std::string> words{"verify", "alltoall", "--topology", "ring:6"};
  std::vector<std::string> always = words;
  always.insert(always.end(), {"--color", "always"});
  EXPECT_THAT(printed(words), Not(HasSubstr("\033[")));
  EXPECT_THAT(printed(words, {"NO_COLOR=1"}), Not(HasSubstr("\033[")));
  EXPECT_THAT(printed(always), HasSubstr("\033["));
}

TEST(Verbs, TakeTheOtherNamesOfOperations) {
  EXPECT_THAT(printed({"verify", "bcast", "--topology", "ring:5", "--root", "3", "--values", "10"}),
              HasSubstr("bytes per vector  80"));
}

}  // namespace
}  // namespace toruscope
