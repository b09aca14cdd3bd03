// SPDX-License-Identifier: Apache-2.0
// T1 and T3 under store-and-forward: each node receives a message whole before it goes on. ring:8,
// ts = 10, x = 20 for 20 bytes, th = 1.

#include "tests/runtime/clocks.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

Parameters storing_machine(Injection injection = Injection::direct) {
  return {.switching = Switching::store_and_forward,
          .injection = injection,
          .ts = Ticks{10},
          .tw = Ticks{1},
          .th = Ticks{1},
          .tick = Time{}};
}

//   PE 0       |-- ts --|---- x ----|30   its port is free when the tail has left
//   link 0>1            |10 ---- x ----|
//   link 1>2                               |31 ---- x ----|   asked th + x after the last grant
//   link 2>3                                                  |52 ---- x ----|
//   mailbox 3                                                                  73 = ts + 3 (th + x)
TEST(StoredMessage, IsThereAfterAWholeTransmissionForEachLink) {
  const Report report =
      expect_on_ring(storing_machine(), {{30}, {}, {}, {73}}, [](Communicator& comm, Clocks& clocks) {
        if (comm.rank() == 0) comm.send(3, kBody);
        if (comm.rank() == 3) static_cast<void>(comm.recv<char>(0));
        if (comm.rank() % 3 == 0 && comm.rank() < 4) clocks.note(comm);
      });

  const Account account{.startups = 1, .receives = 1, .messages = 3, .bytes = 60, .hops = 3, .latencies = 1};
  EXPECT_EQ(to_string(report.finish.account), to_string(account));
}

TEST(StoredMessage, PaysTheFlightTimeOnce) {
  Parameters parameters = storing_machine();
  parameters.latency = Ticks{7};
  expect_on_ring(parameters, {{30}, {}, {59}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 0) comm.send(2, kBody);
    if (comm.rank() == 2) static_cast<void>(comm.recv<char>(0));
    if (comm.rank() == 0 || comm.rank() == 2) clocks.note(comm);
  });
}

//   PE 1 sends at 20: link 1>2 is its [30, 50). PE 0's message asks for it at 31 and is granted 50:
//   there at 71.
TEST(StoredMessage, WaitsForALinkWithoutHoldingAnother) {
  const Report report =
      expect_on_ring(storing_machine(), {{30}, {50}, {71, 81}}, [](Communicator& comm, Clocks& clocks) {
        if (comm.rank() > 2) return;
        if (comm.rank() == 1) comm.compute(Ticks{20});
        if (comm.rank() < 2) {
          comm.send(2, kBody);
          return clocks.note(comm);
        }
        for (const Rank from : {1, 0}) {
          static_cast<void>(comm.recv<char>(from));
          if (from == 1)
            // there at 51, so nothing waits for the port: [51, 81)
            comm.compute(Ticks{71} - comm.now());
          clocks.note(comm);
        }
      });
  EXPECT_EQ(report.totals.link_conflicts, 1);
  EXPECT_EQ(report.links[1].wait, Ticks{19});
}

// The node of the pipelined broadcast: it takes a message over in ts, passes it on when it has it
// whole.
//
//   PE 0   to 1 |ts|10        to 7 |ts|20        bodies leave by two links beside each other
//   PE 1   has it at 10 + th + x = 31, passes it on: PE 2 at 31 + 10 + 21 = 62
//   PE 7   has it at 20 + th + x = 41
TEST(StoredMessage, OfABufferedMachineIsPassedOnByPes) {
  expect_on_ring(storing_machine(Injection::buffered), {{20}, {31, 41}, {62}, {}, {}, {}, {}, {41}},
                 [](Communicator& comm, Clocks& clocks) {
                   if (comm.rank() == 0) {
                     comm.send(1, kBody);
                     comm.send(7, kBody);
                   } else if (comm.rank() < 3 || comm.rank() == 7) {
                     static_cast<void>(comm.recv<char>(comm.rank() == 2 ? 1 : 0));
                     if (comm.rank() == 1) {
                       clocks.note(comm);
                       comm.send(2, kBody);
                     }
                   } else {
                     return;
                   }
                   clocks.note(comm);
                 });
}

// Everything costs nothing but the bytes: the third of three nodes has it two transmissions later.
TEST(StoredMessage, NeedsNoTimeForHops) {
  Parameters parameters = storing_machine();
  parameters.ts = parameters.th = Ticks{0};
  expect_on_ring(parameters, {{20}, {}, {40}}, [](Communicator& comm, Clocks& clocks) {
    if (comm.rank() == 0) comm.send(2, kBody);
    if (comm.rank() == 2) static_cast<void>(comm.recv<char>(0));
    if (comm.rank() == 0 || comm.rank() == 2) clocks.note(comm);
  });
}

}  // namespace
}  // namespace toruscope::test
