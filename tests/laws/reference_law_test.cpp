// SPDX-License-Identifier: Apache-2.0
// The law of the Machine: on any machine, any program has on every engine, with any workers,
// channel capacity and host delays, to the tick the clocks, and to the byte the counts, of the
// reference network.
//
// RC_PARAMS="max_success=10000 seed=..." runs more, or one run again; a counterexample is shrunk
// and printed with both timelines. `ctest --preset long` runs thousands of each kind.

#include "runtime/core/sanitizers.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/random_program.hpp"
#include "tests/support/reference_network.hpp"
#include "tests/support/run_program.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iostream>
#include <rapidcheck.h>
#include <set>
#include <stdexcept>
#include <string>

namespace toruscope::test {
namespace {

std::string switching_text(const MachineDescription& machine) {
  constexpr const char* kNames[] = {"cut-through", "store-and-forward", "wormhole"};
  return kNames[static_cast<int>(machine.switching)];
}

std::string ports_text(const MachineDescription& machine) {
  constexpr const char* kNames[] = {"one port", "half", "telephone", "all ports"};
  return machine.ports > 1 ? "several ports" : kNames[static_cast<int>(machine.port_rule)];
}

/// What served the network; of a run that did not end, what was asked for.
std::string network_text(const MachineRun& run, const Execution& execution) {
  if (run.report) return run.report->host.network;
  return execution.network == NetworkEngine::hop ? "hop" : "hop or ring";
}

void machine_agrees(Interest interest) {
  const Experiment experiment = *experiments(interest);
  const Outcome reference = reference_run(experiment.machine, experiment.program);
  RC_CLASSIFY(reference.is_deadlock, "deadlock");
  RC_CLASSIFY(reference.violation.has_value(), "port violation");
  RC_CLASSIFY(reference.link_conflicts > 0, "link conflicts");
  RC_CLASSIFY(has_synchronous_sends(experiment.program), "synchronous sends");
  RC_TAG(switching_text(experiment.machine));
  RC_TAG(ports_text(experiment.machine));
  Execution other = experiment.execution;  // each engine is the other's oracle
  const bool can_have_threads = experiment.machine.pes() <= kMostThreads;
  other.engine = other.engine == PeEngine::fibers && can_have_threads ? PeEngine::threads : PeEngine::fibers;
  other.workers = 3 - std::min(other.workers, 2);
  other.network = NetworkEngine::hop;
  for (const Execution& execution : {experiment.execution, other}) {
    const MachineRun run = run_on_machine(experiment.machine, experiment.program, execution);
    const std::string network = network_text(run, execution);
    if (execution.network == NetworkEngine::automatic) RC_TAG(network);
    const std::string text = difference(experiment.program, reference, run.outcome);
    if (!text.empty())
      RC_FAIL(to_string(execution) + ", network " + network + "\n" + text + "reference:\n" +
              to_string(reference) + "machine:\n" + to_string(run.outcome) + run.deadlock);
  }
}

/// True if it does in as many random experiments as RapidCheck is told to make, or so many if that
/// is more.
bool machine_always_agrees(Interest interest, int experiments = 0) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = std::max(params.maxSuccess, experiments);
  const auto result =
      rc::detail::checkTestable([interest] { machine_agrees(interest); }, rc::detail::TestMetadata(), params);
  rc::detail::printResultMessage(result, std::cerr);
  std::cerr << "\n";
  return result.template is<rc::detail::SuccessResult>();
}

TEST(ReferenceLaw, HoldsWhereMessagesMeetOnLinks) {
  EXPECT_TRUE(machine_always_agrees(Interest::links));
}

TEST(ReferenceLaw, HoldsWhereEverythingHappensWithinTicks) {
  EXPECT_TRUE(machine_always_agrees(Interest::zero_lookahead));
}

TEST(ReferenceLaw, HoldsWhereOnlyPortsAreShared) {
  EXPECT_TRUE(machine_always_agrees(Interest::ports));
}

TEST(ReferenceLaw, HoldsForReceivesThatNameNothing) {
  EXPECT_TRUE(machine_always_agrees(Interest::unnamed));
}

TEST(ReferenceLaw, HoldsForReceivesThatNameNothingAndMayDeadlock) {
  EXPECT_TRUE(machine_always_agrees(Interest::unnamed_deadlocks));
}

TEST(ReferenceLaw, HoldsForStrictPorts) {
  EXPECT_TRUE(machine_always_agrees(Interest::strict));
}

TEST(ReferenceLaw, HoldsForOperationsThatAreStarted) {
  EXPECT_TRUE(machine_always_agrees(Interest::started));
}

TEST(ReferenceLaw, HoldsWherePollsTakeTime) {
  if (!in_library::kPolls) GTEST_SKIP() << "rule T14: the reference alone knows it";
  EXPECT_TRUE(machine_always_agrees(Interest::polls));
}

TEST(ReferenceLaw, HoldsForProgramsThatMayDeadlock) {
  EXPECT_TRUE(machine_always_agrees(Interest::deadlocks));
}

// Minutes; `ctest --preset long`.
TEST(Long, TheReferenceLawHoldsForTwentyThousandRandomPrograms) {
  if (core::kSanitized) GTEST_SKIP() << "twenty thousand programs, each run twice";
  constexpr int kEach = 3000;
  for (const Interest interest :
       {Interest::links, Interest::zero_lookahead, Interest::ports, Interest::unnamed,
        Interest::unnamed_deadlocks, Interest::strict, Interest::deadlocks, Interest::started, Interest::polls})
    EXPECT_TRUE(machine_always_agrees(interest, kEach)) << "interest " << static_cast<int>(interest);
}

/// The n-th experiment of a fixed sequence, large enough for things to meet.
Experiment experiment_of(int n, Interest interest) {
  rc::Random random(static_cast<std::uint64_t>(n));
  const MachineSort sort = interest == Interest::polls ? MachineSort::any : MachineSort::in_library;
  return experiments(interest, sort)(random, 20 + n % 60).value();
}

/// Too rare to be left to chance: a send is complete at the tick at which a message arrives.
Experiment send_and_arrival_at_one_tick() {
  MachineDescription machine;
  machine.network = MachineDescription::Network::complete;
  machine.sides = {2};
  machine.ts = 1;
  return {machine, {{isend(0, 1, 0), irecv(1, 1), wait_any({1, 0}), wait({0, 1})}, {send(0, 0), recv(0)}}, {}};
}

TEST(ReferenceLaw, HoldsWhereASendIsCompleteAsAMessageArrives) {
  const Experiment experiment = send_and_arrival_at_one_tick();
  const Outcome reference = reference_run(experiment.machine, experiment.program);

  const MachineRun run = run_on_machine(experiment.machine, experiment.program);

  EXPECT_EQ(difference(experiment.program, reference, run.outcome), "");
  EXPECT_EQ(run.outcome.seen[0][2].index, 1) << "the send goes first";
}

/// Whether a reference with this rule wrong shows it.
bool shows(const Experiment& experiment, const Outcome& right, Mistake mistake) {
  try {
    const Outcome wrong = reference_run(experiment.machine, experiment.program, mistake);
    return !difference(experiment.program, right, wrong).empty();
  } catch (const std::runtime_error&) {  // it polls for ever
    return true;
  }
}

// A reference with one rule wrong stands for a Machine with that fault: the experiments must show
// it.
TEST(ReferenceLaw, IsBrokenByEachRuleReadWrongly) {
  if (core::kSanitized) GTEST_SKIP() << "the reference alone, many times";
  constexpr int kTries = 300;
  std::set<int> unnoticed;
  for (int mistake = 1; mistake < kOldMistakes; ++mistake) unnoticed.insert(mistake);
  for (const Interest interest :
       {Interest::links, Interest::zero_lookahead, Interest::ports, Interest::unnamed})
    for (int n = 0; n < kTries && !unnoticed.empty(); ++n) {
      Experiment experiment = experiment_of(n, interest);
      if (interest == Interest::unnamed && n % 2 == 1)
        experiment.machine.ts = 0;  // the order of ranks shows then only
      const Outcome right = reference_run(experiment.machine, experiment.program);
      std::erase_if(unnoticed,
                    [&](int mistake) { return shows(experiment, right, static_cast<Mistake>(mistake)); });
    }

  const Experiment tie = send_and_arrival_at_one_tick();
  if (shows(tie, reference_run(tie.machine, tie.program), Mistake::wait_any_receives_first))
    unnoticed.erase(static_cast<int>(Mistake::wait_any_receives_first));

  EXPECT_EQ(unnoticed, std::set<int>{}) << "numbers of enum Mistake";
}

TEST(ReferenceLaw, IsBrokenByEachRuleOfStartedOperationsReadWrongly) {
  if (core::kSanitized) GTEST_SKIP() << "the reference alone, many times";
  std::set<Mistake> unnoticed{Mistake::processor_is_not_shared, Mistake::started_last_goes_last,
                              Mistake::processor_is_given_ahead};
  for (int n = 0; n < 100 && !unnoticed.empty(); ++n) {
    const Experiment experiment = experiment_of(n, Interest::started);
    const Outcome right = reference_run(experiment.machine, experiment.program);
    std::erase_if(unnoticed, [&](Mistake mistake) { return shows(experiment, right, mistake); });
  }

  EXPECT_TRUE(unnoticed.empty());
}

TEST(ReferenceLaw, IsBrokenByEachRuleOfPollsReadWrongly) {
  if (core::kSanitized) GTEST_SKIP() << "the reference alone, many times";
  std::set<int> unnoticed;
  for (int mistake = kFirstPollMistake; mistake < kFirstSizeMistake; ++mistake) unnoticed.insert(mistake);
  for (int n = 0; n < 300 && !unnoticed.empty(); ++n) {
    const Experiment experiment = experiment_of(n, Interest::polls);
    const Outcome right = reference_run(experiment.machine, experiment.program);
    std::erase_if(unnoticed,
                  [&](int mistake) { return shows(experiment, right, static_cast<Mistake>(mistake)); });
  }

  EXPECT_EQ(unnoticed, std::set<int>{}) << "numbers of enum Mistake";
}

TEST(RandomPrograms, EndUnlessTheyAreHastened) {
  for (const Interest interest : {Interest::links, Interest::zero_lookahead, Interest::ports, Interest::unnamed,
                                  Interest::started, Interest::polls})
    for (int n = 0; n < 100; ++n) {
      const Experiment experiment = experiment_of(n, interest);

      EXPECT_FALSE(reference_run(experiment.machine, experiment.program).is_deadlock)
          << "experiment " << n << "\n"
          << experiment;
    }
}

TEST(RandomPrograms, SometimesDeadlockIfTheyAreHastened) {
  int deadlocks = 0;
  for (int n = 0; n < 100; ++n) {
    const Experiment experiment =
        experiment_of(n, n % 2 == 0 ? Interest::deadlocks : Interest::unnamed_deadlocks);
    deadlocks += reference_run(experiment.machine, experiment.program).is_deadlock ? 1 : 0;
  }

  EXPECT_GE(deadlocks, 20);
  EXPECT_LE(deadlocks, 80);
}

TEST(RandomPrograms, SometimesBreakAStrictPortRule) {
  int violations = 0;
  for (int n = 0; n < 100; ++n) {
    const Experiment experiment = experiment_of(n, Interest::strict);
    violations += reference_run(experiment.machine, experiment.program).violation ? 1 : 0;
  }

  EXPECT_GE(violations, 20);
  EXPECT_LE(violations, 80);
}

}  // namespace
}  // namespace toruscope::test
