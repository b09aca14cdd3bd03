// SPDX-License-Identifier: Apache-2.0
// Point-to-point benchmarks against times found by hand: ts 10, th 2, tr 3, L 1, x = 5 of 5 bytes.

#include "collectives/pairs/pairs.hpp"

#include "collectives/operations.hpp"

#include <toruscope/toruscope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

Parameters machine() {
  Parameters costs;
  costs.tick = Time{};
  costs.ts = Ticks{10};
  costs.tw = Ticks{1};
  costs.th = Ticks{2};
  costs.tr = Ticks{3};
  costs.latency = Ticks{1};
  return costs;
}

Verdict run(const char* operation, const TopologyPtr& topology, const Workload& workload,
            const Parameters& parameters = machine()) {
  const collectives::Operation& o = collectives::operation(operation);
  Execution one;
  one.workers = 1;
  Verdict v = o.verify(*o.algorithms(builtin_catalogue()).front(), topology, parameters, one, workload);
  EXPECT_TRUE(v.ok()) << operation << " on " << topology->name() << ": " << testing::PrintToString(v.faults);
  return v;
}

std::int64_t ticks(const Verdict& v) {
  return v.report.finish.time.count;
}

// ts + h th + x + L + tr each way: on torus:4x4 the farthest PE is 2 + 2 links away.
TEST(Pingpong, GoesToTheFarthestPeAndBack) {
  const Verdict v = run("pingpong", torus(4, 4), {.bytes = 5});
  EXPECT_EQ(ticks(v), 2 * (10 + 4 * 2 + 5 + 1 + 3));
  EXPECT_EQ(v.question.pairs->partner, 10);
  EXPECT_EQ(v.question.pairs->links, 4);
  ASSERT_TRUE(v.predicted);
  EXPECT_EQ(v.predicted->startups, 2);
  EXPECT_EQ(v.bound->ticks, v.predicted->ticks);
  EXPECT_EQ(v.report.totals.messages, 2);
}

TEST(Pingpong, TakesTheLowestOfThoseThatAreAsFar) {
  EXPECT_EQ(run("pingpong", ring(9), {.bytes = 5}).question.pairs->partner, 4);
  EXPECT_EQ(run("pingpong", ring(9), {.bytes = 5, .root = 7}).question.pairs->partner, 2);
  EXPECT_EQ(run("pingpong", complete(5), {.bytes = 5}).question.pairs->partner, 1);
}

TEST(Pingpong, GoesToThePartnerThatIsNamed) {
  EXPECT_EQ(ticks(run("pingpong", ring(9), {.bytes = 5, .root = 2, .partner = 3})), 2 * (10 + 2 + 5 + 1 + 3));
  EXPECT_EQ(ticks(run("pingpong", ring(9), {.bytes = 5, .root = 2, .partner = 2})), 0);
  EXPECT_THROW(run("pingpong", ring(9), {.bytes = 5, .partner = 9}), ConfigError);
}

TEST(Pingpong, IsPredictedWhateverTheSwitchingAndTheNetwork) {
  for (const Switching switching : {Switching::cut_through, Switching::store_and_forward, Switching::wormhole})
    for (const Injection injection : {Injection::direct, Injection::buffered})
      for (const TopologyPtr& topology : {ring(8), mesh(3, 4), tree(7), hypercube(3), line(1)}) {
        Parameters parameters = machine();
        parameters.switching = switching;
        parameters.injection = injection;
        const Verdict v = run("pingpong", topology, {.bytes = 5}, parameters);
        EXPECT_TRUE(v.predicted) << topology->name();
      }
}

// Stored at each of h nodes: h (th + x).
TEST(Pingpong, PaysTheBytesOnEachLinkWhereTheyAreStored) {
  Parameters stored = machine();
  stored.switching = Switching::store_and_forward;
  EXPECT_EQ(ticks(run("pingpong", ring(6), {.bytes = 5}, stored)), 2 * (10 + 3 * (2 + 5) + 1 + 3));
}

// 6 sends ts + x apart, h = 4 links, then 4 bytes back.
TEST(Bandwidth, IsAWindowAndAnAnswer) {
  const Verdict v = run("bandwidth", torus(4, 4), {.bytes = 5, .window = 6});
  EXPECT_EQ(ticks(v), 6 * (10 + 5) + 4 * 2 + 1 + 3 + (10 + 4 * 2 + 4 + 1 + 3));
  ASSERT_TRUE(v.predicted);
  EXPECT_EQ(v.predicted->startups, 7);
  EXPECT_EQ(v.predicted->bytes, 34);
  EXPECT_EQ(v.bound->ticks, v.predicted->ticks);
  EXPECT_EQ(v.report.totals.messages, 7);
  EXPECT_EQ(ticks(run("bandwidth", ring(9), {.bytes = 5, .root = 2, .partner = 2})), 0);
}

TEST(Bibandwidth, IsAWindowEachWay) {
  Parameters no_takes = machine();
  no_takes.tr = Ticks{0};
  const Verdict v = run("bibandwidth", torus(4, 4), {.bytes = 5, .window = 6}, no_takes);
  EXPECT_EQ(ticks(v), 6 * (10 + 5) + 4 * 2 + 1);
  ASSERT_TRUE(v.predicted);
  EXPECT_EQ(v.bound->ticks, v.predicted->ticks);
  EXPECT_EQ(v.report.totals.messages, 12);
  // All are sent by 6 (ts + x) = 90; the last comes at 99. Of six takes, tr apart from 90 on, it is
  // the last: 90 + 6 tr.
  EXPECT_EQ(ticks(run("bibandwidth", torus(4, 4), {.bytes = 5, .window = 6})), 90 + 6 * 3);
  EXPECT_EQ(ticks(run("bibandwidth", line(1), {.bytes = 5})), 0);
}

TEST(Sendrecv, IsOneMessageOfEveryPe) {
  const Verdict v = run("sendrecv", ring(9), {.bytes = 5});
  EXPECT_EQ(ticks(v), 10 + 2 + 5 + 1 + 3);
  EXPECT_EQ(v.report.totals.messages, 9);
  EXPECT_EQ(v.report.totals.link_conflicts, 0);
  EXPECT_EQ(run("sendrecv", torus(3, 4), {.bytes = 5}).report.totals.link_conflicts, 0);
  EXPECT_EQ(run("sendrecv", mesh(3, 4), {.bytes = 5}).report.totals.link_conflicts, 0);
  EXPECT_EQ(ticks(run("sendrecv", ring(1), {.bytes = 5})), 0);
}

// The port sends one after the other, ts + x apart; 7 PEs make 3 pairs.
TEST(MultiPair, SendsAWindowByEachOfItsPorts) {
  const Verdict v = run("multi_pair", complete(7), {.bytes = 5, .window = 6});
  EXPECT_EQ(ticks(v), 6 * (10 + 5) + 2 + 1 + 3);
  EXPECT_EQ(v.report.totals.messages, 3 * 6);
  ASSERT_TRUE(v.predicted);
  EXPECT_EQ(v.bound->ticks, v.predicted->ticks);
  EXPECT_TRUE(run("multi_pair", hypercube(3), {.bytes = 5, .window = 6}).predicted);
}

// Takes are tr apart where that is longer than ts + x.
TEST(MultiPair, IsNotPredictedWhereItsReceiversAreSlow) {
  Parameters slow = machine();
  slow.tr = Ticks{40};
  const Verdict v = run("multi_pair", complete(4), {.bytes = 5, .window = 3}, slow);
  EXPECT_FALSE(v.predicted);
  EXPECT_EQ(ticks(v), 10 + 5 + 2 + 1 + 3 * 40);
}

// All go the positive way around a ring of 8: 4 messages by each link. The last header of a link
// waits 3 x.
TEST(Bisection, SharesTheLinksOfARing) {
  const Verdict v = run("bisection", ring(8), {.bytes = 5});
  EXPECT_EQ(ticks(v), 10 + 4 * 2 + 5 + 3 * (5 - 2) + 1 + 3);
  EXPECT_EQ(v.report.totals.messages, 8);
  EXPECT_TRUE(v.predicted);
  EXPECT_EQ(run("bisection", complete(7), {.bytes = 5}).report.totals.messages, 6);
  EXPECT_EQ(ticks(run("bisection", complete(7), {.bytes = 5})), 10 + 2 + 5 + 1 + 3);
}

// 100 bytes of each of 4 PEs cross the middle of a line of 8.
TEST(Bisection, HasABoundByTheLinksInTheMiddleOfAMesh) {
  EXPECT_GE(run("bisection", line(8), {.bytes = 100}).bound->ticks.count, 400);
  EXPECT_GE(run("bisection", mesh(4, 2), {.bytes = 100}).bound->ticks.count, 200);
}

TEST(PointToPoint, CountsBytesAsOsuAndImbDo) {
  const auto counted = [](const char* name) {
    return collectives::counted_bytes(collectives::operation(name).traits, 100, 64);
  };
  EXPECT_EQ(collectives::counted_bytes(collectives::operation("pingpong").traits, 100, 1), 100);
  EXPECT_EQ(collectives::counted_bytes(collectives::operation("sendrecv").traits, 100, 1), 200);
  EXPECT_EQ(counted("multi_pair"), 6400);
  EXPECT_EQ(collectives::operation("pingpong").traits.trips, 2);
}

}  // namespace
}  // namespace toruscope
