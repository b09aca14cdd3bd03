// SPDX-License-Identifier: Apache-2.0
// Mistakes of a PE program: each is named, with PE, operation and virtual time.

#include <toruscope/machine.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The message of the ProgramError that the program ends with on a unit machine of four PEs.
std::string mistake(const std::function<void(Communicator&)>& program, int workers = 2) {
  Machine machine(ring(4), preset("unit"), {.workers = workers});
  try {
    machine.run(program);
  } catch (const ProgramError& e) {
    return e.what();
  }
  return "no ProgramError";
}

TEST(Mistakes, RankOutOfRange) {
  EXPECT_THAT(
      mistake([](Communicator& comm) { comm.send(4, std::vector<int>{1}); }),
      AllOf(HasSubstr("send: 4 is not a rank of this communicator (ranks are 0..3)"), HasSubstr("PE 0")));
  EXPECT_THAT(mistake([](Communicator& comm) { comm.send(any_source, std::vector<int>{1}); }),
              HasSubstr("send: any_source is not a rank of this communicator (ranks are 0..3)"));
  EXPECT_THAT(mistake([](Communicator& comm) { static_cast<void>(comm.recv<int>(comm.rank() - 1)); }),
              HasSubstr("recv: -1 is not a rank of this communicator (ranks are 0..3, or any_source)"));
  EXPECT_THAT(mistake([](Communicator& comm) { comm.round([](Round& r) { r.send(9, std::vector<int>{}); }); }),
              HasSubstr("round: 9 is not a rank"));
}

TEST(Mistakes, TagOutOfRange) {
  EXPECT_THAT(mistake([](Communicator& comm) { comm.send(1, std::vector<int>{1}, -2); }),
              HasSubstr("send: tag -2 is out of range"));
  EXPECT_THAT(mistake([](Communicator& comm) { comm.send(1, std::vector<int>{1}, any_tag); }),
              HasSubstr("send: tag any_tag is out of range"));
  EXPECT_THAT(mistake([](Communicator& comm) { static_cast<void>(comm.probe(1, -1)); }),
              HasSubstr("probe: tag -1 is out of range (tags are 0..1073741823, or any_tag)"));
}

TEST(Mistakes, Truncation) {
  const std::string text = mistake([](Communicator& comm) {
    if (comm.rank() == 1) comm.send(2, std::vector<char>(128), 7);
    if (comm.rank() == 2) {
      std::vector<char> buffer(64);
      comm.recv(1, buffer, 7);
    }
  });
  EXPECT_THAT(text, AllOf(HasSubstr("recv: PE 2 expected 64 bytes from PE 1 (tag 7) but the message has 128"),
                          HasSubstr("sent at")));
}

TEST(Mistakes, NoWholeNumberOfElements) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                if (comm.rank() == 0) comm.send(1, std::vector<char>(6));
                if (comm.rank() == 1) static_cast<void>(comm.recv<int>(0));
              }),
              HasSubstr("the message of 6 bytes from PE 0 (tag 0) is no whole number of the elements"));
}

TEST(Mistakes, RequestDestroyedBeforeItsWait) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                if (comm.rank() != 3) return;
                std::vector<int> buffer(1);
                { Request request = comm.irecv(1, buffer, 7); }
                comm.compute(Ticks{5});
              }),
              HasSubstr("request: the irecv from PE 1 (tag 7) was destroyed before its wait"));
}

TEST(Mistakes, RequestThatOutlivesItsPe) {
  std::vector<Request> kept(4);
  EXPECT_THAT(mistake([&](Communicator& comm) {
                if (comm.rank() == 2) kept[2] = comm.isend(2, std::vector<int>{1});
              }),
              HasSubstr("request: 1 were never waited for when the program of PE 2 ended"));
  EXPECT_TRUE(kept[2].is_pending());  // and may be destroyed after the run
}

TEST(Mistakes, RequestOfAnotherPe) {
  Request stolen;
  const auto wait_for_stolen = [&](Communicator& comm) {
    if (comm.rank() == 3 && !stolen.is_pending()) stolen = comm.isend(3, std::vector<int>{1});
    comm.synchronize();
    if (comm.rank() == 0) comm.wait(stolen);
  };
  for (int run = 0; run < 2; ++run)  // then it is a request of the earlier run
    EXPECT_THAT(mistake(wait_for_stolen, 1),
                HasSubstr("wait: a request posted by another PE or in an earlier"));
}

TEST(Mistakes, MessagesUnclaimedAtTheEnd) {
  EXPECT_THAT(
      mistake([](Communicator& comm) {
        if (comm.rank() == 1) comm.send(2, std::vector<char>(128), 9);
      }),
      HasSubstr("end of run: 1 message was never received; the first is 1 -> 2, tag 9, 128 bytes, sent at 0"));
}

TEST(Mistakes, CommunicatorOfAnotherPe) {
  std::optional<Communicator> stolen;
  EXPECT_THAT(mistake(
                  [&](Communicator& comm) {
                    if (comm.rank() == 0) stolen = comm;
                    comm.synchronize();
                    if (comm.rank() == 1) stolen->compute(Ticks{1});
                  },
                  1),
              HasSubstr("compute: this communicator belongs to rank 0 of a run; PE 1 must not use it"));
}

TEST(Mistakes, CommunicatorOutsideARun) {
  std::optional<Communicator> kept;
  Machine machine(ring(2), preset("unit"));
  machine.run([&](Communicator& comm) {
    if (comm.rank() == 1) kept = comm;
  });
  EXPECT_THAT([&] { kept->compute(Ticks{1}); },
              testing::ThrowsMessage<ProgramError>(HasSubstr("it was used outside that run")));
}

TEST(Mistakes, RunInsideAPe) {
  EXPECT_THAT(mistake([](Communicator&) {
                Machine inner(ring(2), preset("unit"));
                inner.run([](Communicator&) {});
              }),
              HasSubstr("run: a PE cannot run a machine (PE 0"));
}

TEST(Mistakes, CallInsideTheDescriptionOfARound) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                comm.round([&](Round&) { comm.send((comm.rank() + 1) % 4, std::vector<int>{1}); });
              }),
              HasSubstr("called while a round is being described"));
}

TEST(Mistakes, CollectivesThatDiffer) {
  for (const int workers : {1, 2, 4})
    EXPECT_THAT(mistake(
                    [](Communicator& comm) {
                      comm.compute(Ticks{comm.rank()});
                      comm.enter_collective("broadcast", "ring", comm.rank() >= 2 ? 1 : 0, 8);
                      comm.synchronize();
                    },
                    workers),
                AllOf(HasSubstr("collectives differ: PE 0 called broadcast by ring (root 0, 8 bytes)"),
                      HasSubstr("PE 2 called broadcast by ring (root 1, 8 bytes)")));
}

TEST(Mistakes, NegativeCompute) {
  EXPECT_THAT(mistake([](Communicator& comm) { comm.compute(Ticks{-1}); }),
              HasSubstr("cannot be negative, got -1"));
}

#ifndef NDEBUG
TEST(Mistakes, BufferWrittenWhileAReceiveOwnsIt) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                std::vector<int> buffer(2);
                if (comm.rank() == 0) comm.send(1, std::vector<int>{1, 2});
                if (comm.rank() == 1) {
                  Request request = comm.irecv(0, buffer);
                  buffer[1] = 9;
                  comm.wait(request);
                }
              }),
              HasSubstr("its buffer was written while the receive owned it"));
}
#endif

TEST(Mistakes, OfSeveralTheEarliestIsReportedWhateverTheWorkers) {
  for (const int workers : {1, 2, 4})
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      Machine machine(ring(8), preset("unit"), {.workers = workers, .perturb = seed});
      try {
        machine.run([](Communicator& comm) {
          comm.compute(Ticks{100 - (comm.rank() % 4) * 10});  // PEs 3 and 7 are first, at 70
          throw std::runtime_error("of " + std::to_string(comm.rank()));
        });
        FAIL();
      } catch (const ProgramError& e) {
        EXPECT_EQ(e.rank(), 3);
        EXPECT_EQ(e.when(), Ticks{70});
        EXPECT_THAT(e.what(), AllOf(HasSubstr("PE 3 threw at"), HasSubstr("of 3")));
      }
    }
}

TEST(Mistakes, AnErrorDoesNotWaitForPesThatNeverEnd) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                if (comm.rank() == 0) comm.fail("mine");
                if (comm.rank() == 3) return;
                for (int token = 0;;)  // PEs 1 and 2, for ever
                  comm.sendrecv(3 - comm.rank(), std::span(&token, 1), 3 - comm.rank(), std::span(&token, 1));
              }),
              HasSubstr("mine (PE 0"));
}

TEST(Mistakes, RequestDestroyedAndThenReceivesInItsPlace) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                if (comm.rank() == 0) {
                  for (int i = 0; i < 3; ++i) comm.send(1, std::vector<int>{i}, i);
                }
                if (comm.rank() != 1) return;
                std::vector<int> buffer(1);
                try {
                  Request request = comm.irecv(0, buffer, 5);
                  throw 1;  // so it is no misuse, and the receive is taken back
                } catch (int) {
                }
                for (int i = 2; i >= 0; --i) EXPECT_EQ(comm.recv<int>(0, i), std::vector<int>{i});
                { Request request = comm.irecv(0, buffer, 6); }
                try {
                  comm.compute(Ticks{1});
                } catch (const ProgramError&) {
                  comm.compute(Ticks{1});  // it may go on after its own mistake
                }
              }),
              HasSubstr("no ProgramError"));
}

TEST(Mistakes, DestructorsThatCallTheLibraryWhileUnwound) {
  struct CallingFarewell {
    Communicator& comm;
    ~CallingFarewell() {
      comm.print("left");
      comm.compute(Ticks{1});
      comm.send(0, std::vector<int>{1});
    }
  };
  EXPECT_THAT(mistake([](Communicator& comm) {
                if (comm.rank() == 0) comm.fail("mine");
                const CallingFarewell farewell{comm};
                static_cast<void>(comm.recv<int>(0));
              }),
              HasSubstr("mine (PE 0"));
}

TEST(Mistakes, CollectivesThatDifferInOperationCountOrOrder) {
  const auto first_of = [](auto call) {
    return mistake([&](Communicator& comm) {
      call(comm);
      comm.synchronize();
    });
  };
  EXPECT_THAT(
      first_of([](Communicator& c) { c.enter_collective(c.rank() == 3 ? "reduce" : "broadcast", "", 0, 8); }),
      AllOf(HasSubstr("PE 0 called broadcast (root 0, 8 bytes)"), HasSubstr("PE 3 called reduce")));
  EXPECT_THAT(first_of([](Communicator& c) { c.enter_collective("broadcast", "", 0, c.rank() == 1 ? 16 : 8); }),
              HasSubstr("PE 1 called broadcast (root 0, 16 bytes)"));
  EXPECT_THAT(first_of([](Communicator& c) {
                const bool is_odd = c.rank() == 2;
                c.enter_collective(is_odd ? "barrier" : "broadcast", "", 0, 0);
                c.enter_collective(is_odd ? "broadcast" : "barrier", "", 0, 0);
              }),
              HasSubstr("PE 2 called barrier"));
}

TEST(Mistakes, OfTwoGroupsAtOneTimeAreReportedTheSameByAnyHost) {
  const auto report = [](int workers, std::uint64_t seed) {
    Machine machine(torus(2, 2), preset("unit"), {.workers = workers, .perturb = seed});
    try {
      machine.run([](Communicator& comm) {
        Communicator row = comm.line(1);
        Communicator column = comm.line(0);
        row.enter_collective("row", "", comm.rank() == 3 ? 1 : 0, 0);
        column.enter_collective("column", "", comm.rank() == 3 ? 1 : 0, 0);
        comm.synchronize();
      });
    } catch (const ProgramError& e) {
      return std::string(e.what());
    }
    return std::string("no ProgramError");
  };
  const std::string expected = report(1, 0);
  EXPECT_THAT(expected, HasSubstr("collectives differ"));
  for (const int workers : {1, 2, 4})
    for (std::uint64_t seed = 1; seed < 20; ++seed) EXPECT_EQ(report(workers, seed), expected);
}

TEST(Mistakes, AnErrorDoesNotWaitForPesThatKeepMeeting) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                Communicator part = comm.split(comm.rank() == 0 ? 0 : 1);
                if (comm.rank() == 0) comm.fail("mine");
                for (;;) {
                  comm.compute(Ticks{1});
                  part.synchronize();
                }
              }),
              HasSubstr("mine (PE 0"));
}

TEST(Mistakes, TimesBeyondTheLongestAreRefusedAndNotWrapped) {
  EXPECT_THAT(mistake([](Communicator& comm) {
                comm.compute(Ticks{INT64_MAX / 4 - 3});
                comm.compute(Ticks{10});
              }),
              HasSubstr("compute: 10 more ticks are longer than the longest virtual time"));
  Parameters slow = preset("unit");
  slow.flop = Ticks{std::int64_t{1} << 45};
  slow.tw = Ticks{std::int64_t{1} << 45};
  Machine machine(ring(2), slow);
  EXPECT_THROW(machine.run([](Communicator& comm) { comm.compute_operations(1'000'000); }), ProgramError);
  EXPECT_THROW(machine.run([](Communicator& comm) { comm.send(1 - comm.rank(), std::vector<char>(100'000)); }),
               ConfigError);
}

/// A message of kHalf bytes takes half of the longest virtual time.
constexpr std::size_t kHalf = 1U << 15U;

Machine half_time_machine(PeEngine engine) {
  Parameters slow = preset("unit");
  slow.tw = Ticks{std::int64_t{1} << 45};
  return Machine(complete(4), slow, {.engine = engine});
}

TEST(Mistakes, SendsThatWaitForTheirPortEndInTimeOrAreRefused) {
  const auto refused = testing::ThrowsMessage<ConfigError>(
      HasSubstr("send: a message of 32,768 bytes would end after the longest virtual time (PE 0 at "));
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads}) {
    EXPECT_THAT(
        [&] {
          half_time_machine(engine).run([](Communicator& comm) {
            std::vector<Request> sends;
            for (Rank to = 1; comm.rank() == 0 && to < 4; ++to)
              sends.push_back(comm.isend(to, std::vector<char>(kHalf)));
            comm.wait_all(sends);
          });
        },
        refused);
    EXPECT_THAT(
        [&] {
          half_time_machine(engine).run([](Communicator& comm) {
            if (comm.rank() == 0)
              comm.round([](Round& r) {
                for (Rank to = 1; to < 4; ++to) r.send(to, std::vector<char>(kHalf));
              });
          });
        },
        refused);
  }
}

TEST(Mistakes, MessagesThatWaitForALinkBeyondTheLongestTimeAreRefused) {
  Parameters slow = preset("unit");
  slow.tw = Ticks{std::int64_t{1} << 45};
  Parameters worms = slow;
  worms.switching = Switching::wormhole;
  Parameters buffers = slow;
  buffers.buffers = 1;
  buffers.th = Ticks{1};
  for (const auto& [network, parameters] :
       {std::pair{line(16), slow}, {hypercube(4), slow}, {line(16), worms}, {line(16), buffers}})
    EXPECT_THAT(([&, network = network, parameters = parameters] {
                  Machine(network, parameters).run([&](Communicator& comm) {
                    std::vector<char> body(kHalf);
                    if (comm.rank() != 0) return comm.send(0, body);
                    for (Rank from = 1; from < comm.size(); ++from) comm.recv(from, body);
                  });
                }),
                testing::ThrowsMessage<ConfigError>(HasSubstr("after the longest virtual time")))
        << network->name() << ", " << to_string(parameters.switching);
}

TEST(Mistakes, OfACallThatIsCaughtLeaveNoRequestBehind) {
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads}) {
    int caught = 0;
    half_time_machine(engine).run([&](Communicator& comm) {
      if (comm.rank() != 0) return comm.send(0, std::vector<char>(kHalf));
      std::vector<std::vector<char>> bodies(4, std::vector<char>(kHalf));
      try {
        comm.round([&](Round& r) {
          for (Rank from = 1; from < 4; ++from) r.recv(from, bodies[static_cast<std::size_t>(from)]);
        });
      } catch (const ConfigError&) {
        ++caught;
      }
    });
    EXPECT_EQ(caught, 1);
  }
}

TEST(Mistakes, NoMoreMemoryIsALimitOfThisComputer) {
  Machine machine(ring(2), preset("unit"));
  EXPECT_THROW(machine.run([](Communicator&) { throw std::bad_alloc(); }), HostLimitError);
}

}  // namespace
}  // namespace toruscope
