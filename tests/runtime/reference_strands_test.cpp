// SPDX-License-Identifier: Apache-2.0
// Which strand has the processor (T13), worked out by hand. By PE the clocks of its body, then
// those of the strands by number.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

// ts = 1, tr = 2, x = 4. PE 0's operation A receives (its message is there at 5), C works 10, 10
// and 40, the body 20.
//
//   tick        0           10          20          30  32          42  44
//   processor   |-- C: 10 --|------ body: 20 -------|tr-|-- C: 10 --|-2-|---- C: 40 ...
//   A                 asks at 5 ......... has it at 30, ends at 32
//   body                                   asks at 30 .. has it at 42
//
// At 42 A has ended, so the wait for it leaves the body's clock where it is, and the body goes on
// to its work of 2 without asking: [42, 44). C, which asks at 42, has its last piece [44, 84). It
// is the same whether A receives itself or by an operation of its own.
TEST(ReferenceStrands, GoOnFromAWaitForWhatHasEnded) {
  const MachineDescription machine{.network = Network::complete, .sides = {2}, .ts = 1, .tr = 2, .tw = 1};
  const PeProgram work{compute(10), compute(10), compute(40)};
  const PeProgram body{compute(20), wait({0}), compute(2), wait({2})};
  const auto program = [&](const PeProgram& a_of_0, const PeProgram& a_of_1, std::size_t strands_of_a) {
    const std::size_t of_1 = 2 + strands_of_a + 1;
    Program both{{start(0, 2, a_of_0), start(2, 2 + strands_of_a, work)},
                 {start(0, of_1, a_of_1), start(2, of_1 + strands_of_a, {}), wait({0}), wait({2})}};
    both[0].insert(both[0].end(), body.begin(), body.end());
    return both;
  };
  const Timeline bodies{{0, 0, 30, 42, 44, 84},
                        {0, 1, 5, 5}};  // PE 1's first operation has the processor [0, 1)
  expect_clocks(machine, program({recv(1)}, {send(0, 4)}, 1),
                {bodies[0], bodies[1], {32}, {10, 42, 84}, {5}, {}});
  expect_clocks(machine,
                program({start(1, 3, {recv(1)}), wait({1})}, {start(1, 6, {send(0, 4)}), wait({1})}, 2),
                {bodies[0], bodies[1], {0, 32}, {32}, {10, 42, 84}, {0, 5}, {5}, {}});
}

// Nothing costs anything. A receives, B works 5, the body 7.
//
//   tick        0         5                12
//   processor   |- B: 5 --|--- body: 7 ----|
//   A                     has it at 5, takes no time
//
// At 0 the body asks, and A, whose message comes later in this tick. Of the two A was started last:
// it is first at 5. On PE 1 its message is there before B is started, as PE 0 is first at this
// tick: it is over at 0.
TEST(ReferenceStrands, StartedLastAreFirstThoughTheyAskLaterInTheTick) {
  const MachineDescription machine{.network = Network::complete, .sides = {2}};
  const auto receiver = [](Rank from, std::size_t first) {
    return PeProgram{start(0, first, {recv(from)}), start(1, first + 1, {compute(5)}), compute(7), wait({1}),
                     wait({0})};
  };
  const auto sender = [](Rank to, std::size_t first) {
    return PeProgram{start(0, first, {send(to, 1)}), start(1, first + 1, {}), wait({1}), wait({0})};
  };
  const std::vector<std::int64_t> receives{0, 0, 12, 12, 12}, sends{0, 0, 0, 0};
  expect_clocks(machine, {receiver(1, 2), sender(0, 4)}, {receives, sends, {5}, {5}, {0}, {}});
  expect_clocks(machine, {sender(1, 2), receiver(0, 4)}, {sends, receives, {0}, {}, {0}, {5}});
}

// One PE, x = bytes, the rest costs nothing. A starts B, which exchanges 4 bytes with its own PE
// and synchronizes; A waits for it and sends 4 bytes. The body works 1.
//
//   tick        0             1
//   processor   |- body: 1 ---|- A
//
// At 0 the body asks. B, which goes on from synchronize, comes after all others of that tick: the
// body has the processor when B ends, and A's send waits for it.
TEST(ReferenceStrands, ThatGoOnFromAMeetingComeAfterThoseWhoGetTheProcessorInThisTick) {
  const MachineDescription machine{.network = Network::torus, .sides = {1}, .tw = 1};
  for (const bool has_exchanged : {true, false}) {
    PeProgram b{synchronize()};
    if (has_exchanged) b.insert(b.begin(), sendrecv(0, 4, 0));
    const PeProgram a{start(1, 2, b), wait({1}), send(0, 4), irecv(2, 0), wait({2})};
    std::vector<std::int64_t> clocks_of_b(b.size(), 0);
    expect_clocks(machine, {{start(0, 1, a), compute(1), wait({0})}},
                  {{0, 1, 1}, {0, 0, 1, 1, 1}, clocks_of_b});
  }
}

// One PE, nothing costs anything. A does nothing. The body synchronizes, starts B, which
// synchronizes and works 9, and works 1: it went on from its own meeting before it started B, so
// that B alone comes after all others of the tick.
TEST(ReferenceStrands, ThatAskAgainAfterAMeetingAreLikeAllOthers) {
  const MachineDescription machine{.network = Network::torus, .sides = {1}};
  const PeProgram body{start(0, 1, {}), synchronize(), start(1, 2, {synchronize(), compute(9)}), compute(1),
                       wait({0, 1})};
  expect_clocks(machine, {body}, {{0, 0, 0, 1, 10}, {}, {0, 10}});
}

// line:4, x = bytes, the rest costs nothing. An operation of PE 1 works 3 and sends 1 byte to PE 3.
// PE 2's works 3, its body has asked at 0 to send 16 bytes by the same link, and has the processor
// at 3. At this tick PE 1 is first: its byte crosses 2>3 [3, 4), PE 2's message [4, 20).
TEST(ReferenceStrands, OfTheLowestRankAreFirstWithinATick) {
  const MachineDescription machine{.network = Network::line, .sides = {4}, .tw = 1};
  const Program program{{start(0, 4, {}), wait({0})},
                        {start(0, 5, {compute(3), send(3, 1)}), wait({0})},
                        {start(0, 6, {compute(3)}), send(3, 16), wait({0})},
                        {start(0, 7, {recv(1)}), recv(2), wait({0})}};
  expect_clocks(machine, program, {{0, 0}, {0, 4}, {0, 19, 19}, {0, 20, 20}, {}, {3, 4}, {3}, {4}});
}

}  // namespace
}  // namespace toruscope::test
