// SPDX-License-Identifier: Apache-2.0
// The front door: many runs, two at once, limits, what the host did.

#include <toruscope/machine.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace toruscope {
namespace {

void shift_ring(Communicator& comm) {
  int token = comm.rank();
  const int p = comm.size();
  for (int i = 0; i < 10; ++i)
    comm.sendrecv((comm.rank() + 1) % p, std::span(&token, 1), (comm.rank() + p - 1) % p, std::span(&token, 1));
  EXPECT_EQ(token, ((comm.rank() - 10) % p + p) % p);
}

TEST(Machine, RunsManyTimesAndAfterAFailure) {
  Machine machine(torus(4, 4), preset("generic"), {.workers = 2});
  const Report first = machine.run(shift_ring);
  EXPECT_THROW(machine.run([](Communicator& comm) {
    comm.print("before the end");
    comm.fail("mine");
  }),
               ProgramError);
  EXPECT_EQ(machine.output_of_failed_run().size(), 16U);
  const Report again = machine.run(shift_ring);
  EXPECT_EQ(first.finish.time, again.finish.time);
  EXPECT_EQ(first.finish.account, again.finish.account);
}

TEST(Machine, TwoRunAtOnceInTwoHostThreads) {
  const auto work = [] {
    Machine machine(torus(4, 4), preset("generic"), {.workers = 4});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(machine.run(shift_ring).totals.messages, 160);
  };
  std::jthread other(work);
  work();
}

TEST(Machine, RunsItsPesOnAsManyThreadsAsItHasWorkers) {
  for (const int workers : {1, 2, 4}) {
    Machine machine(torus(8, 8), preset("generic"), {.workers = workers});
    const Report report = machine.run(shift_ring);
    EXPECT_EQ(report.host.workers, workers);
    EXPECT_EQ(report.host.threads, workers);
    if (workers > 1) {
      EXPECT_GT(report.host.crossings, 0);  // messages crossed workers
    }
  }
}

TEST(Machine, GivesEachPeAThreadOfItsOwnIfAsked) {
  std::vector<std::thread::id> ids(6);
  Machine machine(ring(6), preset("unit"), {.engine = PeEngine::threads, .workers = 2});
  machine.run(
      [&](Communicator& comm) { ids[static_cast<std::size_t>(comm.rank())] = std::this_thread::get_id(); });
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST(Machine, RefusesATimeLimitThatIsNone) {
  for (const int ms : {0, -5})
    EXPECT_THAT([ms] { Machine(ring(4), {}, {.time_limit = std::chrono::milliseconds(ms)}); },
                testing::ThrowsMessage<ConfigError>(testing::HasSubstr(
                    "time limit: " + std::to_string(ms) + " ms asked for; give at least 1 ms, or none")));
}

TEST(Machine, EndsAtItsTimeLimitWithAReport) {
  Machine machine(ring(4), preset("unit"), {.workers = 2, .time_limit = std::chrono::milliseconds(1000)});
  EXPECT_THAT(
      [&] {
        machine.run([](Communicator& comm) {
          if (comm.rank() == 0) static_cast<void>(comm.recv<int>(1));
          for (;;) comm.compute(Ticks{1});
        });
      },
      testing::ThrowsMessage<HostLimitError>(testing::AllOf(
          testing::HasSubstr("time limit: the run was ended at"),
          testing::HasSubstr("3 could go on (PE 1, 2, 3)"), testing::HasSubstr("PE 0  recv from 1, tag 0"))));
}

TEST(Machine, EndsWhenInterrupted) {
  std::atomic<bool> stop{false};
  Machine machine(ring(2), preset("unit"), {.interrupt = &stop});
  EXPECT_THAT(
      [&] {
        machine.run([&](Communicator& comm) {
          for (int i = 0;; ++i) {
            if (i == 1000) stop.store(true);
            int token = 0;
            comm.sendrecv(1 - comm.rank(), std::span(&token, 1), 1 - comm.rank(), std::span(&token, 1));
          }
        });
      },
      testing::ThrowsMessage<InterruptedError>(testing::HasSubstr("interrupted at")));
}

TEST(Machine, IsNotSetUpAfterAnInterrupt) {
  std::atomic<bool> stop{true};
  Machine machine(ring(4), preset("unit"), {.interrupt = &stop});
  int begun = 0;
  EXPECT_THAT(
      [&] { machine.run([&](Communicator&) { ++begun; }); },
      testing::ThrowsMessage<InterruptedError>("interrupted while 4 PEs were set up; none of them had begun"));
  EXPECT_EQ(begun, 0);
  stop = false;
  EXPECT_NO_THROW((void)machine.run([&](Communicator& comm) {
    if (comm.rank() == 0) ++begun;
  }));
  EXPECT_EQ(begun, 1);
}

// PE 0 and PE 3 send at once; of the receivers the first to go on ends the run, so that the other
// never does.
TEST(Machine, CallsAPeWhoseMessageHasComeNotWaiting) {
  std::atomic<bool> stop{false};
  Machine machine(ring(4), preset("unit"), {.workers = 1, .interrupt = &stop});
  EXPECT_THAT(
      [&] {
        machine.run([&](Communicator& comm) {
          if (comm.rank() == 0 || comm.rank() == 3) {
            const Rank partner = comm.rank() == 0 ? 1 : 2;
            comm.send(partner, std::vector<char>(1));
            static_cast<void>(comm.recv<char>(partner));
          } else {
            static_cast<void>(comm.recv<char>(comm.rank() == 1 ? 0 : 3));
            stop.store(true);
            comm.send(comm.rank(), std::vector<char>(1));
          }
        });
      },
      testing::ThrowsMessage<InterruptedError>(testing::AllOf(
          testing::HasSubstr("2 of 4 PEs wait, 2 could go on (PE 1, 2)"),
          testing::HasSubstr("PE 0  recv from 1, tag 0"), testing::Not(testing::HasSubstr("from -1")))));
}

TEST(Machine, RefusesImpossibleExecutions) {
  EXPECT_THROW(Machine(ring(2), {}, {.workers = -1}), ConfigError);
  EXPECT_THROW(Machine(ring(2), {}, {.channel_capacity = 0}), ConfigError);
  EXPECT_THROW(Machine(ring(2), {}, {.stack_bytes = 100}), ConfigError);
  EXPECT_THROW(Machine(nullptr), ConfigError);
}

TEST(Machine, TellsHowManyMessagesWaitedForAFullChannelButNotLater) {
  const auto burst = [](Communicator& comm) {
    std::vector<Request> requests;
    std::vector<int> in(50);
    for (int i = 0; i < 50; ++i) {
      if (comm.rank() == 3) requests.push_back(comm.isend(4, std::span(&i, 1)));
      if (comm.rank() == 4) requests.push_back(comm.irecv(3, std::span(&in[static_cast<std::size_t>(i)], 1)));
    }
    comm.wait_all(requests);
  };
  Parameters slow_hops = preset("unit");
  slow_hops.th = Ticks{100};  // fifty headers are on the link at once
  Machine narrow(ring(8), slow_hops, {.network = NetworkEngine::hop, .workers = 2, .channel_capacity = 1});
  Machine wide(ring(8), slow_hops, {.network = NetworkEngine::hop, .workers = 2, .channel_capacity = 64});

  const Report small = narrow.run(burst);
  const Report large = wide.run(burst);

  EXPECT_GT(small.host.channel_waits, 0);
  EXPECT_EQ(large.host.channel_waits, 0);
  EXPECT_EQ(small.finish.time, large.finish.time);
  ASSERT_EQ(small.links.size(), 1U);
  EXPECT_EQ(small.links[0].channel_pushes, 50);
}

TEST(Machine, CountsItsPesAndItsProgressInTheMonitor) {
  RunMonitor monitor;
  Machine machine(ring(8), preset("unit"), {.monitor = &monitor});
  machine.run(shift_ring);
  EXPECT_EQ(monitor.pes.load(), 8);
  EXPECT_EQ(monitor.messages.load(), 80);
  EXPECT_EQ(monitor.finished.load(), 8);
}

TEST(Machine, EndsInTheMiddleOfANetworkPhase) {
  std::atomic<bool> stop{false};
  RunMonitor monitor;
  Machine machine(ring(2048), preset("unit"),
                  {.network = NetworkEngine::hop, .workers = 2, .interrupt = &stop, .monitor = &monitor});
  const auto program = [&](Communicator& comm) {
    const Rank opposite = (comm.rank() + comm.size() / 2) % comm.size();
    Request request = comm.isend(opposite, std::vector<char>(1));
    // all headers are under way: two million hops
    if (comm.rank() == comm.size() - 1) stop.store(true);
    static_cast<void>(comm.recv<char>(opposite));
    comm.wait(request);
  };

  EXPECT_THROW(machine.run(program), InterruptedError);

  EXPECT_LT(monitor.messages.load(), 2048);
}

TEST(Machine, KeepsTheReportOfARunThatEndedBeforeItWasInterrupted) {
  std::atomic<bool> stop{false};
  Machine machine(ring(2), preset("unit"), {.workers = 1, .interrupt = &stop});
  EXPECT_NO_THROW(machine.run([&](Communicator& comm) {
    if (comm.rank() == 1) stop.store(true);
  }));
}

TEST(Machine, RunsThreadsOnTheSmallestStack) {
  Machine machine(ring(16), preset("unit"),
                  {.engine = PeEngine::threads, .workers = 2, .stack_bytes = 16 * 1024});
  EXPECT_EQ(machine.run(shift_ring).totals.messages, 160);
}

TEST(Machine, MakesTheProducerOfAnotherWorkerWaitForAFullChannel) {
  Parameters slow_hops = preset("unit");
  slow_hops.th = Ticks{1000};
  Machine machine(ring(4), slow_hops, {.network = NetworkEngine::hop, .workers = 2, .channel_capacity = 1});
  const Report report = machine.run([](Communicator& comm) {
    std::vector<Request> requests;
    for (int i = 0; i < 200 && comm.rank() == 1; ++i) requests.push_back(comm.isend(2, std::span(&i, 1)));
    for (int i = 0; i < 200 && comm.rank() == 2; ++i) EXPECT_EQ(comm.recv<int>(1), std::vector<int>{i});
    comm.wait_all(requests);
  });
  EXPECT_EQ(report.host.crossings, 200);  // from PE 1 of worker 0 to PE 2 of worker 1
  EXPECT_GT(report.host.channel_waits, 0);
  EXPECT_EQ(report.links.at(0).channel_pushes, 200);
}

TEST(Machine, EstimatesTheMemoryOfManyPes) {
  Machine machine(torus(64, 64), preset("unit"), {.workers = 1});
  const std::size_t estimate = estimate_bytes(*machine.topology(), machine.parameters(), machine.execution());
  EXPECT_GT(estimate, 4096U * 4096);       // a page of stack each, at least
  EXPECT_LT(estimate, 4096U * 64 * 1024);  // nowhere near the stacks' whole size
}

TEST(Machine, EstimatesTheLinksOfACompleteGraphThatMessagesUse) {
  const TopologyPtr network = complete(16'384);
  constexpr std::size_t kGiB = std::size_t{1} << 30U;
  EXPECT_LT(estimate_bytes(*network, {}, {}, 14), 2 * kGiB);
  EXPECT_GT(estimate_bytes(*network, {}, {}), 32 * kGiB);
  EXPECT_GT(estimate_bytes(*network, {}, {}, 16'383), 32 * kGiB);
  EXPECT_GT(estimate_bytes(*complete(1024), {}, {.workers = 2}), 1024U * 1023 * 200)
      << "a link, its channel, its ring";
}

}  // namespace
}  // namespace toruscope
