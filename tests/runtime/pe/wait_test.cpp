// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/wait.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

class OneWait : public testing::Test {
 protected:
  OneWait() {
    receive_.kind = RequestState::Kind::receive;
    send_.kind = RequestState::Kind::send;
    send_.completion().time = kNever;
  }

  Waiting waiting_;
  RequestState receive_, send_;
  Message message_;
};

TEST_F(OneWait, DoesNotBeginWhereNothingIsMissing) {
  receive_.message = &message_;
  RequestState* requests[] = {&receive_};

  EXPECT_FALSE(waiting_.begin("recv", requests));
  EXPECT_FALSE(receive_.is_awaited);
}

TEST_F(OneWait, EndsWithTheLastOfItsRequests) {
  RequestState* requests[] = {&receive_, &send_};
  ASSERT_TRUE(waiting_.begin("wait_all", requests));

  EXPECT_FALSE(waiting_.is_ended_by_send(send_));
  EXPECT_TRUE(waiting_.is_ended_by_receive(receive_));
}

TEST_F(OneWait, IsNotEndedByARequestOfNobody) {
  RequestState other;
  other.kind = RequestState::Kind::receive;
  RequestState* requests[] = {&receive_};
  ASSERT_TRUE(waiting_.begin("recv", requests));

  EXPECT_FALSE(waiting_.is_ended_by_receive(other));
  EXPECT_EQ(waiting_.missing(), 1);
}

TEST_F(OneWait, ForATurnIsEndedByThePlanAlone) {
  RequestState* requests[] = {&receive_, &send_};
  receive_.is_awaited = send_.is_awaited = true;
  waiting_.begin_turn({PeWait::Until::turn_all, "wait_all", requests}, 1);

  EXPECT_FALSE(waiting_.is_ended_by_receive(receive_));
  EXPECT_FALSE(waiting_.is_ended_by_send(send_));
  EXPECT_EQ(waiting_.missing(), 0);
}

TEST_F(OneWait, ForgetsItsTurn) {
  waiting_.begin_turn({PeWait::Until::turn_now, "test"}, 0);
  waiting_.set_turn(Ticks{7});
  EXPECT_EQ(waiting_.turn(), Ticks{7});

  waiting_.forget_turn();
  EXPECT_FALSE(waiting_.turn());
}

}  // namespace
}  // namespace toruscope::core
