// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/calendar.hpp"

#include <toruscope/communicator.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope::core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

struct Due {
  Ticks when;
  int number = 0;
};

std::vector<std::int64_t> times(const std::vector<Due>& records) {
  std::vector<std::int64_t> all;
  for (const Due& due : records) all.push_back(due.when.count);
  return all;
}

std::vector<std::int64_t> taken(Calendar<Due>& calendar, Ticks until) {
  std::vector<Due> records;
  calendar.take(until, records);
  return times(records);
}

TEST(Calendar, KnowsTheEarliestOfItsRecords) {
  Calendar<Due> calendar(Ticks{10});
  EXPECT_EQ(calendar.earliest(), kNever);

  for (const std::int64_t when : {1'000'000, 35, 31, 77}) calendar.put({Ticks{when}});

  EXPECT_EQ(calendar.earliest(), Ticks{31});
  EXPECT_EQ(calendar.size(), 4U);
}

TEST(Calendar, GivesTheRecordsOfABucketAtOnce) {
  Calendar<Due> calendar(Ticks{10});
  for (const std::int64_t when : {35, 31, 77, 40, 39}) calendar.put({Ticks{when}});

  EXPECT_THAT(taken(calendar, kNever), UnorderedElementsAre(31, 35, 39));
  EXPECT_THAT(taken(calendar, kNever), ElementsAre(40));
  EXPECT_THAT(taken(calendar, kNever), ElementsAre(77));
  EXPECT_TRUE(calendar.empty());
}

TEST(Calendar, KeepsWhatIsNotBeforeTheLimit) {
  Calendar<Due> calendar(Ticks{10});
  for (const std::int64_t when : {35, 31, 33}) calendar.put({Ticks{when}});

  EXPECT_THAT(taken(calendar, Ticks{33}), ElementsAre(31));
  EXPECT_EQ(calendar.earliest(), Ticks{33});
  calendar.put({Ticks{32}});
  EXPECT_THAT(taken(calendar, Ticks{34}), UnorderedElementsAre(32, 33));
  EXPECT_THAT(taken(calendar, kNever), ElementsAre(35));
}

TEST(Calendar, TellsWhereABucketEnds) {
  EXPECT_EQ(Calendar<Due>(Ticks{10}).end_of_bucket(Ticks{40}), Ticks{50});
  EXPECT_EQ(Calendar<Due>(Ticks{10}).end_of_bucket(Ticks{49}), Ticks{50});
  EXPECT_EQ(Calendar<Due>(Ticks{INT64_MAX / 2}).end_of_bucket(Ticks{INT64_MAX - 1}), kNever);
}

TEST(Calendar, FindsTheLeastOfAFunction) {
  Calendar<Due> calendar(Ticks{10});
  const auto rest = [](const Due& due) { return due.when + Ticks{due.number}; };
  EXPECT_EQ(calendar.least_of(Ticks{}, rest), kNever);
  calendar.put({Ticks{31}, 1000});
  calendar.put({Ticks{500}, 3});
  calendar.put({Ticks{2'000'000}, 1});

  EXPECT_EQ(calendar.least_of(Ticks{1}, rest), Ticks{503});
}

/// Beside a sorted list: times near and far, put while buckets are taken.
TEST(Calendar, GivesEverythingInTheOrderOfBuckets) {
  for (const std::int64_t width : {1LL, 7LL, 50LL, 3'000'000'000LL, 1'000'000'000'000LL}) {
    RandomSource random(static_cast<std::uint64_t>(width));
    Calendar<Due> calendar{Ticks{width}};
    std::vector<std::int64_t> model;
    Ticks now;
    for (int step = 0; step < 300; ++step) {
      const std::int64_t ahead = random() % 4 == 0 ? 5000 * std::min<std::int64_t>(width, 1'000'000'000)
                                                   : 20 * std::min<std::int64_t>(width, 1'000'000'000);
      const int count = static_cast<int>(random() % 80);
      for (int i = 0; i < count; ++i) {
        const Ticks when = now + Ticks{static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(ahead))};
        calendar.put({when});
        model.push_back(when.count);
      }
      if (model.empty()) continue;
      std::sort(model.begin(), model.end());
      ASSERT_EQ(calendar.earliest().count, model.front());
      const Ticks until = random() % 2 == 0 ? kNever : calendar.earliest() + Ticks{1 + width / 3};
      const Ticks end = std::min(until, calendar.end_of_bucket(calendar.earliest()));
      std::vector<std::int64_t> found = taken(calendar, until);
      std::sort(found.begin(), found.end());
      const auto last = std::lower_bound(model.begin(), model.end(), end.count);
      ASSERT_EQ(found, std::vector<std::int64_t>(model.begin(), last)) << "width " << width << " step " << step;
      model.erase(model.begin(), last);
      now = end;
      ASSERT_EQ(calendar.size(), model.size());
    }
  }
}

}  // namespace
}  // namespace toruscope::core
