// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/ordered_calendar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <tuple>
#include <vector>

namespace toruscope::core {
namespace {

using testing::ElementsAre;

struct Due {
  Ticks when;
  int number = 0;

  friend bool operator<(const Due& a, const Due& b) {
    return std::tuple(a.when, a.number) < std::tuple(b.when, b.number);
  }
};

constexpr auto kLookAtNone = [](std::span<const Due>) {};

std::vector<int> numbers(OrderedCalendar<Due>& calendar) {
  std::vector<int> all;
  while (!calendar.empty()) {
    all.push_back(calendar.first(kLookAtNone).number);
    calendar.pop();
  }
  return all;
}

TEST(OrderedCalendar, GivesRecordsByTimeAndWithinATickInTheirOrder) {
  OrderedCalendar<Due> calendar(Ticks{10});
  calendar.put({Ticks{35}, 5});
  calendar.put({Ticks{1'000'000}, 6});
  calendar.put({Ticks{31}, 3});
  calendar.put({Ticks{31}, 2});
  calendar.put({Ticks{2}, 1});
  calendar.put({Ticks{33}, 4});

  EXPECT_EQ(calendar.earliest(), Ticks{2});
  EXPECT_THAT(numbers(calendar), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(calendar.earliest(), kNever);
}

TEST(OrderedCalendar, TakesWhatIsDueBeforeTheFirstAndBeforeWhatWasTaken) {
  OrderedCalendar<Due> calendar(Ticks{10});
  calendar.put({Ticks{31}, 2});
  calendar.put({Ticks{38}, 4});
  EXPECT_EQ(calendar.first(kLookAtNone).number, 2);

  calendar.put({Ticks{36}, 3});
  calendar.put({Ticks{5}, 1});

  EXPECT_EQ(calendar.earliest(), Ticks{5});
  EXPECT_THAT(numbers(calendar), ElementsAre(1, 2, 3, 4));
}

TEST(OrderedCalendar, ShowsEachRecordOfTheCalendarOnce) {
  OrderedCalendar<Due> calendar(Ticks{10});
  for (const int number : {1, 2, 3, 4}) calendar.put({Ticks{number * 7}, number});
  std::vector<int> shown;

  while (!calendar.empty()) {
    (void)calendar.first([&](std::span<const Due> records) {
      for (const Due& due : records) shown.push_back(due.number);
    });
    calendar.pop();
  }

  EXPECT_THAT(shown, testing::UnorderedElementsAre(1, 2, 3, 4));
}

}  // namespace
}  // namespace toruscope::core
