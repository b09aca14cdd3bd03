// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/block_sizes.hpp"
#include "collectives/shapes/reach.hpp"
#include "collectives/shapes/spread_time.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace toruscope {
namespace {

Parameters unit(Injection injection = Injection::direct, int k = 1) {
  Parameters costs = preset("unit");
  costs.tw = Ticks{1};
  costs.injection = injection;
  costs.ports = k_ports(k);
  return costs;
}

Case on(const TopologyPtr& topology, std::size_t bytes, Injection injection = Injection::direct, int k = 1) {
  return case_of(*topology, unit(injection, k), bytes);
}

// The paper's Lemma 1: N1^3 / 8 blocks on N1 x N1, once that exceeds the p - 1 of one port.
TEST(AlltoallBound, IsTheLargerOfPortAndLinkBound) {
  EXPECT_EQ(Alltoall::bound(on(torus(4, 4), 1))->bytes, 15);
  EXPECT_EQ(Alltoall::bound(on(torus(8, 8), 1))->bytes, 64);
  EXPECT_EQ(Alltoall::bound(on(torus(16, 16), 1))->bytes, 512);
  EXPECT_EQ(Alltoall::bound(on(torus(128, 128), 1))->bytes, 262144);
  EXPECT_EQ(Alltoall::bound(on(complete(16), 1))->bytes, 15);
}

// floor(9^2/4)/(2 9) 81 = 90; a side of 2 has one link each way, so half of all blocks pass one per
// PE.
TEST(AlltoallBound, IsExactForOddSidesAndSidesOfTwo) {
  EXPECT_EQ(Alltoall::bound(on(torus(9, 9), 1))->bytes, 90);
  EXPECT_EQ(Alltoall::bound(on(ring(2), 1))->bytes, 1);
  EXPECT_EQ(Alltoall::bound(on(ring(15), 1))->bytes, 28);
  EXPECT_EQ(Alltoall::bound(on(torus(2, 15), 1))->bytes, 56);
}

TEST(AlltoallBound, IsTheLargerOfStartupsAndBytesInTicks) {
  EXPECT_EQ(Alltoall::bound(on(ring(8), 1))->ticks, Ticks{1 + 8});
  EXPECT_EQ(Alltoall::bound(on(ring(8), 4))->ticks, Ticks{1 + 32});
  EXPECT_EQ(Alltoall::bound(on(ring(1), 4))->ticks, Ticks{0});
}

// What is counted is in the ticks: startups, or bytes with a latency beside them, which here has
// the way to the farthest PE.
TEST(BroadcastBound, SaysWhetherItCountsStartupsOrBytes) {
  using Counted = Bound::Counted;
  EXPECT_EQ(Broadcast::bound(on(ring(9), 2))->counted, (Counted{.startups = 4}));
  EXPECT_EQ(Broadcast::bound(on(ring(9), 100))->counted, (Counted{.bytes = 100}));
  EXPECT_EQ(Broadcast::bound(on(ring(1), 100))->counted, Counted{});
  Parameters far = unit();
  far.th = Ticks{1000};  // far more than all bytes take
  const Bound bound = *Broadcast::bound(case_of(*ring(9), far, 100));
  EXPECT_EQ(bound.counted, (Counted{.bytes = 100}));
  EXPECT_EQ(bound.ticks, Ticks{1 + 4 * 1000 + 100});
}

TEST(BroadcastBound, IsCeilLog2StartupsOrAllBytes) {
  EXPECT_EQ(Broadcast::bound(on(ring(9), 2))->ticks, Ticks{4});
  EXPECT_EQ(Broadcast::bound(on(ring(9), 100))->ticks, Ticks{1 + 100});
  EXPECT_EQ(Broadcast::bound(on(ring(1), 100))->ticks, Ticks{0});
}

// A buffered port is not held for the bytes: the root's blocks may leave by several links side by
// side.
TEST(ScatterBound, IsWhatOnePeReceivesOnABufferedMachine) {
  EXPECT_EQ(Scatter::bound(on(complete(9), 100))->ticks, Ticks{1 + 800});
  EXPECT_EQ(Scatter::bound(on(complete(9), 100, Injection::buffered))->ticks, Ticks{1 + 100});
}

// p - 1 buffered messages of no length may arrive at one PE at the same tick.
TEST(ReduceBound, OfABufferedMachineIsOneStartup) {
  EXPECT_EQ(Reduce::bound(on(complete(9), 1))->ticks, Ticks{4});
  EXPECT_EQ(Reduce::bound(on(complete(9), 1, Injection::buffered))->ticks, Ticks{1 + 1});

  Parameters buffered = preset("unit");
  buffered.injection = Injection::buffered;
  const Report gather = Machine(complete(9), buffered).run([](Communicator& comm) {
    std::vector<std::byte> nothing;
    if (comm.rank() > 0)
      comm.send(0, nothing);
    else
      for (Rank r = 1; r < comm.size(); ++r) comm.recv(r, nothing);
  });
  EXPECT_EQ(gather.finish.time, Ticks{1});
}

TEST(BarrierBound, IsCeilLog2Startups) {
  EXPECT_EQ(Barrier::bound(on(torus(3, 5), 0))->ticks, Ticks{4});
  EXPECT_EQ(Barrier::bound(on(ring(1), 0))->ticks, Ticks{0});
}

// The first value reaches all PEs that have values: 4 doublings for 9, 2 for 3, none for 1.
TEST(ScanBound, IsASpreadFromTheFirstValue) {
  EXPECT_EQ(Scan::bound(on(complete(9), 1))->ticks, Ticks{4});
  EXPECT_EQ(Scan::bound(on(complete(9), 100))->ticks, Ticks{1 + 100});
  EXPECT_EQ(Exscan::bound(on(complete(9), 1))->ticks, Ticks{4});
  Case few = on(complete(9), 1);
  few.values = 3;
  EXPECT_EQ(Scan::bound(few)->ticks, Ticks{2});
  few.values = 1;
  EXPECT_EQ(Exscan::bound(few)->ticks, Ticks{0});
}

// 8 blocks of 100 bytes through one port, through 4, through the 2 links of a ring, the 4 of a
// torus.
TEST(GatherBound, IsWhatTheRootsPortsAndLinksLetThrough) {
  EXPECT_EQ(Gather::bound(on(complete(9), 100))->ticks, Ticks{1 + 800});
  EXPECT_EQ(Gather::bound(on(complete(9), 100, Injection::direct, 4))->ticks, Ticks{1 + 200});
  EXPECT_EQ(Gather::bound(on(ring(9), 100, Injection::direct, 4))->ticks, Ticks{1 + 400});
  EXPECT_EQ(Gather::bound(on(torus(3, 3), 100, Injection::direct, 8))->ticks, Ticks{1 + 200});
  EXPECT_EQ(Gather::bound(on(complete(9), 0))->ticks, Ticks{0});
}

TEST(ScatterBound, IsThatOfTheRootsLinksOnABufferedMachine) {
  EXPECT_EQ(Scatter::bound(on(ring(9), 100))->ticks, Ticks{1 + 800});
  EXPECT_EQ(Scatter::bound(on(ring(9), 100, Injection::buffered))->ticks, Ticks{1 + 400});
}

TEST(AllgatherBound, IsOneReceivedBlockOfEveryOtherPe) {
  EXPECT_EQ(Allgather::bound(on(ring(8), 10))->ticks, Ticks{1 + 70});
  EXPECT_EQ(Allgather::bound(on(ring(8), 10, Injection::direct, 2))->ticks, Ticks{1 + 35});
  EXPECT_EQ(Allgather::bound(on(ring(8), 10, Injection::direct, 3))->ticks, Ticks{1 + 35});
  EXPECT_EQ(Allgather::bound(on(ring(8), 0))->ticks, Ticks{0});
}

TEST(ReduceScatterBound, IsOneSentBlockForEveryOtherPe) {
  EXPECT_EQ(ReduceScatter::bound(on(complete(5), 10))->ticks, Ticks{1 + 40});
  EXPECT_EQ(ReduceScatter::bound(on(complete(5), 10, Injection::direct, 3))->bytes, 14);
}

/// Fewest one-way calls after which each of n knows what all knew: knows[i] is what i knows.
int fewest_calls(int n) {
  using State = std::vector<unsigned>;
  const unsigned everything = (1U << n) - 1;
  State alone;
  for (int i = 0; i < n; ++i) alone.push_back(1U << i);
  std::set<State> reached{alone};
  for (int calls = 0;; ++calls) {
    std::set<State> next;
    for (const State& state : reached) {
      if (std::all_of(state.begin(), state.end(), [&](unsigned k) { return k == everything; })) return calls;
      for (std::size_t from = 0; from < state.size(); ++from)
        for (std::size_t to = 0; to < state.size(); ++to) {
          State told = state;
          told[to] |= told[from];
          if (told != state) next.insert(std::move(told));
        }
    }
    reached = std::move(next);
  }
}

// 2 (p - 1) transfers of every byte on p PEs, found by trying all: with p bytes that is the bound
// of one PE.
TEST(AllreduceBound, IsAPesShareOfTheFewestTransfers) {
  for (const int p : {2, 3, 4}) {
    EXPECT_EQ(fewest_calls(p), 2 * (p - 1));
    EXPECT_EQ(Allreduce::bound(on(complete(p), static_cast<std::size_t>(p)))->bytes, fewest_calls(p)) << p;
  }
  EXPECT_EQ(Allreduce::bound(on(complete(4), 100))->ticks, Ticks{1 + 150});
  EXPECT_EQ(Allreduce::bound(on(complete(4), 1))->ticks, Ticks{1 + 2});
}

// Lemma 1 from the distances themselves: all blocks' steps along a dimension, shared by its links.
TEST(AlltoallBound, IsTheMeanLoadOfTheLinksOfADimension) {
  for (const auto& sides : std::vector<std::vector<int>>{{15}, {16}, {9, 9}, {2, 15}, {12, 8}, {3, 3, 11}}) {
    std::int64_t p = 1;
    for (const int n : sides) p *= n;
    std::int64_t most = p - 1;
    for (const int n : sides) {
      std::int64_t steps = 0;
      for (int to = 0; to < n; ++to) steps += ring(n)->distance(0, to);
      const std::int64_t all = steps * (p / n) * p;  // from every PE to every place of the others
      const std::int64_t links = (n == 2 ? 1 : 2) * p;
      most = std::max(most, (all + links - 1) / links);
    }
    EXPECT_EQ(Alltoall::bound(on(torus(sides), 1))->bytes, most) << sides.front();
  }
}

// ts = 1, th = 10: the 4 links to the far side of a ring of 9, the 2 + 3 of a torus of 4 x 6.
TEST(Bound, IsTheDistanceToTheFarthestPe) {
  Parameters far = preset("unit");
  far.th = Ticks{10};
  EXPECT_EQ(Broadcast::bound(case_of(*ring(9), far, 1))->ticks, Ticks{41});
  EXPECT_EQ(Reduce::bound(case_of(*ring(9), far, 1))->ticks, Ticks{41});
  EXPECT_EQ(Barrier::bound(case_of(*torus(4, 6), far, 0))->ticks, Ticks{51});
  Case near = case_of(*ring(9), far, 1);
  near.values = 2;
  EXPECT_EQ(Scan::bound(near)->ticks, Ticks{11});
}

// With a gap of 5 starts the root tells one PE, that one the next, that one the third.
TEST(Bound, LetsOthersTellWhileAPeMustWait) {
  Parameters gap = preset("unit");
  gap.gap = Ticks{5};
  EXPECT_EQ(Broadcast::bound(case_of(*complete(4), gap, 1))->ticks, Ticks{3});
}

// The dual: a PE takes one message per 100 ticks, so a chain of 15 PEs is as fast as anything; per
// 3 ticks four PEs have told one after 3, by a chain, and a fifth comes at 4. More ports take no
// more messages.
TEST(Bound, LetsAPeTakeOneMessagePerGap) {
  Parameters gap = preset("unit");
  gap.gap = Ticks{100};
  EXPECT_EQ(Reduce::bound(case_of(*complete(16), gap, 1))->ticks, Ticks{15});
  EXPECT_EQ(Gather::bound(case_of(*complete(16), gap, 1))->ticks, Ticks{15});
  EXPECT_EQ(Barrier::bound(case_of(*complete(16), gap, 0))->ticks, Ticks{15});
  gap.gap = Ticks{3};
  EXPECT_EQ(Reduce::bound(case_of(*complete(4), gap, 1))->ticks, Ticks{3});
  EXPECT_EQ(Reduce::bound(case_of(*complete(5), gap, 1))->ticks, Ticks{4});
  gap.ports = k_ports(8);
  EXPECT_EQ(Reduce::bound(case_of(*complete(5), gap, 1))->ticks, Ticks{4});
  Parameters takes = preset("unit");
  takes.tr = Ticks{50};
  takes.injection = Injection::buffered;
  EXPECT_EQ(Gather::bound(case_of(*complete(3), takes, 1))->ticks, Ticks{101});
}

// Who beats it would have to take two messages at once: that flat gather takes 1 + 2 x 50.
TEST(Bound, IsMetByAFlatGatherOfTwoThatAreTaken) {
  Parameters takes = preset("unit");
  takes.tr = Ticks{50};
  takes.injection = Injection::buffered;
  const Report gather = Machine(complete(3), takes).run([](Communicator& comm) {
    std::vector<char> body(1);
    if (comm.rank() > 0)
      comm.send(0, body);
    else
      for (Rank r = 1; r < comm.size(); ++r) comm.recv(r, body);
  });
  EXPECT_EQ(gather.finish.time, Ticks{101});
}

// One message takes ts + tm + m tw + th + L + tr, and that is the bound of a broadcast to one PE.
// Two blocks that a root gathers come through its port one after the other: nobody has both sooner
// than a startup, two blocks, a link, L and tr.
TEST(Bound, AddsOneLatencyToTheBytes) {
  Parameters every = preset("unit");
  every.ts = Ticks{7};
  every.tm = Ticks{3};
  every.tw = Ticks{1};
  every.th = Ticks{2};
  every.latency = Ticks{11};
  every.tr = Ticks{5};
  const Report one = Machine(ring(2), every).run([](Communicator& comm) {
    std::vector<char> body(100);
    if (comm.rank() == 0)
      comm.send(1, body);
    else
      comm.recv(0, body);
  });
  EXPECT_EQ(one.finish.time, Ticks{7 + 3 + 100 + 2 + 11 + 5});
  EXPECT_EQ(Broadcast::bound(case_of(*ring(2), every, 100))->ticks, one.finish.time);
  EXPECT_EQ(Gather::bound(case_of(*complete(3), every, 100))->ticks, Ticks{7 + 3 + 200 + 2 + 11 + 5});
  // The PE 4 links away gets all bytes over 4 links.
  EXPECT_EQ(Broadcast::bound(case_of(*ring(9), every, 100))->ticks, Ticks{7 + 3 + 100 + 4 * 2 + 11 + 5});
  EXPECT_EQ(Reduce::bound(case_of(*ring(9), every, 100))->ticks, Ticks{7 + 3 + 100 + 4 * 2 + 11 + 5});
  Parameters half = every;
  half.ports = half_port;  // what comes first may be received, what comes last sent
  EXPECT_EQ(Allgather::bound(case_of(*complete(4), half, 100))->ticks, Ticks{7 + 3 + 600});
}

Bound shifted(const TopologyPtr& topology, int distance, std::size_t bytes, int k) {
  Case c = on(topology, bytes, Injection::direct, k);
  c.distance = distance;
  return *Shift::bound(c);
}

// q places forwards or N - q backwards: with a q-th part of N going backwards every link carries q
// (N - q) / N.
TEST(ShiftBound, IsWhatTheLinksOfADimensionCarry) {
  EXPECT_EQ(shifted(ring(16), 8, 100, 1).ticks, Ticks{1 + 400});
  EXPECT_EQ(shifted(ring(16), 4, 100, 1).ticks, Ticks{1 + 300});
  EXPECT_EQ(shifted(ring(16), 12, 100, 1).ticks, Ticks{1 + 300});
  EXPECT_EQ(shifted(ring(16), 1, 100, 1).ticks, Ticks{1 + 100});
  EXPECT_EQ(shifted(ring(16), 1, 100, 2).ticks, Ticks{1 + 94});  // 100 15/16
  EXPECT_EQ(shifted(complete(16), 8, 100, 1).ticks, Ticks{1 + 100});
  // 4 places along rows of 8, whose data of columns 4 .. 7 go on to the next row: the rows carry 2
  // m, whatever the other dimension's links could.
  EXPECT_EQ(shifted(torus(16, 8), 4, 100, 1).ticks, Ticks{1 + 200});
  // There is one link each way between two.
  EXPECT_EQ(shifted(torus(2, 4), 4, 100, 4).ticks, Ticks{1 + 100});
}

/// Rule half, or another, on 8 PEs.
Case with_rule(Ports ports, std::size_t bytes, Injection injection = Injection::direct) {
  Parameters costs = unit(injection);
  costs.ports = ports;
  return case_of(*complete(8), costs, bytes);
}

// A PE sends 7 blocks and receives 7, through one port: 14. A broadcast's 7 receptions and 7 sends
// hold 8 ports. A root that only receives loses nothing.
TEST(HalfPortBound, AddsWhatIsSentToWhatIsReceived) {
  const Case half = with_rule(half_port, 10);
  Case moved = half;
  moved.distance = 3;
  EXPECT_EQ(Alltoall::bound(half)->ticks, Ticks{1 + 140});
  EXPECT_EQ(Allgather::bound(half)->ticks, Ticks{1 + 140});
  EXPECT_EQ(ReduceScatter::bound(half)->ticks, Ticks{1 + 140});
  EXPECT_EQ(Allreduce::bound(half)->ticks, Ticks{1 + 35});
  EXPECT_EQ(Shift::bound(moved)->ticks, Ticks{1 + 20});
  EXPECT_EQ(Broadcast::bound(half)->ticks, Ticks{1 + 18});  // 10 14/8
  EXPECT_EQ(Reduce::bound(half)->ticks, Ticks{1 + 18});
  EXPECT_EQ(Gather::bound(half)->ticks, Ticks{1 + 70});
  EXPECT_EQ(Scatter::bound(half)->ticks, Ticks{1 + 70});
  EXPECT_NE(Alltoall::bound(half)->source.find("rule half"), std::string::npos);
}

// One message each way is two startups; a router takes bytes over from a buffered port; an exchange
// is one transfer's time.
TEST(HalfPortBound, CountsStartupsAndKnowsOtherMachines) {
  Case startups = with_rule(half_port, 10);
  startups.distance = 3;
  startups.costs.ts = Ticks{100};
  EXPECT_EQ(Shift::bound(startups)->ticks, Ticks{200});
  EXPECT_EQ(Alltoall::bound(with_rule(half_port, 10, Injection::buffered))->ticks, Ticks{1 + 70});
  EXPECT_EQ(Alltoall::bound(with_rule(telephone, 10))->ticks, Ticks{1 + 70});
  EXPECT_EQ(Alltoall::bound(with_rule(one_port, 10))->ticks, Ticks{1 + 70});
}

Bound uneven(Case c, std::size_t (*size)(Rank, Rank)) {
  c.sizes = collectives::block_sizes(c, size);
  return *Alltoallv::bound(c);
}

// By the blocks themselves: PE 3 has 10 bytes for each of 7, all others one byte for PE 0 only.
TEST(AlltoallvBound, IsWhatTheBusiestPeMustDo) {
  const auto from_three = [](Rank s, Rank d) -> std::size_t { return s == 3 ? 10 : d == 0 ? 1 : 0; };
  EXPECT_EQ(uneven(on(complete(8), 1), from_three).ticks, Ticks{1 + 70});
  EXPECT_EQ(uneven(on(complete(8), 1, Injection::direct, 2), from_three).ticks, Ticks{1 + 35});
  EXPECT_EQ(uneven(on(complete(8), 1, Injection::buffered), from_three).ticks,
            Ticks{1 + 16});  // what PE 0 receives
  const auto to_one = [](Rank, Rank d) -> std::size_t { return d == 5 ? 9 : 0; };
  EXPECT_EQ(uneven(on(ring(8), 1), to_one).ticks, Ticks{1 + 63});
  EXPECT_EQ(uneven(case_of(*ring(8), preset("unit"), 1), to_one).ticks, Ticks{3});
  const auto empty = [](Rank s, Rank d) -> std::size_t { return s == d ? 5 : 0; };
  EXPECT_EQ(uneven(on(ring(8), 1), empty).ticks, Ticks{0});
  EXPECT_FALSE(Alltoallv::bound(on(ring(8), 1)));
}

// Blocks for the PE 8 places on only: the links of a ring of 16 carry 4 of them each, a port one.
TEST(AlltoallvBound, CountsTheWaysOfTheBlocks) {
  const auto opposite = [](Rank s, Rank d) -> std::size_t { return (d - s + 16) % 16 == 8 ? 10 : 0; };
  EXPECT_EQ(uneven(on(ring(16), 1), opposite).ticks, Ticks{1 + 40});
  EXPECT_EQ(uneven(on(complete(16), 1), opposite).ticks, Ticks{1 + 10});
  Case far = on(ring(16), 1);
  far.costs.th = Ticks{20};
  EXPECT_EQ(uneven(far, opposite).ticks, Ticks{161});
  // Equal blocks: the bound of the all-to-all.
  const auto equal = [](Rank, Rank) -> std::size_t { return 3; };
  for (const TopologyPtr& topology : {ring(15), torus(9, 9), torus(2, 15), complete(7)})
    EXPECT_EQ(uneven(on(topology, 3), equal).ticks, Alltoall::bound(on(topology, 3))->ticks)
        << topology->name();
}

TEST(Bound, SaysWhichPartOfItIsTheLargest) {
  const auto why = [](const TopologyPtr& topology, Parameters machine, std::size_t bytes) {
    return Alltoall::bound(case_of(*topology, machine, bytes))->source;
  };
  Parameters far = unit();
  far.th = Ticks{100};
  EXPECT_NE(why(ring(16), unit(), 100).find("links"), std::string::npos);
  EXPECT_NE(why(complete(16), unit(), 100).find("port"), std::string::npos);
  EXPECT_NE(why(ring(16), preset("unit"), 100).find("startup"), std::string::npos);
  EXPECT_NE(why(ring(16), far, 1).find("farthest"), std::string::npos);
}

// Theorem 1 of Lin and Yeh: k = 2, lambda = 3, 10 PEs take 6 steps; lambda = 1, 9 PEs take 2.
TEST(Bound, IsTheoremOneOnPostalMachines) {
  Parameters postal = with_lambda(preset("postal"), 3);
  postal.ports = k_ports(2);
  EXPECT_EQ(Broadcast::bound(case_of(*complete(10), postal, 1))->ticks, Ticks{6});
  EXPECT_EQ(Scan::bound(case_of(*complete(10), postal, 1))->ticks, Ticks{6});
  EXPECT_EQ(Reduce::bound(case_of(*complete(9), with_lambda(postal, 1), 1))->ticks, Ticks{2});
}

// The sum that formulas and bounds count by, and the recurrence that schedules grow by.
TEST(SpreadTime, IsWhenTheRecurrenceReachesAll) {
  for (const std::int64_t occupancy : {1, 2, 3, 7})
    for (const std::int64_t latency : {1, 2, 3, 5, 10, 40})
      for (const int k : {1, 2, 3, 8})
        for (const std::int64_t n : {1, 2, 3, 4, 5, 10, 27, 64, 1000})
          EXPECT_EQ(collectives::spread_time(Ticks{occupancy}, Ticks{latency}, k, n),
                    collectives::Reach(Ticks{occupancy}, Ticks{latency}, k, n).time())
              << occupancy << " " << latency << " k " << k << " n " << n;
}

}  // namespace
}  // namespace toruscope
