// SPDX-License-Identifier: Apache-2.0
// Of all failures the earliest, whatever the hosts saw first.

#include "runtime/engine/failures.hpp"

#include "tests/runtime/engine/pes_on_hosts.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>

namespace toruscope::core {
namespace failures_test {
namespace {

using test::message_from;
using test::PesOnHosts;

/// PEs 0 to 3 belong to the first host, 4 to 7 to the second.
class FailuresOf {
 public:
  explicit FailuresOf(Parameters machine = {}) : on(2, std::move(machine)) {}

  /// The two members call different collectives on the group: `first` a broadcast at 1, `second` a
  /// reduce at `when`.
  void differ(Group& group, Rank first, Rank second, Ticks when) {
    static_cast<void>(group.enter({.operation = "broadcast"}, first, Ticks{1}));
    if (!group.enter({.operation = "reduce"}, second, when))
      on.pe(group.world_rank(second)).host().has_difference = true;
  }
  /// Two messages at once, where that is not allowed: [2, 17) and [5, 20).
  void break_port_rule(Rank rank) {
    const Rank others[] = {(rank + 1) % PesOnHosts::kPes, (rank + 2) % PesOnHosts::kPes};
    for (const auto& [from, start] : {std::pair(others[0], 0), std::pair(others[1], 3)}) {
      Message* m = message_from(on.run, from, 0, start);
      m->destination = rank;
      static_cast<void>(on.pe(rank).deliver(m));
    }
  }

  [[nodiscard]] std::optional<RunFailure> earliest() const { return failures_.earliest(); }
  /// When it was and whose.
  [[nodiscard]] std::pair<Ticks, Rank> place() const {
    const auto failure = earliest();
    return failure ? std::pair(failure->when, failure->rank) : std::pair(kNever, -1);
  }
  /// What its exception says.
  [[nodiscard]] std::string text() const {
    try {
      std::rethrow_exception(earliest().value().error);
    } catch (const Error& e) {
      return e.what();
    }
  }

  PesOnHosts on;

 private:
  Failures failures_{on.hosts, on.groups, on.run.terms};
};

std::pair<Ticks, Rank> at(int when, Rank rank) {
  return {Ticks{when}, rank};
}

TEST(FailuresOfARun, AreNoneWhereNonePeHasFailed) {
  FailuresOf run;
  run.on.end(3, Ticks{5});
  static_cast<void>(run.on.groups.world().enter({.operation = "broadcast"}, 0, Ticks{1}));
  EXPECT_FALSE(run.earliest());
}

TEST(FailuresOfARun, TheEarliestCountsWhateverTheOrderOfHosts) {
  FailuresOf run;
  run.on.fail(1, Ticks{9});
  run.on.fail(6, Ticks{4});
  EXPECT_EQ(run.place(), at(4, 6));
  EXPECT_EQ(run.text(), "PE 6 threw at 4 steps: lost");

  std::swap(run.on.hosts[0], run.on.hosts[1]);
  EXPECT_EQ(run.place(), at(4, 6));
}

TEST(FailuresOfARun, TheEarliestCountsWhicheverItsHostSawFirst) {
  FailuresOf run;
  run.on.fail(1, Ticks{9});
  run.on.fail(2, Ticks{4});
  run.on.fail(0, Ticks{7});
  EXPECT_EQ(run.place(), at(4, 2));
}

TEST(FailuresOfARun, AtOneTickTheLowestRankCounts) {
  FailuresOf run;
  run.on.fail(6, Ticks{4});
  run.on.fail(2, Ticks{4});
  run.on.fail(1, Ticks{5});
  EXPECT_EQ(run.place(), at(4, 2));

  std::swap(run.on.hosts[0], run.on.hosts[1]);
  EXPECT_EQ(run.place(), at(4, 2));
}

TEST(FailuresOfARun, APortRuleIsBrokenWhereTheWindowsMeet) {
  FailuresOf run(Parameters{.port_policy = PortPolicy::strict});
  run.break_port_rule(6);
  ASSERT_EQ(run.place(), at(5, 6));
  EXPECT_THROW(std::rethrow_exception(run.earliest()->error), PortViolationError);
}

TEST(FailuresOfARun, OfOnePeAndTickItsErrorCountsBeforeItsPortRule) {
  FailuresOf run(Parameters{.port_policy = PortPolicy::strict});
  run.break_port_rule(0);
  run.on.fail(0, Ticks{5});
  EXPECT_EQ(run.text(), "PE 0 threw at 5 steps: lost");
}

TEST(FailuresOfARun, ADifferenceIsTheLaterCallersWhenBothHaveCalled) {
  FailuresOf run;
  Group& world = run.on.groups.world();
  static_cast<void>(world.enter({.operation = "broadcast"}, 2, Ticks{9}));
  run.on.fakes[1]->has_difference = !world.enter({.operation = "reduce"}, 5, Ticks{3});
  EXPECT_EQ(run.place(), at(9, 2));
}

TEST(FailuresOfARun, ADifferenceCountsByItsTimeAndRankAmongErrors) {
  for (const auto& [failed, first] : {std::pair(2, "PE 2 threw at 5 steps: lost"),
                                      {3, "PE 3 threw at 5 steps: lost"},
                                      {4, "collectives differ: PE 0"}}) {
    FailuresOf run;
    run.differ(run.on.groups.world(), 0, 3, Ticks{5});
    run.on.fail(failed, Ticks{5});

    EXPECT_EQ(run.place(), at(5, std::min(failed, 3)));
    EXPECT_TRUE(run.text().starts_with(first)) << run.text();
  }
}

TEST(FailuresOfARun, AnEarlierErrorCountsBeforeADifference) {
  FailuresOf run;
  run.differ(run.on.groups.world(), 0, 3, Ticks{5});
  run.on.fail(7, Ticks{4});
  EXPECT_EQ(run.place(), at(4, 7));
}

TEST(FailuresOfARun, ADifferenceNamesBothCallsWithAllThatMustAgree) {
  FailuresOf run;
  Group& world = run.on.groups.world();
  static_cast<void>(world.enter({.operation = "broadcast", .algorithm = "binomial", .bytes = 8}, 0, Ticks{1}));
  static_cast<void>(
      world.enter({.operation = "shift", .root = 2, .bytes = 1600, .distance = 3, .segment = 4}, 6, Ticks{5}));
  run.on.fakes[1]->has_difference = true;
  EXPECT_EQ(
      run.text(),
      "collectives differ: PE 0 called broadcast by binomial (root 0, 8 bytes) at 1 step, PE 6 called "
      "shift (root 2, 1,600 bytes, distance 3, segment 4 bytes) at 5 steps, on the same communicator of 8 "
      "PEs; all its PEs must call the same collectives in the same order");
}

TEST(FailuresOfARun, ADifferenceInAPartOfTheMachineNamesTheMachinesRanks) {
  FailuresOf run;
  Group& part = run.on.groups.add({7, 3, 5}, {3}, Grid::none);
  run.differ(part, 0, 1, Ticks{6});
  EXPECT_EQ(run.place(), at(6, 3));
  EXPECT_EQ(
      run.text(),
      "collectives differ: PE 7 called broadcast (root 0, 0 bytes) at 1 step, PE 3 called reduce (root 0, 0 "
      "bytes) at 6 steps, on the same communicator of 3 PEs; all its PEs must call the same collectives in "
      "the same order");
}

// PE 3 is in both groups, and differs from its partner in both.
TEST(FailuresOfARun, OfOnePeAndTickDifferencesCountByTheirTextWhateverTheOrderOfGroups) {
  for (const auto& [first, second] : {std::pair(0, 1), std::pair(1, 0)}) {
    FailuresOf run;
    for (const Rank partner : {first, second})
      run.differ(run.on.groups.add({partner, 3}, {2}, Grid::none), 0, 1, Ticks{5});

    EXPECT_EQ(run.place(), at(5, 3));
    EXPECT_TRUE(run.text().starts_with("collectives differ: PE 0 called")) << run.text();
  }
}

}  // namespace
}  // namespace failures_test
}  // namespace toruscope::core
