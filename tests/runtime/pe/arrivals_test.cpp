// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/arrivals.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

Arrival arrival(Rank source, std::int64_t sequence, std::int64_t when) {
  return {source, sequence, Stamp{Ticks{when}, {}}};
}

TEST(Arrivals, KeepTheLastOfEachSender) {
  const PortLedger ports(one_port, 1);
  Arrivals arrivals;
  arrivals.remember(arrival(1, 0, 5), Ticks{0});
  arrivals.remember(arrival(2, 0, 9), Ticks{0});
  arrivals.remember(arrival(1, 1, 7), Ticks{0});
  EXPECT_FALSE(arrivals.is_by_sender());

  arrivals.keep_by_sender(ports, Ticks{0});
  arrivals.note(arrival(2, 1, 8));
  ASSERT_TRUE(arrivals.is_by_sender());
  EXPECT_EQ(arrivals.last_of(1)->when.time, Ticks{7});
  EXPECT_EQ(arrivals.last_of(2)->sequence, 0) << "the one that arrived later, whatever was sent last";
  EXPECT_EQ(arrivals.last_of(3), nullptr);
}

TEST(Arrivals, TakeOneOutOfTheReceivePortBeforeItForgets) {
  const Costs costs{};
  const Parameters rules;
  PortLedger ports(one_port, 1);
  Arrivals arrivals;
  Stamp first{Ticks{6}, {}};
  ports.book_reception(first, 4, 0, Ticks{0}, rules, costs);
  arrivals.remember_in_port(12);
  arrivals.keep_by_sender(ports, Ticks{5});

  ASSERT_NE(arrivals.last_of(4), nullptr);
  EXPECT_EQ(arrivals.last_of(4)->sequence, 12);
  EXPECT_EQ(arrivals.last_of(4)->when.time, Ticks{6});
}

TEST(Arrivals, ForgetWhatCanNotBeToComeAnyMore) {
  const Costs costs{};
  const Parameters rules;
  PortLedger ports(one_port, 1);
  Arrivals arrivals;
  Stamp first{Ticks{6}, {}};
  ports.book_reception(first, 4, 0, Ticks{0}, rules, costs);
  arrivals.remember_in_port(12);
  arrivals.keep_by_sender(ports, Ticks{6});

  EXPECT_EQ(arrivals.last_of(4), nullptr);
}

}  // namespace
}  // namespace toruscope::core
