// SPDX-License-Identifier: Apache-2.0
// Messages that meet on links: T3 (links), T7 (order), and which links a message takes.

#include "tests/support/timeline.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;
using Links = std::vector<std::pair<Node, Node>>;

MachineDescription described_ring(int p, std::int64_t ts, std::int64_t th) {
  return {.network = Network::ring, .sides = {p}, .ts = ts, .tw = 1, .th = th};
}

/// The lists of a machine of p PEs, of which only some do something.
template <class List>
std::vector<List> on(int p, std::vector<std::pair<Rank, List>> some) {
  std::vector<List> all(static_cast<std::size_t>(p));
  for (auto& [rank, list] : some) all[static_cast<std::size_t>(rank)] = std::move(list);
  return all;
}
Program programs(int p, std::vector<std::pair<Rank, PeProgram>> some) {
  return on(p, std::move(some));
}
Timeline clocks(int p, std::vector<std::pair<Rank, std::vector<std::int64_t>>> some) {
  return on(p, std::move(some));
}

Ticks wait_at(const Report& report, Node from, Node to) {
  for (const LinkReport& link : report.links)
    if (link.from == from && link.to == to) return link.wait;
  return kNever;
}

Links links_of(const Report& report) {
  Links links;
  for (const LinkReport& link : report.links) links.emplace_back(link.from, link.to);
  std::sort(links.begin(), links.end());
  return links;
}

/// The links that one message of no cost takes.
Links links_between(const MachineDescription& machine, Rank a, Rank b) {
  const int p = machine.pes();
  const Report report = expect_timeline(machine, programs(p, {{a, {send(b, 1)}}, {b, {recv(a)}}}),
                                        clocks(p, {{a, {0}}, {b, {0}}}));
  return links_of(report);
}

//   link 1->2   |10 ---- PE 1's, x 20 ---- 30|---- PE 0's, asked at 15 ---- 50|
//   PE 0        its tail has left at 30 all the same: the router takes in what must wait
TEST(Link, ServesWhoAsksFirst) {
  const Report report =
      expect_timeline(described_ring(8, 10, 5),
                      programs(8, {{0, {send(3, 20)}}, {1, {send(2, 20)}}, {2, {recv(1)}}, {3, {recv(0)}}}),
                      clocks(8, {{0, {30}}, {1, {30}}, {2, {35}}, {3, {60}}}));

  EXPECT_EQ(report.totals.link_conflicts, 1);
  EXPECT_EQ(wait_at(report, 1, 2), Ticks{15});
  EXPECT_EQ(wait_at(report, 2, 3), Ticks{0});
  const Account account{
      .startups = 1, .receives = 1, .messages = 1, .bytes = 20, .hops = 3, .latencies = 1, .link_wait = {15}};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

//   link 0->1   |10 -- PE 0's -- 30|
//   link 1->2        |15 -- PE 0's -- 35|-- PE 1's, asked at 15 too -- 55|
//   PE 2, PE 3   PE 0's is at PE 3 at 15 + 2 th + 20 = 45, PE 1's at PE 2 at 35 + th + 20 = 60
TEST(Link, ServesTheLowestSourceOfOneTick) {
  const Report report = expect_timeline(
      described_ring(8, 10, 5),
      programs(8, {{0, {send(3, 20)}}, {1, {compute(5), send(2, 20)}}, {2, {recv(1)}}, {3, {recv(0)}}}),
      clocks(8, {{0, {30}}, {1, {5, 35}}, {2, {60}}, {3, {45}}}));

  EXPECT_EQ(report.totals.link_conflicts, 1);
  EXPECT_EQ(wait_at(report, 1, 2), Ticks{20});
}

// What ends at a tick is free at that tick.
TEST(Link, IsFreeAtTheTickAtWhichItsMessageEnds) {
  const Report report = expect_timeline(
      described_ring(8, 10, 5),
      programs(8, {{0, {compute(15), send(3, 20)}}, {1, {send(2, 20)}}, {2, {recv(1)}}, {3, {recv(0)}}}),
      clocks(8, {{0, {15, 45}}, {1, {30}}, {2, {35}}, {3, {60}}}));

  EXPECT_EQ(report.totals.link_conflicts, 0);
}

TEST(Link, IsSharedByMessagesThatAreNoLongerThanNothing) {
  MachineDescription machine = described_ring(8, 10, 0);
  machine.tw = 0;

  const Report report = expect_timeline(
      machine, programs(8, {{0, {send(3, 20)}}, {1, {send(2, 20)}}, {2, {recv(1)}}, {3, {recv(0)}}}),
      clocks(8, {{0, {10}}, {1, {10}}, {2, {10}}, {3, {10}}}));

  EXPECT_EQ(report.totals.link_conflicts, 0);
}

// A buffered PE injects its second message while the first one still crosses the link that both
// take.
TEST(Link, CountsAWaitForTheOwnEarlierMessageAsAConflict) {
  MachineDescription machine = described_ring(8, 10, 5);
  machine.injection = Injection::buffered;

  const Report report =
      expect_timeline(machine, programs(8, {{0, {send(1, 20), send(1, 20)}}, {1, {recv(0), recv(0)}}}),
                      clocks(8, {{0, {10, 20}}, {1, {35, 55}}}));

  EXPECT_EQ(report.totals.link_conflicts, 1);
  EXPECT_EQ(wait_at(report, 0, 1), Ticks{10});
}

// PE 0's message waits on 1->2 for PE 1's and on 3->4 for PE 3's.
TEST(Link, CountsAMessageOnceHoweverOftenItWaits) {
  const Report report = expect_timeline(
      described_ring(12, 10, 5),
      programs(12, {{0, {send(4, 20)}},
                    {1, {send(2, 20)}},
                    {2, {recv(1)}},
                    {3, {compute(20), send(4, 20)}},
                    {4, {recv(3), recv(0)}}}),
      // 1->2 from 30, 2->3 from 35, 3->4 asked at 40, busy [30,50): there at 75; the port of PE 4
      // is free from 55.
      clocks(12, {{0, {30}}, {1, {30}}, {2, {35}}, {3, {20, 50}}, {4, {55, 85}}}));

  EXPECT_EQ(report.totals.link_conflicts, 1);
  EXPECT_EQ(wait_at(report, 1, 2), Ticks{15});
  EXPECT_EQ(wait_at(report, 3, 4), Ticks{10});
}

// With th = 0 all three are at 2->3 at tick 10, and are served by source.
//   link 1->2   |10 -- PE 0's -- 30|-- PE 1's -- 50|
//   link 2->3   |10 -- PE 0's -- 30|-- PE 2's -- 50|-- PE 1's -- 70|
TEST(OrderWithinATick, IsBySourceWhereHeadersComeInZeroTime) {
  const Report report = expect_timeline(
      described_ring(9, 10, 0),
      programs(9, {{0, {send(3, 20)}},
                   {1, {send(4, 20)}},
                   {2, {send(5, 20)}},
                   {3, {recv(0)}},
                   {4, {recv(1)}},
                   {5, {recv(2)}}}),
      // 0->1 at 10; 1->2: PE 0 at 10, PE 1 at 30; 2->3: PE 0 at 10, PE 2 at 30 (it asked at 10), PE
      // 1 at 50.
      clocks(9, {{0, {30}}, {1, {30}}, {2, {30}}, {3, {30}}, {4, {70}}, {5, {50}}}));

  EXPECT_EQ(report.totals.link_conflicts, 2);
}

// PE 0's message to PE 3 goes 0->4 by the wrap-around link, so it is on channel 1; PE 4's to PE 3
// is on channel 0 of the same link 4->3, which comes earlier in the order of channels: it goes
// first though its source is higher.
//   link 0->4   |10 -- PE 0's, channel 1 -- 30|
//   link 4->3   |10 -- PE 4's, channel 0 -- 30|-- PE 0's, asked at 10 -- 50|
//   PE 0's is through PE 3's port by 60 = 30 + ts + x.
TEST(OrderWithinATick, IsByChannelBeforeSource) {
  const Report report = expect_timeline(
      described_ring(5, 10, 0),
      programs(5, {{0, {send(3, 20)}}, {3, {round({}, {from(0), from(4)})}}, {4, {send(3, 20)}}}),
      clocks(5, {{0, {30}}, {3, {60}}, {4, {30}}}));

  EXPECT_EQ(wait_at(report, 4, 3), Ticks{20});
  EXPECT_EQ(report.links.at(0).wait, Ticks{0});
}

// As above with th = 1: PE 0's header is there at 11, PE 4's at 12; nothing is decided by the order
// of channels.
//   link 0->4   |10 -- PE 0's -- 30|
//   link 4->3     |11 -- PE 0's -- 31|-- PE 4's, asked at 12 -- 51|
TEST(OrderWithinATick, DoesNotMatterBetweenTicks) {
  const Report report = expect_timeline(
      described_ring(5, 10, 1),
      programs(5, {{0, {send(3, 20)}}, {3, {recv(0)}}, {4, {compute(2), send(2, 20)}}, {2, {recv(4)}}}),
      // 4->3: PE 0's from 11 to 31; PE 4's asked at 12, granted at 31, there at 31 + 2 + 20.
      clocks(5, {{0, {30}}, {2, {53}}, {3, {32}}, {4, {2, 32}}}));

  EXPECT_EQ(wait_at(report, 4, 3), Ticks{19});
}

// No time passes until PE 2 has heard from PE 1 and asks for 2->3; but PE 7's message has been
// granted that link in the pass before. An earlier grant stands, whatever source and channel.
//   link 2->3   |0 -- PE 7's, pass 1 -- 10|-- PE 2's, pass 2 -- 20|
TEST(ZeroLookahead, LetsAnEarlierPassOfTheSameTickStand) {
  const Report report = expect_timeline(
      described_ring(8, 0, 0),
      programs(8,
               {{1, {send(2, 0)}}, {2, {recv(1), send(3, 10)}}, {3, {recv(7), recv(2)}}, {7, {send(3, 10)}}}),
      clocks(8, {{1, {0}}, {2, {0, 10}}, {3, {10, 20}}, {7, {10}}}));

  EXPECT_EQ(report.totals.link_conflicts, 1);
  EXPECT_EQ(wait_at(report, 2, 3), Ticks{10});
}

// The same without the question to PE 1: both ask in one pass, and PE 2 goes first.
//   link 2->3   |0 -- PE 2's -- 10|-- PE 7's -- 20|
TEST(ZeroLookahead, OrdersThoseThatAskInOnePass) {
  const Report report = expect_timeline(
      described_ring(8, 0, 0), programs(8, {{2, {send(3, 10)}}, {3, {recv(2), recv(7)}}, {7, {send(3, 10)}}}),
      clocks(8, {{2, {10}}, {3, {10, 20}}, {7, {10}}}));

  EXPECT_EQ(report.totals.link_conflicts, 1);
}

TEST(ZeroLookahead, LetsAWholeChainOfPesPassInOneTick) {
  Program program(6);
  Timeline expected(6);
  for (Rank i = 0; i < 6; ++i) {
    auto& operations = program[static_cast<std::size_t>(i)];
    if (i > 0) operations.push_back(recv(i - 1));
    if (i < 5) operations.push_back(send(i + 1, 0));
    expected[static_cast<std::size_t>(i)].assign(operations.size(), 0);
  }

  expect_timeline(described_ring(6, 0, 0), program, expected);
}

TEST(RouteOfAMessage, TakesHalfARingInThePositiveDirection) {
  const MachineDescription machine{.network = Network::ring, .sides = {4}};

  EXPECT_EQ(links_between(machine, 3, 1), (Links{{0, 1}, {3, 0}}));
  EXPECT_EQ(links_between(machine, 1, 3), (Links{{1, 2}, {2, 3}}));
}

TEST(RouteOfAMessage, TakesTheShorterWayRound) {
  const MachineDescription machine{.network = Network::ring, .sides = {5}};

  EXPECT_EQ(links_between(machine, 0, 2), (Links{{0, 1}, {1, 2}}));
  EXPECT_EQ(links_between(machine, 0, 3), (Links{{0, 4}, {4, 3}}));
}

TEST(RouteOfAMessage, TakesDimensionZeroFirst) {
  const MachineDescription machine{.network = Network::torus, .sides = {3, 4}};

  // Rank = 4 row + column: from (0,0) to (1,3) by (1,0), then backwards round the row.
  EXPECT_EQ(links_between(machine, 0, 7), (Links{{0, 4}, {4, 7}}));
  EXPECT_EQ(links_between(machine, 7, 0), (Links{{3, 0}, {7, 3}}));
}

TEST(RouteOfAMessage, HasOneLinkEachWayOnASideOfTwoAndNoneOnASideOfOne) {
  const MachineDescription machine{.network = Network::torus, .sides = {2, 1, 2}};

  EXPECT_EQ(links_between(machine, 0, 3), (Links{{0, 2}, {2, 3}}));
  EXPECT_EQ(links_between(machine, 3, 0), (Links{{1, 0}, {3, 1}}));
}

}  // namespace
}  // namespace toruscope::test
