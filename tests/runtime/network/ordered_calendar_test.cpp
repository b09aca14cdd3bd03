// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/ordered_calendar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace toruscope::core {
namespace {

using testing::ElementsAre;

struct OrderedDue {
  Ticks when;
  int number = 0;

  friend bool operator<(const OrderedDue& a, const OrderedDue& b) {
    return std::tuple(a.when, a.number) < std::tuple(b.when, b.number);
  }
};

std::vector<int> numbers_in_order(OrderedCalendar<OrderedDue>& calendar) {
  std::vector<int> all;
  while (!calendar.empty()) all.push_back(calendar.take().number);
  return all;
}

TEST(OrderedCalendar, GivesRecordsByTimeAndWithinATickInTheirOrder) {
  OrderedCalendar<OrderedDue> calendar(Ticks{10});
  calendar.put({Ticks{35}, 5});
  calendar.put({Ticks{1'000'000}, 6});
  calendar.put({Ticks{31}, 3});
  calendar.put({Ticks{31}, 2});
  calendar.put({Ticks{2}, 1});
  calendar.put({Ticks{33}, 4});

  EXPECT_EQ(calendar.earliest(), Ticks{2});
  EXPECT_THAT(numbers_in_order(calendar), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(calendar.earliest(), kNever);
}

TEST(OrderedCalendar, TakesWhatIsDueBeforeTheFirstAndBeforeWhatWasTaken) {
  OrderedCalendar<OrderedDue> calendar(Ticks{10});
  calendar.put({Ticks{31}, 2});
  calendar.put({Ticks{38}, 4});
  EXPECT_EQ(calendar.take().number, 2);

  calendar.put({Ticks{36}, 3});
  calendar.put({Ticks{5}, 1});

  EXPECT_EQ(calendar.earliest(), Ticks{5});
  EXPECT_THAT(numbers_in_order(calendar), ElementsAre(1, 3, 4));
}

TEST(OrderedCalendar, ShowsWhatIsDueSoon) {
  OrderedCalendar<OrderedDue> calendar(Ticks{10});
  for (const int number : {4, 2, 1, 3}) calendar.put({Ticks{number}, number});
  EXPECT_EQ(calendar.ahead(0), nullptr) << "nothing of the bucket has been taken";

  EXPECT_EQ(calendar.take().number, 1);

  ASSERT_NE(calendar.ahead(1), nullptr);
  EXPECT_EQ(calendar.ahead(1)->number, 3);
  EXPECT_EQ(calendar.ahead(3), nullptr);
}

}  // namespace
}  // namespace toruscope::core
