// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/receives.hpp"

#include "runtime/core/checksum.hpp"
#include "tests/runtime/pe/one_pe.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <gtest/gtest.h>
#include <string>

namespace toruscope::core {
namespace {

using test::message_from;
using test::OnePe;

class ReceiveSide : public testing::Test {
 protected:
  RequestState* post(Rank from, std::size_t bytes = 5) {
    RequestState* receive = requests_.add(RequestState::Kind::receive, from, from, 0);
    receive->context = 0;
    receive->into = {std::span(buffer_).first(bytes), nullptr, nullptr};
    receive->bytes = bytes;
    receive->posted_at = &pe_.core().clock;
    if (kChecksBuffers) receive->checksum = checksum_of(receive->into.bytes);
    receives_.mailbox().post(*receive);
    return receive;
  }
  void deliver_all(std::initializer_list<Message*> messages) {
    for (Message* m : messages) static_cast<void>(receives_.deliver(m));
  }

  OnePe pe_;
  std::array<std::byte, 8> buffer_{};
  std::byte stand_in_{};  // for a PE, which is never looked at
  Requests requests_{reinterpret_cast<Pe*>(&stand_in_), pe_.host.messages};
  StrictPorts strict_{pe_.core()};
  Receives receives_{pe_.core(), requests_, strict_};
};

TEST_F(ReceiveSide, TakesAMessageWhenItIsThere) {
  RequestState* receive = post(1);
  // startup 10, hop 2, 5 bytes
  const auto [got, announcement] = receives_.deliver(message_from(pe_, 1, 0, 0));
  EXPECT_EQ(got, receive);
  EXPECT_EQ(announcement, nullptr);

  Stamp cursor;
  receives_.take(*receive, cursor, Ticks{});
  EXPECT_EQ(cursor.time, Ticks{17});
  EXPECT_EQ(pe_.core().book.partner_wait, Ticks{17});
  EXPECT_EQ(receives_.store(*receive, nullptr).bytes, 5U);
  EXPECT_EQ(buffer_[4], std::byte{7});
  EXPECT_EQ(buffer_[5], std::byte{0});
}

TEST_F(ReceiveSide, BooksThePortForOneReceptionAfterTheOther) {
  RequestState* first = post(1);
  RequestState* second = post(2);
  deliver_all({message_from(pe_, 1, 0, 0), message_from(pe_, 2, 0, 0)});

  Stamp cursor;
  receives_.take(*first, cursor, Ticks{});
  receives_.take(*second, cursor, Ticks{});
  EXPECT_EQ(cursor.time, Ticks{32}) << "its reception of 15 ticks begins when the other one has ended";
  EXPECT_EQ(pe_.core().book.port_wait, Ticks{15});
  EXPECT_EQ(pe_.core().book.longest_port_wait.held_by.partner, 1);
}

TEST_F(ReceiveSide, RefusesAMessageLongerThanItsBuffer) {
  RequestState* receive = post(1, 4);
  deliver_all({message_from(pe_, 1, 0, 0)});

  try {
    static_cast<void>(receives_.store(*receive, nullptr));
    FAIL();
  } catch (const ProgramError& e) {
    EXPECT_EQ(std::string(e.what()),
              "recv: PE 0 expected 4 bytes from PE 1 (tag 0) but the message has 5; sent at 0 steps (PE 0 at 0 "
              "steps)");
  }
}

TEST_F(ReceiveSide, MatchesAgainInTheOrdersOfPostingAndArrival) {
  RequestState* first = post(1);
  RequestState* second = post(1);
  Message* m = message_from(pe_, 1, 0, 0);
  Message* n = message_from(pe_, 1, 1, 50);
  deliver_all({m, n});
  receives_.withdraw(*first);
  requests_.release(first);

  receives_.match_again();
  EXPECT_EQ(second->message, m);
  EXPECT_EQ(receives_.mailbox().unclaimed(), std::vector<const Message*>{n});
  requests_.release(second);
}

TEST_F(ReceiveSide, KnowsAnAnnouncementNoEarlierThanTheMessagesBeforeIt) {
  RequestState* receive = post(1);
  deliver_all({message_from(pe_, 1, 0, 0)});  // at 17
  Stamp cursor;
  receives_.take(*receive, cursor, Ticks{});
  requests_.release(receive);

  Message announced;
  auto* announcement = new Message;
  announcement->source = 1;
  announcement->sequence = 1;
  announcement->asks = Ticks{3};
  announcement->announces = &announced;
  receives_.deliver_announcement(announcement);
  EXPECT_EQ(announcement->asks, Ticks{17});
  EXPECT_EQ(pe_.host.answering.size(), 1U);
  EXPECT_EQ(receives_.next_answer(Ticks{100}).when, kNever) << "there is no receive for it";
  RequestState* its = post(1);
  EXPECT_EQ(pe_.host.answered, std::vector<RequestState*>{its});
}

}  // namespace
}  // namespace toruscope::core
