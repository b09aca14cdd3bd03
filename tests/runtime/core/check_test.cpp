// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/check.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(Check, EvaluatesItsValuesOnlyWhenItFails) {
  int evaluations = 0;

  TORUSCOPE_CHECK(evaluations == 0, ++evaluations);

  EXPECT_EQ(evaluations, 0);
}

TEST(CheckDeathTest, AbortsWithPlaceConditionAndValues) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const int used = 9;

  EXPECT_DEATH(TORUSCOPE_CHECK(used <= 8, "used", used, "of", 8),
               "check_test.cpp:[0-9]+: check failed: used <= 8; used 9 of 8");
}

}  // namespace
}  // namespace toruscope::core
