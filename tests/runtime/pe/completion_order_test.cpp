// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/completion_order.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace toruscope::core {
namespace {

class Order : public testing::Test {
 protected:
  /// The request of the i-th handle, a send that is complete then.
  RequestState& send(std::size_t handle, std::int64_t complete) {
    RequestState& r = *requests_.emplace_back(std::make_unique<RequestState>());
    r.kind = RequestState::Kind::send;
    r.is_live = true;
    r.completion().time = Ticks{complete};
    r.named_by = &handles_[handle];
    order_.news().push_back(&r);
    return r;
  }
  RequestState& receive(std::size_t handle, std::int64_t arrival) {
    RequestState& r = send(handle, 0);
    r.kind = RequestState::Kind::receive;
    messages_.push_back(std::make_unique<Message>());
    messages_.back()->asks = Ticks{arrival};
    r.message = messages_.back().get();
    return r;
  }
  RequestState* first(std::size_t from, std::size_t to) {
    order_.take_news();
    return order_.first_in(&handles_[from], &handles_[0] + to, to - from);
  }

  std::vector<Request> handles_ = std::vector<Request>(100'000);
  std::vector<std::unique_ptr<Message>> messages_;
  std::vector<std::unique_ptr<RequestState>> requests_;
  CompletionOrder order_;
};

TEST_F(Order, IsByTimeThenSendsThenTheirPlaceInTheArray) {
  RequestState& received = receive(0, 5);
  RequestState& later = send(1, 9);
  RequestState& second = send(3, 5);
  RequestState& first_send = send(2, 5);

  for (RequestState* expected : {&first_send, &second, &received, &later}) {
    ASSERT_EQ(first(0, 4), expected);
    order_.remove(*expected);
  }
  EXPECT_EQ(first(0, 4), nullptr);
}

TEST_F(Order, KnowsWhichRequestsAnArrayNames) {
  send(0, 1);
  RequestState& mine = send(7, 2);
  send(10, 0);
  RequestState& unnamed = send(8, 1);
  unnamed.named_by = nullptr;

  EXPECT_EQ(first(5, 10), &mine);
  EXPECT_EQ(first(11, 20), nullptr);
}

TEST_F(Order, LeavesOutWhatIsNotKnownOrHasBeenGivenUp) {
  send(0, 1).is_live = false;
  receive(1, 2).message = nullptr;
  RequestState& noted_twice = send(2, 3);
  order_.news().push_back(&noted_twice);

  EXPECT_EQ(first(0, 3), &noted_twice);
  order_.remove(noted_twice);
  EXPECT_EQ(first(0, 3), nullptr);
}

TEST_F(Order, LooksAtOneRequestWhereAllAreTheArrays) {
  const std::size_t n = handles_.size();
  for (std::size_t i = 0; i < n; ++i) receive(i, static_cast<std::int64_t>(i * 7919 % n));

  std::size_t visits = 0;
  Ticks last{-1};
  for (std::size_t i = 0; i < n; ++i) {
    RequestState* next = first(0, n);
    visits += order_.visits();
    ASSERT_GT(next->message->asks, last);
    last = next->message->asks;
    order_.remove(*next);
  }
  EXPECT_EQ(visits, n);
}

}  // namespace
}  // namespace toruscope::core
