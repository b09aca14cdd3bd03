// SPDX-License-Identifier: Apache-2.0
// The papers' rounds, PEs side by side.

#include "reproduce/picture/rounds.hpp"
#include "tests/reproduce/well_formed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::reproduce {
namespace {

using testing::HasSubstr;

TEST(RoundsPicture, HasAnArrowPerMessageAndALabelPerRound) {
  const std::string svg = rounds_picture("doubling", 4, {{{0, 2}}, {{0, 1}, {2, 3}}}, step_labels(2));

  EXPECT_EQ(what_is_malformed(svg), "");
  std::size_t heads = 0;
  for (std::size_t at = svg.find("<polygon"); at != std::string::npos; at = svg.find("<polygon", at + 1))
    ++heads;
  EXPECT_EQ(heads, 3U);
  EXPECT_THAT(svg, testing::AllOf(HasSubstr(">step 1<"), HasSubstr(">step 2<"), HasSubstr(">doubling<")));
}

}  // namespace
}  // namespace toruscope::reproduce
