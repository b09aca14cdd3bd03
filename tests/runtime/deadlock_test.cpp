// SPDX-License-Identifier: Apache-2.0
// A program that cannot go on is told so: who waits for whom, the cycle, what nobody asked for,
// when.

#include "runtime/core/sanitizers.hpp"

#include <toruscope/machine.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string deadlock(int p, const std::function<void(Communicator&)>& program, Execution execution = {}) {
  Machine machine(ring(p), preset("unit"), execution);
  try {
    machine.run(program);
  } catch (const DeadlockError& e) {
    EXPECT_EQ(e.code(), ExitCode::deadlock);
    return e.what();
  }
  return "no DeadlockError";
}

TEST(Deadlock, NamesTheCycleAndTheTime) {
  const std::string text = deadlock(8, [](Communicator& comm) {
    comm.compute(Ticks{412});
    const int next[] = {-1, -1, 5, -1, -1, 6, 2, -1};
    if (const int from = next[comm.rank()]; from >= 0) static_cast<void>(comm.recv<int>(from, 7));
  });
  EXPECT_THAT(text, AllOf(HasSubstr("deadlock at 412"), HasSubstr("3 of 8 PEs wait and nothing is in flight"),
                          HasSubstr("PE 2  recv from 5, tag 7"), HasSubstr("cycle 2 -> 5 -> 6 -> 2")));
}

TEST(Deadlock, ShowsMessagesThatNobodyAskedFor) {
  const std::string text = deadlock(4, [](Communicator& comm) {
    if (comm.rank() == 1) comm.send(2, std::vector<char>(128), 9);
    if (comm.rank() == 2) static_cast<void>(comm.recv<char>(1, 7));
  });
  EXPECT_THAT(text, AllOf(HasSubstr("PE 2  recv from 1, tag 7; PE 1 has ended"),
                          HasSubstr("unclaimed: 1 -> 2, tag 9, 128 bytes (did PE 2 ask for another tag")));
}

TEST(Deadlock, ShowsWhoHasNotCalledSynchronize) {
  const std::string text = deadlock(4, [](Communicator& comm) {
    if (comm.rank() != 2) comm.synchronize();
  });
  EXPECT_THAT(text, HasSubstr("PE 0  synchronize: 3 of 4 PEs have called it, PE 2 has not; PE 2 has ended"));
}

TEST(Deadlock, OfARoundCountsTheMissingReceives) {
  const std::string text = deadlock(4, [](Communicator& comm) {
    std::vector<int> a(1);
    std::vector<int> b(1);
    if (comm.rank() == 0)
      comm.round([&](Round& r) {
        r.recv(1, a);
        r.recv(2, b);
      });
  });
  EXPECT_THAT(text, HasSubstr("PE 0  round from 1, tag 0 and 1 more"));
}

TEST(Deadlock, IsReportedTheSameByBothEnginesAndAnyWorkers) {
  const auto program = [](Communicator& comm) {
    comm.compute(Ticks{comm.rank() % 7});
    static_cast<void>(comm.recv<int>((comm.rank() + 1) % comm.size(), 1));
  };
  const std::string expected = deadlock(16, program, {.workers = 1});
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
    for (const int workers : {1, 2, 4})
      EXPECT_EQ(deadlock(16, program, {.engine = engine, .workers = workers, .perturb = 5U}), expected);
  EXPECT_THAT(expected, HasSubstr("cycle 0 -> 1 -> 2"));
}

TEST(Deadlock, OfThousandsOfPesIsShort) {
  const int p = core::kSanitized ? 256 : 4096;
  const std::string text = deadlock(
      p, [](Communicator& comm) { static_cast<void>(comm.recv<int>((comm.rank() + 1) % comm.size())); });
  EXPECT_THAT(text, AllOf(HasSubstr(std::to_string(p) + " PEs wait"),
                          HasSubstr("... and " + std::to_string(p - 16) + " more"), HasSubstr("cycle 0 -> 1")));
  EXPECT_LT(text.size(), 2000U);
}

TEST(Deadlock, IsNoMatterForAnErrorThatCausedIt) {
  Machine machine(ring(4), preset("unit"));
  EXPECT_THROW(machine.run([](Communicator& comm) {
    if (comm.rank() == 1) throw std::runtime_error("mine");
    static_cast<void>(comm.recv<int>(1));
  }),
               ProgramError);
}

TEST(Deadlock, RunsTheDestructorsOfThePesThatWait) {
  std::vector<int> destroyed(8, 0);
  struct Marker {
    int& flag;
    ~Marker() { flag = 1; }
  };
  EXPECT_THAT(deadlock(8,
                       [&](Communicator& comm) {
                         const Marker marker{destroyed[static_cast<std::size_t>(comm.rank())]};
                         try {
                           static_cast<void>(comm.recv<int>(comm.rank()));
                         } catch (const std::exception&) {
                           ADD_FAILURE() << "a std::exception ends a run";
                         } catch (...) {
                           static_cast<void>(comm.now());  // thrown again at each further call
                           ADD_FAILURE() << "a call returned although the run is being ended";
                         }
                       }),
              HasSubstr("deadlock"));
  EXPECT_EQ(destroyed, std::vector<int>(8, 1));
}

}  // namespace
}  // namespace toruscope
