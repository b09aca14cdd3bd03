// SPDX-License-Identifier: Apache-2.0
// The planner by itself: tables of what workers know and what follows.

#include "runtime/engine/planner.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace toruscope::core {
namespace planner_test {
namespace {

using Kind = Decision::Kind;
using Due = NextDue::Kind;

constexpr PlanTerms kTerms{.pes = 4, .startup = Ticks{10}, .least_flight = Ticks{13}};
constexpr PlanTerms kNoStartup{.pes = 4, .startup = Ticks{0}, .least_flight = Ticks{3}};
constexpr PlanTerms kNoTime{.pes = 4, .least_flight = Ticks{1}, .crosses_in_no_time = true};

struct Row {
  const char* what;
  Summary all;
  Kind kind;
  Ticks until{};  // of give_turns and advance
  Rank rank = 0;  // of give_turn
  PlanTerms terms = kTerms;
  bool is_stop_asked = false;
};

const std::vector<Row> kRows{
    {"PEs that can run do, whatever is under way",
     {.can_run = true, .clock = Ticks{5}, .asking = Ticks{1}, .arrival = Ticks{2}},
     Kind::run},
    {"all have ended and nothing is under way", {.ended = 4}, Kind::finished},
    {"all have ended, but a message is under way",
     {.ended = 4, .asking = Ticks{7}, .arrival = Ticks{9}},
     Kind::advance,
     kNever},
    {"all have ended, but messages are stuck", {.ended = 4, .is_stuck = true}, Kind::deadlock},
    {"all have ended, but a send has not begun", {.ended = 4, .due = {Ticks{8}, Due::worm, 1}}, Kind::due},
    {"PEs wait and nothing can happen", {.ended = 3}, Kind::deadlock},
    {"stopped from outside, though PEs can run",
     {.can_run = true, .clock = Ticks{5}},
     Kind::stopped,
     {},
     0,
     kTerms,
     true},
    {"a run that is over is finished, not stopped", {.ended = 4}, Kind::finished, {}, 0, kTerms, true},

    // errors
    {"an error before all that can happen ends the run",
     {.can_run = true, .clock = Ticks{9}, .error = Ticks{8}},
     Kind::failed},
    {"an error waits for PEs that may make an earlier one",
     {.can_run = true, .clock = Ticks{8}, .error = Ticks{8}},
     Kind::run},
    {"an error waits for messages that may cause an earlier one",
     {.error = Ticks{20}, .asking = Ticks{1}, .arrival = Ticks{5}},
     Kind::advance,
     Ticks{15}},
    {"an error, and nothing else can happen", {.error = Ticks{20}}, Kind::failed},
    {"policy strict: a window of a message under way may begin before the error",
     {.error = Ticks{20}, .asking = Ticks{15}, .arrival = Ticks{30}, .reception = Ticks{19}},
     Kind::advance,
     Ticks{40},
     0,
     {.pes = 4, .startup = Ticks{10}, .least_flight = Ticks{13}, .is_strict = true}},

    // the network
    {"the horizon is a startup after the first arrival",
     {.asking = Ticks{3}, .arrival = Ticks{20}},
     Kind::advance,
     Ticks{30}},
    {"the horizon is a startup after a tail that leaves",
     {.asking = Ticks{3}, .arrival = Ticks{20}, .tail = Ticks{12}},
     Kind::advance,
     Ticks{22}},
    {"without a startup at least the first header is served",
     {.asking = Ticks{20}, .arrival = Ticks{20}},
     Kind::advance,
     Ticks{21},
     0,
     kNoStartup},
    {"a turn at 14 may send at 14, so what asks before 25 is served",
     {.turn = {Ticks{14}, 2}, .asking = Ticks{3}, .arrival = Ticks{14}},
     Kind::advance,
     Ticks{24}},
    {"a worm that may begin at 14 asks a startup later",
     {.due = {Ticks{14}, Due::worm, 1}, .asking = Ticks{3}, .arrival = Ticks{20}},
     Kind::advance,
     Ticks{24}},
    {"what is due when its tick is quiet comes after it",
     {.due = {Ticks{21}, Due::start, 1}, .asking = Ticks{3}, .arrival = Ticks{20}},
     Kind::advance,
     Ticks{30}},

    // turns
    {"a turn before all arrivals is given with those that cannot know of it",
     {.turn = {Ticks{5}, 2}, .asking = Ticks{6}, .arrival = Ticks{20}},
     Kind::give_turns,
     Ticks{18}},
    {"turns are given up to the first arrival",
     {.turn = {Ticks{5}, 2}, .asking = Ticks{6}, .arrival = Ticks{9}},
     Kind::give_turns,
     Ticks{9}},
    {"a turn at the tick of an arrival waits",
     {.turn = {Ticks{9}, 2}, .asking = Ticks{6}, .arrival = Ticks{9}},
     Kind::advance,
     Ticks{19}},
    {"where a strand asks, one turn at a time",
     {.turn = {Ticks{5}, 2}, .answers_singly = true, .asking = Ticks{6}, .arrival = Ticks{20}},
     Kind::give_turn,
     {},
     2},
    {"where sends are announced, the same one after the other",
     {.turn = {Ticks{5}, 2}, .answers_in_order = true, .asking = Ticks{6}, .arrival = Ticks{20}},
     Kind::give_turns_in_order,
     Ticks{18}},
    {"... up to what is due",
     {.turn = {Ticks{5}, 2}, .due = {Ticks{8}, Due::start, 0}, .answers_in_order = true, .arrival = Ticks{20}},
     Kind::give_turns_in_order,
     Ticks{8}},
    {"... and one alone where something is due at its tick",
     {.turn = {Ticks{5}, 2}, .due = {Ticks{5}, Due::start, 3}, .answers_in_order = true, .arrival = Ticks{20}},
     Kind::give_turn,
     {},
     2},
    {"without startup, the turns of one tick",
     {.turn = {Ticks{5}, 2}, .asking = Ticks{6}, .arrival = Ticks{20}},
     Kind::give_turns,
     Ticks{6},
     0,
     kNoStartup},
    {"without startup, what asks at the tick is served before",
     {.turn = {Ticks{5}, 2}, .asking = Ticks{5}, .arrival = Ticks{20}},
     Kind::advance,
     Ticks{6},
     0,
     kNoStartup},
    {"where headers cross in no time, one turn at a time",
     {.turn = {Ticks{5}, 2}, .asking = Ticks{6}, .arrival = Ticks{20}},
     Kind::give_turn,
     {},
     2,
     kNoTime},

    // what is due
    {"a worm begins before anything else of its tick",
     {.turn = {Ticks{5}, 0}, .due = {Ticks{5}, Due::worm, 3}, .asking = Ticks{5}, .arrival = Ticks{5}},
     Kind::due},
    {"a worm waits for headers that ask before",
     {.due = {Ticks{5}, Due::worm, 3}, .asking = Ticks{4}, .arrival = Ticks{20}},
     Kind::advance,
     Ticks{15}},
    {"a send begins when nothing arrives before or at its tick",
     {.due = {Ticks{5}, Due::start, 3}, .arrival = Ticks{6}},
     Kind::due},
    {"a send waits for what arrives at its tick",
     {.due = {Ticks{5}, Due::start, 3}, .asking = Ticks{4}, .arrival = Ticks{5}},
     Kind::advance,
     Ticks{15}},
    {"a turn at the tick, of a higher rank, comes after",
     {.turn = {Ticks{5}, 3}, .due = {Ticks{5}, Due::start, 2}},
     Kind::due},
    {"a turn at the tick, of a lower rank, comes first",
     {.turn = {Ticks{5}, 1}, .due = {Ticks{5}, Due::start, 2}, .answers_in_order = true},
     Kind::give_turn,
     {},
     1},
    {"of one PE the send comes before the turn",
     {.turn = {Ticks{5}, 2}, .due = {Ticks{5}, Due::start, 2}},
     Kind::due},
    {"of one PE the turn answers the question",
     {.turn = {Ticks{5}, 2}, .due = {Ticks{5}, Due::question, 2}, .answers_in_order = true},
     Kind::give_turn,
     {},
     2},
    {"what happens in the background comes after the turns of its tick",
     {.turn = {Ticks{5}, 3}, .due = {Ticks{5}, Due::background, 2}, .answers_in_order = true},
     Kind::give_turn,
     {},
     3},
    {"... and before later ones", {.turn = {Ticks{6}, 3}, .due = {Ticks{5}, Due::background, 2}}, Kind::due},
};

TEST(Planner, DecidesByTheTable) {
  for (const Row& row : kRows) {
    const Decision decision = decide(row.all, row.terms, row.is_stop_asked);

    EXPECT_EQ(static_cast<int>(decision.kind), static_cast<int>(row.kind)) << row.what;
    EXPECT_EQ(decision.until.count, row.until.count) << row.what;
    EXPECT_EQ(decision.rank, row.rank) << row.what;
  }
}

TEST(Planner, TellsUpToWhenAllIsKnown) {
  const Summary all{
      .clock = Ticks{9}, .turn = {Ticks{8}, 0}, .arrival = Ticks{7}, .tail = Ticks{6}, .reception = Ticks{2}};
  PlanTerms strict = kTerms;
  strict.is_strict = true;

  EXPECT_EQ(decide(all, kTerms, false).earliest.count, 6);
  EXPECT_EQ(decide(all, kTerms, false).windows_known_before.count, 6);
  EXPECT_EQ(decide(all, strict, false).windows_known_before.count, 2);
}

TEST(NextDue, IsOrderedByTickThenKindThenRank) {
  const std::vector<NextDue> in_order{
      {Ticks{4}, Due::background, 9}, {Ticks{5}, Due::worm, 7},       {Ticks{5}, Due::start, 1},
      {Ticks{5}, Due::question, 1},   {Ticks{5}, Due::start, 2},      {Ticks{5}, Due::question, 3},
      {Ticks{5}, Due::background, 0}, {Ticks{5}, Due::background, 1}, {}};
  for (std::size_t a = 0; a < in_order.size(); ++a)
    for (std::size_t b = 0; b < in_order.size(); ++b)
      EXPECT_EQ(in_order[a].is_before(in_order[b]), a < b) << a << " " << b;
}

/// Few values, so that many are equal.
Summary random_summary(std::minstd_rand& random) {
  const auto tick = [&] { return random() % 4 == 0 ? kNever : Ticks{static_cast<std::int64_t>(random() % 8)}; };
  const auto rank = [&] { return static_cast<Rank>(random() % 4); };
  const auto yes = [&] { return random() % 4 == 0; };
  Summary s{.ended = rank(),
            .can_run = yes(),
            .clock = tick(),
            .error = tick(),
            .answers_in_order = yes(),
            .answers_singly = yes(),
            .asking = tick(),
            .arrival = tick(),
            .tail = tick(),
            .reception = tick(),
            .is_stuck = yes()};
  if (const Ticks when = tick(); when != kNever) s.turn = {when, rank()};
  if (const Ticks when = tick(); when != kNever) s.due = {when, static_cast<Due>(random() % 4), rank()};
  return s;
}

void expect_equal(const Decision& a, const Decision& b, int seed) {
  EXPECT_EQ(static_cast<int>(a.kind), static_cast<int>(b.kind)) << "seed " << seed;
  EXPECT_EQ(a.until.count, b.until.count) << "seed " << seed;
  EXPECT_EQ(a.when.count, b.when.count) << "seed " << seed;
  EXPECT_EQ(a.rank, b.rank) << "seed " << seed;
  EXPECT_EQ(a.due.when.count, b.due.when.count) << "seed " << seed;
  EXPECT_EQ(static_cast<int>(a.due.kind), static_cast<int>(b.due.kind)) << "seed " << seed;
  EXPECT_EQ(a.due.rank, b.due.rank) << "seed " << seed;
  EXPECT_EQ(a.earliest.count, b.earliest.count) << "seed " << seed;
  EXPECT_EQ(a.windows_known_before.count, b.windows_known_before.count) << "seed " << seed;
}

TEST(Planner, DoesNotDependOnTheOrderOfWorkers) {
  for (int seed = 1; seed <= 2000; ++seed) {
    std::minstd_rand random(static_cast<unsigned>(seed));
    std::vector<Summary> workers(3);
    for (Summary& s : workers) s = random_summary(random);
    const Summary in_order = combine(combine(workers[0], workers[1]), workers[2]);
    const Summary otherwise = combine(workers[2], combine(workers[1], workers[0]));

    expect_equal(decide(in_order, kTerms, false), decide(otherwise, kTerms, false), seed);
  }
}

TEST(Planner, AdvancesByMessagesAloneAsByASummaryOfThem) {
  for (int seed = 1; seed <= 2000; ++seed) {
    std::minstd_rand random(static_cast<unsigned>(seed));
    const Summary any = random_summary(random);
    const MessagesAlone messages{
        .ended = static_cast<int>(random() % 5), .asking = any.asking, .arrival = Ticks{7}, .tail = any.tail};
    const Summary all{
        .ended = messages.ended, .asking = messages.asking, .arrival = messages.arrival, .tail = messages.tail};
    for (const PlanTerms& terms : {kTerms, kNoStartup, kNoTime}) {
      const Decision decision = decide(all, terms, false);
      const Advance advance = advance_by(messages, terms);

      ASSERT_EQ(static_cast<int>(decision.kind), static_cast<int>(Kind::advance)) << "seed " << seed;
      EXPECT_EQ(advance.until.count, decision.until.count) << "seed " << seed;
      EXPECT_EQ(advance.earliest.count, decision.earliest.count) << "seed " << seed;
      EXPECT_EQ(advance.earliest.count, decision.windows_known_before.count) << "seed " << seed;
    }
  }
}

TEST(Planner, NeverLetsTimeStandStill) {
  for (int seed = 1; seed <= 2000; ++seed) {
    std::minstd_rand random(static_cast<unsigned>(seed));
    const Summary all = random_summary(random);
    for (const PlanTerms& terms : {kTerms, kNoStartup, kNoTime}) {
      const Decision decision = decide(all, terms, false);
      if (decision.kind == Kind::give_turns || decision.kind == Kind::give_turns_in_order) {
        EXPECT_GT(decision.until, all.turn.when) << "seed " << seed;
      }
      if (decision.kind == Kind::advance && all.asking != kNever) {
        EXPECT_GT(decision.until, std::min(all.asking, all.arrival)) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace planner_test
}  // namespace toruscope::core
