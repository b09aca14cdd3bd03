// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/checks.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <string>

namespace toruscope::core {
namespace {

using test::error_of_call;
using test::OnePe;

class ChecksOfOne : public testing::Test {
 protected:
  OnePe pe_;
  Checks checks_{pe_.core()};
  Group group_{0, {}, {8}, Grid::torus};
  Group pair_{2, {0, 5}, {2}, Grid::none};
};

TEST_F(ChecksOfOne, KnowRanksOfTheGroupAndTags) {
  EXPECT_EQ(error_of_call([&] { checks_.partner("send", pair_, 1, 0, false); }), "");
  EXPECT_EQ(error_of_call([&] { checks_.partner("recv", pair_, any_source, any_tag, true); }), "");
  EXPECT_EQ(error_of_call([&] { checks_.partner("send", pair_, 2, 0, false); }),
            "send: 2 is not a rank of this communicator (ranks are 0..1) (PE 0 at 0 steps)");
  EXPECT_NE(error_of_call([&] { checks_.partner("send", pair_, 1, any_tag, false); }), "");
}

TEST_F(ChecksOfOne, RefuseASendThatWouldEndTooLate) {
  EXPECT_EQ(error_of_call([&] { checks_.way(group_, 1, 1000); }), "");
  pe_.core().clock.time = kLongest;
  EXPECT_NE(
      error_of_call([&] { checks_.way(group_, 1, 1000); }).find("would end after the longest virtual time"),
      std::string::npos);
  EXPECT_EQ(error_of_call([&] { checks_.way(group_, 0, 1000); }), "") << "a message to oneself takes no time";
}

TEST_F(ChecksOfOne, RefuseASynchronousSendAmongAnswersGivenTogether) {
  EXPECT_EQ(error_of_call([&] { checks_.synchronous(); }), "");
  pe_.known.answered_together_until = Ticks{7};
  EXPECT_NE(error_of_call([&] { checks_.synchronous(); }), "");
  pe_.known.answers_in_order = true;
  EXPECT_EQ(error_of_call([&] { checks_.synchronous(); }), "");
}

}  // namespace
}  // namespace toruscope::core
