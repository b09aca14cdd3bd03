// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/turns.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

using test::message_from;
using test::OnePe;

constexpr Ticks kAll{1000};

class OneTurn : public testing::Test {
 protected:
  OneTurn() { mailbox_.answer_in(pe_.host.answered); }
  RequestState* post(Rank from) {
    RequestState* receive = requests_.add(RequestState::Kind::receive, from, from, 0);
    receive->context = 0;
    receive->posted_at = &pe_.core().clock;
    mailbox_.post(*receive);
    return receive;
  }
  void wait_for(PeWait::Until until, std::span<RequestState* const> requests) {
    turns_.begin({until, "wait", requests});
  }
  void deliver(Message* m) {
    static_cast<void>(mailbox_.deliver(m));
    pe_.core().note_news();
  }

  OnePe pe_;
  Requests requests_{nullptr, pe_.host.messages};
  StrictPorts strict_{pe_.core()};
  Sends sends_{pe_.core(), strict_};
  Mailbox mailbox_;
  Turns turns_{pe_.core(), requests_, sends_, mailbox_};
};

TEST_F(OneTurn, IsNeededForWhatTakesWhateverComesFirst) {
  RequestState* named[] = {post(1)};
  EXPECT_FALSE(Turns::are_needed(sends_, mailbox_, named));
  RequestState* unnamed[] = {post(any_source)};
  EXPECT_TRUE(Turns::are_needed(sends_, mailbox_, unnamed));
  EXPECT_TRUE(Turns::are_needed(sends_, mailbox_, named))
      << "while one without a source is pending, those with one are, too";

  mailbox_.withdraw(*named[0]);
  mailbox_.withdraw(*unnamed[0]);
  requests_.release(named[0]);
  requests_.release(unnamed[0]);
}

TEST_F(OneTurn, ComesWithTheEarliestArrival) {
  RequestState* receive[] = {post(any_source)};
  wait_for(PeWait::Until::turn_all, receive);
  EXPECT_EQ(pe_.host.in_turn.size(), 1U);
  EXPECT_EQ(turns_.when(Ticks{0}), kNever);

  deliver(message_from(pe_, 2, 0, 20));  // at 37
  EXPECT_EQ(turns_.when(Ticks{0}), Ticks{37});
  Message* first = message_from(pe_, 3, 0, 10);  // at 27
  deliver(first);
  EXPECT_EQ(turns_.when(Ticks{0}), Ticks{27});
  turns_.give();
  turns_.end(pe_.core().waiting.now());
  EXPECT_EQ(receive[0]->message, first);
  mailbox_.complete(*receive[0]);
  requests_.release(receive[0]);
}

TEST_F(OneTurn, OfATestIsNowAndOfTheNextOneTheNextArrival) {
  RequestState* receive[] = {post(1)};
  wait_for(PeWait::Until::turn_now, receive);
  EXPECT_EQ(turns_.when(Ticks{1}), Ticks{0});
  turns_.give();
  turns_.end(pe_.core().waiting.now());
  EXPECT_TRUE(pe_.core().waiting.now().requests.empty()) << "the list lies on the stack of a call that is over";

  turns_.forget_events(pe_.core().clock.time);
  wait_for(PeWait::Until::turn_event, receive);
  EXPECT_EQ(turns_.when(Ticks{1}), kNever);
  Message* m = message_from(pe_, 1, 0, 0);
  deliver(m);
  EXPECT_EQ(turns_.when(Ticks{1}), Ticks{17});
  EXPECT_EQ(turns_.next_event(receive).arrival, m);
  requests_.release(receive[0]);
}

TEST_F(OneTurn, HearsAnAnnouncementWhoseMessageHasCome) {
  turns_.forget_events(pe_.core().clock.time);
  wait_for(PeWait::Until::turn_event, {});
  Message announced;
  auto* announcement = new Message;
  announcement->asks = Ticks{5};
  announcement->announces = &announced;
  turns_.hear(announcement);

  EXPECT_EQ(turns_.next_event({}).time, Ticks{5});
  EXPECT_EQ(turns_.next_event({}).arrival, announcement);
  turns_.forget_events(pe_.core().clock.time);
  EXPECT_EQ(turns_.next_event({}).time, kNever);
}

TEST_F(OneTurn, EndsAtItsDeadline) {
  turns_.set_deadline(Ticks{9});
  turns_.begin({PeWait::Until::turn_any, "wait"});
  EXPECT_EQ(turns_.when(kAll), Ticks{9});
}

}  // namespace
}  // namespace toruscope::core
