// SPDX-License-Identifier: Apache-2.0
// Costs by size (T15), against a reader with a pencil: ts = 4, tw = 1, th = 1, and from 8 bytes on
// ts = 10, tm = 2, tw = 0, so that messages from 8 bytes on have x = 2.

#include "collectives/verify.hpp"
#include "runtime/model/account_text.hpp"
#include "tests/runtime/clocks.hpp"
#include "tests/support/path_check.hpp"
#include "tests/support/refusal.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::Clocks;
using test::expect_clocks;
using test::refusal;

Parameters by_size(const std::string& pieces = "8:ts=10,tm=2,tw=0") {
  return {.ts = Ticks{4}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}, .pieces = parse_pieces(pieces)};
}

/// Sends so many bytes from PE 0 to `to`.
Report bytes_sent(const TopologyPtr& network, const Parameters& machine, std::size_t bytes, Rank to = 1) {
  Execution execution;
  execution.record_critical_path = true;
  return Machine(network, machine, execution).run([&](Communicator& comm) {
    std::vector<char> body(bytes);
    if (comm.rank() == 0) comm.send(to, body);
    if (comm.rank() == to) comm.recv(0, body);
  });
}

std::string path_of(const Report& report) {
  std::string told;
  for (const PathEvent& e : report.critical_path)
    if (e.begin != e.end) told += to_string(e.kind) + " " + std::to_string(e.end.count) + "; ";
  return told;
}

TEST(CostsBySize, AreThoseOfTheLargestFirstSizeThatIsNoLonger) {
  const Report shorter = bytes_sent(complete(2), by_size(), 7);
  EXPECT_EQ(shorter.finish.time, Ticks{4 + 1 + 7});
  EXPECT_EQ(shorter.finish.account.slow_bytes, Ticks{0});
  EXPECT_EQ(path_of(shorter), "startup 4; hop 5; transmission 12; ");

  const Report first = bytes_sent(complete(2), by_size(), 8);
  EXPECT_EQ(first.finish.time, Ticks{10 + 1 + 2});
  EXPECT_EQ(first.finish.account.slow_bytes, Ticks{10 + 2 - 4 - 8});
  EXPECT_EQ(path_of(first), "startup 10; hop 11; transmission 13; ");

  const Report longer = bytes_sent(complete(2), by_size(), 20);
  EXPECT_EQ(longer.finish.time, Ticks{13});
  EXPECT_EQ(longer.finish.account.slow_bytes, Ticks{10 + 2 - 4 - 20});
  EXPECT_EQ(longer.finish.account.bytes, 20);
  EXPECT_EQ(path_of(longer), "startup 10; hop 11; transmission 13; ");

  // What the last piece leaves out is the machine's own.
  EXPECT_EQ(bytes_sent(complete(2), by_size("8:ts=10,tm=2,tw=0;16:tm=3"), 20).finish.time,
            Ticks{4 + 1 + 3 + 20});
  EXPECT_EQ(bytes_sent(complete(2), by_size("8:ts=10;16:"), 20).finish.time, Ticks{4 + 1 + 20});
}

TEST(CostsBySize, OfAMessageOnEachLinkOfItsWay) {
  Parameters machine = by_size();
  EXPECT_EQ(bytes_sent(ring(8), machine, 8, 3).finish.time, Ticks{10 + 3 + 2});
  machine.switching = Switching::store_and_forward;
  const Report stored = bytes_sent(ring(8), machine, 8, 3);
  EXPECT_EQ(stored.finish.time, Ticks{10 + 3 * (1 + 2)});
  EXPECT_EQ(stored.finish.account.slow_bytes, Ticks{10 - 4 + 3 * (2 - 8)});
  EXPECT_EQ(path_of(stored),
            "startup 10; hop 11; transmission 13; hop 14; transmission 16; hop 17; transmission 19; ");
  machine.buffers = 1;
  EXPECT_EQ(bytes_sent(ring(8), machine, 8, 3).finish.time, Ticks{10 + 3 * (1 + 2)});

  machine = by_size("8:tw=2");
  machine.switching = Switching::wormhole;
  machine.flit = 16;
  EXPECT_EQ(bytes_sent(ring(8), machine, 7, 3).finish.time, Ticks{4 + 3 + 16});
  EXPECT_EQ(bytes_sent(ring(8), machine, 8, 3).finish.time, Ticks{4 + 3 + 2 * 16});
}

TEST(CostsBySize, OnSlowLinksAreAMultiple) {
  Parameters machine = by_size();
  machine.slow = {{0, 1, 3}};
  EXPECT_EQ(bytes_sent(ring(8), machine, 7).finish.time, Ticks{4 + 1 + 3 * 7});
  EXPECT_EQ(bytes_sent(ring(8), machine, 8).finish.time, Ticks{10 + 1 + 3 * 2});
  machine.slow = {{0, 1, 3, 2}};
  machine.tw = Ticks{2};
  EXPECT_EQ(bytes_sent(ring(8), machine, 8).finish.time, Ticks{10 + 1 + 3});
  machine.pieces = parse_pieces("8:tm=3");
  EXPECT_EQ(
      refusal(ring(8), machine),
      "slow: the link from 0 to 1: tm of 3 ticks, 1.5 times slower, is no whole number of ticks; multiply all "
      "costs of the machine by 2, or take another factor");
}

TEST(CostsBySize, KeepThePeForTheStartupOfTheMessage) {
  expect_clocks(complete(3), by_size(), {{10, 14, 23}, {13}, {24}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> longer(8), shorter(7);
    if (comm.rank() == 0) {
      Request first = comm.isend(1, longer);
      clocks.note(comm);
      Request second = comm.isend(2, shorter);  // asks at 10; its port is free at 12
      clocks.note(comm);
      comm.wait_all(first, second);
      clocks.note(comm);
    } else {
      comm.recv(0, comm.rank() == 1 ? longer : shorter);
      clocks.note(comm);
    }
  });
}

TEST(CostsBySize, OfARoundAreItsLongestStartup) {
  Parameters machine = by_size();
  machine.ports = k_ports(2);
  const Report report =
      expect_clocks(complete(3), machine, {{12, 16}, {12}, {13}}, [](Communicator& comm, Clocks& clocks) {
        std::vector<char> longer(8), shorter(7);
        if (comm.rank() != 0) {
          comm.recv(0, comm.rank() == 1 ? shorter : longer);
          clocks.note(comm);
          return;
        }
        comm.round([&](Round& round) {  // both at 0: till 11 and till 12
          round.send(1, shorter);
          round.send(2, longer);
        });
        clocks.note(comm);
        comm.compute(Ticks{4});
        clocks.note(comm);
      });
  EXPECT_EQ(report.finish.account.compute, Ticks{4});

  // Each pays that of its own message before it takes; PE 1's is there at 1 + 1.
  expect_clocks(complete(2), by_size("8:ts=10,tw=0;16:ts=1,tw=0"), {{10}, {10 + 1}},
                [](Communicator& comm, Clocks& clocks) {
                  std::vector<char> out(comm.rank() == 0 ? 8 : 16), in(16);
                  comm.sendrecv(1 - comm.rank(), out, 1 - comm.rank(), in);
                  clocks.note(comm);
                });
}

TEST(CostsBySize, OfAReceiveAreThoseOfItsMessage) {
  Parameters machine = by_size("8:tr=5,L=20");
  machine.tr = Ticks{1};
  const Report shorter = bytes_sent(complete(2), machine, 7);
  EXPECT_EQ(shorter.finish.time, Ticks{4 + 1 + 7 + 1});
  const Report longer = bytes_sent(complete(2), machine, 8);
  EXPECT_EQ(longer.finish.time, Ticks{4 + 1 + 8 + 20 + 5});
  EXPECT_EQ(longer.finish.account.slow_bytes, Ticks{20 + 4});
  EXPECT_EQ(path_of(longer), "startup 4; hop 5; transmission 13; latency 33; receive 38; ");
}

TEST(CostsBySize, LetNoMessageOvertakeOneOfTheSamePe) {
  Parameters machine = by_size("8:ts=0,tw=0,L=0");
  machine.latency = Ticks{10};
  for (const Execution& execution : test::many_executions()) {
    Execution with_path = execution;
    with_path.record_critical_path = true;
    const Report report = Machine(complete(2), machine, with_path).run([](Communicator& comm) {
      std::vector<char> longer(8), shorter(7);
      if (comm.rank() == 0) {
        comm.send(1, shorter, 1);
        comm.send(1, longer, 2);
      } else {
        comm.recv(0, longer, 2);  // sent at 11, it waits from 12 to 22 for the other one
        EXPECT_EQ(comm.now(), Ticks{22});
        comm.recv(0, shorter, 1);
        EXPECT_EQ(comm.now(), Ticks{33});
      }
    });
    EXPECT_EQ(report.totals.link_conflicts, 0);
    EXPECT_EQ(test::path_fault(report), "");
  }
  for (const Execution& execution : test::many_executions())
    Machine(complete(2), machine, execution).run([](Communicator& comm) {
      std::vector<char> longer(8), shorter(8);
      if (comm.rank() == 0) {
        comm.send(1, std::vector<char>(7, 'a'));
        comm.send(1, std::vector<char>(8, 'b'));
      } else {
        EXPECT_EQ(comm.recv(any_source, shorter).bytes, 7U);
        EXPECT_EQ(comm.recv(any_source, longer).bytes, 8U);
      }
    });
}

TEST(CostsBySize, AreWindowsOfStrictPorts) {
  Parameters machine = by_size();
  machine.port_policy = PortPolicy::strict;
  const auto run = [&](int after) {
    Machine(complete(3), machine).run([&](Communicator& comm) {
      std::vector<char> longer(8), shorter(7);
      if (comm.rank() == 0) {  // [0, 12), and [10 + after, ...)
        Request first = comm.isend(1, longer);
        comm.compute(Ticks{after});
        comm.send(2, shorter);
        comm.wait(first);
      } else {
        comm.recv(0, comm.rank() == 1 ? longer : shorter);
      }
    });
  };
  EXPECT_NO_THROW(run(2));
  try {
    run(1);
    ADD_FAILURE() << "the windows meet";
  } catch (const PortViolationError& error) {
    EXPECT_EQ(error.when(), Ticks{11});
  }
}

TEST(CostsBySize, OfAPeBesideItsOperations) {
  expect_clocks(complete(2), by_size("8:ts=10,tw=0"), {{30, 30}, {}}, [](Communicator& comm, Clocks& clocks) {
    std::vector<char> longer(8);
    Request operation = start(comm, [&](Communicator& c) {
      if (c.rank() == 0) c.send(1, longer);
      if (c.rank() == 1) c.recv(0, longer);
    });
    if (comm.rank() == 0) {  // the operation has the processor [0, 10)
      comm.compute(Ticks{20});
      clocks.note(comm);
    }
    comm.wait(operation);
    if (comm.rank() == 0) clocks.note(comm);
  });
}

TEST(CostsBySize, AreReadAndWritten) {
  const std::string text = "1K:ts=2us,tw=100ps;32K:tr=1ns,tm=3ns,tw=200ps,latency=500ns;1000001:";
  EXPECT_EQ(to_string(parse_pieces(text)), text);
  EXPECT_EQ(to_string(parse_pieces("1024:tw=100ps,ts=2000ns,L=1us")), "1K:ts=2us,tw=100ps,latency=1us");
  EXPECT_EQ(to_string(parse_pieces("none")), "none");
  EXPECT_EQ(to_string(parse_pieces("8:ts=10")), "8:ts=10");
  const auto fault = [](const std::string& wrong) -> std::string {
    try {
      return to_string(parse_pieces(wrong));
    } catch (const ConfigError& error) {
      return error.what();
    }
  };
  const std::string advice =
      "; write the first size of each piece and its costs, as 1K:ts=2us,tw=100ps;32K:tw=200ps";
  EXPECT_EQ(fault("1K"), "pieces: 1K: has no colon behind its first size" + advice);
  EXPECT_EQ(fault("1K:ts"), "pieces: 1K:ts: ts gives no cost" + advice);
  EXPECT_EQ(fault("1K:ts=1us,ts=2us"), "pieces: 1K:ts=1us,ts=2us: ts is there twice" + advice);
  EXPECT_EQ(
      fault("1K:th=1us"),
      "pieces: 1K:th=1us: th is no cost that a piece may have; known: ts, tr, tm, tw, latency. Did you mean "
      "ts?" +
          advice);
  EXPECT_EQ(fault("1K:ts=-1us"), "pieces: a time is never negative, got -1us");
}

TEST(CostsBySize, AreRefusedWhereTheyDoNotFit) {
  const auto of = [](const std::string& pieces) {
    Parameters machine = by_size(pieces);
    return machine;
  };
  EXPECT_EQ(refusal(ring(4), of("0:ts=1")),
            "pieces: their first sizes are at least 1 byte and rise, got 0 behind 0");
  EXPECT_EQ(refusal(ring(4), of("8:ts=1;8:ts=2")),
            "pieces: their first sizes are at least 1 byte and rise, got 8 behind 8");
  std::string many = "1:";
  for (int i = 2; i <= 64; ++i) many += ";" + std::to_string(i) + ":";
  EXPECT_EQ(refusal(ring(4), of(many)), "");
  EXPECT_EQ(refusal(ring(4), of(many + ";65:")), "pieces: a machine has at most 64, got 65; leave some out");

  Parameters machine = of("8:tw=2");
  machine.tw_of = {Ticks{1}, Ticks{2}};
  EXPECT_EQ(
      refusal(torus(4, 4), machine),
      "pieces: the one from 8 bytes on gives tw, which differs by dimension on machine custom; leave tw out of "
      "the pieces, or give one tw for all dimensions");
  machine.pieces = parse_pieces("8:ts=2");
  EXPECT_EQ(refusal(torus(4, 4), machine), "");

  Parameters physical{.ts = 1us, .tw = 1ns, .pieces = parse_pieces("8:ts=100fs")};
  EXPECT_EQ(refusal(ring(4), physical),
            "pieces: 100fs is no whole number of ticks of 1ps; a tick of 100fs would do");
}

TEST(CostsBySize, HaveNoFormulaAndABoundOfTheLeast) {
  Parameters machine = by_size("64:ts=1,tw=0");
  for (const char* name : {"knomial", "auto"}) {
    const Broadcast& algorithm =
        choose(builtin_catalogue().of<Broadcast>(), name, case_of(*ring(8), machine, 64));
    const Verdict verdict = verify(algorithm, ring(8), machine, {}, {.bytes = 64});
    EXPECT_TRUE(verdict.data_is_right);
    EXPECT_FALSE(verdict.predicted);
    ASSERT_TRUE(verdict.bound);
    EXPECT_LE(verdict.bound->ticks, verdict.report.finish.time);
    EXPECT_FALSE(verdict.beats_bound);
  }
}

TEST(CostsBySize, ThatNoMessageHasAreTold) {
  Parameters machine = by_size("64:ts=1,tw=0");
  const Report shorter = bytes_sent(complete(2), machine, 63);
  EXPECT_EQ(shorter.unused,
            std::vector<std::string>{"pieces: 64:ts=1,tw=0 given, but no message was that long"});
  EXPECT_TRUE(bytes_sent(complete(2), machine, 64).unused.empty());
}

}  // namespace
}  // namespace toruscope
