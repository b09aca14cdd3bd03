// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/divisor.hpp"

#include <climits>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(Divisor, DividesAsTheProcessorDoes) {
  for (const int by : {1, 2, 3, 5, 7, 12, 64, 127, 128, 1000, 46'341, 1 << 30, INT_MAX - 1, INT_MAX}) {
    const Divisor divisor(by);
    const auto agrees_at = [&](int n) {
      EXPECT_EQ(divisor.quotient(n), n / by) << n << " / " << by;
      EXPECT_EQ(divisor.remainder(n), n % by) << n << " % " << by;
    };
    for (int n = 0; n < 300; ++n) agrees_at(n);
    for (int n = INT_MAX; n > INT_MAX - 300; --n) agrees_at(n);
    for (const int multiple : {1, 2, 3, 1000, INT_MAX / by}) {  // where a quotient changes
      if (multiple > INT_MAX / by) continue;
      agrees_at(multiple * by);
      agrees_at(multiple * by - 1);
    }
  }
}

}  // namespace
}  // namespace toruscope::core
