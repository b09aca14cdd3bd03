// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/turn_taking.hpp"

#include "tests/runtime/engine/plan_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace turn_taking_test {
namespace {

using test::message_to;
using test::PlanOf;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(TurnsInOrder, AreGivenUnderAnEagerLimit) {
  PlanOf run({.machine = {.eager = 4}});
  run.on.wait_for_turn(4, Ticks{5});
  run.on.wait_for_turn(3, Ticks{5});
  run.on.wait_for_turn(2, Ticks{17});
  run.plan.make();

  PeHost& host = run.on.host_of(4);
  EXPECT_TRUE(run.on.known().answers_in_order);
  EXPECT_THAT(run.runnable(), ElementsAre(3));
  EXPECT_TRUE(give_next_in_order(host, Ticks{}));
  EXPECT_THAT(run.runnable(), ElementsAre(3, 4));
  EXPECT_FALSE(give_next_in_order(host, Ticks{})) << "what PE 3 sends may arrive at 17";
}

TEST(TurnsInOrder, EndWhenASendWaits) {
  PlanOf run({.machine = {.eager = 4}});
  run.on.wait_for_turn(3, Ticks{5});
  run.on.wait_for_turn(4, Ticks{5});
  run.plan.make();
  EXPECT_THAT(run.runnable(), ElementsAre(3));

  RequestState send;
  run.on.pe(3).sends().post(*message_to(run.on.run, 4, 5), &send, false);
  EXPECT_FALSE(give_next_in_order(run.on.host_of(4), Ticks{}));
}

TEST(TurnsInOrder, EndWhenNobodyKnowsTheEndOfASend) {
  PlanOf run({.machine = {.switching = Switching::wormhole, .eager = 4}});
  run.on.wait_for_turn(3, Ticks{5});
  run.on.wait_for_turn(4, Ticks{5});
  run.plan.make();

  RequestState send;
  run.on.pe(3).sends().post(*message_to(run.on.run, 4, 1), &send, false);
  EXPECT_FALSE(give_next_in_order(run.on.host_of(4), Ticks{})) << "PE 3 may go on as soon as its worm has left";
}

TEST(TurnsInOrder, EndBeforeThatOfAnotherWorker) {
  PlanOf run({.machine = {.eager = 4}, .hosts = 2});
  run.on.wait_for_turn(1, Ticks{6});
  run.on.wait_for_turn(2, Ticks{5});
  run.on.wait_for_turn(3, Ticks{6});
  run.on.wait_for_turn(4, Ticks{5});
  run.plan.make();

  EXPECT_THAT(run.runnable(), ElementsAre(2));
  EXPECT_THAT(run.on.host_of(4).runnable, IsEmpty());
  EXPECT_FALSE(give_next_in_order(run.on.host_of(1), Ticks{})) << "PE 4's comes before";
  run.on.host_of(1).runnable.clear();
  run.plan.make();
  EXPECT_THAT(run.on.host_of(4).runnable, ElementsAre(&run.on.pe(4)));
}

}  // namespace
}  // namespace turn_taking_test
}  // namespace toruscope::core
