// SPDX-License-Identifier: Apache-2.0
// What a PE's two ports do: T2 (sending), T4 (receiving), T5 (booking), T6 (rounds). Complete
// graphs, so that no link is shared: ts = 10, x = 20 for 20 bytes, th = 1, an undisturbed message
// is there after 31.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

constexpr std::size_t kBytes = 20;

MachineDescription described_complete(int p) {
  return {.network = MachineDescription::Network::complete, .sides = {p}, .ts = 10, .tw = 1, .th = 1};
}

MachineDescription buffered(int p) {
  MachineDescription machine = described_complete(p);
  machine.injection = Injection::buffered;
  return machine;
}

MachineDescription with_gap(MachineDescription machine, std::int64_t gap) {
  machine.gap = gap;
  return machine;
}

MachineDescription with_overhead(MachineDescription machine, std::int64_t tr) {
  machine.tr = tr;
  return machine;
}

//   clock  |-ts-|-ts-|                            wait -> 60
//   port   |--- ts + x ---|--- ts + x ---|
//          0              30             60
TEST(SendPort, TakesSendsInTurnWhileThePeGoesOnAfterTheStartup) {
  expect_timeline(described_complete(3),
                  {{isend(0, 1, kBytes), isend(1, 2, kBytes), wait({0, 1})}, {recv(0)}, {recv(0)}},
                  {{10, 20, 60}, {31}, {61}});
}

//   port   |ts|ts|   each is complete when the router has it; the bodies go on beside each other
//          0  10 20
TEST(SendPort, IsFreeAfterTheStartupIfTheRouterTakesTheMessageOver) {
  expect_timeline(buffered(3), {{isend(0, 1, kBytes), isend(1, 2, kBytes), wait({0, 1})}, {recv(0)}, {recv(0)}},
                  {{10, 20, 20}, {31}, {41}});
}

TEST(SendPort, MakesABlockingSendWaitForTheEarlierOne) {
  expect_timeline(described_complete(3),
                  {{isend(0, 1, kBytes), send(2, kBytes), wait({0})}, {recv(0)}, {recv(0)}},
                  {{10, 60, 60}, {31}, {61}});
}

TEST(SendPort, LetsAWaitEndWithItsOwnRequest) {
  expect_timeline(described_complete(3),
                  {{isend(0, 1, kBytes), isend(1, 2, kBytes), wait({0}), wait({1})}, {recv(0)}, {recv(0)}},
                  {{10, 20, 30, 60}, {31}, {61}});
}

TEST(SendPort, StaysFreeWhileThePeComputes) {
  expect_timeline(described_complete(3),
                  {{isend(0, 1, kBytes), compute(50), send(2, kBytes), wait({0})}, {recv(0)}, {recv(0)}},
                  {{10, 60, 90, 90}, {31}, {91}});
}

//   port   |--- ts + x ---|    |--- ts + x ---|
//          0              30   50             80          starts are g = 50 apart
TEST(SendPort, SpacesStartsByTheGap) {
  const Report report = expect_timeline(
      with_gap(described_complete(3), 50),
      {{isend(0, 1, kBytes), send(2, kBytes), wait({0})}, {recv(0)}, {recv(0)}}, {{10, 80, 80}, {31}, {81}});

  const Account account{
      .startups = 1, .receives = 1, .messages = 1, .bytes = 20, .hops = 1, .latencies = 1, .gap = {50}};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

TEST(SendPort, SpacesStartsByTheGapIfBufferedToo) {
  expect_timeline(with_gap(buffered(3), 50),
                  {{isend(0, 1, kBytes), send(2, kBytes), wait({0})}, {recv(0)}, {recv(0)}},
                  {{10, 60, 60}, {31}, {81}});
}

TEST(SendPort, IsNotHeldUpByAGapThatIsOver) {
  expect_timeline(with_gap(described_complete(3), 50),
                  {{send(1, kBytes), compute(30), send(2, kBytes)}, {recv(0)}, {recv(0)}},
                  {{30, 60, 90}, {31}, {91}});
}

//   port of PE 0   |--- ts + x ---|--- ts + x ---|--- ts + x ---|   th = 0: (p-1)(ts + x) = 90
//                  0              30             60             90
TEST(ReceivePort, MakesAFlatGatherCostOneTransferForEachPartner) {
  MachineDescription machine = described_complete(4);
  machine.th = 0;
  const Program program{{recv(1), recv(2), recv(3)}, {send(0, kBytes)}, {send(0, kBytes)}, {send(0, kBytes)}};

  const Report report = expect_timeline(machine, program, {{30, 60, 90}, {30}, {30}, {30}});

  const Account account{.startups = 3, .receives = 1, .messages = 3, .bytes = 60, .hops = 1, .latencies = 1};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

//   port of PE 0   |-- x --|-- x --|-- x --|   a buffered reception holds the port for x only
//                      11      31      51      71
TEST(ReceivePort, IsHeldForTheTransmissionOnlyIfBuffered) {
  const Program program{{recv(1), recv(2), recv(3)}, {send(0, kBytes)}, {send(0, kBytes)}, {send(0, kBytes)}};

  expect_timeline(buffered(4), program, {{31, 51, 71}, {10}, {10}, {10}});
}

//   PE 0   send |--- ts + x ---|      receive |--- ts + x ---|31     both ports at once
TEST(ReceivePort, WorksBesideTheSendPortSoThatAnExchangeCostsOneTransfer) {
  MachineDescription machine = described_complete(2);
  machine.th = 0;

  const Report report =
      expect_timeline(machine, {{sendrecv(1, kBytes, 1)}, {sendrecv(0, kBytes, 0)}}, {{30}, {30}});

  // Send and reception end at once: at a tie the account is that of the own port.
  const Account account{.startups = 1, .messages = 1, .bytes = 20};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

//   clock  |----- compute 100 -----|   port  .|-31-|-61-|   both are there when the PE asks
TEST(ReceivePort, ReceivesInTheBackground) {
  expect_timeline(described_complete(3),
                  {{compute(100), recv(1), recv(2)}, {send(0, kBytes)}, {send(0, kBytes)}},
                  {{100, 100, 100}, {30}, {30}});
}

//   port   |31 ... 101|--- late 131 ---|--- early, ts + x later: 161 ---|
TEST(ReceivePort, NeverUsesAHoleBeforeAnEarlierBooking) {
  expect_timeline(described_complete(3),
                  {{recv(1), recv(2)}, {compute(100), send(0, kBytes)}, {send(0, kBytes)}},
                  {{131, 161}, {100, 130}, {30}});
}

TEST(ReceivePort, IsBookedInTheOrderOfArrivalByOneWaitAll) {
  expect_timeline(
      described_complete(3),
      {{irecv(0, 1), irecv(1, 2), wait({0, 1})}, {compute(100), send(0, kBytes)}, {send(0, kBytes)}},
      {{0, 0, 131}, {100, 130}, {30}});
}

TEST(ReceivePort, IsBookedInTheOrderOfSourcesWhereArrivalsAreEqual) {
  // 20 bytes from PE 1, then 5 from PE 2, both there at 31: windows [1,31) and [31,46).
  const Program program{
      {round({}, {from(2), from(1)}), compute(1)}, {send(0, kBytes)}, {compute(15), send(0, 5)}};

  expect_timeline(described_complete(3), program, {{46, 47}, {30}, {15, 30}});
}

TEST(ReceivePort, IsBookedWhenTheCallThatCompletesIsMade) {
  // The request for PE 1's message is posted first but waited for last.
  expect_timeline(described_complete(3),
                  {{irecv(0, 1), recv(2), wait({0})}, {send(0, kBytes)}, {compute(100), send(0, kBytes)}},
                  {{0, 131, 161}, {30}, {100, 130}});
}

//   takes   31 |tr 4|35 ... 61 |tr 4|65
TEST(TakingAMessage, CostsTheReceiveOverheadOfThePe) {
  const Report report =
      expect_timeline(with_overhead(described_complete(3), 4),
                      {{recv(1), recv(2)}, {send(0, kBytes)}, {send(0, kBytes)}}, {{35, 65}, {30}, {30}});

  EXPECT_EQ(report.finish.account.receives, 1);
}

TEST(TakingAMessage, CostsTheReceiveOverheadOneAfterTheOtherIfAllAreThere) {
  expect_timeline(with_overhead(described_complete(3), 4),
                  {{compute(100), round({}, {from(1), from(2)})}, {send(0, kBytes)}, {send(0, kBytes)}},
                  {{100, 108}, {30}, {30}});
}

//   takes   31 ......... 81 = 31 + g, although available at 61
TEST(TakingAMessage, IsSpacedByTheGap) {
  expect_timeline(with_gap(described_complete(3), 50),
                  {{recv(1), recv(2)}, {send(0, kBytes)}, {send(0, kBytes)}}, {{31, 81}, {30}, {30}});
}

//   sends  |--- ts + x ---|--- ts + x ---|--- ts + x ---|90
TEST(Round, QueuesItsSendsOnTheOnePort) {
  expect_timeline(described_complete(4),
                  {{round({to(1, kBytes), to(2, kBytes), to(3, kBytes)}, {})}, {recv(0)}, {recv(0)}, {recv(0)}},
                  {{90}, {31}, {61}, {91}});
}

//   PE 0   clock 100 |ts|110 |------ tr 55 ------|165
//          port  100 |--- ts + x ---|--- ts + x ---|160      both startups, but the PE pays one
TEST(Round, PaysTheStartupOnceBeforeItsTakes) {
  const Program program{
      {compute(100), round({to(1, kBytes), to(2, kBytes)}, {from(1)})}, {send(0, kBytes), recv(0)}, {recv(0)}};
  const MachineDescription machine = with_overhead(described_complete(3), 55);

  expect_timeline(machine, program, {{100, 165}, {30, 186}, {216}});
}

TEST(Round, PaysNoStartupWithoutSends) {
  const Program program{{compute(100), round({}, {from(1)})}, {send(0, kBytes)}};

  expect_timeline(with_overhead(described_complete(2), 50), program, {{100, 150}, {30}});
}

TEST(Round, PaysNoStartupForAMessageToOneself) {
  const Program program{{compute(100), round({to(0, 5)}, {from(0), from(1)})}, {send(0, kBytes)}};

  expect_timeline(with_overhead(described_complete(2), 50), program, {{100, 150}, {30}});
}

TEST(Round, ReturnsWhenItsSendsAreCompleteToo) {
  expect_timeline(described_complete(3), {{round({to(1, 90)}, {from(2)})}, {recv(0)}, {send(0, kBytes)}},
                  {{100}, {101}, {30}});
}

//   PE 0   sends     |--- to 1, 40 B ---50|- to 2, 5 B -65
//          receives  |- from 1 -16|---- from 2, 50 B ---- 76
//          at the mailbox at 16 and 61: [1, 16), then [16, 76)
//   PE 1   send [0, 15), its message from 0 at 51
//   PE 2   send [0, 60), its message at 50 + 10 + 1 + 5
TEST(Round, OfUnequalLengthsEndsWithItsLastTransfer) {
  const Program program{
      {round({to(1, 40), to(2, 5)}, {from(1), from(2)})}, {send(0, 5), recv(0)}, {send(0, 50), recv(0)}};

  expect_timeline(described_complete(3), program, {{76}, {15, 51}, {60, 66}});
}

//   PE 0   port 0   |------ to 1, 30 B ------40     both are used for sends and receptions
//          port 1   |- to 2 -15|- to 3 -30
//          port 0    1|- from 1 -16|--- from 2, 20 B ---46   at the mailbox at 16, 31; port 0 first
//          port 1    1|--- from 3, 10 B ---21                at the mailbox at 21
TEST(Round, OfTwoPortsLetsTheThirdTransferFollowOnThePortThatIsFreeFirst) {
  MachineDescription machine = described_complete(4);
  machine.ports = 2;
  const Program program{{round({to(1, 30), to(2, 5), to(3, 5)}, {from(1), from(2), from(3)})},
                        {send(0, 5), recv(0)},
                        {send(0, 20), recv(0)},
                        {send(0, 10), recv(0)}};

  expect_timeline(machine, program, {{46}, {15, 41}, {30, 30}, {20, 31}});
}

//   PE 0   send      |--------------- to 1, 90 B ---------------100
//          receives  1|- from 2 -31|- tr 5 -36                    or, with tr 75, until 106
TEST(Round, TakesAMessageBeforeItsOwnSendHasEnded) {
  const Program program{{round({to(1, 90)}, {from(2)})}, {recv(0)}, {send(0, kBytes)}};

  expect_timeline(with_overhead(described_complete(3), 5), program, {{100}, {106}, {30}});
  expect_timeline(with_overhead(described_complete(3), 75), program, {{106}, {176}, {30}});
}

TEST(Round, OfABufferedMachineEndsWithTheLastTakeOver) {
  expect_timeline(buffered(4),
                  {{round({to(1, kBytes), to(2, kBytes), to(3, kBytes)}, {})}, {recv(0)}, {recv(0)}, {recv(0)}},
                  {{30}, {31}, {41}, {51}});
}

}  // namespace
}  // namespace toruscope::test
