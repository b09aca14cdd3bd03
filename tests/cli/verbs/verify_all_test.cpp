// SPDX-License-Identifier: Apache-2.0
// verify --all: what it counts, how it ends, and that each failure's command is the case that
// failed.

#include "cli/command/verb_tree.hpp"
#include "cli/machines/settings.hpp"
#include "cli/runs/workload.hpp"
#include "collectives/grid.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/broken_twins.hpp"

#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::vector<std::string> words_after_name(const std::string& command) {
  std::istringstream text(command);
  std::string word;
  text >> word;  // the program's name
  std::vector<std::string> words;
  while (text >> word) words.push_back(word);
  return words;
}

/// The same but for its name.
bool same_machine(Parameters a, const Parameters& b) {
  a.name = b.name;
  return a == b;
}

// Of every eleventh case: to read a command takes milliseconds.
TEST(VerifyAll, SaysHowToRepeatTheCasesOfTheGrid) {
  int cases = 0;
  for (const collectives::Operation& operation : collectives::operations())
    for (const collectives::GridCase& c :
         collectives::grid_cases(operation.traits, collectives::Extent::brief)) {
      if (++cases % 37 != 0) continue;
      const std::string text = collectives::command_of("mine", operation.traits, "any", c);
      EXPECT_TRUE(text.starts_with("mine verify ")) << text;
      const cli::Command command = cli::read_command_line(words_after_name(text));
      EXPECT_EQ(command.options.topology, c.topology->name()) << text;
      EXPECT_TRUE(same_machine(cli::read_parameters(command.options, presets()), c.machine->parameters))
          << text;
      cli::Settings settings;
      settings.topology = c.topology;
      settings.parameters = c.machine->parameters;
      const Workload read = cli::read_workload(command.options, operation, settings);
      EXPECT_EQ(command.options.staggered, c.workload.staggered) << text;
      Workload asked = c.workload;
      if (!operation.traits.has_root) asked.root = 0;
      EXPECT_EQ(operation.question(*c.topology, c.machine->parameters, read),
                operation.question(*c.topology, c.machine->parameters, asked))
          << text;
    }
  EXPECT_GT(cases, 1'000);
}

TEST(VerifyAll, MachinesOfTheWholeGridCanBeWritten) {
  for (std::vector<collectives::GridMachine> machines :
       {collectives::grid_machines(collectives::Extent::full),
        collectives::grid_machines_of_many_ports(collectives::Extent::full)})
    for (const collectives::GridMachine& machine : machines) {
      const cli::Command command =
          cli::read_command_line(words_after_name("toruscope verify barrier " + machine.options));
      EXPECT_TRUE(same_machine(cli::read_parameters(command.options, presets()), machine.parameters))
          << machine.options;
    }
}

TEST(VerifyAll, CountsTheSameOnOneWorkerAndOnMany) {
  if (core::kSanitized) GTEST_SKIP() << "thousands of runs";
  const Finished one = run_toruscope({"verify", "--all", "barrier", "-j", "1"});
  const Finished many = run_toruscope({"verify", "--all", "barrier", "-j", "3"});

  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.out, many.out);
  EXPECT_THAT(one.out, AllOf(HasSubstr("dissemination"), HasSubstr(", failed: 0\n"),
                             HasSubstr("predictions compared: "), HasSubstr("bounds compared: ")));
  EXPECT_THAT(one.err, HasSubstr("barrier: "));
}

TEST(VerifyAll, EndsWithTheCodeOfTheWorstFailureAndShowsItsCommand) {
  if (core::kSanitized) GTEST_SKIP() << "thousands of runs";
  Tables tables;
  tables.algorithms = test::catalogue_with_twins();
  const auto all = [&](const char* operation, const char* algorithm, const char* format) {
    return call({"verify", "--all", operation, "--algorithm", algorithm, "--format", format, "-j", "1"}, {},
                tables);
  };

  const Outcome wrong = all("barrier", "waits_for_one", "table");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.out, AllOf(HasSubstr("failed program verify barrier --algorithm waits_for_one --topology "),
                               HasSubstr("more; --format json has all")));

  const Outcome beaten = all("alltoall", "whispers", "json");
  EXPECT_EQ(beaten.code, 5);
  const auto json = nlohmann::json::parse(beaten.out);
  const auto& failure = json["results"][0]["failures"][0];
  EXPECT_EQ(failure["exit_code"], 5);
  EXPECT_EQ(call(words_after_name(failure["command"]), {}, tables).code, 5);
}

TEST(VerifyAll, KeepsWhatWasDoneWhenItsTimeIsOver) {
  const auto all = [](const char* format) {
    return call({"verify", "--all", "--time-limit", "100ms", "--format", format, "-j", "1"}, {});
  };
  const Outcome table = all("table");
  EXPECT_EQ(table.code, 6);
  EXPECT_THAT(table.out, AllOf(HasSubstr("alltoall   ar1 "), HasSubstr("\nended early: time limit"),
                               testing::EndsWith("of the cases done until then\n")));
  EXPECT_THAT(table.err, HasSubstr("toruscope: verify --all: time limit"));

  EXPECT_THAT(all("csv").err, HasSubstr("ended early; the counts are of the cases done until then"));

  const Outcome document = all("json");
  EXPECT_EQ(document.code, 6);
  const auto json = nlohmann::json::parse(document.out);
  EXPECT_EQ(json["results"][0]["algorithm"], "ar1");
  EXPECT_THAT(json["error"].get<std::string>(), HasSubstr("time limit"));
}

TEST(VerifyAll, RefusesWhatTheGridHas) {
  const auto refused = [](const std::vector<std::string>& words) {
    const Finished finished = run_toruscope(words);
    EXPECT_EQ(finished.code, 2);
    return finished.err;
  };
  EXPECT_THAT(refused({"verify", "--all", "scan", "--topology", "ring:4"}), HasSubstr("leave --topology out"));
  EXPECT_THAT(refused({"verify", "--all", "--tw", "3"}), HasSubstr("leave --tw out"));
  EXPECT_THAT(refused({"verify", "--all", "shift", "--shift", "3"}), HasSubstr("leave --shift out"));
  EXPECT_THAT(refused({"verify", "--all", "scan", "--segment", "5"}), HasSubstr("leave --segment out"));
  for (const char* option : {"--eager", "--buffers", "--virtual-channels", "--slow", "--fail", "--traffic"})
    EXPECT_THAT(refused({"verify", "--all", "barrier", option, "1"}),
                HasSubstr("leave " + std::string(option)));
  EXPECT_THAT(refused({"verify", "scan", "--long"}), HasSubstr("--long is for --all"));
  EXPECT_THAT(refused({"verify", "--all", "--algorithm", "ring"}), HasSubstr("give the operation"));
  EXPECT_THAT(refused({"verify", "--all", "scan", "--algorithm", "chan"}), HasSubstr("Did you mean chain?"));
}

/// A barrier by the library's own algorithm that ends the process on five PEs and more.
Tables tables_with_a_crash() {
  Barrier entry;
  entry.name = "crash";
  entry.run = [](Communicator& comm) {
    if (comm.size() >= 5 && comm.rank() == 2) std::raise(SIGSEGV);
    builtin_catalogue().barrier().front().run(comm);
  };
  Tables tables;
  tables.algorithms.add(entry);
  return tables;
}

// The process cannot go on, but what is told repeats the case.
TEST(VerifyAll, NamesTheCaseThatEndsTheProcess) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto crash = [] {
    std::vector<std::string> words{"program", "verify", "--all", "barrier", "--algorithm", "crash"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    std::exit(toruscope::main(static_cast<int>(arguments.size()), arguments.data(), {}, tables_with_a_crash()));
  };

  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGSEGV),
              "the program of PE 2 ended the process: Segmentation fault.*\n"
              "toruscope: the run was: program verify barrier --algorithm crash --topology ");
}

}  // namespace
}  // namespace toruscope
