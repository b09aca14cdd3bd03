// SPDX-License-Identifier: Apache-2.0
// Settings that a run never used: each is told where nothing of it happened, and none where
// something did.

#include <toruscope/toruscope.hpp>

#include <cstdint>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Unused = std::vector<std::string>;
using Program = std::function<void(Communicator&)>;

Parameters step_machine() {
  return {.ts = Ticks{4}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};
}

Unused unused(const TopologyPtr& topology, const Parameters& machine, const Program& program) {
  return Machine(topology, machine).run(program).unused;
}

/// One message from a to b.
Program message(Rank a, Rank b, std::size_t bytes = 5) {
  return [=](Communicator& comm) {
    std::vector<char> body(bytes);
    if (comm.rank() == a) comm.send(b, body);
    if (comm.rank() == b) comm.recv(a, body);
  };
}

/// On a ring of 8 the link 2 -> 3 is busy over [4, 9) with PE 2's message; PE 1's, which has
/// crossed 1 -> 2, waits at node 2 over [5, 9); PE 0's wants to follow it over 1 -> 2, which is
/// free from tick 9 on.
void meet(Communicator& comm) {
  std::vector<char> body(5);
  if (comm.rank() == 0) comm.send(2, body);
  if (comm.rank() == 1 || comm.rank() == 2) comm.send(3, body);
  if (comm.rank() == 2) comm.recv(0, body);
  if (comm.rank() == 3)
    for (const Rank from : {2, 1}) comm.recv(from, body);
}

TEST(UnusedSettings, TellOfASlowLinkThatNothingCrossed) {
  Parameters machine = step_machine();
  machine.slow = {{1, 0, 4}};
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
              ElementsAre("slow: the link from 1 to 0 is 4 times slower, but no message crossed it"));
  EXPECT_THAT(unused(ring(4), machine, message(1, 0)), IsEmpty());
  machine.slow = {{1, 0, 4}, {0, 1, 4}};  // a link, which is used if it is one way
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)), IsEmpty());
  EXPECT_THAT(unused(ring(4), machine, message(1, 2)),
              ElementsAre("slow: the link 1 to 0 is 4 times slower, but no message crossed it"));
  machine.slow = {{1, 0, 3}, {0, 1, 4}};  // two links, each with a factor of its own
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
              ElementsAre("slow: the link from 1 to 0 is 3 times slower, but no message crossed it"));
}

TEST(UnusedSettings, TellOfALimitThatNothingPassed) {
  Parameters machine = step_machine();
  machine.eager = 100;
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
              ElementsAre(StartsWith("eager: 100 B given, but no message was longer")));
  machine.eager = 4;
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)), IsEmpty());
}

TEST(UnusedSettings, TellOfAFlitThatMadeNoMessageLonger) {
  Parameters machine = step_machine();
  machine.flit = 100;
  EXPECT_THAT(unused(ring(4), machine, message(0, 2)),
              ElementsAre(StartsWith(
                  "flit: 100 B given, but with cut-through switching messages are passed on whole")));
  machine.switching = Switching::wormhole;
  EXPECT_THAT(unused(ring(4), machine, message(0, 2)), Not(Contains(StartsWith("flit: "))));
  machine.flit = 4;
  EXPECT_THAT(unused(ring(4), machine, message(0, 2)),
              Contains(StartsWith("flit: 4 B given, but no message was shorter")));
}

TEST(UnusedSettings, TellOfCostsOfMessagesThatNobodySent) {
  Parameters machine = step_machine();
  machine.tr = machine.tm = machine.latency = Ticks{1};
  const auto nothing = [](Communicator&) {};

  EXPECT_THAT(unused(ring(4), machine, nothing),
              ElementsAre(StartsWith("ts: "), StartsWith("tr: "), StartsWith("tm: "), StartsWith("tw: "),
                          StartsWith("th: "), "latency: 1 step given, but no PE sent another one a message"));
  EXPECT_THAT(unused(ring(4), machine, message(2, 2)), testing::SizeIs(6));  // to itself
  EXPECT_THAT(unused(ring(4), machine, message(0, 1, 0)),
              ElementsAre("tw: 1 step given, but no message carried a byte"));
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)), IsEmpty());
}

TEST(UnusedSettings, TellOfDimensionsThatNothingCrossed) {
  Parameters machine = step_machine();
  machine.tw_of = {Ticks{1}, Ticks{3}};
  machine.th_of = {Ticks{2}, Ticks{1}};
  EXPECT_THAT(unused(torus(4, 4), machine, message(0, 1)),
              ElementsAre("tw: 1 step given for dimension 0, but no byte crossed a link of it",
                          "th: 2 steps given for dimension 0, but no message crossed a link of it"));
  EXPECT_THAT(unused(torus(4, 4), machine, message(0, 5)), IsEmpty());
}

TEST(UnusedSettings, TellOfAGapBetweenNothing) {
  Parameters machine = step_machine();
  machine.gap = Ticks{9};
  const auto takes_two = [](Communicator& comm) {
    std::vector<char> body(1);
    if (comm.rank() > 1) comm.send(1, body);
    if (comm.rank() == 1)
      for (const Rank from : {2, 3}) comm.recv(from, body);
  };
  const auto passes_on = [](Communicator& comm) {
    std::vector<char> body(1);
    if (comm.rank() == 1) comm.recv(0, body);
    if (comm.rank() < 2) comm.send(comm.rank() + 1, body);
    if (comm.rank() == 2) comm.recv(1, body);
  };

  EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
              ElementsAre("gap: 9 steps given, but no PE sent two messages or took two"));
  EXPECT_THAT(unused(ring(4), machine, passes_on), testing::SizeIs(1));
  EXPECT_THAT(unused(ring(4), machine, takes_two), IsEmpty());
  machine.ports = half_port;
  EXPECT_THAT(unused(ring(4), machine, passes_on), IsEmpty());
}

TEST(UnusedSettings, TellOfOperationsThatNobodyDeclared) {
  Parameters machine = step_machine();
  machine.flop = Ticks{2};
  const auto works = [](std::int64_t operations) {
    return [=](Communicator& comm) {
      message(0, 1)(comm);
      comm.compute(Ticks{3});
      if (comm.rank() == 3) comm.compute_operations(operations);
    };
  };
  EXPECT_THAT(unused(ring(4), machine, works(0)),
              ElementsAre("flop: 2 steps given, but no PE declared operations"));
  EXPECT_THAT(unused(ring(4), machine, works(1)), IsEmpty());
}

TEST(UnusedSettings, TellOfOperationsThatCostNothing) {
  Parameters machine = preset("generic");
  Execution execution;
  execution.measure_compute = true;
  const auto works = [](Communicator& comm) {
    message(0, 1)(comm);
    comm.compute_operations(5);
  };
  EXPECT_THAT(Machine(ring(4), machine, execution).run(works).unused,
              ElementsAre("flop: 1ns given, but local work costs what it took on this computer, not what was "
                          "declared"));
}

TEST(UnusedSettings, TellOfPollsThatNobodyMade) {
  Parameters machine = step_machine();
  machine.poll = Ticks{2};
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
              ElementsAre("poll: 2 steps given, but no poll of a PE was without success"));
}

TEST(UnusedSettings, TellOfPortsThatNobodyNeeded) {
  const auto sends_two = [](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == 0)
      for (const Rank to : {1, 3}) comm.send(to, body);
    if (comm.rank() == 1 || comm.rank() == 3) comm.recv(0, body);
  };
  const auto shifts = [](Communicator& comm) {
    std::vector<char> body(5);
    comm.sendrecv(comm.shift(0, 1), body, comm.shift(0, -1), body);
  };
  Parameters machine = step_machine();
  for (const Ports ports : {k_ports(3), all_ports}) {
    machine.ports = ports;
    EXPECT_THAT(unused(ring(4), machine, shifts),
                ElementsAre("ports: " + to_string(ports) + " given, but no PE sent two messages or took two"));
    EXPECT_THAT(unused(ring(4), machine, sends_two), IsEmpty());
  }
  machine.ports = k_ports(1);
  EXPECT_THAT(unused(ring(4), machine, shifts), IsEmpty());

  machine.port_policy = PortPolicy::strict;
  const auto strict =
      ElementsAre("port policy: strict given, but no PE had two transfers that could want one port");
  EXPECT_THAT(unused(ring(4), machine, shifts), strict);
  EXPECT_THAT(unused(ring(4), machine, sends_two), IsEmpty());
  machine.ports = k_ports(2);  // sends over one link count as one port
  EXPECT_THAT(unused(ring(4), machine, sends_two), IsEmpty());
  machine.ports = telephone;
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
              ElementsAre("ports: telephone given, but no PE had two transfers",
                          "port policy: strict given, but no PE had two transfers that could want one port"));
  EXPECT_THAT(unused(ring(2), machine, shifts), IsEmpty());

  machine.port_policy = PortPolicy::queue;
  for (const Ports ports : {telephone, half_port}) {
    machine.ports = ports;
    EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
                ElementsAre("ports: " + to_string(ports) + " given, but no PE had two transfers"));
    EXPECT_THAT(unused(ring(4), machine, shifts), IsEmpty());
  }
}

TEST(UnusedSettings, TellOfRulesThatChangedNoMessage) {
  Parameters machine = step_machine();
  machine.switching = Switching::store_and_forward;
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)),
              ElementsAre("switching: store-and-forward given, but no message crossed two links"));
  EXPECT_THAT(unused(ring(4), machine, message(0, 2)), IsEmpty());

  machine.switching = Switching::wormhole;
  EXPECT_THAT(
      unused(ring(4), machine, message(0, 2)),
      ElementsAre("switching: wormhole given, but no message waited on its way, so that all went as with "
                  "cut-through"));
  EXPECT_THAT(unused(ring(8), machine, meet), IsEmpty());

  machine = {.injection = Injection::buffered, .tick = Time{}};
  EXPECT_THAT(unused(ring(4), machine, message(1, 1)),
              ElementsAre("injection: buffered given, but no PE sent another one a message"));
  EXPECT_THAT(unused(ring(4), machine, message(0, 1)), IsEmpty());
}

TEST(UnusedSettings, TellOfFailedLinksThatNobodyMissed) {
  const TopologyPtr without = with_failed_links(ring(5), parse_links("0-1"));
  const auto dead = ElementsAre("fail: failed links given, but no message would have gone over one");
  EXPECT_THAT(unused(without, step_machine(), message(1, 2)), dead);
  EXPECT_THAT(unused(without, step_machine(), message(0, 1)), IsEmpty());
  Parameters of_wires = step_machine();
  of_wires.ports = all_ports;  // one less at each end
  EXPECT_THAT(unused(without, of_wires, message(1, 2)), Not(Contains(StartsWith("fail:"))));
  EXPECT_THAT(unused(embed(ring(4), without, "snake"), step_machine(), message(1, 2)), dead);
  EXPECT_THAT(unused(embed(ring(4), ring(5), "snake"), step_machine(), message(1, 2)), IsEmpty());
}

TEST(UnusedSettings, TellOfChannelsThatNothingHeld) {
  Parameters machine = step_machine();
  machine.virtual_channels = 3;
  EXPECT_THAT(unused(ring(8), machine, meet),
              ElementsAre(StartsWith("virtual channels: 3 given, but messages hold none")));
  machine.switching = Switching::wormhole;
  const auto worms = StartsWith("switching: wormhole given");
  EXPECT_THAT(
      unused(ring(8), machine, message(0, 1)),
      ElementsAre(worms, "virtual channels: 3 given, but no message went on another than the first two"));
  EXPECT_THAT(unused(ring(8), machine, meet), IsEmpty());
  machine.virtual_channels = 1;
  EXPECT_THAT(unused(ring(8), machine, message(0, 1)),
              ElementsAre(worms, "virtual channels: 1 given, but no message had to wait for one"));
  EXPECT_THAT(unused(ring(8), machine, meet), IsEmpty());
}

TEST(UnusedSettings, TellOfBuffersWithoutEffect) {
  Parameters machine = step_machine();
  machine.buffers = 1;
  EXPECT_THAT(unused(ring(8), machine, message(0, 1)),
              ElementsAre("buffers: 1 given, but no message found one without room"));
  EXPECT_THAT(unused(ring(8), machine, meet), IsEmpty());
  machine.switching = Switching::wormhole;
  EXPECT_THAT(unused(ring(8), machine, message(0, 1)),
              ElementsAre(StartsWith("switching: wormhole given"),
                          "buffers: 1 given, but no message waited where one had room for it"));
  EXPECT_THAT(unused(ring(8), machine, meet), IsEmpty());
}

}  // namespace
}  // namespace toruscope
