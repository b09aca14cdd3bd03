// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/work.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

using test::OnePe;

TEST(Work, MovesTheClock) {
  OnePe pe;
  const Body body(pe.core());
  Work work(pe.core(), body);
  work.compute(Ticks{30});

  EXPECT_EQ(pe.core().clock.time, Ticks{30});
  EXPECT_EQ(pe.core().clock.account.compute, Ticks{30});
}

TEST(Work, IsAddedUpWhileItIsPostponed) {
  OnePe pe;
  const Body body(pe.core());
  Work work(pe.core(), body);
  Ticks sum;
  EXPECT_EQ(work.exchange_postponed(&sum), nullptr);
  work.compute(Ticks{30});
  work.compute(Ticks{4});
  EXPECT_EQ(work.exchange_postponed(nullptr), &sum);

  EXPECT_EQ(sum, Ticks{34});
  EXPECT_EQ(pe.core().clock.time, Ticks{0});
}

TEST(Work, IsRefusedBeyondTheLongestVirtualTime) {
  OnePe pe;
  const Body body(pe.core());
  Work work(pe.core(), body);

  EXPECT_THROW(work.compute(kLongest + Ticks{1}), ProgramError);
}

TEST(Work, TakesWhatIsMeasuredWhereItIsMeasured) {
  OnePe pe;
  pe.parameters.tick = Time::femtoseconds(1'000'000);  // 1 ns
  std::chrono::nanoseconds now{0};
  pe.execution.measure_compute = true;
  pe.execution.compute_clock = [&] { return now; };
  const Body body(pe.core());
  Work work(pe.core(), body);
  work.enter_program();
  now += std::chrono::nanoseconds(25);
  work.leave_program();
  work.compute(Ticks{1000});

  EXPECT_EQ(pe.core().clock.time, Ticks{25}) << "declared work costs nothing then";
}

}  // namespace
}  // namespace toruscope::core
