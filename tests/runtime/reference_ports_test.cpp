// SPDX-License-Identifier: Apache-2.0
// Port rules `half`, `telephone` and `all` (T2, T4, T5; readings m to p of docs/readings.md),
// worked out by hand. ts = 4, x = 5 for 5 bytes, th = 0, complete graphs unless said otherwise.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription machine(int p, PortRule rule, std::int64_t gap = 0) {
  return {.network = Network::complete, .sides = {p}, .ts = 4, .tw = 1, .gap = gap, .port_rule = rule};
}
MachineDescription strict(MachineDescription of) {
  of.port_policy = PortPolicy::strict;
  return of;
}
MachineDescription buffered(MachineDescription of) {
  of.injection = Injection::buffered;
  return of;
}

const Program kExchange{{sendrecv(1, 5, 1)}, {sendrecv(0, 5, 0)}};
const Program kShift{{sendrecv(1, 5, 2)}, {sendrecv(2, 5, 0)}, {sendrecv(0, 5, 1)}};
const Program kFanOut{{round({to(1, 5), to(2, 5), to(3, 5)}, {})}, {recv(0)}, {recv(0)}, {recv(0)}};
const Program kFanIn{{round({}, {from(1), from(2), from(3)})}, {send(0, 5)}, {send(0, 5)}, {send(0, 5)}};

//   half       |-- send --|-- receive --|18      telephone, one   |-- send and receive --|9
TEST(ReferencePorts, AnExchangeCostsTwoTransfersUnderHalfAndElseOne) {
  expect_clocks(machine(2, PortRule::half), kExchange, {{18}, {18}});
  expect_clocks(machine(2, PortRule::telephone), kExchange, {{9}, {9}});
  expect_clocks(machine(2, PortRule::all), kExchange, {{9}, {9}});
}

// buffered, half: the send holds the port [0, 4), the reception the last x before 9.
TEST(ReferencePorts, ABufferedExchangeFitsUnderHalf) {
  expect_clocks(buffered(machine(2, PortRule::half)), kExchange, {{9}, {9}});
}

//   half: as above     telephone: the partner of the send is another, so the reception waits for
//                      its end, 9
TEST(ReferencePorts, AShiftCostsTwoTransfersUnderTelephoneToo) {
  expect_clocks(machine(3, PortRule::half), kShift, {{18}, {18}, {18}});
  expect_clocks(machine(3, PortRule::telephone), kShift, {{18}, {18}, {18}});
  expect_clocks(machine(3, PortRule::all), kShift, {{9}, {9}, {9}});
}

TEST(ReferencePorts, FanOutAndFanInFollowTheNumberOfPorts) {
  for (const PortRule rule : {PortRule::half, PortRule::telephone, PortRule::k}) {
    expect_clocks(machine(4, rule), kFanOut, {{27}, {9}, {18}, {27}});
    expect_clocks(machine(4, rule), kFanIn, {{27}, {9}, {9}, {9}});
  }
  expect_clocks(machine(4, PortRule::all), kFanOut, {{9}, {9}, {9}, {9}});
  expect_clocks(machine(4, PortRule::all), kFanIn, {{9}, {9}, {9}, {9}});
}

// ring:4 has two links at each node. To 1 [0, 9) and to 3 [0, 9); to 2 leaves by the link to 1: [9,
// 18).
TEST(ReferencePorts, AllMeansAsManyAsTheNodeHasLinks) {
  MachineDescription ring = machine(4, PortRule::all);
  ring.network = Network::ring;

  expect_clocks(ring, {{round({to(1, 5), to(3, 5), to(2, 5)}, {})}, {recv(0)}, {recv(0)}, {recv(0)}},
                {{18}, {9}, {18}, {9}});
  expect_clocks(ring, kFanIn, {{18}, {9}, {9}, {9}});  // the third reception: [9, 18)
}

// g = 12: the reception starts at 0, so the send starts at 12, not 9. PE 1's port is its send's
// until 12.
TEST(ReferencePorts, UnderHalfTheStartOfAReceptionKeepsSendsAway) {
  expect_clocks(machine(2, PortRule::half, 12), {{recv(1), send(1, 5)}, {send(0, 5), recv(0)}},
                {{9, 21}, {9, 21}});
}

// g = 12: the send [0, 12) keeps the reception away: [12, 21). Receptions follow each other at
// once: [0, 9), [9, 18); but takes keep g: 9, 21.
TEST(ReferencePorts, UnderHalfTheGapOfASendKeepsReceptionsAway) {
  expect_clocks(machine(3, PortRule::half, 12), {{send(1, 5), recv(2)}, {recv(0)}, {send(0, 5)}},
                {{9, 21}, {9}, {9}});
  expect_clocks(machine(3, PortRule::half, 12),
                {{recv(1), recv(2), send(1, 5)}, {send(0, 5), recv(0)}, {send(0, 5)}},
                // the send starts at 21, the last reception's start was 9
                {{9, 21, 30}, {9, 30}, {9}});
}

// g = 20: the send ends at 9, then PE 2's message may come, [9, 18); the next send keeps g, from 20
// on.
TEST(ReferencePorts, UnderTelephoneTheGapIsTheSendPortsOwn) {
  expect_clocks(machine(3, PortRule::telephone, 20),
                {{send(1, 5), recv(2), send(1, 5)}, {recv(0), recv(0)}, {send(0, 5)}},
                {{9, 18, 29}, {9, 29}, {9}});
}

// buffered: the send to 1 ends at 4, when the reception of 5 ticks begins.
TEST(ReferencePorts, UnderTelephoneABufferedSendEndsAtItsStartup) {
  expect_clocks(buffered(machine(3, PortRule::telephone)), {{sendrecv(1, 5, 2)}, {recv(0)}, {send(0, 5)}},
                {{9}, {9}, {4}});
}

// PE 0 receives from 1, [0, 9), and then sends to 2; telephone: from 9 on, as under half; one: it
// was posted at 0.
TEST(ReferencePorts, UnderTelephoneASendWaitsForAReceptionFromAnotherPartner) {
  const Program program{{recv(1), send(2, 5)}, {send(0, 5)}, {recv(0)}};
  for (const PortRule rule : {PortRule::half, PortRule::telephone})
    expect_clocks(machine(3, rule), program, {{9, 18}, {9}, {18}});
  // Received late, the transfer is booked late, though in the background: PE 2's turn is first,
  // then 1's: [9, 18).
  expect_clocks(machine(3, PortRule::telephone),
                {{isend(0, 2, 5), recv(1), wait({0})}, {send(0, 5)}, {recv(0)}}, {{4, 18, 18}, {9}, {9}});
}

TEST(ReferencePorts, StrictCountsBothDirectionsUnderHalf) {
  expect_violation(strict(machine(2, PortRule::half)), kExchange, 0, 0);
  expect_clocks(strict(machine(2, PortRule::half)), {{send(1, 5), recv(1)}, {recv(0), send(0, 5)}},
                {{9, 18}, {9, 18}});
}

TEST(ReferencePorts, StrictKeepsPartnersApartUnderTelephone) {
  expect_violation(strict(machine(3, PortRule::telephone)), kShift, 0, 0);
  expect_clocks(strict(machine(2, PortRule::telephone)), kExchange, {{9}, {9}});
}

TEST(ReferencePorts, StrictUnderAllLooksAtTheLinkOfEachSend) {
  expect_clocks(strict(machine(4, PortRule::all)), kFanOut, {{9}, {9}, {9}, {9}});
  expect_violation(strict(machine(4, PortRule::all)),
                   {{round({to(1, 5), to(1, 5)}, {})}, {recv(0), recv(0)}, {}, {}}, 0, 0);
}

}  // namespace
}  // namespace toruscope::test
