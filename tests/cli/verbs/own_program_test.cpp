// SPDX-License-Identifier: Apache-2.0
// A program's own command line: `run` runs the program that was given to toruscope::main, and the
// other verbs know its tables.

#include "runtime/core/sanitizers.hpp"
#include "tests/cli/in_process.hpp"

#include <atomic>
#include <cstdlib>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Outcome run(std::vector<std::string> words, const std::function<void(Communicator&)>& program) {
  words.insert(words.begin(), {"run", "--topology", "ring:4"});
  return call(std::move(words), program);
}

/// A broadcast that tells what it does; on more than four PEs the root forgets to send.
Broadcast talkative() {
  Broadcast entry;
  entry.name = "talkative";
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    if (comm.rank() == root) {
      comm.print("sending");
      for (Rank r = 0; comm.size() <= 4 && r < comm.size(); ++r)
        if (r != root) comm.send(r, data);
    } else {
      comm.recv(root, data);
    }
  };
  return entry;
}

Tables talkative_tables() {
  Tables tables;
  tables.algorithms.add(talkative());
  return tables;
}

TEST(OwnProgram, CallsTheAlgorithmsOfItsTablesByName) {
  const Outcome outcome = call(
      {"run", "--topology", "ring:4"},
      [](Communicator& comm) {
        int value = comm.rank() == 2 ? 7 : 0;
        broadcast(comm, 2, value, "talkative");
        if (value != 7) comm.fail("no 7");
      },
      talkative_tables());

  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("PE 2] sending"));
}

TEST(OwnProgram, IsRunAndReported) {
  const Outcome outcome = run({"--machine", "unit"}, [](Communicator& comm) {
    int got = -1;
    comm.sendrecv(comm.shift(0, 1), std::vector<int>{comm.rank()}, comm.shift(0, -1), std::span(&got, 1));
    if (comm.rank() == 0) comm.print("got " + std::to_string(got));
  });

  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("[1 step, PE 0] got 3"), HasSubstr("operation         program")));
}

TEST(OwnProgram, ShowsWhatWasPrintedBeforeItFailed) {
  const Outcome outcome = run({}, [](Communicator& comm) {
    comm.print("before");
    int nothing = 0;
    comm.recv(comm.shift(0, 1), std::span(&nothing, 1));
  });

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("PE 3] before"));
  EXPECT_THAT(outcome.err, HasSubstr("cycle 0 -> 1 -> 2 -> 3 -> 0"));
}

TEST(OwnProgram, IsNotTakenForAnApplicationWithAnUnknownOption) {
  const Outcome outcome = run({"--block", "3"}, [](Communicator&) {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("run: unknown option --block"));
}

TEST(OwnProgram, IsRunOnMachinesOfSeveralSizes) {
  const Outcome outcome =
      run({"--machine", "unit", "--scale", "p=1,6", "--format", "csv"}, [](Communicator& comm) {
        comm.compute(Ticks{comm.size()});
        if (comm.rank() == 0) comm.print("here");
      });

  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("scaling.cost_ticks"), HasSubstr(",ring:1,1,"), HasSubstr(",ring:6,6,")));
  EXPECT_THAT(outcome.out, HasSubstr(",36\r\n"));
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("[ring:1: 1 step, PE 0] here"), HasSubstr("[ring:6: 6 steps, PE 0] here")));
}

TEST(OwnProgram, EndsWithItsOwnCodeWhereAStrictPortRuleIsBroken) {
  const auto two_at_once = [](Communicator& comm) {
    int value = 0;
    if (comm.rank() == 0) {
      std::vector<Request> requests;
      for (const Rank to : {1, 3}) requests.push_back(comm.isend(to, std::span(&value, 1)));
      comm.wait_all(requests);
    } else if (comm.rank() != 2) {
      comm.recv(0, std::span(&value, 1));
    }
  };
  const auto code = [&](const char* ports) {
    return run({"--machine", "unit", "--tw", "1", "--port-policy", "strict", "--ports", ports}, two_at_once)
        .code;
  };

  EXPECT_EQ(code("one"), 4);
  EXPECT_EQ(code("k=2"), 0);
}

TEST(OwnTables, AreWhatTheVerbsKnow) {
  Tables tables = talkative_tables();
  tables.topologies.push_back({"pair", "pair:2", "two PEs", [](std::string_view) { return ring(2); }});
  tables.machines.push_back({"slow", "a slow one", "this test", {.name = "slow", .ts = 1ms}});

  const Outcome outcome =
      call({"verify", "broadcast", "--algorithm", "talkative", "--topology", "pair:2", "--machine", "slow"}, {},
           tables);

  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("[0 s, PE 0] sending"), HasSubstr("slow: ts 1ms (alpha)"),
                                 HasSubstr("topology          ring:2"), HasSubstr("ok: data correct")));
}

TEST(OwnTables, MayHoldATopologyThatFailsInItsOwnWay) {
  Tables tables;
  tables.topologies.push_back({"thrower", "thrower:N", "fails",
                               [](std::string_view sizes) { return ring(std::stoi(std::string(sizes))); }});

  const Outcome outcome = call({"verify", "barrier", "--topology", "thrower:x"}, {}, tables);

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--topology thrower:x: stoi"));
}

TEST(PrintedLines, AreShownWhenVerifyFails) {
  const Outcome outcome =
      call({"verify", "broadcast", "--algorithm", "talkative", "--topology", "ring:5"}, {}, talkative_tables());

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("[0 s, PE 0] sending"));
}

TEST(PrintedLines, TellWhichAlgorithmOfACompareTheyAreFrom) {
  const Outcome outcome =
      call({"compare", "broadcast", "--algorithm", "talkative,recursive_doubling", "--topology", "ring:4"}, {},
           talkative_tables());

  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("[talkative: 0 s, PE 0] sending"));
}

// A row that failed still says what the formula and the bound of its case are.
TEST(Compare, NamesTheBoundOfWhatFailed) {
  const Outcome outcome = call({"compare", "broadcast", "--algorithm", "talkative,recursive_doubling",
                                "--topology", "ring:5", "--format", "json"},
                               {}, talkative_tables());

  EXPECT_EQ(outcome.code, 3);
  const auto json = nlohmann::json::parse(outcome.out);
  const auto& failed = json["results"].back();
  EXPECT_EQ(failed["algorithm"], "talkative");
  EXPECT_TRUE(failed["virtual_time"].is_null() && failed["predicted"].is_null());
  EXPECT_EQ(failed["lower_bound"], json["results"].front()["lower_bound"]);
}

TEST(Compare, SaysWhereAutoMissedByMoreThanTheTolerance) {
  Tables tables;
  Broadcast boastful = talkative();
  boastful.name = "boastful";
  boastful.estimated = [](const Case&) { return std::optional(Ticks{1}); };
  tables.algorithms.add(boastful);
  const auto compared = [&](const char* topology, const char* format) {
    return call({"compare", "broadcast", "--topology", topology, "--machine", "unit", "--format", format}, {},
                tables)
        .out;
  };
  const auto missed = [&](const char* topology) {
    return nlohmann::json::parse(compared(topology, "json"))["auto_missed"];
  };

  EXPECT_THAT(compared("ring:4", "table"), HasSubstr("auto missed it by more than 25 %"));
  EXPECT_EQ(missed("ring:4")["beyond_tolerance"], true);
  EXPECT_EQ(missed("ring:4")["ticks"], 1);
  EXPECT_EQ(missed("ring:2")["beyond_tolerance"], false);
  EXPECT_TRUE(missed("ring:5").is_null());
}

/// Ends this process as the command line does.
[[noreturn]] void exit_with(std::vector<std::string> words, const std::function<void(Communicator&)>& program) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  std::exit(toruscope::main(static_cast<int>(arguments.size()), arguments.data(), program));
}

// Only the end of the process ends a PE that never calls the library.
TEST(TimeLimitDeathTest, EndsAPeThatNeverCallsTheLibrary) {
#if TORUSCOPE_TSAN
  GTEST_SKIP() << "ThreadSanitizer has an exit code of its own for a process whose threads still run";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto spin = [](Communicator& comm) {
    const std::atomic<bool> is_over{false};
    while (comm.rank() == 1 && !is_over.load(std::memory_order_relaxed)) {
    }
  };

  EXPECT_EXIT(exit_with({"program", "run", "--topology", "ring:4", "--time-limit", "100ms"}, spin),
              testing::ExitedWithCode(6), "the time limit passed, .*\n.*PEs have ended\n.*PE 1 runs on worker");
}

TEST(OwnProgram, IsNotStartedWithoutTheMemoryForItsMachine) {
  std::atomic<int> started{0};

  const Outcome outcome = run({"--memory", "10K"}, [&](Communicator&) { ++started; });

  EXPECT_EQ(outcome.code, 6);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("the program on ring:4: needs about"), HasSubstr("10 KiB")));
  EXPECT_EQ(started, 0);
}

}  // namespace
}  // namespace toruscope
