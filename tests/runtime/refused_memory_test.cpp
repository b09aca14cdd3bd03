// SPDX-License-Identifier: Apache-2.0
// Whatever allocation or thread this computer refuses: the run ends and says so; it neither hangs
// nor crashes. A suite of its own, for it takes the place of the process's allocation.

#include "tests/support/refusing_allocation.hpp"

#include <toruscope/toruscope.hpp>

#include <chrono>
#include <gtest/gtest.h>
#include <new>
#include <ostream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

struct Case {
  const char* name;
  TopologyPtr topology;
  Execution execution;
  Switching switching = Switching::cut_through;
  bool names_sources = true;
  bool waits_for_receives = false;
};

constexpr auto kFibers = PeEngine::fibers;
constexpr auto kThreads = PeEngine::threads;

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

/// All send to all, in several ways.
void exchange(Communicator& comm, const Case& c, long grants, bool from_then_on) {
  // from here on, when all workers are there
  if (comm.rank() == 0) refusing::grant(grants, from_then_on);
  const int p = comm.size();
  const int me = comm.rank();
  std::vector<std::byte> out(100);  // not inside the message
  std::vector<std::byte> in(out.size());
  for (int i = 1; i < p; ++i)
    comm.sendrecv((me + i) % p, out, c.names_sources ? (me + p - i) % p : any_source, in);
  if (c.waits_for_receives && me % 2 == 0) comm.ssend(me + 1, out);
  if (c.waits_for_receives && me % 2 == 1) comm.recv(me - 1, in);
  // Receives behind one that may name no source, more than a mailbox keeps in one list; a round of
  // sends alone.
  const Rank left = (me + p - 1) % p;
  std::vector<std::vector<std::byte>> boxes(10, in);
  std::vector<Request> receives;
  receives.push_back(comm.irecv(c.names_sources ? left : any_source, in));
  for (int tag = 1; tag <= 10; ++tag)
    receives.push_back(comm.irecv(left, boxes[static_cast<std::size_t>(tag) - 1], tag));
  comm.round([&](Round& round) {
    for (int tag = 0; tag <= 10; ++tag) round.send((me + 1) % p, out, tag);
  });
  comm.wait_all(receives);
  Communicator half = comm.split(me % 2, me);
  allreduce(half, in, std::bit_xor<>{});
  comm.print("done");
}

/// Runs it with one more allocation granted each time, until none is refused any more.
void refuse_each(const Case& c, bool from_then_on) {
  Parameters parameters = preset("generic");
  parameters.switching = c.switching;
  Machine machine(c.topology, parameters, c.execution);
  const auto run = [&](long grants) {
    return machine.run([&](Communicator& comm) { exchange(comm, c, grants, from_then_on); });
  };
  const Ticks finish = run(-1).finish.time;
  long runs = 0;
  do {
    std::string error;
    std::size_t done = 0;
    try {
      const Report report = run(runs);
      refusing::grant_all();
      done = report.output.size();
      ASSERT_EQ(report.finish.time, finish) << runs << " allocations";
    } catch (const HostLimitError& e) {
      refusing::grant_all();
      error = e.what();
    } catch (const std::bad_alloc&) {  // there was no memory for the words
      refusing::grant_all();
      error = "memory:";
    }
    // nothing was refused, or nothing that cannot be done without, as to sort the lines
    if (error.empty()) {
      ASSERT_EQ(done, static_cast<std::size_t>(c.topology->pes())) << runs << " allocations";
    } else {
      ASSERT_TRUE(refusing::has_refused() && error.starts_with("memory:")) << runs << " allocations: " << error;
    }
    ++runs;
  } while (refusing::has_refused());
  EXPECT_GT(runs, 20);
}

class RefusedMemory : public testing::TestWithParam<Case> {};

TEST_P(RefusedMemory, Once) {
  refuse_each(GetParam(), false);
}

TEST_P(RefusedMemory, FromThenOn) {
  refuse_each(GetParam(), true);
}

class RefusedThreads : public testing::TestWithParam<Case> {};

/// With one more thread granted each time, until none is refused any more.
TEST_P(RefusedThreads, EndTheRun) {
  Machine machine(GetParam().topology, preset("generic"), GetParam().execution);
  long runs = 0;
  for (bool is_refused = true; is_refused; ++runs) {
    std::string error;
    refusing::grant_threads(runs);
    try {
      machine.run([](Communicator& comm) { barrier(comm); });
    } catch (const HostLimitError& e) {
      error = e.what();
    }
    is_refused = refusing::threads_asked_for() > runs;
    refusing::grant_threads(-1);
    if (is_refused)
      EXPECT_TRUE(error.starts_with("threads: this computer refuses")) << runs << " threads: " << error;
    else
      EXPECT_EQ(error, "") << runs << " threads";
  }
  EXPECT_GT(runs, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, RefusedThreads,
    testing::Values(
        Case{"Workers", torus(2, 4), {.engine = kFibers, .workers = 2}},
        Case{"MoreWorkers", torus(2, 4), {.engine = kFibers, .workers = 5}},
        Case{"Limit", torus(2, 4), {.engine = kFibers, .workers = 1, .time_limit = std::chrono::minutes(1)}},
        Case{"Threads", torus(2, 4), {.engine = kThreads, .workers = 1}}),
    [](const auto& of) { return of.param.name; });

INSTANTIATE_TEST_SUITE_P(
    AllNetworks, RefusedMemory,
    testing::Values(Case{"Rings", torus(2, 4), {.engine = kFibers, .workers = 1}},
                    Case{"RingsOfTwoWorkers", torus(2, 4), {.engine = kFibers, .workers = 2}},
                    Case{"Threads", torus(2, 2), {.engine = kThreads, .workers = 2}},
                    Case{"HopByHop", torus(2, 4), {.network = NetworkEngine::hop, .workers = 2}},
                    Case{"CompleteGraph", complete(8), {.workers = 1}},
                    Case{"CompleteGraphOfTwoWorkers", complete(8), {.workers = 2}},
                    Case{"Worms", torus(2, 4), {.workers = 1}, Switching::wormhole},
                    Case{"WormsOfTwoWorkers", torus(2, 4), {.workers = 2, .perturb = 1}, Switching::wormhole},
                    Case{"WithoutSources", torus(2, 4), {.workers = 1}, Switching::cut_through, false},
                    Case{"Synchronous", torus(2, 4), {.workers = 2}, Switching::cut_through, true, true}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace toruscope
