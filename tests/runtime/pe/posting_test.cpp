// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/posting.hpp"

#include "runtime/pe/tap.hpp"
#include "tests/runtime/pe/parts_of_one.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace toruscope::core {
namespace {

using test::message_from;

class PostingOfOne : public testing::Test, protected test::PartsOfOne {
 protected:
  Message* message(std::size_t bytes = 5) { return posting.message_of(std::span(buffer).first(bytes)); }
  detail::Destination into() { return {std::span(buffer).first(5), nullptr, nullptr}; }

  Group pair_{2, {0, 5}, {2}, Grid::none};
};

TEST_F(PostingOfOne, AddressesAMessageByTheRanksOfTheMachine) {
  pe.core().clock.time = Ticks{3};
  RequestState* request = posting.post_send({pair_, 2, 0}, 1, message(), 9, false);

  EXPECT_EQ(request->partner, 1);
  EXPECT_EQ(request->world_partner, 5);
  EXPECT_EQ(request->bytes, 5U);
  EXPECT_EQ(request->completion().time, Ticks{18});
  ASSERT_EQ(injected().size(), 1U);
  const Message& m = *injected()[0];
  EXPECT_EQ(m.source, 0);
  EXPECT_EQ(m.destination, 5);
  EXPECT_EQ(m.context, 2U);
  EXPECT_EQ(m.tag, 9);
  EXPECT_EQ(m.posted, Ticks{3});
}

TEST_F(PostingOfOne, PutsAMessageToThePeItselfIntoItsMailbox) {
  pe.core().clock.time = Ticks{3};
  Message* own = message();
  RequestState* request = posting.post_send(place, 0, own, 0, false);

  EXPECT_EQ(request->completion().time, Ticks{3}) << "in no time (T12)";
  EXPECT_TRUE(injected().empty());
  EXPECT_EQ(receives.mailbox().unclaimed(), std::vector<const Message*>{own});
}

TEST_F(PostingOfOne, ReturnsTheEndOfASendThatIsBookedAtOnce) {
  for (const Rank to : {1, 2, 0}) {
    Message* m = message();
    ASSERT_TRUE(posting.is_booked_at_once(*m));
    posting.fill_envelope(place, to, *m, 0);
    EXPECT_EQ(posting.post_at_once(m).time, Ticks{to * 15}) << "of the PE itself: its clock";
  }
}

TEST_F(PostingOfOne, KeepsThePostingTimeOfAReceiveUnlessThePeWaitsForIt) {
  RequestState* blocking = posting.post_receive(place, 1, into(), 0, true);
  RequestState* other = posting.post_receive(place, 2, into(), 0, false);
  pe.core().clock.time = Ticks{50};

  EXPECT_EQ(blocking->posted_at, &pe.core().clock);
  EXPECT_EQ(other->posted_at->time, Ticks{0});
  RequestState* both[] = {blocking, other};
  calls.release_all(both);
}

TEST_F(PostingOfOne, GivesAReceiveTheMessageThatWasThereBefore) {
  Message* m = message_from(pe, 1, 0, 0);
  static_cast<void>(receives.deliver(m));

  EXPECT_EQ(posting.post_receive(place, 1, into(), 0, true)->message, m);
}

/// Sends everything so many times.
class Copying final : public Tap {
 public:
  explicit Copying(std::size_t copies) : copies_(copies) {}
  std::vector<Sending> send(Sending asked) override {
    ++shown;
    return {copies_, asked};
  }
  std::size_t shown = 0;

 private:
  const std::size_t copies_;
};

TEST_F(PostingOfOne, SendsWhatATapMakesOfAMessageAndDoesNotShowItThat) {
  Copying twice{2};
  EXPECT_EQ(posting.exchange_tap(&twice), nullptr);
  Message* m = message();
  EXPECT_FALSE(posting.is_booked_at_once(*m));
  RequestState* request = posting.post_send(place, 1, m, 0, false);

  EXPECT_EQ(twice.shown, 1U);
  EXPECT_EQ(injected().size(), 2U);
  EXPECT_EQ(request->completion().time, Ticks{30}) << "the end of the last one";
  EXPECT_EQ(posting.tap(), &twice);
}

TEST_F(PostingOfOne, EndsASendThatATapDrops) {
  Copying none{0};
  posting.exchange_tap(&none);
  pe.core().clock.time = Ticks{3};

  EXPECT_EQ(posting.post_send(place, 1, message(), 0, false)->completion().time, Ticks{3});
  EXPECT_TRUE(injected().empty());
}

}  // namespace
}  // namespace toruscope::core
