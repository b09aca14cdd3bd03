// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/legs.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

Route route_of(int legs) {
  Route route;
  for (int i = 0; i < legs; ++i) route.push_back({.port = i, .steps = i + 1, .virtual_channel = i % 2});
  return route;
}

Route in(const Legs& legs) {
  return {legs.begin(), legs.end()};
}

TEST(Legs, AreCopiedHoweverManyTheyAre) {
  Legs from;
  Legs to;
  for (const int legs : {1, 4, 5, 9, 4, 2}) {
    from.assign(route_of(legs));
    to.assign(from);
    EXPECT_EQ(in(to), route_of(legs));
    EXPECT_EQ(to.front().steps, 1);
  }
}

TEST(Legs, OfAFewAreWrittenInPlace) {
  const Leg leg{.port = 3, .steps = 7, .virtual_channel = 0};
  Legs legs;
  legs.assign(route_of(6));
  legs.few()[0] = leg;
  legs.set_few(1);
  EXPECT_EQ(in(legs), Route{leg});
}

}  // namespace
}  // namespace toruscope::core
