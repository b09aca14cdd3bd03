// SPDX-License-Identifier: Apache-2.0
// What the port rules half, telephone and all make of T2 and T4. Complete graphs, so that no link
// is shared: ts = 10, x = 20 for 20 bytes, th = 1; an undisturbed message is there after 31.

#include "tests/runtime/clocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace toruscope::test {
namespace {

using testing::HasSubstr;

Parameters port_machine(Ports ports, Injection injection = Injection::direct, std::int64_t gap = 0) {
  return {.ports = ports,
          .injection = injection,
          .ts = Ticks{10},
          .tw = Ticks{1},
          .th = Ticks{1},
          .gap = Ticks{gap},
          .tick = Time{}};
}

/// Every PE sends to the PE so many ranks up and receives from the one so many down, at once.
void shift(Communicator& comm, Clocks& clocks, int by = 1) {
  std::vector<char> body(20);
  const int p = comm.size();
  comm.sendrecv((comm.rank() + by) % p, kBody, (comm.rank() + p - by) % p, body);
  clocks.note(comm);
}

//   send  |--- ts + x ---|30        reception, at the mailbox at 31   |--- ts + x ---|60
TEST(HalfPort, MakesAnExchangeCostTwoTransfers) {
  const Report report = expect_clocks(complete(2), port_machine(half_port), {{60}, {60}},
                                      [](auto& comm, auto& clocks) { shift(comm, clocks); });

  EXPECT_EQ(report.totals.port_conflicts, 2);
  EXPECT_EQ(report.totals.port_wait, Ticks{2 * 29});
  const PortWait& wait = report.pes[0].longest_port_wait;
  EXPECT_EQ(wait.waited, Ticks{29});
  EXPECT_EQ(wait.since, Ticks{31});
  EXPECT_FALSE(wait.transfer.is_send);
  EXPECT_TRUE(wait.held_by.is_send);
  EXPECT_EQ(wait.held_by.partner, 1);
  std::ostringstream text;
  text << report;
  EXPECT_THAT(text.str(), HasSubstr("PE 0's receive from PE 1 waited 29 steps (from 31"));
}

//   PE 1   reception [1, 31)    send [31, 61)       one after the other, so nothing waits
TEST(HalfPort, ReceivesAndThenSends) {
  const Report report =
      expect_clocks(complete(3), port_machine(half_port), {{30}, {31, 61}, {62}}, [](auto& comm, auto& clocks) {
        if (comm.rank() > 0) {
          static_cast<void>(comm.template recv<char>(comm.rank() - 1));
          clocks.note(comm);
        }
        if (comm.rank() < 2) {
          comm.send(comm.rank() + 1, kBody);
          clocks.note(comm);
        }
      });
  EXPECT_EQ(report.totals.port_conflicts, 0);
}

//   PE 0   reception [1, 31) starts at 1; with g = 50 its send starts no earlier than 51: [51, 81)
TEST(HalfPort, CountsTheStartOfAReceptionForTheGapOfSends) {
  expect_clocks(complete(2), port_machine(half_port, Injection::direct, 50), {{31, 81}, {30, 82}},
                [](auto& comm, auto& clocks) {
                  for (const int turn : {1, 0}) {
                    if (comm.rank() == turn) {
                      comm.send(1 - turn, kBody);
                    } else {
                      static_cast<void>(comm.template recv<char>(turn));
                    }
                    clocks.note(comm);
                  }
                });
}

//   PE 0   send [0, 30), the port is free at 0 + g = 50      reception [50, 80)
TEST(HalfPort, KeepsTheGapOfASendFromReceptionsToo) {
  expect_clocks(complete(2), port_machine(half_port, Injection::direct, 50), {{80}, {80}},
                [](auto& comm, auto& clocks) { shift(comm, clocks); });
}

//   sends [0, 10) and [10, 20)      the reception would take [11, 31); it takes [20, 40)
TEST(HalfPort, IsHeldByABufferedSendForTheStartup) {
  expect_clocks(complete(3), port_machine(half_port, Injection::buffered), {{40}, {41}, {41}},
                [](auto& comm, auto& clocks) {
                  std::vector<char> body(20);
                  if (comm.rank() == 0) {
                    comm.round([&](Round& round) {
                      round.send(1, kBody);
                      round.send(2, kBody);
                      round.recv(1, body);
                    });
                  } else {
                    if (comm.rank() == 1) comm.send(0, kBody);
                    comm.recv(0, body);
                    EXPECT_EQ(comm.now(), Ticks{comm.rank() == 1 ? 31 : 41});
                    comm.compute(Ticks{41} - comm.now());
                  }
                  clocks.note(comm);
                });
}

//   both ends of both transfers at once: [0, 30) and [1, 31)
TEST(Telephone, ExchangesWithOnePartner) {
  const Report report = expect_clocks(complete(2), port_machine(telephone), {{31}, {31}},
                                      [](auto& comm, auto& clocks) { shift(comm, clocks); });
  EXPECT_EQ(report.totals.port_conflicts, 0);
}

//   send to r + 1   |--- ts + x ---|30      reception from r - 1   |--- ts + x ---|60
TEST(Telephone, SendsToOneAndReceivesFromAnotherInTurn) {
  const Report report = expect_clocks(complete(3), port_machine(telephone), {{60}, {60}, {60}},
                                      [](auto& comm, auto& clocks) { shift(comm, clocks); });
  EXPECT_EQ(report.totals.port_conflicts, 3);
  EXPECT_EQ(report.pes[0].longest_port_wait.held_by.partner, 1);
}

//   direct: the tail has left at 30; the gap of 50 does not count
//   buffered: over at 10, so [11, 31) is free
TEST(Telephone, WaitsForTheEndOfATransferWithoutTheGap) {
  const auto program = [](auto& comm, auto& clocks) { shift(comm, clocks); };
  expect_clocks(complete(3), port_machine(telephone, Injection::direct, 50), {{60}, {60}, {60}}, program);
  expect_clocks(complete(3), port_machine(telephone, Injection::buffered, 50), {{31}, {31}, {31}}, program);
}

//   PE 0   to 1 [0, 30); to 2 [30, 60); from 2, at the mailbox at 31, waits for the one to 1 only:
//          [30, 60)
TEST(Telephone, LooksBehindTheLastSendForOneWithAnotherPartner) {
  const Report report =
      expect_clocks(complete(3), port_machine(telephone), {{60}, {31}, {30, 61}}, [](auto& comm, auto& clocks) {
        std::vector<char> body(20);
        if (comm.rank() == 2) {
          comm.send(0, kBody);
          clocks.note(comm);
        }
        comm.round([&](Round& round) {
          if (comm.rank() != 0) return round.recv(0, body);
          round.send(1, kBody);
          round.send(2, kBody);
          round.recv(2, body);
        });
        clocks.note(comm);
      });
  EXPECT_EQ(report.pes[0].port_wait, Ticks{30 + 29});
}

//   three ports on three links: all at once
TEST(AllPorts, AreAsManyAsThePeHasLinks) {
  const Report report = expect_clocks(
      complete(4), port_machine(all_ports), {{31}, {31}, {31}, {31}}, [](auto& comm, auto& clocks) {
        EXPECT_EQ(comm.ports(), 3);
        std::vector<std::vector<char>> bodies(4, kBody);
        comm.round([&](Round& round) {
          for (int d = 1; d < 4; ++d) {
            round.send((comm.rank() + d) % 4, kBody);
            round.recv((comm.rank() + 4 - d) % 4, bodies[static_cast<std::size_t>(d)]);
          }
        });
        clocks.note(comm);
      });
  EXPECT_EQ(to_string(report.parameters.ports), "all");
}

//   ring of 8: two by the link to 1, one after the other, beside one to 7
TEST(AllPorts, StillSendByOneLinkInTurn) {
  expect_clocks(ring(8), port_machine(all_ports), {{60}, {31}, {62}, {}, {}, {}, {}, {31}},
                [](auto& comm, auto& clocks) {
                  if (comm.rank() == 0) {
                    comm.round([&](Round& round) {
                      for (const Rank to : {1, 2, 7}) round.send(to, kBody);
                    });
                  } else if (comm.rank() < 3 || comm.rank() == 7) {
                    static_cast<void>(comm.template recv<char>(0));
                  } else {
                    return;
                  }
                  clocks.note(comm);
                });
}

Parameters strict_machine(Ports ports) {
  Parameters parameters = port_machine(ports);
  parameters.port_policy = PortPolicy::strict;
  return parameters;
}

/// The error of a shift under policy strict; "" if there is none.
std::string first_violation(int p, Ports ports, std::int64_t when) {
  std::string text;
  for (const Execution& execution : many_executions()) {
    try {
      Clocks clocks(p);
      Machine(complete(p), strict_machine(ports), execution).run([&](Communicator& comm) {
        shift(comm, clocks);
      });
      return {};
    } catch (const PortViolationError& error) {
      EXPECT_EQ(error.rank(), 0);
      EXPECT_EQ(error.when(), Ticks{when});
      EXPECT_TRUE(text.empty() || text == error.what()) << error.what();
      text = error.what();
    }
  }
  return text;
}

//   the send's window is [0, 30), the reception's [1, 31)
TEST(StrictPortRules, RefuseASendBesideAReceiveUnderHalf) {
  EXPECT_THAT(
      first_violation(2, half_port, 1),
      HasSubstr("PE 0 breaks the rule half (one send or one receive at a time) at 1 step: from PE 1 (tag 0, 20 "
                "bytes) from 1 step to 31 steps while to PE 1 (tag 0, 20 bytes) from 0 steps to 30 steps"));
}

TEST(StrictPortRules, RefuseTwoPartnersUnderTelephone) {
  EXPECT_THAT(
      first_violation(3, telephone, 1),
      HasSubstr(
          "telephone (a send beside a receive only with one partner) at 1 step: from PE 2 (tag 0, 20 bytes) "
          "from 1 step to 31 steps while to PE 1"));
  EXPECT_EQ(first_violation(2, telephone, 0), "");
}

TEST(StrictPortRules, CountLinksUnderAll) {
  EXPECT_EQ(first_violation(3, all_ports, 0), "");
  try {
    Machine(ring(2), strict_machine(all_ports)).run([](Communicator& comm) {
      if (comm.rank() == 1) {
        for (int i = 0; i < 2; ++i) static_cast<void>(comm.recv<char>(0));
        return;
      }
      comm.round([&](Round& round) {
        for (int i = 0; i < 2; ++i) round.send(1, kBody);
      });
    });
    FAIL() << "two sends by one link";
  } catch (const PortViolationError& error) {
    EXPECT_THAT(error.what(), HasSubstr("rule all (at most 1 send at a time) at 0 steps"));
  }
}

}  // namespace
}  // namespace toruscope::test
