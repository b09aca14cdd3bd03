// SPDX-License-Identifier: Apache-2.0
#include "apps/io/number.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

TEST(NumberIn, ReadsWholeTextsOnly) {
  EXPECT_EQ(number_in("-1.5e3"), -1500);
  EXPECT_EQ(number_in("+2"), 2);
  for (const char* text : {"", "+", "1x", "1 ", "e5", "+-1", "0x10"}) EXPECT_FALSE(number_in(text)) << text;
}

TEST(NumberIn, TellsTooLargeFromTooNearToZeroByTheValue) {
  const std::string zeros(400, '0');
  const std::vector<std::string> large{"1e400",
                                       "1" + zeros,
                                       "1" + zeros + "e-5",
                                       "0.001e+400",
                                       "1e99999999999999999999",
                                       "12." + zeros + "e308"};
  const std::vector<std::string> tiny{"1e-400",          "0." + zeros + "1", "0." + zeros + "1e5",
                                      "." + zeros + "1", "100e-400",         "1e-99999999999999999999"};
  for (const std::string& text : large) EXPECT_EQ(number_in(text), HUGE_VAL) << text;
  for (const std::string& text : tiny) EXPECT_EQ(number_in(text), 0.0) << text;
  EXPECT_EQ(number_in("-1e400"), -HUGE_VAL);
  EXPECT_EQ(number_in("0." + zeros + "1e401"), 1.0);
}

}  // namespace
}  // namespace toruscope::apps
