// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/calls.hpp"

#include "runtime/pe/tap.hpp"
#include "tests/runtime/pe/parts_of_one.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <string>

namespace toruscope::core {
namespace {

using test::error_of_call;
using test::message_from;

class CallsOfOne : public testing::Test, protected test::PartsOfOne {
 protected:
  ~CallsOfOne() override { EXPECT_EQ(requests.live(), 0U) << "each request is released"; }

  Message* message() { return posting.message_of(std::span(buffer).first(5)); }
  detail::Destination into(std::size_t bytes = 5) { return {std::span(buffer).first(bytes), nullptr, nullptr}; }
  RequestState* irecv(Rank from) { return posting.post_receive(place, from, into(), 0, false); }
};

TEST_F(CallsOfOne, SendUntilThePortIsFree) {
  calls.send(place, 1, message(), 0, false);
  EXPECT_EQ(now(), Ticks{15});
}

TEST_F(CallsOfOne, KeepThePeForAStartupAndCompleteTheRestLater) {
  RequestState* request = calls.isend(place, 1, message(), 0, false);
  EXPECT_EQ(now(), Ticks{10});

  calls.complete({&request, 1}, "wait");
  EXPECT_EQ(now(), Ticks{15});
}

TEST_F(CallsOfOne, AreFinishedByTheWorkerWhileThePeWaits) {
  Received received;
  run([&] { received = calls.receive(place, 1, into(), 0); },
      [&] {
        EXPECT_EQ(body.state(), Body::State::waiting);
        EXPECT_EQ(waiting().missing(), 1);
        EXPECT_TRUE(deliver(message_from(pe, 1, 0, 0)));
        calls.finish_rest();
        EXPECT_EQ(requests.live(), 0U);
      });

  EXPECT_EQ(now(), Ticks{17});
  EXPECT_EQ(received.bytes, 5U);
  EXPECT_EQ(buffer[4], std::byte{7});
}

TEST_F(CallsOfOne, AreFinishedByThePeItselfWhereATestSeesItsMessages) {
  Tap tap;
  posting.exchange_tap(&tap);
  run([&] { calls.receive(place, 1, into(), 0); },
      [&] {
        EXPECT_TRUE(deliver(message_from(pe, 1, 0, 0)));
        calls.finish_rest();
        EXPECT_EQ(requests.live(), 1U) << "nothing of it is left to the worker";
      });
  EXPECT_EQ(now(), Ticks{17});
}

TEST_F(CallsOfOne, ThrowInThePeWhatTheWorkerFound) {
  std::string told;
  run([&] { told = error_of_call([&] { calls.receive(place, 1, into(4), 0); }); },
      [&] {
        EXPECT_TRUE(deliver(message_from(pe, 1, 0, 0)));
        calls.finish_rest();
      });

  EXPECT_EQ(told.substr(0, 44), "recv: PE 0 expected 4 bytes from PE 1 (tag 0");
}

TEST_F(CallsOfOne, GiveUpWhatTheyWaitForWhenThePeIsUnwound) {
  bool has_gone_on = false;
  run(
      [&] {
        calls.receive(place, 1, into(), 0);
        has_gone_on = true;
      },
      [&] { body.begin_unwinding(); });

  EXPECT_FALSE(has_gone_on);
  EXPECT_FALSE(deliver(message_from(pe, 1, 0, 0)));
  EXPECT_EQ(receives.mailbox().unclaimed().size(), 1U);
}

TEST_F(CallsOfOne, LeaveTheMessageOfAReceiveThatIsGivenUpToTheNext) {
  RequestState* first = irecv(1);
  RequestState* second = irecv(1);
  Message* m = message_from(pe, 1, 0, 0);
  deliver(m);
  ASSERT_EQ(first->message, m);

  calls.release_all({&first, 1});
  EXPECT_EQ(second->message, m);
  calls.complete({&second, 1}, "wait");
  EXPECT_EQ(now(), Ticks{17});
}

TEST_F(CallsOfOne, RefuseTheCallAfterAHandleWasDestroyed) {
  calls.abandon(irecv(1));

  EXPECT_NE(error_of_call([&] { static_cast<void>(calls.check("send")); }), "");
  EXPECT_TRUE(calls.check("send")) << "told once";
}

TEST_F(CallsOfOne, RefuseOthersWhileARoundIsDescribed) {
  calls.begin_round();
  EXPECT_EQ(error_of_call([&] { static_cast<void>(calls.check("recv")); }).substr(0, 48),
            "recv: called while a round is being described; a");
  calls.cancel_round();
  EXPECT_TRUE(calls.check("recv"));
}

TEST_F(CallsOfOne, PostTheTransfersOfARoundAsTheyAreDescribed) {
  run(
      [&] {
        calls.begin_round();
        calls.add_send(place, 1, message(), 0);
        EXPECT_EQ(injected().size(), 1U);
        calls.add_receive(place, 2, into(), 0);
        calls.end_round();
      },
      [&] {
        EXPECT_TRUE(deliver(message_from(pe, 2, 0, 0)));
        calls.finish_rest();
      });

  EXPECT_EQ(now(), Ticks{17}) << "the later of the send, 15, and the message, 17";
}

TEST_F(CallsOfOne, DoNotWaitInARoundForWhatIsThere) {
  deliver(message_from(pe, 2, 0, 0));
  calls.begin_round();
  calls.add_send(place, 1, message(), 0);
  calls.add_receive(place, 2, into(), 0);
  calls.end_round();

  EXPECT_EQ(now(), Ticks{17});
}

TEST_F(CallsOfOne, GoOnWithTheClockThatAMessageToThePeItselfFound) {
  calls.begin_round();
  calls.add_send(place, 0, message(), 0);
  calls.add_receive(place, 0, into(), 0);
  calls.end_round();

  EXPECT_EQ(now(), Ticks{0}) << "in no time (T12)";
  EXPECT_EQ(pe.core().clock.account.startups, 0);
}

TEST_F(CallsOfOne, LeaveTheSendsOfARoundThatIsCancelled) {
  calls.begin_round();
  calls.add_send(place, 1, message(), 0);
  calls.add_receive(place, 2, into(), 0);
  calls.cancel_round();

  EXPECT_EQ(injected().size(), 1U);
}

}  // namespace
}  // namespace toruscope::core
