// SPDX-License-Identifier: Apache-2.0
// Lower bounds that know the network: the links that the PEs of a mesh have, and where the data of
// a shift go.

#include "collectives/grid.hpp"
#include "collectives/operations.hpp"
#include "collectives/shapes/line.hpp"
#include "collectives/shapes/moved.hpp"
#include "collectives/verify.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <optional>
#include <vector>

namespace toruscope {
namespace {

Parameters unit_machine(Injection injection = Injection::direct) {
  Parameters costs = preset("unit");
  costs.tw = Ticks{1};
  costs.injection = injection;
  return costs;
}

// On every machine of the grid: the rest is a latency, so never less than nothing, and never all
// where something is moved.
TEST(EveryBound, CountsNoMoreThanItHas) {
  int bounds = 0;
  for (const collectives::Operation& operation : collectives::operations())
    for (const collectives::GridCase& each :
         collectives::grid_cases(operation.traits, collectives::Extent::brief)) {
      const Parameters& machine = each.machine->parameters;
      const Case c = operation.question(*each.topology, machine, each.workload);
      const std::optional<Bound> bound = operation.bound(c);
      if (!bound) continue;
      ++bounds;
      const Bound::Counted& counted = bound->counted;
      const Ticks rest = bound->ticks - counted.startups * c.costs.ts - counted.bytes * c.costs.tw;
      EXPECT_GE(rest, Ticks{}) << operation.name << " on " << each.topology->name() << ", " << machine.name
                               << ": " << bound->source;
      EXPECT_EQ(counted == Bound::Counted{}, bound->ticks == Ticks{})
          << operation.name << ": " << bound->source;
      EXPECT_LE(counted.startups, std::max<std::int64_t>(2, bound->startups)) << operation.name;
    }
  EXPECT_GE(bounds, 1000);
}

// 3 x 3: a corner has 2 links, the middle 4.
TEST(EveryBound, OnAMeshCountsTheLinksThatAreThere) {
  Parameters machine = unit_machine();
  machine.ports = all_ports;
  const auto at = [&](Rank root) { return case_of(*mesh(3, 3), machine, 100, root); };

  EXPECT_EQ(Gather::bound(at(0))->bytes, 400);
  EXPECT_EQ(Gather::bound(at(1))->bytes, 267);
  EXPECT_EQ(Gather::bound(at(4))->bytes, 200);
  EXPECT_EQ(Scatter::bound(at(8))->bytes, 400);
  EXPECT_EQ(Scatter::bound(at(4))->bytes, 200);
  for (const Rank root : {0, 4}) {
    EXPECT_EQ(Broadcast::bound(at(root))->bytes, 50);
    EXPECT_EQ(Reduce::bound(at(root))->bytes, 50);
  }
  EXPECT_EQ(Allreduce::bound(at(0))->bytes, 50);
  EXPECT_EQ(Allreduce::bound(at(0))->ticks, Ticks{1 + 67}) << "1600 bytes through 24 links";
  EXPECT_EQ(Allgather::bound(at(0))->bytes, 400);
  EXPECT_EQ(ReduceScatter::bound(at(0))->bytes, 400);
  EXPECT_EQ(Allgather::bound(case_of(*line(5), machine, 100))->bytes, 400);
  EXPECT_EQ(Allgather::bound(case_of(*mesh(2, 3), machine, 100))->bytes, 250);
}

// Two of the six links of a PE take twice as long: five bytes pass all of them in the time of one
// byte on the others.
TEST(EveryBound, CountsEachLinkAtItsSpeed) {
  Parameters machine = unit_machine();
  machine.ports = all_ports;
  machine.tw_of = {Ticks{1}, Ticks{1}, Ticks{2}};
  const Case c = case_of(*torus(4, 4, 4), machine, 6400);

  EXPECT_EQ(Allgather::bound(c)->ticks, Ticks{1 + 63 * 6400 / 5});
  EXPECT_EQ(ReduceScatter::bound(c)->ticks, Ticks{1 + 63 * 6400 / 5});
  EXPECT_EQ(Allreduce::bound(c)->ticks, Ticks{1 + 2 * 63 * 100 / 5});
  EXPECT_EQ(Broadcast::bound(c)->ticks, Ticks{1 + 6400 / 5});
  EXPECT_EQ(Alltoall::bound(c)->ticks, Ticks{1 + 2 * (4 * 16 / 2 * 6400)}) << "in the slow dimension";
  EXPECT_EQ(Allreduce::bound(c)->source, "2 (p-1) m bytes through the links of all PEs (Patarasuk, Yuan 2009)");
}

// Into an island of four PEs lead eight links; each takes eight times as long as those inside.
TEST(EveryBound, CountsWhatMustEnterAnIsland) {
  Parameters machine = unit_machine();
  machine.ports = all_ports;
  machine.tw_of = {Ticks{1}, Ticks{8}};
  const Case c = case_of(*hierarchy(complete(4), ring(4)), machine, 1000);

  EXPECT_EQ(Allgather::bound(c)->ticks, Ticks{1 + 12 * 1000});
  EXPECT_EQ(Alltoall::bound(c)->ticks, Ticks{1 + 8 * 8 * 1000}) << "two islands to the other two";
  EXPECT_EQ(Gather::bound(c)->ticks, Ticks{1 + 12 * 1000});
}

// One link leads up from a leaf with four PEs. How many ports a PE has does not matter for it.
TEST(EveryBound, CountsTheLinksAboveASwitch) {
  for (const Ports ports : {one_port, k_ports(4), all_ports}) {
    Parameters machine = unit_machine();
    machine.ports = ports;
    const Case c = case_of(*fat_tree(4, 1, 4), machine, 1000);

    EXPECT_EQ(Alltoall::bound(c)->ticks, Ticks{1 + 4 * 12 * 1000});
    EXPECT_EQ(Allgather::bound(c)->ticks, Ticks{1 + 15 * 1000}) << "one link leads to a PE";
    EXPECT_EQ(Barrier::bound(c)->startups, 4);
  }
}

template <class Entry>
void expect_no_bound_beaten(const std::vector<TopologyPtr>& topologies = {mesh(3, 3), mesh(2, 3), line(4)},
                            const std::vector<SlowLink>& slow = {}) {
  for (const TopologyPtr& topology : topologies)
    for (const Injection injection : {Injection::direct, Injection::buffered})
      for (const Ports ports : {all_ports, k_ports(2), one_port}) {
        Parameters machine = unit_machine(injection);
        machine.ports = ports;
        machine.slow = slow;
        for (const Entry& entry : builtin_catalogue().of<Entry>())
          for (const Rank root : {0, 1})
            if (const Case c = case_of(*topology, machine, 24, root, 8); !entry.refusal(c)) {
              const Verdict verdict =
                  verify(entry, topology, machine, {.workers = 1}, {.bytes = 24, .root = root});
              EXPECT_FALSE(verdict.beats_bound)
                  << entry.name << " on " << topology->name() << ", ports " << to_string(ports);
            }
      }
}

TEST(EveryBound, OnAMeshIsKept) {
  expect_no_bound_beaten<Broadcast>();
  expect_no_bound_beaten<Reduce>();
  expect_no_bound_beaten<Gather>();
  expect_no_bound_beaten<Scatter>();
  expect_no_bound_beaten<Allgather>();
  expect_no_bound_beaten<Allreduce>();
  expect_no_bound_beaten<ReduceScatter>();
  expect_no_bound_beaten<Alltoall>();
  expect_no_bound_beaten<Scan>();
}

// A slow link, switches, links that failed: what the sides of a grid do not tell.
TEST(EveryBound, IsKeptWhereLinksDiffer) {
  const std::vector<TopologyPtr> with_link{torus(3, 3), mesh(2, 3), hyperx({2, 3}), twisted_torus({4, 2}),
                                           hierarchy(complete(2), ring(3))};
  const std::vector<TopologyPtr> with_switches{fat_tree(2, 1, 3),
                                               dragonfly({2, 2, 1, 3}),
                                               tree(5),
                                               hierarchy(complete(2), fat_tree(2, 1, 2)),
                                               with_failed_links(torus(3, 3), {{0, 1}, {4, 5}}),
                                               embed(ring(6), mesh(2, 3), "snake")};
  const auto expect_kept = [&]<class... Entries>(const Entries&...) {
    (expect_no_bound_beaten<Entries>(with_link, {{0, 1, 3}}), ...);
    (expect_no_bound_beaten<Entries>(with_switches), ...);
  };
  expect_kept(Broadcast{}, Reduce{}, Gather{}, Scatter{}, Allgather{}, Allreduce{}, ReduceScatter{}, Alltoall{},
              Scan{});
}

/// Efficiency of the exchange in which PE i sends to PE i + d in step d.
double efficiency_of_direct(const TopologyPtr& network) {
  constexpr std::size_t kBlock = 1 << 20;
  const std::vector<Alltoall>& entries = builtin_catalogue().alltoall();
  const auto direct = std::find_if(entries.begin(), entries.end(),
                                   [](const Alltoall& entry) { return entry.name == "direct"; });
  const Verdict verdict =
      verify(*direct, network, preset("ib_ndr"), {.workers = 1, .data = Data::none}, {.bytes = kBlock});
  EXPECT_TRUE(verdict.ok()) << testing::PrintToString(verdict.faults);
  return static_cast<double>(verdict.bound->ticks.count) /
         static_cast<double>(verdict.report.finish.time.count);
}

// Zahavi 2010: a shift meets no other message on a link of a tree of full bisection.
TEST(AlltoallBound, IsNearlyReachedOnAFatTreeByRoutesByDestination) {
  for (const TopologyPtr& network : {fat_tree(8, 8, 8), fat_tree(4, 4, 4), fat_tree(6)})
    EXPECT_GE(efficiency_of_direct(network), 0.85) << network->name();
  EXPECT_LT(efficiency_of_direct(fat_tree(8, 8, 8, FatTreeRouting::ecmp)), 0.85) << "a hash has messages meet";
}

// Against every rank's own way.
TEST(ShiftBound, KnowsWhereDataGoByTheDigitsOfTheDistance) {
  for (const std::vector<int>& sides : {std::vector<int>{7}, {1, 5}, {4, 6}, {2, 2, 2}, {3, 1, 4}, {5, 2, 3}}) {
    const int p = std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>());
    for (int distance = 0; distance < p; ++distance) {
      std::vector<collectives::Moved> places(sides.size());
      std::int64_t farthest = 0;
      for (Rank r = 0; r < p; ++r) {
        const Rank to = (r + distance) % p;
        farthest = std::max(farthest, collectives::torus_distance(sides, r, to));
        for (int d = 0; d < static_cast<int>(sides.size()); ++d) {
          const int side = sides[static_cast<std::size_t>(d)];
          const int steps = collectives::coordinate(sides, d, to) - collectives::coordinate(sides, d, r);
          ++places[static_cast<std::size_t>(d)][(steps + side) % side];
        }
      }
      EXPECT_EQ(collectives::moved(sides, distance), places)
          << testing::PrintToString(sides) << " by " << distance;
      EXPECT_EQ(collectives::farthest_moved(sides, distance), farthest)
          << testing::PrintToString(sides) << " by " << distance;
    }
  }
}

// What is closed takes no time for many PEs.
TEST(EveryBound, IsFoundForTheLargestHypercube) {
  const Case c = case_of(*hypercube(24), unit_machine(), 8);
  EXPECT_EQ(Broadcast::bound(c)->startups, 24);
  EXPECT_EQ(Barrier::bound(c)->startups, 24);
  EXPECT_EQ(Scan::bound(c)->startups, 24);
}

}  // namespace
}  // namespace toruscope
