// SPDX-License-Identifier: Apache-2.0
// One run of several fails: the others are shown, the failed one has a row, its report names it,
// and the exit code is that of the worst.

#include "cli/process/ending.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

/// Two sends of a round leave by one link: a k-port rule is broken on a ring, and only there.
const std::vector<std::string> kStrict{"--topology", "ring:8", "--port-policy", "strict", "--ports", "k=2"};

std::vector<std::string> strict(std::vector<std::string> words) {
  words.insert(words.end(), kStrict.begin(), kStrict.end());
  return words;
}

/// A broadcast that does `at_16` instead if 16 bytes are to be sent.
Tables tables_with(const std::function<void(Communicator&)>& at_16) {
  Broadcast entry;
  entry.name = "odd";
  entry.run = [at_16](Communicator& comm, Rank root, std::span<std::byte> data) {
    if (data.size() == 16) at_16(comm);
    if (comm.rank() != root) comm.recv(root, data);
    for (Rank r = 0; comm.rank() == root && r < comm.size(); ++r)
      if (r != root) comm.send(r, data);
  };
  Tables tables;
  tables.algorithms.add(entry);
  return tables;
}

Outcome bench(const std::function<void(Communicator&)>& at_16, const char* format) {
  return call({"bench", "broadcast", "--algorithm", "odd", "-b", "8", "-e", "32", "--topology", "ring:4",
               "--machine", "unit", "--format", format},
              {}, tables_with(at_16));
}

void wait_for_nobody(Communicator& comm) {
  char nothing = 0;
  comm.recv(comm.rank(), std::span(&nothing, 1));
}

TEST(Failures, OfAComparisonComeLastAndTheOthersAreRanked) {
  const Finished finished = run_toruscope(strict({"compare", "broadcast"}));

  EXPECT_EQ(finished.code, 4);
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("1  bine"), HasSubstr("2  recursive_doubling"), HasSubstr("-  knomial"),
                    HasSubstr("FAILED: PE 0 broke"), HasSubstr("auto takes ")));
  EXPECT_THAT(finished.err,
              HasSubstr("broadcast by knomial, vectors of 8 bytes, on ring:8 (p = 8): ports: PE 0 "
                        "breaks the rule k=2"));
}

TEST(Failures, TellOfFilesThatAnEarlierCommandWrote) {
  const test::TemporaryFolder folder;
  const auto told_of = [&](std::vector<std::string> words, const std::vector<std::string>& options) {
    for (const std::string& option : options)
      words.insert(words.end(), {option, folder
                                             .file("x" + option +
                                                       (option == "--traffic" || option == "--links" ? ".csv"
                                                        : option == "--export"                       ? ".goal"
                                                        : option == "-o"                             ? ".txt"
                                                                                                     : ".svg"),
                                                   "older")
                                             .string()});
    const Finished finished = run_toruscope(words);
    EXPECT_NE(finished.code, 0);
    for (const std::string& option : options)
      EXPECT_THAT(finished.err, testing::ContainsRegex("\n" + option + " wrote nothing, because .*; .*/x" +
                                                       option + "[.][a-z]* is from an earlier command\n"));
  };
  told_of(strict({"verify", "broadcast", "-a", "knomial"}),
          {"--heatmap", "--traffic", "--links", "--export", "-o"});
  told_of(strict({"compare", "broadcast", "-a", "knomial"}), {"--heatmap", "--plot"});
  told_of(strict({"bench", "broadcast", "-a", "knomial"}), {"--plot"});
  told_of(strict({"phase", "broadcast", "-a", "knomial", "--over", "p=8"}), {"--plot", "-o"});
  for (const char* verb : {"compare", "bench"})
    told_of({verb, "alltoall", "-a", "direct", "-t", "torus:64x64", "--time-limit", "100ms"}, {"--plot"});
}

TEST(Failures, AreRowsOfADocumentToo) {
  const Finished finished = run_toruscope(strict({"compare", "broadcast", "--format", "json"}));

  const Json json = Json::parse(finished.out);
  const Json& last = json["results"].back();
  EXPECT_TRUE(last["verified"].is_null());
  EXPECT_THAT(last["error"].get<std::string>(), HasSubstr("PE 0 broke the port rule at "));
  EXPECT_TRUE(last["virtual_time"].is_null());
  EXPECT_FALSE(json["results"].front().contains("error"));
}

TEST(Failures, OfABenchmarkDoNotEndIt) {
  const Outcome outcome = bench(wait_for_nobody, "csv");

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr(",8,0,3,"), HasSubstr(",deadlock at 0 steps"), HasSubstr(",32,0,3,")));
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("broadcast by odd, vectors of 16 bytes, on ring:4 (p = 4): deadlock"),
                    Not(HasSubstr("was not run"))));
}

TEST(Failures, OfAProgramAreRows) {
  const Outcome outcome = bench([](Communicator&) { throw std::runtime_error("sixteen"); }, "table");

  EXPECT_EQ(outcome.code, 7);
  EXPECT_THAT(outcome.out, HasSubstr("FAILED: PE 0 failed at 0 steps"));
  EXPECT_THAT(outcome.err, HasSubstr("sixteen"));
}

TEST(Failures, AnInterruptEndsTheCommandWithTheRowsThatAreDone) {
  const auto interrupted = [](Communicator& comm) {
    if (comm.rank() == 0) std::raise(SIGINT);
    std::array<char, 1> byte{};
    for (;;) comm.sendrecv(comm.shift(0, 1), byte, comm.shift(0, -1), byte);
  };
  const Outcome outcome = bench(interrupted, "json");

  EXPECT_EQ(outcome.code, 130);
  const Json json = Json::parse(outcome.out);
  ASSERT_EQ(json["results"].size(), 2U);
  EXPECT_EQ(json["results"][0]["verified"], true);
  EXPECT_THAT(json["results"][1]["error"].get<std::string>(), HasSubstr("interrupted"));
  EXPECT_THAT(outcome.err, HasSubstr("what was to follow was not run"));
}

TEST(Failures, OfOneNumberOfPesLeaveTheOthers) {
  const auto program = [](Communicator& comm) {
    if (comm.size() == 4) wait_for_nobody(comm);
    comm.compute(Ticks{7});
  };
  const Outcome outcome = call(
      {"run", "--topology", "ring:2", "--machine", "unit", "--scale", "p=2,4,8", "--columns", "T,cost,check"},
      program);

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("ring:2"), HasSubstr("FAILED: deadlock at 0 steps"),
                                 HasSubstr(" 56 ")));  // 8 x 7
  EXPECT_THAT(outcome.err, HasSubstr("program on ring:4 (p = 4): deadlock"));
}

TEST(Failures, OfASingleRunAreInItsDocument) {
  const auto run = [](const char* format) {
    return call({"run", "--topology", "ring:2", "--machine", "unit", "--format", format, "--critical-path"},
                wait_for_nobody);
  };
  const Outcome document = run("json");
  EXPECT_EQ(document.code, 3);
  EXPECT_THAT(document.err, HasSubstr("toruscope: deadlock at 0 steps: "));
  const Json json = Json::parse(document.out);
  EXPECT_EQ(json["machine"]["name"], "unit");
  const Json& result = json["results"][0];
  EXPECT_EQ(result["operation"], "program");
  EXPECT_EQ(result["topology"], "ring:2");
  EXPECT_EQ(result["error"], "deadlock at 0 steps");
  EXPECT_EQ(result["exit_code"], 3);
  EXPECT_TRUE(result["virtual_time"].is_null());
  EXPECT_FALSE(result.contains("critical_path_events"));

  EXPECT_EQ(run("table").out, "");
}

std::vector<Json> rows_of_log(const std::string& file) {
  std::vector<Json> rows;
  std::istringstream log(test::content_of(file));
  for (std::string line; std::getline(log, line);) rows.push_back(Json::parse(line));
  return rows;
}

/// PE 0 tells PE 1 something, then what the test wants happens.
std::function<void(Communicator&)> after_a_message(const std::function<void(Communicator&)>& then) {
  return [then](Communicator& comm) {
    if (comm.rank() == 0) comm.send(1, 7);
    int got = 0;
    if (comm.rank() == 1) comm.recv(0, got);
    then(comm);
  };
}

TEST(Failures, OfAnApplicationNameNoAlgorithmThatNobodyChoseAndTheLinesThatWait) {
  const test::TemporaryFolder folder;
  const std::string goal =
      folder
          .file("wait.goal",
                "num_ranks 2\nrank 0 {\na: recv 1b from 1\nb: send 1b to 1\nb requires a\n}\n"
                "rank 1 {\na: recv 1b from 0\nb: send 1b to 0\nb requires a\n}\n")
          .string();
  const std::string log = folder / "log.jsonl";
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"run", "goal", "--input", goal, "-t", "ring:2", "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = call(words, {});
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    return Json::parse(outcome.out)["results"][0];
  };
  const Json failed = run({"--events", log, "--spans"});
  EXPECT_EQ(failed["algorithm"], "");
  EXPECT_TRUE(failed["verified"].is_null());
  EXPECT_EQ(run({"-a", "ring"})["algorithm"], "ring");
  EXPECT_EQ(run({"--scale", "p=2"})["algorithm"], "");
  Json end = rows_of_log(log).front()["early_end"];
  EXPECT_EQ(end["waiting"][0]["what"],
            "wait_any from 1, tag 0; " + goal + ":3: a receive of 1 byte from PE 1, tag 0");
}

struct LoggedFailure {
  const char* name;
  std::vector<std::string> words;
  int code;
  std::function<void(Communicator&)> then;
};

class LogsOfAFailedRun : public testing::TestWithParam<LoggedFailure> {};

TEST_P(LogsOfAFailedRun, EndWithTheFault) {
  const auto& [name, words, code, then] = GetParam();
  const test::TemporaryFolder folder;
  const auto place = [&](const char* file) { return (folder / file).string(); };
  std::vector<std::string> plain{"run", "-t", "ring:4", "-m", "generic"};
  plain.insert(plain.end(), words.begin(), words.end());
  std::vector<std::string> logged = plain;
  logged.insert(logged.end(), {"--events", place("log.jsonl"), "--trace", place("trace.json")});

  const Outcome alone = call(plain, after_a_message(then));
  const Outcome outcome = call(logged, after_a_message(then));

  EXPECT_EQ(alone.code, code) << alone.err;
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("the log that --events wrote ends with the fault\n"),
                                 HasSubstr("the trace that --trace wrote ends with the fault\n")));
  const std::vector<Json> rows = rows_of_log(place("log.jsonl"));
  ASSERT_GE(rows.size(), 3U);
  EXPECT_EQ(rows.front()["kind"], "message");
  EXPECT_EQ(rows.back()["kind"], "early_end");
  const std::string reason = rows.back()["reason"];
  EXPECT_THAT(outcome.err, testing::StartsWith("toruscope: " + reason));
  const Json trace = Json::parse(test::content_of(place("trace.json")));
  EXPECT_EQ(trace["otherData"]["early_end"], reason);

  logged.emplace_back("--spans");
  EXPECT_EQ(call(logged, after_a_message(then)).code, code);
  EXPECT_EQ(rows_of_log(place("log.jsonl")).front()["kind"], "run");
  const Outcome page = call({"view", place("log.jsonl"), "-o", place("page.html")}, {});
  EXPECT_EQ(page.code, 0) << page.err;
}

/// Large messages, so that there are not many.
void exchange_for_ever(Communicator& comm) {
  const int other = comm.size() - 1 - comm.rank();
  std::vector<char> data(1 << 20);
  for (;;) comm.sendrecv(other, data, other, data);
}

INSTANTIATE_TEST_SUITE_P(Failures, LogsOfAFailedRun,
                         testing::Values(LoggedFailure{"Deadlock", {}, 3, wait_for_nobody},
                                         LoggedFailure{"PortViolation",
                                                       {"--port-policy", "strict"},
                                                       4,
                                                       [](Communicator& comm) {
                                                         if (comm.rank() != 0) return;
                                                         Request first = comm.isend(1, 1);
                                                         Request second = comm.isend(2, 2);
                                                         comm.wait(first);
                                                         comm.wait(second);
                                                       }},
                                         LoggedFailure{"UnmatchedMessage",
                                                       {},
                                                       7,
                                                       [](Communicator& comm) {
                                                         if (comm.rank() == 2) comm.send(3, 2);
                                                       }},
                                         LoggedFailure{
                                             "TimeLimit", {"--time-limit", "500ms"}, 6, exchange_for_ever}),
                         [](const auto& failure) { return failure.param.name; });

TEST(Failures, KeepTheirCodeWhereALogCannotBeWritten) {
  const Outcome outcome =
      call({"run", "-t", "ring:2", "-m", "generic", "--events", "/dev/full"}, wait_for_nobody);

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("toruscope: deadlock at "), HasSubstr("no log was written: ")));
}

TEST(Failures, ADocumentTellsADeadlockOfTheNetworkFromThatOfAProgram) {
  const Outcome document =
      call({"run", "--topology", "ring:4", "--machine", "unit", "--ts", "10", "--tw", "1", "--th", "1",
            "--switching", "wormhole", "--virtual-channels", "1", "--format", "json"},
           [](Communicator& comm) {
             const std::vector<char> body(20);
             std::vector<char> got(20);
             comm.sendrecv((comm.rank() + 2) % 4, body, (comm.rank() + 2) % 4, got);
           });
  EXPECT_EQ(document.code, 3);
  EXPECT_THAT(document.err, HasSubstr("toruscope: network deadlock at 11 steps: "));
  EXPECT_EQ(Json::parse(document.out)["results"][0]["error"], "network deadlock at 11 steps");
}

TEST(Failures, OfASingleVerificationAreInItsDocument) {
  const Outcome outcome = call({"verify", "alltoall", "--algorithm", "direct", "--topology", "torus:32x32",
                                "--time-limit", "20ms", "--format", "json", "--quiet"},
                               {});
  EXPECT_EQ(outcome.code, 6);
  const Json result = Json::parse(outcome.out)["results"][0];
  EXPECT_EQ(result["algorithm"], "direct");
  EXPECT_EQ(result["exit_code"], 6);
  EXPECT_THAT(result["error"].get<std::string>(), HasSubstr("time limit"));
  EXPECT_FALSE(result["lower_bound"].is_null());
}

TEST(Failures, ARefusedNumberOfPesKeepsTheRowsOfTheOthers) {
  const auto fft = [](const std::string& sizes, const std::string& format) {
    return run_toruscope({"run", "fft", "--input", test::in_source("data/sunspots.csv"), "--algorithm", "ar1",
                          "--topology", "ring:4", "--scale", sizes, "--format", format});
  };
  for (const char* sizes : {"p=4,5", "p=5,4"}) {
    const Finished finished = fft(sizes, "table");
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.out, AllOf(HasSubstr("ring:4"), HasSubstr("ok"), HasSubstr("FAILED: ")));
    EXPECT_THAT(finished.err, HasSubstr("fft on ring:5 (p = 5): "));
  }
  EXPECT_EQ(fft("p=5,7", "table").out, "");

  const Json failed = Json::parse(fft("p=4,5", "json").out)["results"][1];
  EXPECT_EQ(failed["algorithm"], "ar1");
  EXPECT_TRUE(failed["block_bytes"].is_null());
}

TEST(Failures, ARefusedNumberOfPesIsToldOnStandardErrorToo) {
  for (const std::string format : {"table", "csv", "json"}) {
    const Finished finished = run_toruscope({"bench", "bandwidth", "--root", "3", "-t", "ring:4", "--scale",
                                             "p=1,4", "--block", "8", "--format", format, "--quiet"});
    EXPECT_EQ(finished.code, 2) << format;
    EXPECT_THAT(finished.err, HasSubstr("toruscope: bench: left out: p = 1: bandwidth: root 3 is not a rank"))
        << format;
  }
  const Finished phase =
      run_toruscope({"phase", "broadcast", "--root", "3", "--over", "p=2,4", "-b", "8", "-e", "8"});
  EXPECT_EQ(phase.code, 2);
  EXPECT_THAT(phase.err, HasSubstr("toruscope: phase broadcast: left out: p = 2: "));
}

TEST(Failures, TheWorstGivesTheExitCode) {
  using cli::worse;
  EXPECT_EQ(worse(ExitCode::ok, ExitCode::host_limit), ExitCode::host_limit);
  EXPECT_EQ(worse(ExitCode::deadlock, ExitCode::port_violation), ExitCode::deadlock);
  EXPECT_EQ(worse(ExitCode::bound_beaten, ExitCode::wrong_result), ExitCode::wrong_result);
  EXPECT_EQ(worse(ExitCode::interrupted, ExitCode::wrong_result), ExitCode::interrupted);
}

/// A table with broadcast "wrong", after which nobody but the root has its data.
Tables tables_with_wrong() {
  Broadcast entry;
  entry.name = "wrong";
  entry.run = [](Communicator&, Rank, std::span<std::byte>) {};
  Tables tables;
  tables.algorithms.add(entry);
  return tables;
}

TEST(WrongData, IsToldOnStandardErrorWhereNoTableOnTheScreenTellsIt) {
  const test::TemporaryFolder folder;
  const std::vector<std::vector<std::string>> commands{
      {"verify", "broadcast", "-a", "wrong", "-o", folder / "v.txt"},
      {"verify", "broadcast", "-a", "wrong", "-o", folder / "v.csv"},
      {"compare", "broadcast", "-a", "wrong,flat", "-o", folder / "c.txt"},
      {"phase", "broadcast", "-a", "wrong,flat", "-b", "8", "-e", "8", "--over", "p=4", "--data", "carried"}};
  for (std::vector<std::string> words : commands) {
    words.insert(words.end(), {"-t", "ring:4"});
    if (words[0] != "phase") words.insert(words.end(), {"--block", "8"});
    const Outcome outcome = call(words, {}, tables_with_wrong());
    EXPECT_EQ(outcome.code, 1) << words[0];
    EXPECT_THAT(outcome.err, HasSubstr("broadcast/wrong")) << words[0];
  }
  const Outcome shown =
      call({"verify", "broadcast", "-a", "wrong", "-t", "ring:4", "--block", "8"}, {}, tables_with_wrong());
  EXPECT_THAT(shown.out, HasSubstr("fault: broadcast/wrong"));
  EXPECT_EQ(shown.err, "");
}

}  // namespace
}  // namespace toruscope
