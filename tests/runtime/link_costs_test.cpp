// SPDX-License-Identifier: Apache-2.0
// Machines whose links differ in cost: what a description may say, and what the account of a run
// says of it. Timelines: reference_costs_test.cpp.

#include "collectives/verify.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope {
namespace {

using test::refusal;

Parameters steps() {
  return {.ts = Ticks{4}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
}

/// One message of 5 bytes from a to b.
Report sent(const TopologyPtr& topology, const Parameters& parameters, Rank a, Rank b) {
  return Machine(topology, parameters).run([&](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == a) comm.send(b, body);
    if (comm.rank() == b) comm.recv(a, body);
  });
}

TEST(LinkCosts, AreOneForEachDimension) {
  Parameters machine = steps();
  machine.tw_of = {Ticks{1}, Ticks{3}};

  EXPECT_EQ(refusal(torus(4, 4), machine), "");
  EXPECT_EQ(refusal(hypercube(2), machine), "");
  EXPECT_EQ(refusal(ring(4), machine),
            "tw: ring:4 has 1 dimension, got 2 costs; give one for each, or one for all");
  EXPECT_EQ(refusal(mesh(2, 1, 2), machine),
            "tw: mesh:2x1x2 has 3 dimensions, got 2 costs; give one for each, or one for all");
}

TEST(LinkCosts, OfASlowLinkNeedThatLink) {
  Parameters machine = steps();
  machine.slow = {{0, 2, 3}};
  EXPECT_EQ(refusal(ring(4), machine), "slow: ring:4 has no link from 0 to 2");

  machine.slow = {{0, 1, 0}};
  EXPECT_EQ(refusal(ring(4), machine), "slow: a link is 1 to 1048576 times slower, got 0 from 0 to 1");
}

TEST(LinkCosts, OfASlowLinkAreGivenOnce) {
  const test::TemporaryFolder folder;
  const TopologyPtr net = graph(folder.file("net", "0 1 slow=3\n1 2\n").string());
  Parameters machine = steps();
  machine.slow = {{1, 2, 3}};
  EXPECT_EQ(refusal(net, machine), "");
  machine.slow = {{1, 0, 4}};
  EXPECT_EQ(refusal(net, machine),
            "slow: the link from 1 to 0 is slowed twice, 4 times by the machine and 3 times by " + net->name() +
                "; leave one of them out");
}

TEST(LinkCosts, OfALinkThatIsSlowerByAFractionAreExactOrRefused) {
  Parameters machine = steps();
  machine.tw = Ticks{3};
  machine.slow = {{0, 1, 3, 2}};
  EXPECT_EQ(
      refusal(ring(4), machine),
      "slow: the link from 0 to 1: tw of 3 ticks, 1.5 times slower, is no whole number of ticks; multiply all "
      "costs of the machine by 2, or take another factor");
  machine.tw = Ticks{4};
  EXPECT_EQ(refusal(ring(4), machine), "");
  EXPECT_EQ(sent(ring(4), machine, 0, 1).finish.time, Ticks{4 + 5 * 6 + 1});

  Parameters physical{.ts = 1us, .tw = 0.003ns, .th = 1ns};
  physical.slow = {{0, 1, 3, 2}};
  EXPECT_EQ(refusal(ring(4), physical),
            "slow: the link from 0 to 1: tw of 3 ticks, 1.5 times slower, is no whole number of ticks; a tick "
            "of 500fs "
            "would do");
  physical.tick = Time::femtoseconds(500);
  EXPECT_EQ(refusal(ring(4), physical), "");
  physical.slow = {{0, 1, 1'000'001, 1'000'000}};
  EXPECT_EQ(refusal(ring(4), physical),
            "slow: the link from 0 to 1: tw of 6 ticks, 1.000001 times slower, is no whole number of ticks; no "
            "tick of "
            "1 fs or more would do, so take another factor");

  machine.slow = {{0, 1, 1, 2}};
  EXPECT_EQ(refusal(ring(4), machine), "slow: a link is 1 to 1048576 times slower, got 0.5 from 0 to 1");
  machine.slow = {{0, 1, 7, 3}};
  EXPECT_THAT(refusal(ring(4), machine), testing::HasSubstr("7/3 times slower"));
}

// Over 0-1: tw 2.5 ns, th 100 ns; over 1-2 the machine's 1 ns, 50 ns. e = 0, 100; t = 12.5, 112.5;
// at PE 2 at 162.5.
TEST(LinkCosts, OfTheNetworkAreInPlaceOfTheMachines) {
  const test::TemporaryFolder folder;
  const TopologyPtr net = graph(folder.file("net", "0 1 tw=2.5ns th=100ns\n1 2\n").string());
  const Parameters machine{.ts = Time{}, .tw = 1ns, .th = 50ns};
  const Report report = sent(net, machine, 0, 2);

  EXPECT_EQ(report.finish.time, Ticks{162'500});
  EXPECT_EQ(value(report.finish.account, report.costs), report.finish.time);
  EXPECT_EQ(refusal(net, {.tw = 1ns, .th = 50ns, .tick = 1ns}),
            "tw: 2.5ns is no whole number of ticks of 1ns; a tick of 500ps would do (the link from 0 to 1 of " +
                net->name() + ")");
  EXPECT_THAT(refusal(net, steps()), testing::HasSubstr("counts steps, which have no length, got 2.5ns"));
}

TEST(LinkCosts, OfTheNetworkMayBeTheCheapest) {
  const test::TemporaryFolder folder;
  const TopologyPtr net = graph(folder.file("net", "0 1 tw=1 th=2\n1 2\n2 0 tw=9\n").string());
  Parameters machine = steps();
  machine.tw = Ticks{4};
  machine.th = Ticks{5};
  const Report report = sent(net, machine, 1, 2);

  EXPECT_EQ(report.costs.tw, Ticks{1});
  EXPECT_EQ(report.costs.th, Ticks{2});
  EXPECT_EQ(report.finish.time, Ticks{4 + 5 * 4 + 5});
  EXPECT_EQ(report.finish.account.slow_bytes, Ticks{15});
  EXPECT_EQ(value(report.finish.account, report.costs), report.finish.time);
  machine.slow = {{2, 0, 3}};
  EXPECT_EQ(sent(net, machine, 2, 0).finish.time, Ticks{4 + 5 * 27 + 5}) << "slower than its own";
}

// Lambda 3/2: ticks of half a step; costs of the network are in steps, too.
TEST(LinkCosts, OfTheNetworkAreStepsOfAStepMachine) {
  const test::TemporaryFolder folder;
  const TopologyPtr net = graph(folder.file("net", "0 1 tw=3\n").string());
  const Parameters machine = with_lambda({.ts = Ticks{1}, .tw = Ticks{1}, .tick = Time{}}, 3, 2);

  EXPECT_EQ(sent(net, machine, 0, 1).finish.time, Ticks{2 + 5 * 6 + 1});
}

TEST(LinkCosts, OfTheNetworkLeaveTimeForAHopWhereBuffersAreLimited) {
  const test::TemporaryFolder folder;
  const TopologyPtr net = graph(folder.file("net", "0 1 th=0\n1 2\n").string());
  Parameters machine = steps();
  EXPECT_EQ(refusal(net, machine), "");
  machine.buffers = 1;
  EXPECT_THAT(refusal(net, machine), testing::HasSubstr("and a link of " + net->name() + " has th=0"));
}

// 2^44 2^19 = 2^63 and 2^45 2^20 = 2^65 have no place in 64 bits, 2^45 2^16 = 2^61 is a tick beyond
// the longest time.
TEST(LinkCosts, OfASlowLinkEndBeforeTheLongestTime) {
  constexpr auto kTicks = [](int exponent) { return Ticks{std::int64_t{1} << exponent}; };
  Parameters machine = steps();
  machine.tm = kTicks(44);
  machine.slow = {{0, 1, std::int64_t{1} << 19}};
  EXPECT_EQ(
      refusal(line(2), machine),
      "slow: the link from 0 to 1: tm of 17592186044416 ticks, 524288 times slower, is longer than the longest "
      "virtual time of 2^61 - 1 ticks; take a smaller factor or cost");

  machine.tm = Ticks{0};
  machine.tw = kTicks(45);
  machine.slow = {{1, 2, std::int64_t{1} << 20}};
  EXPECT_THAT(
      refusal(line(3), machine),
      testing::HasSubstr("slow: the link from 1 to 2: tw of 35184372088832 ticks, 1048576 times slower"));
  machine.slow = {{1, 2, 1 << 16}};
  EXPECT_NE(refusal(line(3), machine), "");
  machine.slow = {{1, 2, 1 << 15}};
  EXPECT_EQ(refusal(line(3), machine), "");
}

// One byte at 2^60 is told exactly; five bytes would end beyond the longest time.
TEST(LinkCosts, OfASlowLinkThatAreAllowedAreExact) {
  Parameters machine = steps();
  machine.ts = machine.th = Ticks{0};
  machine.tw = Ticks{std::int64_t{1} << 45};
  machine.slow = {{0, 1, 1 << 15}};
  const auto send = [&](std::size_t bytes) {
    return Machine(line(2), machine)
        .run([&](Communicator& comm) {
          std::vector<char> body(bytes);
          if (comm.rank() == 0) comm.send(1, body);
          if (comm.rank() == 1) comm.recv(0, body);
        })
        .finish.time;
  };
  EXPECT_EQ(send(1), Ticks{std::int64_t{1} << 60});
  EXPECT_THAT([&] { send(5); },
              testing::ThrowsMessage<ConfigError>(testing::HasSubstr("longest virtual time")));
}

// 0>4 costs tw 1, th 2; 4>5 tw 3, th 1. Cheapest: tw 1, th 1. e = 4, 6; t = 9, 21; at PE 5 at 22.
TEST(LinkCosts, AreInTheAccountBeyondTheCheapest) {
  Parameters machine = steps();
  machine.tw_of = {Ticks{1}, Ticks{3}};
  machine.th_of = {Ticks{2}, Ticks{1}};

  const Report report = sent(torus(4, 4), machine, 0, 5);

  EXPECT_EQ(report.finish.time, Ticks{22});
  EXPECT_EQ(report.costs.tw, Ticks{1});
  EXPECT_EQ(report.costs.th, Ticks{1});
  const Account& account = report.finish.account;
  EXPECT_EQ(account.bytes, 5);
  EXPECT_EQ(account.hops, 2);
  EXPECT_EQ(account.slow_hops, Ticks{1});
  EXPECT_EQ(account.slow_bytes, Ticks{10});
  EXPECT_EQ(account.link_wait, Ticks{0});
  EXPECT_EQ(value(account, report.costs), report.finish.time);
}

TEST(LinkCosts, ThatAreEqualAreTheMachinesOwn) {
  Parameters same = steps();
  same.tw_of = {Ticks{1}, Ticks{1}};
  same.th_of = {Ticks{1}, Ticks{1}};
  same.slow = {{0, 1, 1}};

  const Account account = sent(torus(4, 4), same, 0, 10).finish.account;

  EXPECT_EQ(account, sent(torus(4, 4), steps(), 0, 10).finish.account);
}

TEST(LinkCosts, LeaveNoFormulaAndKeepTheBound) {
  Parameters machine = steps();
  machine.slow = {{0, 1, 50}};
  const Case equal = case_of(*ring(8), steps(), 64);
  const Case unequal = case_of(*ring(8), machine, 64);

  for (const Broadcast& entry : builtin_catalogue().broadcast())
    if (!entry.refusal(unequal)) {
      EXPECT_FALSE(entry.predicted(unequal)) << entry.name;
      const Verdict v = verify(entry, ring(8), machine, {.workers = 1}, {64, 0});
      EXPECT_TRUE(v.ok()) << entry.name << testing::PrintToString(v.faults);
    }
  EXPECT_EQ(Broadcast::bound(unequal)->ticks, Broadcast::bound(equal)->ticks);
}

}  // namespace
}  // namespace toruscope
