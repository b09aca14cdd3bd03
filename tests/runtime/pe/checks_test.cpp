// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/checks.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <string>

namespace toruscope::detail {
namespace {

using test::OnePe;

class ChecksOfOne : public testing::Test {
 protected:
  template <class Check>
  static std::string refusal(Check&& check) {
    try {
      check();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  OnePe pe_;
  RoundCall round_;
  Checks checks_{pe_.core(), round_};
  Group group_{0, {}, {8}, Grid::torus};
  Group pair_{2, {0, 5}, {2}, Grid::none};
};

TEST_F(ChecksOfOne, KnowRanksOfTheGroupAndTags) {
  EXPECT_EQ(refusal([&] { checks_.partner("send", pair_, 1, 0, false); }), "");
  EXPECT_EQ(refusal([&] { checks_.partner("recv", pair_, any_source, any_tag, true); }), "");
  EXPECT_EQ(refusal([&] { checks_.partner("send", pair_, 2, 0, false); }),
            "send: 2 is not a rank of this communicator (ranks are 0..1) (PE 0 at 0 steps)");
  EXPECT_NE(refusal([&] { checks_.partner("send", pair_, 1, any_tag, false); }), "");
}

TEST_F(ChecksOfOne, RefuseASendThatWouldEndTooLate) {
  EXPECT_EQ(refusal([&] { checks_.way(group_, 1, 1000); }), "");
  pe_.core().clock.time = kLongest;
  EXPECT_NE(refusal([&] { checks_.way(group_, 1, 1000); }).find("would end after the longest virtual time"),
            std::string::npos);
  EXPECT_EQ(refusal([&] { checks_.way(group_, 0, 1000); }), "") << "a message to oneself takes no time";
}

TEST_F(ChecksOfOne, RefuseASynchronousSendAmongAnswersGivenTogether) {
  EXPECT_EQ(refusal([&] { checks_.synchronous(group_, 1); }), "");
  pe_.known.answered_together_until = Ticks{7};
  EXPECT_NE(refusal([&] { checks_.synchronous(group_, 1); }), "");
  pe_.known.answers_singly = true;
  EXPECT_EQ(refusal([&] { checks_.synchronous(group_, 1); }), "");
}

}  // namespace
}  // namespace toruscope::detail
