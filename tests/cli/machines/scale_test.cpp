// SPDX-License-Identifier: Apache-2.0
// --scale: the sizes, the gains.

#include "cli/machines/sweep.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Scale, ReadsAListOfSizes) {
  EXPECT_THAT(read_scale("p=1,16,4"), ElementsAre(1, 16, 4));
}

TEST(Scale, RefusesWhatIsNoListOfSizes) {
  for (const char* text : {"1,4", "p=", "p=1,", "n=4"})
    EXPECT_THAT([text] { read_scale(text); }, ThrowsMessage<ConfigError>(HasSubstr("write --scale p=1,4,16")))
        << text;
  EXPECT_THAT([] { read_scale("p=0"); }, ThrowsMessage<ConfigError>(HasSubstr("a whole number from 1")));
  EXPECT_THAT([] { read_scale("p=4,4"); }, ThrowsMessage<ConfigError>(HasSubstr("p = 4 is there twice")));
}

TEST(Scale, ComparesWithTheDeclaredSerialTime) {
  const Scaling gains{4, Ticks{50}, 100, Ticks{100}};
  EXPECT_EQ(gains.speed_up(), 2.0);
  EXPECT_EQ(gains.speed_up_per_pe(), 0.5);
  EXPECT_EQ(gains.cost(), Ticks{200});
}

TEST(Scale, KnowsNoSpeedUpWhereNothingIsDeclared) {
  const Scaling gains{4, Ticks{50}, 0, Ticks{}};
  EXPECT_FALSE(gains.speed_up());
  EXPECT_FALSE(gains.speed_up_per_pe());
  EXPECT_EQ(gains.cost(), Ticks{200});
  EXPECT_FALSE((Scaling{4, Ticks{INT64_MAX / 2}, 0, Ticks{}}).cost());
}

}  // namespace
}  // namespace toruscope::cli
