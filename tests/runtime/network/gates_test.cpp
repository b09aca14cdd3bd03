// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/gates.hpp"

#include <array>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

constexpr Flow kTwoOfFour{.channels = 4, .step = 2, .slots = 1};

TEST(Gates, ThoseWhoWaitGoInTheOrderOfAskingByLowestChannel) {
  std::array<Transit, 4> headers;
  Gate gate;
  EXPECT_FALSE(gate.is_awaited());
  for (std::size_t i = 0; i < headers.size(); ++i) {
    headers[i].lowest_channel = i == 1 ? 1 : 0;
    gate.put(&headers[i]);
  }

  EXPECT_TRUE(gate.ends_with(&headers[3], 0));
  EXPECT_TRUE(gate.ends_with(&headers[1], 1));
  for (const std::size_t i : {0U, 2U, 3U}) {
    EXPECT_EQ(gate.first[0], &headers[i]);
    gate.take_first(0);
  }
  EXPECT_TRUE(gate.is_awaited());
  gate.take_first(1);
  EXPECT_FALSE(gate.is_awaited());
}

TEST(Gates, AHeaderMayTakeEveryOtherChannelFromItsLowestOn) {
  const LinkTable links(2, 1);
  Gates gates(links, kTwoOfFour);
  Transit header;
  header.lowest_channel = 1;
  Gate& gate = gates[0];
  gate.open = {Ticks{}, Ticks{9}, Ticks{}, Ticks{5}};

  EXPECT_EQ(gates.opens(gate), kNever) << "nobody waits";
  gate.put(&header);

  EXPECT_EQ(gates.opens(gate), Ticks{5});
  EXPECT_EQ(gates.free_channel(gate, 1, Ticks{4}), -1);
  EXPECT_EQ(gates.free_channel(gate, 1, Ticks{5}), 3);
  EXPECT_EQ(gates.free_channel(gate, 1, Ticks{9}), 1);
  EXPECT_EQ(gates.free_channel(gate, 0, Ticks{0}), 0);
}

TEST(Gates, EachChannelHasSlotsOfItsOwn) {
  const LinkTable links(3, 70);  // many ports: made by blocks
  Gates gates(links, kTwoOfFour);

  gates.room(links.index(2, 69), 3).slots.take(Ticks{});

  EXPECT_EQ(gates.room(links.index(2, 69), 3).slots.available(), kNever);
  EXPECT_EQ(gates.room(links.index(2, 69), 2).slots.available(), Ticks{});
  EXPECT_EQ(gates.room(links.index(2, 68), 3).slots.available(), Ticks{});
}

/// A worm that takes 5 ticks on links of 2: docs/rules.md, T8.
TEST(Transits, AWormsTailPassesWhenItsHeaderIsFarEnough) {
  Message message;
  message.hops_left = 4;
  message.x = Ticks{5};
  message.legs.assign(Route{{.port = 0, .steps = 4, .virtual_channel = 0}});
  Transits transits(0);
  Transit& worm = *transits.begin(&message, Flow{});
  const auto enter = [&](std::int64_t when) {
    Transit::Hop& hop = worm.hops.emplace_back();
    hop.entered = Ticks{when};
    hop.th = Ticks{2};
  };

  enter(10);
  EXPECT_EQ(worm.tail_passes(0), kNever);
  EXPECT_EQ(worm.leaves_after(Ticks{12}), Ticks{15});
  enter(20);
  EXPECT_EQ(worm.tail_passes(0), kNever);
  enter(22);
  EXPECT_EQ(worm.tail_passes(0), Ticks{23}) << "20 + 5 - 2, and 22 + 5 - 4";
  EXPECT_EQ(worm.tail_passes(1), kNever);

  worm.unfinished = 1;
  worm.drop_finished();
  EXPECT_EQ(worm.kept(), 3) << "the last that is finished gives its slot back later";
  EXPECT_EQ(worm.hops_left(), 1);
  enter(40);
  EXPECT_EQ(worm.tail_passes(1), Ticks{41}) << "40 + 5 - 4";
  EXPECT_EQ(worm.tail_passes(3), Ticks{45}) << "the last link";

  worm.unfinished = 4;
  worm.drop_finished();
  EXPECT_EQ(worm.kept(), 1);
  EXPECT_EQ(worm.hops_left(), 0);
  worm.message = nullptr;
  transits.for_each([](const Transit&) { ADD_FAILURE() << "no message is under way"; });
  transits.end(&worm);
  EXPECT_EQ(transits.begin(&message, Flow{}), &worm) << "it is used again";
}

/// A worm that takes 2 ticks on links of 3: its channel is free when its header has the next link,
/// or when it is in a buffer.
TEST(Transits, AWormNoLongerThanAHopHoldsTheChannelOfItsHeader) {
  Message message;
  message.hops_left = 3;
  message.x = Ticks{2};
  message.legs.assign(Route{{.port = 0, .steps = 3, .virtual_channel = 0}});
  Transits transits(0);
  Transit& worm = *transits.begin(&message, Flow{});
  const auto enter = [&](std::int64_t when) -> Transit::Hop& {
    Transit::Hop& hop = worm.hops.emplace_back();
    hop.entered = Ticks{when};
    hop.th = Ticks{3};
    return hop;
  };

  Transit::Hop& first = enter(10);
  EXPECT_EQ(worm.tail_passes(0), kNever);
  EXPECT_EQ(worm.leaves_after(Ticks{11}), Ticks{12});
  EXPECT_EQ(worm.leaves_after(Ticks{20}), Ticks{20});
  first.has_slot = true;
  EXPECT_EQ(worm.tail_passes(0), Ticks{13}) << "all of it has room: as if it went on after a hop";
  first.buffered_at = Ticks{17};
  EXPECT_EQ(worm.tail_passes(0), Ticks{17});
  first.has_slot = false;
  first.buffered_at = kNever;
  enter(20);
  EXPECT_EQ(worm.tail_passes(0), Ticks{20});
  EXPECT_EQ(worm.tail_passes(1), kNever);
  enter(23);
  EXPECT_EQ(worm.tail_passes(1), Ticks{23});
  EXPECT_EQ(worm.tail_passes(2), Ticks{25}) << "the last link";
  worm.message = nullptr;
}

}  // namespace
}  // namespace toruscope::core
