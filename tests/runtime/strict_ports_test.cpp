// SPDX-License-Identifier: Apache-2.0
// Port policy `strict`: the first moment at which the undisturbed windows of a PE's transfers break
// its port rule ends the run. ts = 10, x = 20 for 20 bytes, th = 1; complete graphs unless said
// otherwise.

#include "tests/runtime/clocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Parameters strict(Ports ports = one_port, Parameters base = {}) {
  base.ports = ports;
  base.port_policy = PortPolicy::strict;
  base.ts = Ticks{10};
  base.tw = Ticks{1};
  base.th = Ticks{1};
  base.tick = Time{};
  return base;
}

using PeMain = std::function<void(Communicator&)>;

/// The error's text, the same on every execution; "" if the run ends well. Checks PE and time.
std::string violation(const TopologyPtr& topology, const Parameters& parameters, const PeMain& program,
                      Rank rank = -1, std::int64_t when = -1) {
  std::optional<std::string> first;
  for (const Execution& execution : many_executions()) {
    std::string text;
    try {
      Machine(topology, parameters, execution).run(program);
    } catch (const PortViolationError& error) {
      text = error.what();
      EXPECT_EQ(error.code(), ExitCode::port_violation);
      EXPECT_EQ(error.rank(), rank);
      EXPECT_EQ(error.when(), Ticks{when});
    }
    if (!first) first = text;
    EXPECT_EQ(text, *first);
  }
  return *first;
}

/// PE 0 sends these, one isend after the other, and then waits; the others receive.
PeMain isends(const std::vector<Rank>& destinations) {
  return [destinations](Communicator& comm) {
    std::vector<Request> requests;
    for (const Rank to : destinations) {
      if (comm.rank() == 0) requests.push_back(comm.isend(to, kBody));
      if (comm.rank() == to) static_cast<void>(comm.recv<char>(0));
    }
    comm.wait_all(std::span<Request>(requests));
  };
}

/// PE 0 sends these in one round.
PeMain one_round(const std::vector<Rank>& destinations) {
  return [destinations](Communicator& comm) {
    if (comm.rank() == 0)
      comm.round([&](Round& round) {
        for (const Rank to : destinations) round.send(to, kBody);
      });
    for (const Rank to : destinations)
      if (comm.rank() == to) static_cast<void>(comm.recv<char>(0));
  };
}

/// Every PE but 0 sends to PE 0 after its delay; PE 0 receives them in the order of ranks.
PeMain gather(const std::vector<std::int64_t>& delays) {
  return [delays](Communicator& comm) {
    if (comm.rank() != 0) {
      comm.compute(Ticks{delays[static_cast<std::size_t>(comm.rank())]});
      return comm.send(0, kBody);
    }
    for (Rank from = 1; from < comm.size(); ++from) static_cast<void>(comm.recv<char>(from));
  };
}

//   to 1  [0, 30)     to 2  [10, 40): posted at 10, when the PE goes on
TEST(StrictPorts, RefuseASecondSendBeforeTheFirstHasEnded) {
  EXPECT_EQ(violation(complete(3), strict(), isends({1, 2}), 0, 10),
            "ports: PE 0 breaks the rule one (at most 1 send at a time) at 10 steps: to PE 2 (tag 0, 20 bytes) "
            "from 10 "
            "steps to 40 steps while to PE 1 (tag 0, 20 bytes) from 0 steps to 30 steps; let one of them begin "
            "later, or "
            "use the port policy queue");
}

TEST(StrictPorts, AllowOneAfterTheOther) {
  EXPECT_EQ(violation(complete(3), strict(),
                      [](Communicator& comm) {
                        for (const Rank to : {1, 2}) {
                          if (comm.rank() == 0) comm.send(to, kBody);
                          if (comm.rank() == to) static_cast<void>(comm.recv<char>(0));
                        }
                      }),
            "");
}

TEST(StrictPorts, AllowASendBesideAReceive) {
  EXPECT_EQ(violation(complete(2), strict(),
                      [](Communicator& comm) {
                        std::vector<char> body = kBody;
                        comm.sendrecv(1 - comm.rank(), body, 1 - comm.rank(), body);
                      }),
            "");
}

//   buffered: the port is the PE's for ts only: [0, 10), [10, 20)
TEST(StrictPorts, AreHeldForTheStartupOnlyIfBuffered) {
  EXPECT_EQ(violation(complete(3), strict(one_port, {.injection = Injection::buffered}), isends({1, 2})), "");
}

//   [0, 10), [10, 20): the gap keeps the second one waiting until 15, but no two are under way at
//   once
TEST(StrictPorts, AreNotHeldForTheGap) {
  EXPECT_EQ(violation(complete(3), strict(one_port, {.injection = Injection::buffered, .gap = Ticks{15}}),
                      isends({1, 2})),
            "");
}

TEST(StrictPorts, AllowKSendsAndRefuseOneMore) {
  EXPECT_EQ(violation(complete(4), strict(k_ports(2)), one_round({1, 2})), "");
  EXPECT_THAT(violation(complete(4), strict(k_ports(2)), one_round({1, 2, 3}), 0, 0),
              AllOf(HasSubstr("rule k=2 (at most 2 sends at a time) at 0 steps"), HasSubstr(": to PE 3"),
                    HasSubstr("while to PE 1")));
}

TEST(StrictPorts, CountSendsByOneLinkAsOnePort) {
  EXPECT_THAT(violation(ring(8), strict(k_ports(3)), one_round({7, 1, 2}), 0, 0),
              AllOf(HasSubstr("rule k=3 (sends by one link count as one port)"), HasSubstr(": to PE 2"),
                    HasSubstr("while to PE 1")));
}

//   from 1  [1, 31)     from 2  [21, 51)
TEST(StrictPorts, RefuseASecondReceptionBeforeTheFirstHasEnded) {
  EXPECT_THAT(violation(complete(3), strict(), gather({0, 0, 20}), 0, 21),
              AllOf(HasSubstr("(at most 1 receive at a time) at 21 steps"),
                    HasSubstr(": from PE 2 (tag 0, 20 bytes) from 21 steps to 51 steps"),
                    HasSubstr("while from PE 1 (tag 0, 20 bytes) from 1 step to 31 steps")));
  EXPECT_EQ(violation(complete(3), strict(), gather({0, 0, 30})), "");
  EXPECT_EQ(violation(complete(3), strict(k_ports(2)), gather({0, 0, 20})), "");
}

//   from 2 [1, 31) lies before from 1 [101, 131), although it is received after it: its window does
//   not depend on that
TEST(StrictPorts, LookAtArrivalsAndNotAtTheOrderOfReceiving) {
  EXPECT_EQ(violation(complete(3), strict(), gather({0, 100, 0})), "");
}

//   buffered: from 1 [11, 31), from 2 [31, 51)
TEST(StrictPorts, OfAReceptionAreHeldForTheTransmissionIfBuffered) {
  const Parameters buffered = strict(one_port, {.injection = Injection::buffered});
  EXPECT_EQ(violation(complete(3), buffered, gather({0, 0, 20})), "");
  EXPECT_THAT(violation(complete(3), buffered, gather({0, 0, 19}), 0, 30),
              HasSubstr("from 30 steps to 50 steps"));
}

/// PE 3 breaks the rule at 500, but its program comes to it first; PE 0's receptions do at 221,
/// found only when the second message has come through a chain.
TEST(StrictPorts, ReportTheEarliestOfSeveral) {
  const auto program = [](Communicator& comm) {
    switch (comm.rank()) {
      case 0:
        static_cast<void>(comm.recv<char>(1));
        static_cast<void>(comm.recv<char>(2));
        break;
      case 1:
        comm.compute(Ticks{200});
        comm.send(0, kBody);
        break;
      case 2:
        static_cast<void>(comm.recv<char>(4));
        comm.compute(Ticks{220 - 31 - 60});
        comm.send(0, kBody);
        break;
      case 3: {
        comm.compute(Ticks{500});
        Request a = comm.isend(5, std::vector<char>(1));
        comm.send(5, kBody);
        comm.wait(a);
        break;
      }
      case 4:
        comm.compute(Ticks{60});
        comm.send(2, kBody);
        break;
      default:
        static_cast<void>(comm.recv<char>(3));
        static_cast<void>(comm.recv<char>(3));
    }
  };
  EXPECT_THAT(violation(complete(6), strict(), program, 0, 221), HasSubstr("PE 0 breaks the rule one"));
}

TEST(StrictPorts, ReportTheLowestRankOfSeveralAtOnce) {
  EXPECT_THAT(violation(
                  complete(6), strict(),
                  [](Communicator& comm) {
                    const Rank r = comm.rank();
                    if (r >= 2) return static_cast<void>(comm.recv<char>(r < 4 ? 1 : 0));
                    comm.round([&](Round& round) {
                      for (int i = 0; i < 2; ++i) round.send(r == 1 ? 2 + i : 4 + i, kBody);
                    });
                  },
                  0, 0),
              HasSubstr("PE 0 breaks"));
}

TEST(StrictPorts, ComeBeforeALaterErrorOfTheProgram) {
  EXPECT_THAT(violation(
                  complete(3), strict(),
                  [](Communicator& comm) {
                    isends({1, 2})(comm);
                    comm.compute(Ticks{1000});
                    if (comm.rank() == 1) throw std::runtime_error("later");
                  },
                  0, 10),
              HasSubstr("PE 0 breaks"));
  EXPECT_THROW(Machine(complete(3), strict()).run([](Communicator& comm) {
    if (comm.rank() == 1) throw std::runtime_error("earlier");
    comm.compute(Ticks{5});
    if (comm.rank() == 0)
      comm.round([](Round& round) {
        for (const Rank to : {1, 2}) round.send(to, kBody);
      });
  }),
               ProgramError);
}

TEST(StrictPorts, TakeTheSameTimeWhereNothingIsViolated) {
  Parameters queue = strict(k_ports(2));
  queue.port_policy = PortPolicy::queue;
  const auto program = [](Communicator& comm) {
    std::vector<int> mine(static_cast<std::size_t>(comm.size()), 1);
    for (int distance = 1; distance < comm.size(); ++distance)
      comm.sendrecv((comm.rank() + distance) % comm.size(), mine,
                    (comm.rank() - distance + comm.size()) % comm.size(), mine);
  };
  EXPECT_EQ(Machine(complete(5), queue).run(program).finish.time,
            Machine(complete(5), strict(k_ports(2))).run(program).finish.time);
}

}  // namespace
}  // namespace toruscope::test
