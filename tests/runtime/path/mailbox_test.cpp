// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include <toruscope/communicator.hpp>

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::core {
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
  EXPECT_EQ(mailbox.unclaimed_count(), 0U);
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

/// A mailbox and what it should do: receives in the order posted, each taking the first message
/// that fits and is left.
class MailboxAndModel {
 public:
  explicit MailboxAndModel(std::uint64_t seed) : random_(seed) {}
  ~MailboxAndModel() {
    for (const auto& r : receives_)
      if (r->message != nullptr) discard(r->message);
  }

  void act() {
    switch (below(8)) {
      case 0:
      case 1:
      case 2:
        return deliver();
      case 3:
      case 4:
        return post();
      case 5:
        return settle();
      case 6:
        return complete();
      default:
        if (below(4) == 0) withdraw();
    }
  }

  void compare() {
    mailbox_.settle(Ticks{1000'000});
    std::vector<const Message*> left = mailbox_.unclaimed();
    for (const auto& r : receives_)
      if (r->message != nullptr) left.push_back(r->message);
    std::sort(left.begin(), left.end(),
              [](const Message* a, const Message* b) { return arrives_first(*a, *b); });
    for (const auto& r : receives_) {
      const auto first = std::find_if(left.begin(), left.end(), [&](const Message* m) { return r->fits(*m); });
      ASSERT_EQ(r->message, first == left.end() ? nullptr : *first) << "receive " << r->posted;
      if (first != left.end()) left.erase(first);
    }
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  void deliver() {
    Message* m = message_from(below(4), below(3), sequence_++);
    Ticks& last = last_[static_cast<std::size_t>(m->source)];
    m->context = static_cast<std::uint32_t>(below(2));
    m->asks = last = std::max(last, now_) + Ticks{below(4)};
    static_cast<void>(mailbox_.deliver(m));
  }
  void post() {
    const Rank source = below(5) - 1;
    const int tag = below(4) - 1;
    receives_.push_back(std::make_unique<RequestState>(
        receive_from(source < 0 ? any_source : source, tag < 0 ? any_tag : tag)));
    receives_.back()->context = static_cast<std::uint32_t>(below(2));
    mailbox_.post(*receives_.back());
  }
  void settle() {
    now_ += Ticks{below(5)};
    mailbox_.settle(now_ - Ticks{1 + below(3)});  // perhaps not as far as before
  }
  void complete() {
    for (auto r = receives_.begin(); r != receives_.end(); ++r) {
      if ((*r)->message == nullptr || below(2) == 0) continue;
      discard((*r)->message);
      mailbox_.complete(**r);
      receives_.erase(r);
      return;
    }
  }
  void withdraw() {
    if (receives_.empty()) return;
    mailbox_.withdraw(*receives_.front());
    receives_.erase(receives_.begin());
    for (const auto& r : receives_) mailbox_.withdraw(*r);
    for (const auto& r : receives_) mailbox_.post(*r);
  }

  RandomSource random_;
  std::vector<std::unique_ptr<RequestState>> receives_;  // pending, in the order posted
  Mailbox mailbox_;
  Ticks now_{1};
  std::array<Ticks, 4> last_{};
  std::int64_t sequence_ = 0;
};

TEST(Mailbox, GivesEachReceiveTheFirstMessageThatIsLeft) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    MailboxAndModel both(seed);
    for (int i = 0; i < 200; ++i) both.act();
    both.compare();
    if (HasFatalFailure()) return;
  }
}

TEST(Mailbox, FindsReceivesAgainAfterItHasForeseen) {
  Mailbox mailbox;
  std::vector<RequestState> receives;
  for (const Rank source : {any_source, 2, any_source, 3}) receives.push_back(receive_from(source, 0));
  for (RequestState& r : receives) mailbox.post(r);
  mailbox.settle(Ticks{9});
  for (int i = 0; i < 3; ++i) {
    Message* m = message_from(2, 0, i);
    m->asks = Ticks{10 + i};
    mailbox.deliver(m);
  }

  for (int times = 0; times < 2; ++times) {
    std::vector<const RequestState*> foreseen;
    mailbox.foresee([&](const RequestState& r, const Message&) {
      foreseen.push_back(&r);
      return true;
    });
    EXPECT_EQ(foreseen, (std::vector<const RequestState*>{&receives[0], &receives[1], &receives[2]}));
  }
  mailbox.settle(Ticks{12});
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_NE(receives[i].message, nullptr);
    EXPECT_EQ(receives[i].message->sequence, static_cast<std::int64_t>(i));
    discard(receives[i].message);
  }
}

constexpr std::uint64_t kMany = 10'000;

/// kMany receives, and the messages for them.
class CrowdedMailbox : public testing::Test {
 protected:
  CrowdedMailbox() {
    mailbox_.answer_in(answered_);
    for (std::uint64_t i = 0; i < kMany; ++i) {
      messages_.push_back(message_from(1, 0, static_cast<std::int64_t>(i)));
      messages_.back()->asks = Ticks{static_cast<std::int64_t>(10 + i)};
    }
  }
  ~CrowdedMailbox() override {
    for (Message* m : messages_) discard(m);
    discard(announced_);
  }
  void post(std::uint64_t count, Rank source) {
    receives_.assign(count, receive_from(source, 0));
    for (RequestState& r : receives_) mailbox_.post(r);
  }

  std::vector<Message*> messages_;
  Message* announced_ = message_from(1, 0, 0);
  std::vector<RequestState*> answered_;
  std::vector<RequestState> receives_;
  Mailbox mailbox_;
};

TEST_F(CrowdedMailbox, ForeseesEachPairByOneLookAtIt) {
  post(kMany, any_source);
  mailbox_.settle(Ticks{9});
  for (Message* m : messages_) static_cast<void>(mailbox_.deliver(m));
  std::uint64_t pairs = 0;
  mailbox_.foresee([&](const RequestState&, const Message&) { return ++pairs != 3; });
  EXPECT_EQ(mailbox_.visits(), 3U) << "no more than it was asked for";
  mailbox_.foresee([&](const RequestState&, const Message&) { return ++pairs != 0; });
  EXPECT_EQ(pairs, 3 + kMany);
  EXPECT_EQ(mailbox_.visits(), 3 + kMany);
  mailbox_.settle(Ticks{1'000'000});
  EXPECT_EQ(receives_.back().message, messages_.back());
}

TEST_F(CrowdedMailbox, LooksOnceAtEachExpectedMessageAndAtEachSentBeforeIt) {
  // every second one is announced, those between are on their way
  std::vector<Message*> on_their_way;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    if (i % 2 == 0) {
      on_their_way.push_back(messages_[i]);
    } else {
      messages_[i]->announces = announced_;
      mailbox_.expect(*messages_[i]);
    }
  }
  const auto before = [&](const Message& m) {
    return std::span<Message* const>(on_their_way).first(static_cast<std::size_t>(m.sequence / 2 + 1));
  };
  post(1, 1);
  mailbox_.match_expected(before);
  EXPECT_TRUE(answered_.empty()) << "the receive is that of a message on its way";
  EXPECT_LE(mailbox_.visits(), 2U) << "no more messages than there are receives for";
  mailbox_.withdraw(receives_.front());

  const std::uint64_t visits = mailbox_.visits();
  post(kMany, 1);
  mailbox_.match_expected(before);
  EXPECT_EQ(answered_.size(), kMany / 2);
  EXPECT_LE(mailbox_.visits() - visits, kMany);
  EXPECT_EQ(receives_[kMany - 1].message, messages_[kMany - 1]);
}

}  // namespace
}  // namespace toruscope::core
