// SPDX-License-Identifier: Apache-2.0
// What the plan does with the PEs, the network and the run, once the planner has decided
// (planner_test.cpp).

#include "runtime/engine/plan.hpp"

#include "tests/runtime/engine/plan_of.hpp"

#include <toruscope/error.hpp>

#include <atomic>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::core {
namespace plan_test {
namespace {

using test::message_to;
using test::PlanOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

// --- make(): PEs and network ---------------------------------------------------------------------

TEST(PlanOfARun, LetsPesRunThatCan) {
  PlanOf run;
  run.send_message();
  run.on.host_of(4).runnable.push_back(&run.on.pe(4));
  run.plan.make();

  EXPECT_FALSE(run.plan.is_network_next());
  EXPECT_THAT(run.network.horizons, IsEmpty());
  EXPECT_EQ(run.plan.windows(), 0);
  EXPECT_FALSE(run.ending.has_come());
}

TEST(PlanOfARun, AdvancesTheNetworkAStartupBeyondTheFirstArrival) {
  PlanOf run;
  run.send_message();
  run.plan.make();

  EXPECT_TRUE(run.plan.is_network_next());
  EXPECT_THAT(run.network.horizons, ElementsAre(Ticks{30}));
  EXPECT_FALSE(run.ending.has_come());
}

TEST(PlanOfARun, CountsNetworkPhases) {
  PlanOf run;
  run.send_message();
  run.plan.make();
  run.network.arrival = Ticks{25};
  run.plan.make();

  EXPECT_EQ(run.plan.windows(), 2);
  EXPECT_THAT(run.network.horizons, ElementsAre(Ticks{30}, Ticks{35}));
}

TEST(PlanOfARun, AfterANetworkPhaseMayLetPesRun) {
  PlanOf run;
  run.send_message();
  run.plan.make();
  run.on.host_of(4).runnable.push_back(&run.on.pe(4));
  run.plan.make();

  EXPECT_FALSE(run.plan.is_network_next());
  EXPECT_EQ(run.plan.windows(), 1);
}

TEST(PlanOfARun, LearnsUpToWhenAllIsKnown) {
  PlanOf run;
  run.send_message();
  run.plan.make();
  EXPECT_EQ(run.on.known().complete_before, Ticks{20});
  EXPECT_EQ(run.on.known().windows_known_before, Ticks{20});

  run.network.tail = Ticks{12};
  run.plan.make();
  EXPECT_EQ(run.on.known().complete_before, Ticks{20}) << "what was known stays so";
}

TEST(PlanOfARun, LetsMessagesArriveAfterAllPesHaveEnded) {
  PlanOf run;
  run.end_from(0);
  run.send_message();
  run.plan.make();

  EXPECT_THAT(run.network.horizons, ElementsAre(kNever));
  EXPECT_FALSE(run.ending.has_come());
}

TEST(PlanOfARun, EndsMeetingsAtTheLatestClock) {
  PlanOf run;
  run.on.meet(run.on.groups.world(), {Ticks{1}, Ticks{7}, {}, {}, {}, {}, {}, Ticks{3}});
  run.plan.make();

  EXPECT_THAT(run.runnable(), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  for (const Pe& pe : run.on.pes) EXPECT_EQ(pe.clock().time, Ticks{7}) << pe.rank();
}

// What PE 3 sends at its turn arrives at 5 + 10 + 2 at the earliest.
TEST(PlanOfARun, GivesTheTurnsThatCannotKnowOfEachOther) {
  PlanOf run;
  run.on.wait_for_turn(3, Ticks{5});
  run.on.wait_for_turn(4, Ticks{16});
  run.on.wait_for_turn(5, Ticks{17});
  run.plan.make();

  EXPECT_THAT(run.runnable(), ElementsAre(3, 4));
  EXPECT_EQ(run.on.host_of(5).in_turn.size(), 1U);
  EXPECT_FALSE(run.plan.is_network_next());
  EXPECT_EQ(run.on.known().answered_together_until, Ticks{16});
}

// PE 0 sends at 0, PE 1 receives from 40 on.
TEST(PlanOfARun, BeginsASendWhenItsReceiveIsThere) {
  PlanOf run;
  Message* m = message_to(run.on.run, 1, 5);
  RequestState send;
  run.on.pe(0).sends().post(*m, &send, true);
  run.on.wait_for_receive(1, 0, Ticks{40});
  run.plan.make();

  EXPECT_THAT(run.on.host_of(0).injected, ElementsAre(m));
  EXPECT_EQ(m->start.time, Ticks{40});
  EXPECT_FALSE(run.plan.is_network_next()) << "the workers plan again";
  EXPECT_FALSE(run.ending.has_come());
}

// --- make(): the end -----------------------------------------------------------------------------

TEST(PlanOfARun, EndsWellWhenAllPesHaveEnded) {
  PlanOf run({.hosts = 3});
  run.end_from(1);
  run.on.host_of(0).runnable.push_back(&run.on.pe(0));
  run.plan.make();
  EXPECT_FALSE(run.ending.has_come());

  run.on.host_of(0).runnable.clear();
  run.on.end(0, Ticks{9});
  run.plan.make();
  EXPECT_EQ(run.ending.why(), Ending::Why::finished);
  EXPECT_FALSE(run.plan.is_network_next());
}

TEST(PlanOfARun, EndsByTheEarliestFailure) {
  PlanOf run({.hosts = 2});
  run.on.fail(2, Ticks{9});
  run.on.fail(6, Ticks{7});
  run.plan.make();

  ASSERT_EQ(run.ending.why(), Ending::Why::failure);
  EXPECT_EQ(run.ending.failure()->when, Ticks{7});
  EXPECT_EQ(run.ending.failure()->rank, 6);
  EXPECT_STREQ(run.error<ProgramError>().what(), "PE 6 threw at 7 steps: lost");
}

TEST(PlanOfARun, DoesNotEndByAFailureBeforeWhichSomethingMayHappen) {
  PlanOf run;
  run.on.fail(2, Ticks{20});
  run.send_message();
  run.plan.make();
  EXPECT_FALSE(run.ending.has_come());

  run.network.arrival = Ticks{21};
  run.plan.make();
  EXPECT_EQ(run.ending.why(), Ending::Why::failure);
}

TEST(PlanOfARun, EndsAtTheTimeLimitWithTheReasonAndTheLatestClock) {
  PlanOf run;
  run.on.run.execution.time_limit = std::chrono::milliseconds{250};
  run.on.run.stop_asked = true;
  run.end_from(1, Ticks{12});
  run.on.wait_for_receive(0, 1, Ticks{5});
  run.send_message();
  run.plan.make();

  EXPECT_EQ(run.ending.why(), Ending::Why::limit);
  EXPECT_FALSE(run.plan.is_network_next());
  EXPECT_STREQ(run.error<HostLimitError>().what(),
               "time limit: the run was ended at 12 steps: 1 of 8 PEs wait, the others have ended\n"
               "  PE 0  recv from 1, tag 0; PE 1 has ended");
}

TEST(PlanOfARun, EndsWhenItIsInterrupted) {
  PlanOf run;
  run.on.run.interrupt = true;
  run.end_from(1);
  run.on.host_of(0).runnable.push_back(&run.on.pe(0));
  run.plan.make();

  EXPECT_EQ(run.ending.why(), Ending::Why::interrupt);
  EXPECT_STREQ(run.error<InterruptedError>().what(),
               "interrupted at 2 steps: 0 of 8 PEs wait, 1 could go on (PE 0)");
}

TEST(PlanOfARun, EndsInDeadlockWhenPesWaitForEachOther) {
  PlanOf run;
  run.end_from(2);
  run.on.wait_for_receive(0, 1, Ticks{5});
  run.on.wait_for_receive(1, 0, Ticks{8});
  run.plan.make();

  ASSERT_EQ(run.ending.why(), Ending::Why::deadlock);
  const auto error = run.error<DeadlockError>();
  EXPECT_EQ(error.where(), DeadlockError::Where::program);
  EXPECT_EQ(error.when(), Ticks{8});
  EXPECT_STREQ(error.what(),
               "deadlock at 8 steps: 2 of 8 PEs wait and nothing is in flight\n"
               "  cycle 0 -> 1 -> 0\n"
               "  PE 0  recv from 1, tag 0\n"
               "  PE 1  recv from 0, tag 0");
}

TEST(PlanOfARun, EndsInDeadlockOfTheNetworkWhereItIsStuck) {
  PlanOf run;
  run.end_from(0, Ticks{35});
  std::vector<std::unique_ptr<Message, void (*)(Message*)>> messages;
  for (const int asks : {30, 40}) {
    messages.emplace_back(message_to(run.on.run, 1, 5), &discard);
    messages.back()->asks = Ticks{asks};
    run.network.stuck_messages.emplace_back().message = messages.back().get();
  }
  run.plan.make();

  ASSERT_EQ(run.ending.why(), Ending::Why::deadlock);
  const auto error = run.error<DeadlockError>();
  EXPECT_EQ(error.where(), DeadlockError::Where::network);
  EXPECT_EQ(error.when(), Ticks{40}) << "the latest header's";
  EXPECT_THAT(error.what(), StartsWith("network deadlock at 40 steps: 2 messages wait in the network"));

  run.network.stuck_messages.pop_back();
  run.plan.make();
  EXPECT_EQ(run.error<DeadlockError>().when(), Ticks{35}) << "the latest PE's";
}

// --- plan_next_network_phase() -------------------------------------------------------------------

void expect_same_phase(PlanOf& whole, PlanOf& brief) {
  whole.plan.make();
  ASSERT_TRUE(brief.plan.plan_next_network_phase());
  EXPECT_TRUE(brief.plan.is_network_next());
  EXPECT_EQ(brief.plan.windows(), 1);
  EXPECT_EQ(brief.network.horizons, whole.network.horizons);
  EXPECT_EQ(brief.on.known().complete_before, whole.on.known().complete_before);
  EXPECT_EQ(brief.on.known().windows_known_before, whole.on.known().windows_known_before);
}

TEST(PlanOfTheNextPhase, IsThatOfAWholePlan) {
  PlanOf whole, brief;
  for (PlanOf* run : {&whole, &brief}) run->send_message();
  expect_same_phase(whole, brief);
  EXPECT_THAT(brief.network.horizons, ElementsAre(Ticks{30}));
  EXPECT_EQ(brief.on.known().complete_before, Ticks{20});
  EXPECT_EQ(brief.on.known().windows_known_before, Ticks{20});
}

TEST(PlanOfTheNextPhase, KnowsWhenTailsLeave) {
  PlanOf whole, brief;
  for (PlanOf* run : {&whole, &brief}) {
    run->send_message();
    run->network.tail = Ticks{12};
  }
  expect_same_phase(whole, brief);
  EXPECT_THAT(brief.network.horizons, ElementsAre(Ticks{22}));
  EXPECT_EQ(brief.on.known().complete_before, Ticks{12});
}

TEST(PlanOfTheNextPhase, TakesNoNoticeOfTailsThatNobodyWaitsFor) {
  PlanOf whole({.machine = {.injection = Injection::buffered}});
  PlanOf brief({.machine = {.injection = Injection::buffered}});
  for (PlanOf* run : {&whole, &brief}) {
    run->send_message();
    run->network.tail = Ticks{12};
  }
  expect_same_phase(whole, brief);
  EXPECT_THAT(brief.network.horizons, ElementsAre(Ticks{30}));
}

TEST(PlanOfTheNextPhase, HasNoEndAfterAllPesHaveEnded) {
  PlanOf whole, brief;
  for (PlanOf* run : {&whole, &brief}) {
    run->end_from(0);
    run->send_message();
  }
  expect_same_phase(whole, brief);
  EXPECT_THAT(brief.network.horizons, ElementsAre(kNever));
}

void expect_none(PlanOf& run) {
  EXPECT_FALSE(run.plan.plan_next_network_phase());
  EXPECT_FALSE(run.plan.is_network_next());
  EXPECT_EQ(run.plan.windows(), 0);
  EXPECT_THAT(run.network.horizons, IsEmpty());
  EXPECT_EQ(run.on.known().complete_before, Ticks{0});
  EXPECT_EQ(run.on.known().windows_known_before, Ticks{0});
  EXPECT_FALSE(run.ending.has_come());
}

TEST(PlanOfTheNextPhase, IsNotMadeOnAMachineThatNeedsAWholePlan) {
  const std::vector<std::pair<const char*, PlanOf::Run>> machines{
      {"two workers", {.hosts = 2}},
      {"no startup", {.startup = Ticks{}}},
      {"policy strict", {.machine = {.port_policy = PortPolicy::strict}}},
      {"an eager limit", {.machine = {.eager = 4}}}};
  for (const auto& [what, machine] : machines) {
    SCOPED_TRACE(what);
    PlanOf run(machine);
    run.send_message();
    expect_none(run);
  }
}

TEST(PlanOfTheNextPhase, IsNotMadeWhenAPeHasMoreToTell) {
  const std::vector<std::pair<const char*, void (*)(PlanOf&)>> told{
      {"it can run", [](PlanOf& run) { run.on.host_of(2).runnable.push_back(&run.on.pe(2)); }},
      {"it waits for its turn", [](PlanOf& run) { run.on.wait_for_turn(2, Ticks{25}); }},
      {"it has failed", [](PlanOf& run) { run.on.fail(2, Ticks{25}); }},
      {"it has a send to begin", [](PlanOf& run) { run.on.host_of(2).senders.push_back(&run.on.pe(2)); }},
      {"it has met the others", [](PlanOf& run) { run.on.host_of(2).met.push_back(&run.on.groups.world()); }},
      {"it has broken its port rule",
       [](PlanOf& run) { run.on.host_of(2).violators.push_back(&run.on.pe(2)); }},
      {"it has called another collective", [](PlanOf& run) { run.on.host_of(2).has_difference = true; }}};
  for (const auto& [what, tell] : told) {
    SCOPED_TRACE(what);
    PlanOf run;
    run.send_message();
    tell(run);
    expect_none(run);
  }
}

TEST(PlanOfTheNextPhase, IsNotMadeWhenASendIsAnnounced) {
  PlanOf run;
  const std::unique_ptr<Message, void (*)(Message*)> m(message_to(run.on.run, 1, 5), &discard);
  run.on.host_of(0).announced.push_back(m.get());
  run.send_message();
  expect_none(run);
}

TEST(PlanOfTheNextPhase, IsNotMadeWhenTheRunMustStop) {
  PlanOf limited, interrupted;
  limited.on.run.stop_asked = true;
  interrupted.on.run.interrupt = true;
  for (PlanOf* run : {&limited, &interrupted}) {
    run->send_message();
    expect_none(*run);
  }
}

TEST(PlanOfTheNextPhase, IsNotMadeWhenNoMessageIsUnderWay) {
  PlanOf run;
  expect_none(run);
}

}  // namespace
}  // namespace plan_test
}  // namespace toruscope::core
