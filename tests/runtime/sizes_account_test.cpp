// SPDX-License-Identifier: Apache-2.0
// What times are made of where costs differ by size (T15) and where sends shake hands (T16), worked
// out by hand, of the reference and of the Machine.

#include "tests/support/reference_account.hpp"
#include "tests/support/reference_network.hpp"
#include "tests/support/run_program.hpp"

#include <toruscope/account.hpp>

#include <cstddef>
#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription with_pieces(Network network, int p) {
  return {.network = network,
          .sides = {p},
          .ts = 4,
          .tw = 1,
          .th = 1,
          .pieces = {{.from = 8, .ts = 10, .tm = 2, .tw = 0}}};
}
/// D = 6 on complete graphs; sends of more than 4 bytes wait.
MachineDescription with_rendezvous(int p) {
  return {.network = Network::complete,
          .sides = {p},
          .ts = 4,
          .tw = 1,
          .th = 1,
          .latency = 3,
          .eager = 4,
          .rendezvous = 2};
}

/// Expects this account of the PE's last clock, and that it makes up the clock. The reference
/// leaves out what costs nothing.
void expect_account(const MachineDescription& machine, const Program& program, std::size_t pe,
                    std::int64_t time, const Account& account) {
  const Outcome reference = reference_run(machine, program);
  EXPECT_EQ(reference.clocks.at(pe).back(), time);
  ASSERT_TRUE(reference.accounts.at(pe));
  EXPECT_EQ(to_string(*reference.accounts[pe]), to_string(what_costs(machine, account)));
  if (!library_has(machine)) return;
  const MachineRun run = run_on_machine(machine, program);
  ASSERT_TRUE(run.report) << run.deadlock;
  const Stamp& finish = run.report->pes.at(pe).finish;
  EXPECT_EQ(finish.time, Ticks{time});
  EXPECT_EQ(to_string(finish.account), to_string(account));
  EXPECT_EQ(value(finish.account, run.report->costs), finish.time);
  EXPECT_EQ(run.outcome.faults, std::vector<std::string>{});
}

// --- T15 -----------------------------------------------------------------------------------------

// 8 bytes take 13, what they would take without a piece: +6 of ts, +2 of tm, -8 of tw. 20 bytes as
// long, 12 less.
TEST(SizesAccount, CountsWhatCostsMoreOrLess) {
  const Account of_8{.startups = 1, .receives = 1, .messages = 1, .bytes = 8, .hops = 1, .latencies = 1};
  Account of_20 = of_8;
  of_20.bytes = 20;
  of_20.slow_bytes = Ticks{-12};

  expect_account(with_pieces(Network::complete, 2), {{send(1, 8)}, {recv(0)}}, 1, 13, of_8);
  expect_account(with_pieces(Network::complete, 2), {{send(1, 20)}, {recv(0)}}, 1, 13, of_20);
  // and of the send: 12
  expect_account(with_pieces(Network::complete, 2), {{send(1, 20)}, {recv(0)}}, 0, 12,
                 {.startups = 1, .messages = 1, .bytes = 20, .slow_bytes = Ticks{-12}});
}

// Over the link 1>2 x is 8 in place of 2: 6 more, and 4 + 8 + 3 without.
TEST(SizesAccount, CountsSlowLinksBeside) {
  MachineDescription machine = with_pieces(Network::ring, 8);
  machine.slow = {{{1, 2}, 4}};

  expect_account(machine, {{send(3, 8)}, {}, {}, {recv(0)}, {}, {}, {}, {}}, 3, 21,
                 {.startups = 1,
                  .receives = 1,
                  .messages = 1,
                  .bytes = 8,
                  .hops = 3,
                  .latencies = 1,
                  .slow_bytes = Ticks{21 - 15}});
}

// Three transmissions of 2 in place of 8 each, a startup of 10 in place of 4.
TEST(SizesAccount, CountsEachTransmissionOfAStoredMessage) {
  MachineDescription machine = with_pieces(Network::ring, 8);
  machine.switching = SwitchingMode::store_and_forward;

  expect_account(machine, {{send(3, 8)}, {}, {}, {recv(0)}, {}, {}, {}, {}}, 3, 19,
                 {.startups = 1,
                  .receives = 1,
                  .messages = 3,
                  .bytes = 24,
                  .hops = 3,
                  .latencies = 1,
                  .slow_bytes = Ticks{6 - 18}});
}

// tr = 1, from 4 bytes on 6; L = 3, from 4 bytes on 9.
TEST(SizesAccount, CountsOverheadAndFlight) {
  MachineDescription machine{.network = Network::complete, .sides = {2}, .ts = 4, .tr = 1, .tw = 1};
  machine.latency = 3;
  machine.pieces = {{.from = 4, .tr = 6, .latency = 9}};

  expect_account(machine, {{recv(1)}, {send(0, 4)}}, 0, 4 + 4 + 9 + 6,
                 {.startups = 1,
                  .receives = 1,
                  .messages = 1,
                  .bytes = 4,
                  .hops = 1,
                  .latencies = 1,
                  .slow_bytes = Ticks{6 + 5}});
}

// Startups of 10 and 4 side by side; PE 3's byte is taken at 10, tr = 3.
TEST(SizesAccount, CountsTheLongestStartupOfARound) {
  MachineDescription machine = with_pieces(Network::complete, 4);
  machine.ports = 2;
  machine.injection = Injection::buffered;
  machine.tr = 3;

  expect_account(machine, {{round({to(1, 8), to(2, 7)}, {from(3)})}, {recv(0)}, {recv(0)}, {send(0, 1)}}, 0, 13,
                 {.startups = 1, .receives = 1, .slow_bytes = Ticks{6}});
}

// The second message waits for the receive port, which takes it during [13, 25): a startup and a
// transmission. Compared with the machine's own costs, both startups cost 6 more; the transmissions
// cost 6 less (8 bytes) and 18 less (20 bytes).
TEST(SizesAccount, CountsTheReceptionThatFoundItsPortTaken) {
  expect_account(with_pieces(Network::complete, 3),
                 {{round({}, {from(1), from(2)})}, {send(0, 8)}, {send(0, 20)}}, 0, 25,
                 {.startups = 2,
                  .receives = 1,
                  .messages = 2,
                  .bytes = 28,
                  .hops = 1,
                  .latencies = 1,
                  .slow_bytes = Ticks{12 - 6 - 18}});
}

// --- T16 -----------------------------------------------------------------------------------------

// The receive is there first: request and answer, 2 (2 + 1 + 3), then 4 + 1 + 3 + 5. At 6, when the
// request comes, it is not later than that.
TEST(RendezvousAccount, CountsBothMessagesIfTheReceiveIsThere) {
  const Account account{.startups = 1,
                        .receives = 1,
                        .messages = 1,
                        .bytes = 5,
                        .hops = 3,
                        .latencies = 3,
                        .slow_hops = Ticks{4}};

  expect_account(with_rendezvous(2), {{send(1, 5)}, {recv(0)}}, 1, 25, account);
  expect_account(with_rendezvous(2), {{send(1, 5)}, {compute(6), recv(0)}}, 1, 25, account);
}

// The receive is later: its PE's 20, and the answer.
TEST(RendezvousAccount, CountsTheAnswerIfTheReceiveIsLate) {
  expect_account(with_rendezvous(2), {{send(1, 5)}, {compute(20), recv(0)}}, 1, 39,
                 {.startups = 1,
                  .receives = 1,
                  .messages = 1,
                  .bytes = 5,
                  .hops = 2,
                  .latencies = 2,
                  .compute = Ticks{20},
                  .slow_hops = Ticks{2}});
  // of the send
  expect_account(with_rendezvous(2), {{send(1, 5)}, {compute(7), recv(0)}}, 0, 22,
                 {.startups = 1,
                  .messages = 1,
                  .bytes = 5,
                  .hops = 1,
                  .latencies = 1,
                  .compute = Ticks{7},
                  .slow_hops = Ticks{2}});
}

// The answer is there at 12, the port free at 17: the chain is that of the 9 bytes to PE 2, which
// were posted after the startup of the isend.
TEST(RendezvousAccount, GoesOnFromThePortIfThatIsFreeLater) {
  MachineDescription machine = with_rendezvous(3);
  machine.eager = 9;

  expect_account(machine, {{issend(0, 1, 5), send(2, 9), wait({0})}, {recv(0)}, {recv(0)}}, 1, 30,
                 {.startups = 3, .receives = 1, .messages = 2, .bytes = 14, .hops = 1, .latencies = 1});
}

// Reading: a question that waited for a request goes on with the clock at which that left, and its
// flight. No at 8, yes at 9; the receive is posted at 10.
TEST(RendezvousAccount, OfAProbeThatWaitedForARequestIsTheRequests) {
  expect_account(with_rendezvous(2),
                 {{compute(8), probe(1), probe(1), compute(1), recv(1)}, {compute(3), send(0, 5)}}, 0, 29,
                 {.startups = 1,
                  .receives = 1,
                  .messages = 1,
                  .bytes = 5,
                  .hops = 3,
                  .latencies = 3,
                  .compute = Ticks{4},
                  .slow_hops = Ticks{4}});
}

}  // namespace
}  // namespace toruscope::test
