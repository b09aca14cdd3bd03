// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/group_table.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <vector>

namespace toruscope::core {
namespace {

int size_of(const GroupTable& groups) {
  int size = 0;
  groups.for_each([&](const Group&) { ++size; });
  return size;
}

/// Makes and forgets many pairs.
void make_pairs(GroupTable& groups, int count) {
  for (int i = 0; i < count; ++i) {
    groups.add({0, 1}, {2}, Grid::none);
    groups.give_back();
  }
}

TEST(GroupTable, GivesBackWhatNobodyHolds) {
  const auto network = ring(4);
  GroupTable groups(*network);
  make_pairs(groups, 10000);
  EXPECT_LE(size_of(groups), 64);
}

TEST(GroupTable, KeepsWhatIsHeldAndGivesContextsOnce) {
  const auto network = ring(4);
  GroupTable groups(*network);
  const GroupHandle held(groups.add({2, 3}, {2}, Grid::none));
  const std::uint32_t context = held->context();
  std::vector<std::uint32_t> contexts{groups.world().context(), context};
  for (int i = 0; i < 1000; ++i) {
    contexts.push_back(groups.add({0, 1}, {2}, Grid::none).context());
    groups.give_back();
  }
  EXPECT_EQ(held->members(), (std::vector<Rank>{2, 3}));
  std::sort(contexts.begin(), contexts.end());
  EXPECT_EQ(std::adjacent_find(contexts.begin(), contexts.end()), contexts.end());
}

TEST(GroupTable, KeepsTheGridsOfAGroupThatIsHeld) {
  const auto network = torus(2, 2);
  GroupTable groups(*network);
  const std::uint32_t row = groups.grid_within(groups.world(), 0, {false, true}).context();
  make_pairs(groups, 1000);
  EXPECT_EQ(groups.grid_within(groups.world(), 1, {false, true}).context(), row)
      << "the other member asks late";
}

TEST(GroupTable, GivesBackTheGridsOfAGroupWithIt) {
  const auto network = torus(2, 2);
  GroupTable groups(*network);
  for (int i = 0; i < 1000; ++i) {
    const Group& parent = groups.add({0, 1, 2, 3}, {2, 2}, Grid::torus);
    static_cast<void>(groups.grid_within(parent, 0, {false, true}));
    static_cast<void>(groups.next(parent, parent.context() | 1U, 0, {Successor::Kind::duplicate, {}}));
    groups.give_back();
  }
  EXPECT_LE(size_of(groups), 3 * 64);
}

TEST(GroupTable, KeepsASuccessorUntilEachMemberHasGotIt) {
  const auto network = ring(4);
  GroupTable groups(*network);
  const Successor pair{Successor::Kind::subset, {3, 1}};
  std::vector<std::uint32_t> of_one;
  for (int i = 0; i < 100; ++i) of_one.push_back(groups.next(groups.world(), 0, 0, pair)->context());
  make_pairs(groups, 1000);
  std::vector<std::uint32_t> of_other;
  for (int i = 0; i < 100; ++i) of_other.push_back(groups.next(groups.world(), 0, 1, pair)->context());
  EXPECT_EQ(of_one, of_other);
  make_pairs(groups, 1000);
  EXPECT_LE(size_of(groups), 64);
}

TEST(GroupTable, TellsSuccessorsApart) {
  const auto network = ring(4);
  GroupTable groups(*network);
  const auto context = [&](std::uint32_t of, const Successor& successor) {
    return groups.next(groups.world(), of, 0, successor)->context();
  };
  const std::vector<std::uint32_t> contexts{
      context(0, {Successor::Kind::started, {}}), context(1, {Successor::Kind::started, {}}),
      context(0, {Successor::Kind::duplicate, {}}), context(0, {Successor::Kind::subset, {0, 1, 2, 3}}),
      context(0, {Successor::Kind::subset, {0, 1, 3, 2}})};
  for (auto c = contexts.begin(); c != contexts.end(); ++c)
    EXPECT_EQ(std::find(std::next(c), contexts.end(), *c), contexts.end());
}

TEST(GroupTable, KeepsAGroupWhoseCallsDiffer) {
  const auto network = ring(4);
  GroupTable groups(*network);
  Group& group = groups.add({0, 1}, {2}, Grid::none);
  EXPECT_TRUE(group.enter({.operation = "split"}, 0, Ticks{0}));
  EXPECT_FALSE(group.enter({.operation = "synchronize"}, 1, Ticks{0}));
  make_pairs(groups, 1000);
  int told = 0;
  groups.for_each([&](const Group& g) { told += g.difference() ? 1 : 0; });
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace toruscope::core
