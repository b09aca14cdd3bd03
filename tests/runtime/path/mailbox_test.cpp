// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include <gtest/gtest.h>

namespace toruscope::detail {
namespace {

Message* message_from(Rank source, int tag, std::int64_t sequence) {
  auto* m = new Message;
  m->source = source;
  m->tag = tag;
  m->sequence = sequence;
  return m;
}

RequestState receive_from(Rank source, int tag) {
  RequestState r;
  r.kind = RequestState::Kind::receive;
  r.world_partner = source;
  r.tag = tag;
  return r;
}

TEST(Mailbox, GivesAMessageToTheFirstPostedReceiveThatItFits) {
  Mailbox mailbox;
  RequestState other_tag = receive_from(3, 8);
  RequestState first = receive_from(3, 7);
  RequestState second = receive_from(3, 7);
  mailbox.post(other_tag);
  mailbox.post(first);
  mailbox.post(second);

  Message* m = message_from(3, 7, 0);
  EXPECT_EQ(mailbox.deliver(m), &first);
  EXPECT_EQ(first.message, m);
  discard(m);
  Message* n = message_from(3, 7, 1);
  EXPECT_EQ(mailbox.deliver(n), &second);
  discard(n);
}

TEST(Mailbox, KeepsTheOrderOfEachSourceThroughGrowth) {
  Mailbox mailbox;
  for (int sequence = 0; sequence < 3; ++sequence)
    for (Rank source = 0; source < 50; ++source)
      EXPECT_EQ(mailbox.deliver(message_from(source, 0, sequence)), nullptr);

  for (int sequence = 0; sequence < 3; ++sequence)
    for (Rank source = 0; source < 50; ++source) {
      RequestState r = receive_from(source, 0);
      mailbox.post(r);
      ASSERT_NE(r.message, nullptr);
      EXPECT_EQ(r.message->source, source);
      EXPECT_EQ(r.message->sequence, sequence);
      discard(r.message);
    }
  EXPECT_FALSE(mailbox.has_unclaimed());
}

TEST(Mailbox, ForgetsAWithdrawnReceive) {
  Mailbox mailbox;
  RequestState first = receive_from(1, 0);
  RequestState last = receive_from(1, 0);
  mailbox.post(first);
  mailbox.post(last);
  mailbox.withdraw(last);
  mailbox.withdraw(first);

  EXPECT_EQ(mailbox.deliver(message_from(1, 0, 0)), nullptr);
  EXPECT_EQ(mailbox.unclaimed().size(), 1U);
}

}  // namespace
}  // namespace toruscope::detail
