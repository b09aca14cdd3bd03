// SPDX-License-Identifier: Apache-2.0
// T8 and T9: worms keep what lies behind them, routers have room for so many messages. ring:8, ts =
// 10, x = 20 for 20 bytes, th = 1; an undisturbed message over one link is there after 31.

#include "tests/runtime/clocks.hpp"
#include "tests/support/refusal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Parameters worm_machine(Switching switching) {
  return {.switching = switching, .ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
}

std::vector<char> worm_body(std::size_t bytes = 20) {
  return std::vector<char>(bytes);
}

/// Receives and notes the clock.
void receive(Communicator& comm, Clocks& clocks, const std::vector<Rank>& sources) {
  for (const Rank from : sources) {
    static_cast<void>(comm.recv<char>(from));
    clocks.note(comm);
  }
}

/// Sends and notes the clock.
void send(Communicator& comm, Clocks& clocks, Rank to, std::size_t bytes = 20) {
  comm.send(to, worm_body(bytes));
  clocks.note(comm);
}

//   link 0>1   |10 --- x ---|30
//   link 1>2    |11 --- x ---|31
//   link 2>3     |12 --- x ---|32   there at 33
TEST(Worm, UndisturbedIsLikeAMessageCutThrough) {
  expect_on_ring(worm_machine(Switching::wormhole), {{30}, {}, {}, {33}},
                 [](Communicator& comm, Clocks& clocks) {
                   if (comm.rank() == 0) send(comm, clocks, 3);
                   if (comm.rank() == 3) receive(comm, clocks, {0});
                 });
}

/// PE 1 fills link 1>2 for 60 ticks; behind it stands PE 0's worm, on link 0>1, which PE 7 wants
/// too.
void three_in_a_row(Communicator& comm, Clocks& clocks) {
  if (comm.rank() == 1) send(comm, clocks, 2, 60);
  if (comm.rank() == 0) send(comm, clocks, 2);
  if (comm.rank() == 7) send(comm, clocks, 1);
  if (comm.rank() == 1) receive(comm, clocks, {7});
  if (comm.rank() == 2) receive(comm, clocks, {1, 0});
}

//   link 1>2   |10 ---- 60 of PE 1 ----|70 - PE 0 -|90
//   link 0>1   |10 -- x --|30 ... channel 0 is held until r_0 = e_1 + x - th = 70 + 20 - 1 = 89:
//              PE 0 waits so long. PE 7's worm came over the wrap-around link, so it is on
//              channel 1 and passes at 30: r_0 = 49, there at 51
//   PE 2       from 1 at 71; from 0 at the mailbox at 91, through the port [71, 101)
TEST(Worm, KeepsItsChannelsWhereItWaits) {
  const Report report = expect_on_ring(worm_machine(Switching::wormhole),
                                       {{89}, {70, 70}, {71, 101}, {}, {}, {}, {}, {49}}, three_in_a_row);
  EXPECT_EQ(report.totals.link_conflicts, 2);
}

//   with one channel PE 7's worm is granted link 0>1 at 89: r_0 = 108, there at 110
TEST(Worm, KeepsTheWholeLinkIfThatHasOneChannel) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.virtual_channels = 1;
  expect_on_ring(parameters, {{89}, {70, 110}, {71, 101}, {}, {}, {}, {}, {108}}, three_in_a_row);
}

TEST(Worm, HoldsNoPortIfTheRouterTakesItOver) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.injection = Injection::buffered;
  expect_on_ring(parameters, {{10}, {10, 51}, {71, 91}, {}, {}, {}, {}, {10}}, three_in_a_row);
}

//   PE 0   to 2 [0, 89)      to 7, posted at 10, begins at 89: over at 119, there at 120
TEST(Worm, HoldsTheSendPortUntilItsTailHasLeft) {
  const Report report =
      expect_on_ring(worm_machine(Switching::wormhole), {{10, 20, 119}, {70}, {71, 101}, {}, {}, {}, {}, {120}},
                     [](Communicator& comm, Clocks& clocks) {
                       if (comm.rank() == 1) send(comm, clocks, 2, 60);
                       if (comm.rank() == 2) receive(comm, clocks, {1, 0});
                       if (comm.rank() == 7) receive(comm, clocks, {0});
                       if (comm.rank() != 0) return;
                       Request first = comm.isend(2, worm_body());
                       clocks.note(comm);
                       Request second = comm.isend(7, worm_body());
                       clocks.note(comm);
                       comm.wait_all(first, second);
                       clocks.note(comm);
                     });
  EXPECT_EQ(report.pes[0].port_wait, Ticks{79});
}

//   th = 15: a link stores 15 of the 20 ticks, so a wait at link 2>3 (until 110) holds link 1>2 but
//   not link 0>1:
//   r_1 = 110 + 20 - 15 = 115, r_0 = 30; there at 110 + 15 + 20 = 145, through the port [125, 155)
TEST(Worm, LeavesWhatItsTailHasPassedOnTheLinks) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.th = Ticks{15};
  expect_on_ring(parameters, {{30}, {}, {110}, {125, 155}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 2) send(comm, clocks, 3, 100);
    if (comm.rank() == 0) send(comm, clocks, 3);
    if (comm.rank() == 3) receive(comm, clocks, {2, 0});
  });
}

/// Every PE sends to the one two further on.
void shift_by_two_noted(Communicator& comm, Clocks& clocks) {
  std::vector<char> got(20);
  comm.sendrecv((comm.rank() + 2) % 4, worm_body(), (comm.rank() + 2) % 4, got);
  clocks.note(comm);
}

//   all are on their first link at 10. PE 3's worm is on channel 1: it waits for link 0>1 only,
//   until 30, and lets PE 2's go at 49, that one PE 1's at 68, that one PE 0's at 87. Tails leave
//   at 106, 87, 68, 49.
TEST(Worm, GoesRoundARingWithTwoChannels) {
  expect_clocks(ring(4), worm_machine(Switching::wormhole), {{106}, {87}, {108}, {89}}, shift_by_two_noted);
}

TEST(NetworkDeadlock, OfWormsOnARingWithOneChannelIsExplained) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.virtual_channels = 1;
  std::string first;
  for (const Execution& execution : many_executions()) {
    Clocks clocks(4);
    try {
      Machine(ring(4), parameters, execution).run([&](Communicator& comm) {
        shift_by_two_noted(comm, clocks);
      });
      FAIL() << "it came to an end";
    } catch (const DeadlockError& error) {
      EXPECT_EQ(error.where(), DeadlockError::Where::network);
      EXPECT_TRUE(first.empty() || first == error.what()) << error.what();
      first = error.what();
    }
  }
  EXPECT_THAT(
      first,
      AllOf(
          HasSubstr("network deadlock at 11 steps: 4 messages wait in the network"),
          HasSubstr("  0 -> 2 (tag 0, 20 bytes) holds 0 -> 1 (+0) channel 0, wants 1 -> 2 (+0) channel 0, held "
                    "by 1 -> 3\n"),
          HasSubstr("  cycle: 0 -> 2, 1 -> 3, 2 -> 0, 3 -> 1, and the first again\n")));
}

// Up to the common switch and down again: the channels are acyclic, however little room there is.
TEST(NetworkDeadlock, CannotBeOnATree) {
  for (const Switching switching :
       {Switching::wormhole, Switching::cut_through, Switching::store_and_forward}) {
    Parameters parameters = worm_machine(switching);
    parameters.ports = k_ports(5);
    parameters.virtual_channels = 1;
    parameters.buffers = switching == Switching::wormhole ? 0 : 1;
    const Report report = Machine(tree(6), parameters).run([](Communicator& comm) {
      const std::vector<char> out = worm_body();
      std::vector<std::vector<char>> in(6, worm_body());
      comm.round([&](Round& round) {
        for (Rank partner = 0; partner < comm.size(); ++partner) {
          if (partner == comm.rank()) continue;
          round.send(partner, out);
          round.recv(partner, in[static_cast<std::size_t>(partner)]);
        }
      });
    });
    EXPECT_EQ(report.totals.messages, 30);
    EXPECT_GT(report.totals.link_conflicts, 0);
  }
}

TEST(NetworkDeadlock, IsNotSaidOfAProgramThatWaitsForItself) {
  try {
    Machine(ring(4), worm_machine(Switching::wormhole)).run([](Communicator& comm) {
      static_cast<void>(comm.recv<char>((comm.rank() + 1) % 4));
    });
    FAIL() << "it came to an end";
  } catch (const DeadlockError& error) {
    EXPECT_EQ(error.where(), DeadlockError::Where::program);
    EXPECT_THAT(error.what(), HasSubstr("cycle 0 -> 1 -> 2 -> 3 -> 0"));
  }
}

/// PE 1 fills link 1>2; behind it come two messages of PE 0.
void two_behind_one(Communicator& comm, Clocks& clocks) {
  if (comm.rank() == 1) send(comm, clocks, 2, 60);
  if (comm.rank() == 0) {
    send(comm, clocks, 2);
    send(comm, clocks, 2);
  }
  if (comm.rank() == 2) receive(comm, clocks, {1, 0, 0});
}

Report with_buffers(Switching switching, int buffers, std::vector<std::vector<std::int64_t>> clocks,
                    const std::function<void(Communicator&, Clocks&)>& program) {
  Parameters parameters = worm_machine(switching);
  parameters.buffers = buffers;
  return expect_on_ring(parameters, std::move(clocks), program);
}

//   slot behind 1>2   |10 --- PE 1's, until its tail is gone and one hop more ---|72 - PE 0's
//   link 1>2          |10 ---- 60 ----|70    |72 -- x --|92    |94 -- x --|114
//   slot behind 0>1   |10 -- PE 0's first, its tail leaves at 92 ---------------------|93 - second
//   link 0>1          |10 -- x --|30                                                  |93 -- x --|
TEST(Buffers, LetAMessageIntoALinkOnlyWithRoomBehindIt) {
  const Report report =
      with_buffers(Switching::cut_through, 1, {{30, 60}, {70}, {71, 101, 131}}, two_behind_one);
  EXPECT_EQ(report.links[0].wait, Ticks{93 - 40});
  EXPECT_EQ(report.links[1].wait, Ticks{72 - 11});
}

TEST(Buffers, OfTwoMessagesLetTheSecondInBehindTheFirst) {
  const Report report =
      with_buffers(Switching::cut_through, 2, {{30, 60}, {70}, {71, 101, 131}}, two_behind_one);
  EXPECT_EQ(report.links[0].wait, Ticks{0});
  EXPECT_EQ(report.links[1].wait, Ticks{(70 - 11) + (90 - 41)});
}

//   first   link 0>1 at 10, link 1>2 at 31, gone from router 1 at 51, one hop: room at 52
//   second  asks for link 0>1 at 40, gets it at 52, link 1>2 at 73: there at 94
TEST(Buffers, HoldStoredMessagesToo) {
  const Report report = with_buffers(Switching::store_and_forward, 1, {{30, 60}, {}, {52, 94}},
                                     [](Communicator& comm, Clocks& clocks) {
                                       if (comm.rank() == 0) {
                                         send(comm, clocks, 2);
                                         send(comm, clocks, 2);
                                       }
                                       if (comm.rank() == 2) receive(comm, clocks, {0, 0});
                                     });
  EXPECT_EQ(report.links[0].wait, Ticks{52 - 40});
}

//   PE 0's worm finds room behind link 0>1, PE 7's behind link 7>0: their tails leave at 30,
//   whatever the next links do
TEST(Buffers, TakeAWormInWhole) {
  with_buffers(Switching::wormhole, 1, {{30}, {70, 70}, {71, 101}, {}, {}, {}, {}, {30}}, three_in_a_row);
}

//   ts = 0, th = 10; PE 1 fills link 1>2 for 300 ticks. PE 0 sends 40 bytes to 1, then 5, 50 to 2
//   slot behind 0>1   |0 ---- the first ---------|60 --- the second ------------------------|315
//   link 0>1          |0 ------ 40 ------|40 5|  |60 --- 50 ---|110
//   link 1>2          |300 5|305 ------ 50 ------|355
//   The second, whose header came to router 1 at 50, holds its channel until it has the slot. The
//   third has none: r_0 = 305 + 50 - 10 = 345.
TEST(Buffers, TakeInAWormThatIsNoLongerThanAHop) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.ts = Ticks{0};
  parameters.th = Ticks{10};
  parameters.buffers = 1;
  expect_on_ring(parameters, {{40, 60, 345}, {300, 300}, {310, 315, 365}},
                 [](Communicator& comm, Clocks& clocks) {
                   if (comm.rank() == 0) send(comm, clocks, 1, 40);
                   if (comm.rank() == 0) send(comm, clocks, 2, 5);
                   if (comm.rank() == 0) send(comm, clocks, 2, 50);
                   if (comm.rank() == 1) send(comm, clocks, 2, 300);
                   if (comm.rank() == 1) receive(comm, clocks, {0});
                   if (comm.rank() == 2) receive(comm, clocks, {1, 0, 0});
                 });
}

/// On a line of three PE 1 fills link 1>2 for 60 ticks; behind it come ten worms of PE 0.
void ten_behind_one(Communicator& comm, std::size_t bytes, Ticks& sent) {
  const std::vector<char> out(bytes);
  for (int i = 0; i < 10; ++i) {
    if (comm.rank() == 0) comm.send(2, out);
    if (comm.rank() == 1 && i == 0) comm.send(2, worm_body(60));
    if (comm.rank() == 2 && i == 0) static_cast<void>(comm.recv<char>(1));
    if (comm.rank() == 2) static_cast<void>(comm.recv<char>(0));
  }
  if (comm.rank() == 0) sent = comm.now();
}

//   1 byte    r_0 of the first = e_1 = 60; the next enters link 0>1 then, and each follows 1 later:
//             the last at 69
//   2 bytes   r_0 of the first = 60 + 2 - 1 = 61; each follows 2 later: 79
TEST(Worm, HoldsItsChannelHoweverShortItIs) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.ts = Ticks{0};
  for (const Execution& execution : many_executions())
    for (const auto& [bytes, last] :
         {std::pair(std::size_t{1}, Ticks{69}), std::pair(std::size_t{2}, Ticks{79})}) {
      Ticks sent;
      Machine(line(3), parameters, execution).run([&, bytes = bytes](Communicator& comm) {
        ten_behind_one(comm, bytes, sent);
      });
      EXPECT_EQ(sent, last) << bytes;
    }
}

//   th = 50, x = 8: link 0>1 is free again at 18, its channel when the header has the next link:
//   r_0 = e_1 = 60
TEST(Worm, UndisturbedHoldsItsChannelForAHop) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.th = Ticks{50};
  expect_on_ring(parameters, {{60, 70, 78}, {}, {118}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 2) receive(comm, clocks, {0});
    if (comm.rank() == 7) static_cast<void>(comm.recv<char>(0));
    if (comm.rank() != 0) return;
    send(comm, clocks, 2, 8);
    Request next = comm.isend(7, worm_body(8));
    clocks.note(comm);
    comm.wait(next);
    clocks.note(comm);
  });
}

//   flit = 16: links, ports and the account see 16 bytes, totals the 2 that were sent: there at 10
//   + 2 + 16 = 28
TEST(Worm, IsNoShorterThanAFlit) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.flit = 16;
  const auto two_bytes = [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 0) send(comm, clocks, 2, 2);
    if (comm.rank() == 2) receive(comm, clocks, {0});
  };
  const Report report = expect_on_ring(parameters, {{26}, {}, {28}}, two_bytes);
  EXPECT_EQ(report.finish.account.bytes, 16);
  EXPECT_EQ(report.totals.bytes, 2);
  EXPECT_EQ(report.links[0].bytes, 2);
  parameters.th_of = {Ticks{1}};
  parameters.slow = {{.from = 1, .to = 2, .factor = 2}};
  expect_on_ring(parameters, {{42}, {}, {44}}, two_bytes);
  parameters.slow.clear();
  parameters.switching = Switching::cut_through;
  expect_on_ring(parameters, {{12}, {}, {14}}, two_bytes);
}

// PE 1's reception takes its port from 0 to 2, and its send starts g after that began: the account
// knows the flit.
TEST(Flits, CountWhereASendWaitsForTheGapFromTheBeginningOfAReception) {
  Parameters parameters{.ports = half_port, .tw = Ticks{1}, .gap = Ticks{3}, .tick = Time{}};
  parameters.switching = Switching::wormhole;
  parameters.flit = 2;
  const Report report = Machine(line(2), parameters).run([](Communicator& comm) {
    std::vector<char> one(1);
    if (comm.rank() == 0) {
      comm.send(1, one);
      comm.recv(1, one);
    } else {
      comm.recv(0, one);
      comm.send(0, one);
    }
  });

  EXPECT_EQ(report.finish.time, Ticks{5});
  EXPECT_EQ(report.finish.account.bytes, 2);
  EXPECT_EQ(report.finish.account.gap, Ticks{3});
}

TEST(NetworkDeadlock, IsOfWormsHoweverShort) {
  Parameters parameters = worm_machine(Switching::wormhole);
  parameters.virtual_channels = 1;
  parameters.th = Ticks{50};
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{8}, std::size_t{51}})
    EXPECT_THROW(Machine(ring(4), parameters).run([&](Communicator& comm) {
      std::vector<char> got(bytes);
      comm.sendrecv((comm.rank() + 2) % 4, worm_body(bytes), (comm.rank() + 2) % 4, got);
    }),
                 DeadlockError)
        << bytes;
}

TEST(Flow, IsRefusedWhereItCannotBe) {
  Parameters parameters = worm_machine(Switching::cut_through);
  parameters.buffers = 0;
  EXPECT_THAT(refusal(ring(4), parameters),
              HasSubstr("buffers: with cut-through switching 1 to 1048576 messages, got 0"));
  parameters.buffers = 1;
  parameters.th = Ticks{0};
  EXPECT_THAT(refusal(ring(4), parameters), HasSubstr("buffers: a hop must take time"));
  parameters = worm_machine(Switching::wormhole);
  parameters.flit = -1;
  EXPECT_THAT(refusal(ring(4), parameters), HasSubstr("flit: a number of bytes is not negative, got -1"));
  parameters.flit = std::int64_t{1} << 50;
  EXPECT_THAT(refusal(ring(4), parameters),
              AllOf(HasSubstr("flit: one of 1125899906842624 bytes takes more than 2^45 ticks"),
                    HasSubstr("give fewer bytes")));
  parameters.flit = 0;
  parameters.virtual_channels = 5;
  EXPECT_THAT(refusal(ring(4), parameters), HasSubstr("virtual channels: 1 to 4 of each link, got 5"));
  parameters.virtual_channels = 1;
  parameters.th = Ticks{0};
  EXPECT_THAT(refusal(ring(4), parameters),
              HasSubstr("virtual channels: with 1 the links of a ring of 4 have a cyclic dependency"));
  EXPECT_EQ(refusal(ring(3), parameters), "");
  parameters.buffers = 0;
  parameters.virtual_channels = 2;
  EXPECT_EQ(refusal(ring(4), parameters), "");
}

}  // namespace
}  // namespace toruscope::test
