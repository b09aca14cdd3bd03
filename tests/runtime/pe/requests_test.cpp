// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/requests.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace toruscope::core {
namespace {

using Kind = RequestState::Kind;

class RequestsOfOne : public testing::Test {
 protected:
  MessagePool messages_;
  std::byte pe_{};  // stands for a PE, which is never looked at
  Requests requests_{reinterpret_cast<Pe*>(&pe_), messages_};
};

TEST_F(RequestsOfOne, UsesTheMemoryOfARequestAgainWithoutATraceOfIt) {
  RequestState* first = requests_.add(Kind::send, 1, 1, 5);
  Message sent;
  first->sending = &sent;
  sent.request = first;
  requests_.release(first);
  EXPECT_EQ(sent.request, nullptr);

  RequestState* second = requests_.add(Kind::receive, 2, 2, 6);
  EXPECT_EQ(second, first);
  EXPECT_EQ(second->sending, nullptr);
  EXPECT_EQ(second->tag, 6);
  requests_.release(second);
}

TEST_F(RequestsOfOne, CountsThoseThatAreLive) {
  RequestState* a = requests_.add(Kind::receive, 1, 1, 0);
  RequestState* b = requests_.add(Kind::send, 1, 1, 0);
  EXPECT_EQ(requests_.live(), 2U);

  int receives = 0;
  requests_.for_each_live_receive([&](RequestState& r) {
    EXPECT_EQ(&r, a);
    ++receives;
  });
  EXPECT_EQ(receives, 1);
  requests_.release(a);
  requests_.release(b);
  EXPECT_EQ(requests_.live(), 0U);
}

TEST_F(RequestsOfOne, GivesTheMessageOfAReleasedReceiveBackToThePool) {
  Message* m = messages_.copy_of({});
  RequestState* receive = requests_.add(Kind::receive, 1, 1, 0);
  receive->message = m;
  requests_.release(receive);

  EXPECT_EQ(messages_.copy_of({}), m);
  discard(m);
}

TEST_F(RequestsOfOne, NotesWhatBecomesKnownOnceManyAreWaitedFor) {
  RequestState* early = requests_.add(Kind::send, 1, 1, 0);
  EXPECT_EQ(requests_.news_for(CompletionOrder::kFew), nullptr);
  requests_.note_known(*early);  // nobody wants to know yet

  std::vector<RequestState*>* news = requests_.news_for(CompletionOrder::kFew + 1);
  ASSERT_NE(news, nullptr);
  EXPECT_EQ(*news, std::vector<RequestState*>{early});
  EXPECT_EQ(requests_.news_for(CompletionOrder::kFew + 1), nullptr) << "a second time";
  RequestState* late = requests_.add(Kind::send, 1, 1, 0);
  requests_.note_known(*late);
  EXPECT_EQ(news->back(), late);
  news->clear();
  requests_.release(early);
  requests_.release(late);
}

TEST_F(RequestsOfOne, LeavesLiveOnesToTheirHandles) {
  RequestState* live = requests_.add(Kind::receive, 1, 1, 0);
  live->message = messages_.copy_of({});
  requests_.leave_to_handles();

  const std::unique_ptr<RequestState> handle(live);
  EXPECT_EQ(handle->pe, nullptr);
  EXPECT_EQ(handle->message, nullptr);
}

TEST_F(RequestsOfOne, TellsMisuseOnce) {
  const RequestState* lost = requests_.add(Kind::receive, any_source, any_source, any_tag);
  requests_.note_misuse(Requests::destroyed_text(*lost));

  EXPECT_TRUE(requests_.is_misused());
  EXPECT_EQ(requests_.take_misuse(), "request: the irecv from any PE (any tag) was destroyed before its wait");
  EXPECT_FALSE(requests_.is_misused());
}

}  // namespace
}  // namespace toruscope::core
