// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/sends.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

using test::message_to;
using test::OnePe;

class SendSide : public testing::Test {
 protected:
  explicit SendSide(Parameters machine = {}) : pe_(std::move(machine)) {}
  ~SendSide() override {
    for (Message* m : pe_.host.injected) discard(m);
  }

  OnePe pe_;
  StrictPorts strict_{pe_.core()};
  Sends sends_{pe_.core(), strict_};
};

TEST_F(SendSide, BooksThePortForOneSendAfterTheOther) {
  Message* first = message_to(pe_, 1, 5);
  Message* second = message_to(pe_, 2, 5);

  EXPECT_EQ(sends_.post_at_once(*first).time, Ticks{15});
  EXPECT_EQ(sends_.post_at_once(*second).time, Ticks{30});
  EXPECT_EQ(second->start.time, Ticks{15});
  EXPECT_EQ(pe_.core().book.port_wait, Ticks{15});
  EXPECT_EQ(pe_.host.injected, (std::vector<Message*>{first, second}));
}

TEST_F(SendSide, NumbersMessagesAndWritesTheirRoutes) {
  Message* first = message_to(pe_, 6, 5);
  Message* second = message_to(pe_, 1, 5);
  sends_.post_at_once(*first);
  sends_.post_at_once(*second);

  EXPECT_EQ(first->sequence, 0);
  EXPECT_EQ(second->sequence, 1);
  EXPECT_EQ(first->hops_left, 2);
  EXPECT_EQ(first->asks, Ticks{10}) << "the header asks after the startup";
  EXPECT_EQ(pe_.core().book.bytes_sent, 10);
}

TEST_F(SendSide, CountsMessagesToItselfApart) {
  Message* own = message_to(pe_, 0, 5);
  sends_.stamp_to_self(*own);
  Message* other = message_to(pe_, 1, 5);
  sends_.post_at_once(*other);

  EXPECT_EQ(own->sequence, 0);
  EXPECT_EQ(own->complete, Ticks{0});
  EXPECT_EQ(other->sequence, 0);
  discard(own);
}

TEST_F(SendSide, TellsARequestItsEnd) {
  Message* m = message_to(pe_, 1, 5);
  RequestState request;
  sends_.post(*m, &request, false);

  EXPECT_EQ(request.completion().time, Ticks{15});
  EXPECT_EQ(request.sending, nullptr);
  EXPECT_EQ(m->request, nullptr);
}

TEST_F(SendSide, KeepsASynchronousSendUntilItsReceiveIsFound) {
  Message* m = message_to(pe_, 1, 5);
  RequestState request;
  RequestState* requests[] = {&request};
  sends_.post(*m, &request, true);
  EXPECT_TRUE(sends_.has_waiting());
  EXPECT_EQ(pe_.host.announced, std::vector<Message*>{m});
  EXPECT_EQ(pe_.host.senders.size(), 1U);
  EXPECT_EQ(Sends::asks_at(request), kNever);
  ASSERT_TRUE(pe_.core().waiting.begin("ssend", requests));

  sends_.receive_found(*m, Stamp{Ticks{40}, {}});
  EXPECT_EQ(sends_.next_start(true), Ticks{40});
  EXPECT_FALSE(sends_.start(Ticks{39}, true));
  EXPECT_TRUE(sends_.start(Ticks{40}, true));
  EXPECT_EQ(request.completion().time, Ticks{55});
  EXPECT_EQ(pe_.host.runnable.size(), 1U) << "the PE waited for nothing else";
}

TEST_F(SendSide, LetsLaterSendsGoAheadOfOneThatWaits) {
  Message* waits = message_to(pe_, 1, 5);
  Message* later = message_to(pe_, 2, 5);
  RequestState first, second;
  sends_.post(*waits, &first, true);
  sends_.post(*later, &second, false);

  EXPECT_TRUE(pe_.host.injected.empty());
  EXPECT_EQ(sends_.next_start(true), Ticks{0});
  EXPECT_FALSE(sends_.start(Ticks{0}, true));
  EXPECT_EQ(pe_.host.injected, std::vector<Message*>{later});
  std::vector<Message*> not_begun;
  sends_.add_not_begun(not_begun);
  EXPECT_TRUE(not_begun.empty()) << "one that waits for its receive is not on its way";
}

class EagerSends : public SendSide {
 protected:
  EagerSends() : SendSide(Parameters{.eager = 4}) {}
};

TEST_F(EagerSends, LongerSendsWaitForTheirReceives) {
  Message* within = message_to(pe_, 1, 4);
  Message* beyond = message_to(pe_, 1, 5);
  EXPECT_TRUE(sends_.is_booked_at_once(*within));
  EXPECT_FALSE(sends_.is_booked_at_once(*beyond));

  RequestState request;
  sends_.post(*beyond, &request, false);
  EXPECT_TRUE(pe_.host.has_long_sends);
  EXPECT_TRUE(sends_.has_waiting());
  EXPECT_FALSE(sends_.is_booked_at_once(*within)) << "it goes behind the one that waits";
  discard(within);
}

class WormSends : public SendSide {
 protected:
  WormSends() : SendSide(Parameters{.ports = half_port, .switching = Switching::wormhole}) {}
};

TEST_F(WormSends, HoldThePortUntilTheirTailsHaveLeft) {
  Message* first = message_to(pe_, 1, 5);
  Message* second = message_to(pe_, 2, 5);
  RequestState a, b;
  sends_.post(*first, &a, false);
  sends_.post(*second, &b, false);
  EXPECT_EQ(pe_.host.injected, std::vector<Message*>{first});
  EXPECT_EQ(a.completion().time, kNever);
  EXPECT_EQ(sends_.next_start(false), kNever);

  EXPECT_FALSE(sends_.tail_left(*first, Ticks{25}));
  EXPECT_EQ(a.completion().time, Ticks{25});
  EXPECT_EQ(a.completion().account.link_wait, Ticks{10});
  EXPECT_EQ(sends_.next_start(false), Ticks{25});
  EXPECT_TRUE(sends_.start(Ticks{25}, false));
  EXPECT_EQ(second->start.time, Ticks{25});
}

TEST_F(WormSends, HoldUpTheReceptionsAfterThem) {
  Message* sent = message_to(pe_, 1, 5);
  RequestState send;
  sends_.post(*sent, &send, false);
  Message got;
  got.source = 3;
  got.destination = 0;
  RequestState receive;
  receive.kind = RequestState::Kind::receive;
  receive.message = &got;
  RequestState* requests[] = {&receive};

  EXPECT_TRUE(sends_.may_hold_up_receptions());
  EXPECT_TRUE(sends_.hold_up(requests));
  static_cast<void>(sends_.tail_left(*sent, Ticks{15}));
  EXPECT_FALSE(sends_.hold_up(requests));
}

}  // namespace
}  // namespace toruscope::core
