// SPDX-License-Identifier: Apache-2.0
// Receives that name no source or no tag (T10): the message that arrived first in virtual time,
// whatever the host does. Complete graphs with ts = 10, x = 20 for 20 bytes, th = 1: a message sent
// at s is at the mailbox at s + 31.

#include "tests/runtime/clocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

namespace toruscope::test {
namespace {

using testing::ElementsAre;

/// Takes a message of any PE and notes its source and the clock.
void take_any(Communicator& comm, Clocks& clocks, std::vector<Rank>& sources, Tag tag = 0) {
  std::vector<char> body;
  sources.push_back(comm.adopt(any_source, body, tag).source);
  clocks.note(comm);
}

/// Runs it on every execution; PE 0 fills the list of sources, which must always be this one.
void expect_sources(const TopologyPtr& topology, const Parameters& parameters,
                    const std::vector<Rank>& expected, const std::vector<std::int64_t>& clocks_of_pe_0,
                    const std::function<void(Communicator&, Clocks&, std::vector<Rank>&)>& program) {
  for (const Execution& execution : many_executions()) {
    Clocks clocks(topology->nodes());
    std::vector<Rank> sources;
    Machine(topology, parameters, execution).run([&](Communicator& comm) { program(comm, clocks, sources); });
    EXPECT_EQ(sources, expected) << "with " << execution.workers << " workers";
    EXPECT_EQ(clocks.by_pe()[0], clocks_of_pe_0) << "with " << execution.workers << " workers";
  }
}

//   mailbox of PE 0     31: 2      81: 3      131: 1
TEST(AnySource, IsServedInTheOrderOfArrival) {
  expect_sources(complete(4), kMachine, {2, 3, 1}, {31, 81, 131},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   const std::int64_t delays[] = {0, 100, 0, 50};
                   if (comm.rank() != 0) return send_after(comm, delays[comm.rank()], 0);
                   for (int i = 0; i < 3; ++i) take_any(comm, clocks, sources);
                 });
}

//   all at the mailbox at 31; port   1|- 1 -|31|- 2 -|61|- 3 -|91
TEST(AnySource, TakesTheLowestSourceOfEqualArrivals) {
  expect_sources(complete(4), kMachine, {1, 2, 3}, {31, 61, 91},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   if (comm.rank() != 0) return comm.send(0, kBody);
                   for (int i = 0; i < 3; ++i) take_any(comm, clocks, sources);
                 });
}

TEST(AnySource, TakesTheFirstOfThoseThatAreThere) {
  expect_sources(complete(3), kMachine, {2, 1}, {500, 500},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   if (comm.rank() != 0) return send_after(comm, comm.rank() == 1 ? 40 : 0, 0);
                   comm.compute(Ticks{500});
                   take_any(comm, clocks, sources);
                   take_any(comm, clocks, sources);
                 });
}

//   PE 2   1000 |send|      its program has posted this long before PE 1's chain comes through
//   PE 3 -> 4 -> 1 -> 0     31, 62, 93
TEST(AnySource, WaitsForAChainOfMessagesAlthoughALaterOneIsThere) {
  expect_sources(complete(5), kMachine, {1, 2}, {93, 1031},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   switch (comm.rank()) {
                     case 0:
                       take_any(comm, clocks, sources);
                       return take_any(comm, clocks, sources);
                     case 1:
                       static_cast<void>(comm.recv<char>(4));
                       return comm.send(0, kBody);
                     case 2:
                       return send_after(comm, 1000, 0);
                     case 3:
                       return comm.send(4, kBody);
                     default:
                       static_cast<void>(comm.recv<char>(3));
                       comm.send(1, kBody);
                   }
                 });
}

//   at the mailbox: 31 from 2, in another communicator; 131 from 1, another tag; 231 from 3
//   port            201|- 3 -|231|- 1 -|261|- 2 -|291
TEST(AnySource, KeepsToItsTagAndItsCommunicator) {
  expect_sources(complete(4), kMachine, {3, 1, 2}, {231, 261, 291},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   Communicator other = comm.separate();
                   if (comm.rank() == 1) send_after(comm, 100, 0, 7);
                   if (comm.rank() == 2) send_after(other, 0, 0, 8);
                   if (comm.rank() == 3) send_after(comm, 200, 0, 8);
                   if (comm.rank() != 0) return;
                   take_any(comm, clocks, sources, 8);
                   take_any(comm, clocks, sources, any_tag);
                   take_any(other, clocks, sources, any_tag);
                 });
}

TEST(AnySource, TellsTheRankInItsCommunicator) {
  expect_sources(complete(4), kMachine, {1, 2}, {31, 61},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   if (comm.rank() == 1) {
                     static_cast<void>(comm.split(1));
                     return;
                   }
                   Communicator rest = comm.split(0, -comm.rank());  // PEs 3, 2, 0
                   if (comm.rank() != 0) return rest.send(2, kBody);
                   take_any(rest, clocks, sources);
                   sources.back() = 2 - sources.back();  // PE 2 (rank 1) is the lower of the two
                   take_any(rest, clocks, sources);
                   sources.back() += 2;
                 });
}

TEST(AnyTag, OfANamedSourceDoesNotOvertake) {
  for (const Execution& execution : many_executions()) {
    std::vector<Tag> tags;
    Machine(complete(2), kMachine, execution).run([&](Communicator& comm) {
      if (comm.rank() == 1)
        for (const Tag tag : {5, 3, 5, 9}) comm.send(0, kBody, tag);
      if (comm.rank() != 0) return;
      std::vector<char> body(20);
      tags.push_back(comm.recv(1, body, 3).tag);
      for (int i = 0; i < 3; ++i) tags.push_back(comm.recv(1, body, any_tag).tag);
    });
    EXPECT_THAT(tags, ElementsAre(3, 5, 5, 9));
  }
}

//   from 2: 31, 61; from 1: 81. The one posted first takes the first; the named ones wait for what
//   it takes.
//   port   1|- wait: - 31 is there, but the call for 61 is the first to complete -
TEST(NamedReceives, StandBehindAnUnnamedOneThatIsPending) {
  expect_sources(complete(3), kMachine, {2}, {61, 91, 121},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   if (comm.rank() == 1) return send_after(comm, 50, 0);
                   if (comm.rank() == 2) {
                     comm.send(0, kBody, 1);
                     return comm.send(0, kBody, 2);
                   }
                   std::vector<char> a(20);
                   std::vector<char> b(20);
                   Request any = comm.irecv(any_source, a, any_tag);
                   EXPECT_EQ(comm.recv(2, b, any_tag).tag, 2);
                   clocks.note(comm);
                   const Received first = comm.wait(any);
                   EXPECT_EQ(first.tag, 1);
                   sources.push_back(first.source);
                   clocks.note(comm);
                   static_cast<void>(comm.recv(1, b));
                   clocks.note(comm);
                 });
}

//   the receive for PE 2 is posted first, so PE 2's message at 31 is its own; the unnamed one gets
//   81
TEST(NamedReceives, PostedEarlierComeFirst) {
  expect_sources(complete(3), kMachine, {1, 2}, {81, 111},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   if (comm.rank() != 0) return send_after(comm, comm.rank() == 1 ? 50 : 0, 0);
                   std::vector<char> a(20);
                   std::vector<char> b(20);
                   Request named = comm.irecv(2, a);
                   Request any = comm.irecv(any_source, b);
                   for (Request* r : {&any, &named}) {
                     sources.push_back(comm.wait(*r).source);
                     clocks.note(comm);
                   }
                 });
}

//   one round: sends to 1 [0, 30); receives by arrival, each in the buffer of the first receive
//   posted
TEST(Rounds, MayReceiveFromAnySource) {
  expect_sources(complete(4), kMachine, {2, 3, 1}, {91},
                 [](Communicator& comm, Clocks& clocks, std::vector<Rank>& sources) {
                   if (comm.rank() != 0) {
                     comm.compute(Ticks{comm.rank() == 1 ? 20 : 0});
                     comm.send(0, std::vector<int>(5, comm.rank()));
                     if (comm.rank() == 1) static_cast<void>(comm.recv<char>(0));
                     return;
                   }
                   std::vector<std::vector<int>> bodies(3);
                   comm.round([&](Round& round) {
                     round.send(1, kBody);
                     for (auto& body : bodies) round.adopt(any_source, body);
                   });
                   for (const auto& body : bodies) sources.push_back(body.at(0));
                   clocks.note(comm);
                 });
}

/// Everything takes no time: all happens at tick 0. PEs 1 and 3 wait for any message; 2 and 4 have
/// sent one to each. The lowest rank goes first: PE 1 takes 2's and passes a message on to PE 3,
/// which so finds PE 1's before 4's.
TEST(AtOneTick, TheLowestRankGetsTheEarliestAndThenAllIsQuietAgain) {
  for (const Execution& execution : many_executions()) {
    std::vector<Rank> sources;
    Machine(complete(5), kFree, execution).run([&](Communicator& comm) {
      std::vector<char> body;
      if (comm.rank() == 2) comm.send(1, kBody);
      if (comm.rank() == 4) comm.send(3, kBody);
      if (comm.rank() == 1) {
        static_cast<void>(comm.recv<char>(any_source));
        comm.send(3, kBody);
      }
      if (comm.rank() == 3)
        for (int i = 0; i < 2; ++i) sources.push_back(comm.adopt(any_source, body).source);
    });
    EXPECT_THAT(sources, ElementsAre(1, 4));
  }
}

/// The same with the roles exchanged: PE 3 goes last, so PE 1 has taken 4's before it can hear of
/// 3's.
TEST(AtOneTick, AHigherRankDoesNotOvertake) {
  for (const Execution& execution : many_executions()) {
    std::vector<Rank> sources;
    Machine(complete(5), kFree, execution).run([&](Communicator& comm) {
      std::vector<char> body;
      if (comm.rank() == 2) comm.send(3, kBody);
      if (comm.rank() == 4) comm.send(1, kBody);
      if (comm.rank() == 3) {
        static_cast<void>(comm.recv<char>(any_source));
        comm.send(1, kBody);
      }
      if (comm.rank() == 1)
        for (int i = 0; i < 2; ++i) sources.push_back(comm.adopt(any_source, body).source);
    });
    EXPECT_THAT(sources, ElementsAre(4, 3));
  }
}

/// Before anything unnamed is answered, a tick's named messages have all passed, however long their
/// chain.
TEST(AtOneTick, NamedMessagesComeFirst) {
  for (const Execution& execution : many_executions()) {
    std::vector<Rank> sources;
    Machine(complete(6), kFree, execution).run([&](Communicator& comm) {
      std::vector<char> body;
      if (comm.rank() == 5) comm.send(0, kBody);
      if (comm.rank() == 4) comm.send(3, kBody);
      for (const Rank r : {3, 2, 1})
        if (comm.rank() == r) {
          static_cast<void>(comm.recv<char>(r + 1));
          comm.send(r - 1, kBody);
        }
      if (comm.rank() == 0)
        for (int i = 0; i < 2; ++i) sources.push_back(comm.adopt(any_source, body).source);
    });
    EXPECT_THAT(sources, ElementsAre(1, 5));
  }
}

/// A master gives numbers to whoever asks; task i costs (7 i) mod 23 + 1. Who gets what follows
/// from virtual time alone.
TEST(MasterWorker, DealsUnequalWorkTheSameWayInEveryRun) {
  constexpr int kTasks = 40;
  std::optional<std::vector<Rank>> expected;
  std::optional<Ticks> finish;
  for (const TopologyPtr& topology : {torus(3, 3)})
    for (const Execution& execution : many_executions()) {
      std::vector<Rank> who(kTasks, -1);
      const Report report = Machine(topology, kMachine, execution).run([&](Communicator& comm) {
        std::vector<int> task(1);
        if (comm.rank() == 0) {
          for (int i = 0; i < kTasks + comm.size() - 1; ++i) {
            const Received request = comm.recv(any_source, task);
            if (i < kTasks) who[static_cast<std::size_t>(i)] = request.source;
            comm.send(request.source, std::vector<int>{i < kTasks ? i : -1});
          }
          return;
        }
        for (;;) {
          comm.sendrecv(0, task, 0, task);
          if (task[0] < 0) return;
          comm.compute(Ticks{task[0] * 7 % 23 * 30 + 1});
        }
      });
      if (!expected) expected = who;
      if (!finish) finish = report.finish.time;
      EXPECT_EQ(who, *expected) << "with " << execution.workers << " workers";
      EXPECT_EQ(report.finish.time, *finish);
    }
}

}  // namespace
}  // namespace toruscope::test
