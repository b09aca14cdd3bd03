// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/first_come.hpp"

#include "runtime/pe/polls.hpp"
#include "tests/runtime/pe/parts_of_one.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <optional>

namespace toruscope::core {
namespace {

using test::message_from;

class FirstComeOfOne : public testing::Test, protected test::PartsOfOne {
 protected:
  Message* message() { return posting.message_of(std::span(buffer).first(5)); }
  /// Runs a program; each time it waits for its turn, that is given.
  void run_in_turn(const std::function<void()>& program) {
    run(program, [&] {
      EXPECT_TRUE(waiting().now().is_for_turn());
      given = turns.when(Ticks{100});
      turns.give();
    });
  }

  FirstCome first_come{pe.core(), calls, turns};
  Polls polls{pe.core(), calls, turns};
  Ticks given;  ///< the last turn
};

TEST_F(FirstComeOfOne, TestsARequestWhenItIsItsTurn) {
  // complete at 15; now it is 10
  RequestState* request = calls.isend(place, 1, message(), 0, false);
  bool is_early = true;
  bool is_late = false;
  run_in_turn([&] {
    is_early = polls.test(request);
    EXPECT_EQ(given, now());
    pe.core().clock.time = Ticks{15};
    is_late = polls.test(request);
  });

  EXPECT_FALSE(is_early);
  EXPECT_TRUE(is_late);
  requests.release(request);
}

TEST_F(FirstComeOfOne, TestsAgainAtTheNextEvent) {
  RequestState* request = calls.isend(place, 1, message(), 0, false);
  run_in_turn([&] {
    EXPECT_FALSE(polls.test(request));
    EXPECT_TRUE(polls.test(request)) << "at the same clock: it waits for the end of the send";
  });

  EXPECT_EQ(now(), Ticks{15});
  requests.release(request);
}

TEST_F(FirstComeOfOne, ProbesForAMessageThatIsThereByTheClock) {
  EXPECT_FALSE(deliver(message_from(pe, 2, 0, 20)));  // at 37
  std::optional<Received> early;
  std::optional<Received> other;
  std::optional<Received> late;
  run_in_turn([&] {
    early = polls.probe(place, 2, 0);
    pe.core().clock.time = Ticks{37};
    other = polls.probe(place, 3, 0);
    late = polls.probe(place, any_source, any_tag);
  });

  EXPECT_FALSE(early);
  EXPECT_FALSE(other);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->source, 2);
  EXPECT_EQ(late->bytes, 5U);
}

TEST_F(FirstComeOfOne, WaitsForThePortWhereNoMessageIsAwaited) {
  RequestState* request = calls.isend(place, 1, message(), 0, false);
  EXPECT_FALSE(first_come.message_before_port(nullptr, 1, now()));

  EXPECT_EQ(now(), Ticks{15}) << "the port is busy with the send until then";
  requests.release(request);
}

TEST_F(FirstComeOfOne, AnswersProbesOfDestructorsBothWaysInTurn) {
  EXPECT_TRUE(polls.probe_unwound());
  EXPECT_FALSE(polls.probe_unwound());
}

}  // namespace
}  // namespace toruscope::core
