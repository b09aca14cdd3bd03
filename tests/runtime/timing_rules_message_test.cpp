// SPDX-License-Identifier: Apache-2.0
// One message at a time: T1, T12, and what its account says. Timelines are drawn to no scale; each
// is checked on the reference and on the Machine.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

//   PE 0   |-- ts 10 --|------ x 11 -----|21
//   link               |- 3 th -|- L 7 -|------ x 11 -----|
//   PE 3                                                 43 |- tr 4 -|47
TEST(TimingOfAMessage, IsStartupHopsLatencyTransmissionAndReceiveOverhead) {
  const MachineDescription machine{
      .network = Network::ring, .sides = {8}, .ts = 10, .tr = 4, .tm = 3, .tw = 2, .th = 5, .latency = 7};

  const Report report = expect_timeline(machine, {{send(3, 4)}, {}, {}, {recv(0)}, {}, {}, {}, {}},
                                        {{21}, {}, {}, {47}, {}, {}, {}, {}});

  const Account account{.startups = 1, .receives = 1, .messages = 1, .bytes = 4, .hops = 3, .latencies = 1};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

TEST(TimingOfAMessage, GrowsByTheHopForEachLinkOfTheRoute) {
  const MachineDescription machine{.network = Network::ring, .sides = {9}, .ts = 2, .tw = 1, .th = 10};
  for (const Rank h : {1, 2, 3, 4}) {
    Program program(9);
    Timeline clocks(9);
    program[0] = {send(h, 5)};
    clocks[0] = {7};
    program[static_cast<std::size_t>(h)] = {recv(0)};
    clocks[static_cast<std::size_t>(h)] = {7 + 10 * h};

    EXPECT_EQ(expect_timeline(machine, program, clocks).totals.hops, h);
  }
}

TEST(TimingOfAMessage, HasTheLatencyOnceWhateverTheDistance) {
  const MachineDescription machine{.network = Network::torus, .sides = {4, 4}, .latency = 100};
  Program program(16);
  Timeline clocks(16);
  program[0] = {isend(0, 10, 1), isend(1, 1, 1), wait({0, 1})};
  clocks[0] = {0, 0, 0};
  program[10] = program[1] = {recv(0)};
  clocks[10] = clocks[1] = {100};

  EXPECT_EQ(expect_timeline(machine, program, clocks).finish.account.latencies, 1);
}

TEST(TimingOfAMessage, OfNoBytesIsStillTransmittedForTm) {
  const MachineDescription machine{
      .network = Network::complete, .sides = {2}, .ts = 10, .tm = 3, .tw = 2, .th = 1};

  expect_timeline(machine, {{send(1, 0)}, {recv(0)}}, {{13}, {14}});
}

TEST(TimingOfAMessage, IsNothingOnAMachineWithoutCosts) {
  const MachineDescription machine{.network = Network::ring, .sides = {5}};

  expect_timeline(machine, {{send(2, 1000)}, {}, {recv(0)}, {}, {}}, {{0}, {}, {0}, {}, {}});
}

// A message to oneself takes no startup, port, gap, overhead or link: the send to PE 1 starts at
// its clock.
//   PE 0   |- work -7| to itself, three times |7 - ts - 17|- x - 22|
//   PE 1                                                        th + L 27|- tr - 32|
TEST(TimingOfAMessage, ToOneselfIsACopyWithoutTime) {
  const MachineDescription machine{.network = Network::complete,
                                   .sides = {2},
                                   .ts = 10,
                                   .tr = 5,
                                   .tm = 3,
                                   .tw = 2,
                                   .th = 1,
                                   .latency = 4,
                                   .gap = 50};

  const Report report = expect_timeline(
      machine, {{compute(7), isend(0, 0, 20), recv(0), wait({0}), sendrecv(0, 9, 0), send(1, 1)}, {recv(0)}},
      {{7, 7, 7, 7, 7, 22}, {32}});

  EXPECT_EQ(report.totals.messages, 1);
  EXPECT_EQ(report.totals.hops, 1);
}

TEST(TimingOfAMessage, ToOneselfRunsOnAMachineOfOnePe) {
  const MachineDescription machine{.network = Network::torus, .sides = {1, 1}, .ts = 10, .tr = 5, .th = 1};

  expect_timeline(machine, {{round({to(0, 4), to(0, 5)}, {from(0), from(0)}), compute(3)}}, {{0, 3}});
}

//   PE 0   |ts|- x -|                 T = 3 (ts + th + x)
//   PE 1            th|ts|- x -|
//   PE 2                       th|ts|- x -|
//   PE 3                                  th|
TEST(TimingOfAMessage, AddsUpAlongAChain) {
  const MachineDescription machine{.network = Network::ring, .sides = {8}, .ts = 10, .tw = 2, .th = 3};

  const Report report = expect_timeline(
      machine, {{send(1, 10)}, {recv(0), send(2, 10)}, {recv(1), send(3, 10)}, {recv(2)}, {}, {}, {}, {}},
      {{30}, {33, 63}, {66, 96}, {99}, {}, {}, {}, {}});

  const Account account{.startups = 3, .receives = 3, .messages = 3, .bytes = 30, .hops = 3, .latencies = 3};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

TEST(TimingOfLocalWork, IsWhatTheProgramDeclares) {
  const MachineDescription machine{.network = Network::ring, .sides = {2}, .ts = 1};

  const Report report = expect_timeline(machine, {{compute(5), compute(0), compute(6)}, {}}, {{5, 5, 11}, {}});

  EXPECT_EQ(to_string(report.finish.account), to_string(Account{.compute = {11}}));
}

//   PE 0   |- 5|             |40 - ts - 50|- x - 52|
//   PE 1   |                 |40               at 52|
//   PE 2   |----- work ---- 40|
TEST(TimingOfSynchronize, TakesAllToTheLatestClockAndCostsNothing) {
  const MachineDescription machine{.network = Network::ring, .sides = {3}, .ts = 10, .tw = 1};

  const Report report = expect_timeline(
      machine,
      {{compute(5), synchronize(), send(1, 2)}, {synchronize(), recv(0)}, {compute(40), synchronize()}},
      {{5, 40, 52}, {40, 52}, {40, 40}});

  const Account account{.startups = 1, .messages = 1, .bytes = 2, .compute = {40}};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

}  // namespace
}  // namespace toruscope::test
