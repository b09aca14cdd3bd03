// SPDX-License-Identifier: Apache-2.0
// Local work that is measured, by a clock that only the programs of the PEs move.

#include "runtime/pe/compute_meter.hpp"

#include <toruscope/collectives.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/pipelined_broadcast.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

namespace toruscope {
namespace {

using Ns = std::chrono::nanoseconds;
using Us = std::chrono::microseconds;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr Ticks kMicrosecond{1'000'000};  // in ticks of 1 ps

/// One worker: PEs run one after the other, and so move one clock.
class MeasuredCompute : public testing::TestWithParam<PeEngine> {
 protected:
  Report run(Parameters costs, const std::function<void(Communicator&)>& program,
             const TopologyPtr& topology = complete(2)) {
    Execution execution{.engine = GetParam(), .workers = 1, .record_events = true};
    execution.measure_compute = true;
    execution.compute_clock = [this] { return clock_; };
    for (Time* cost : {&costs.ts, &costs.tw, &costs.th})
      if (cost->is_left_out()) *cost = Time{};
    return Machine(topology, std::move(costs), execution).run(program);
  }
  void work(std::chrono::nanoseconds duration) { clock_ += duration; }

  std::chrono::nanoseconds clock_ = std::chrono::seconds(7);
};

TEST(ComputeMeter, KeepsWhatIsLeftOfATick) {
  std::chrono::nanoseconds now = std::chrono::hours(1);
  // ticks of 1 us
  core::ComputeMeter meter(Time::femtoseconds(1'000'000'000), [&] { return now; });

  std::vector<std::int64_t> ticks;
  for (const auto duration : {Ns(1600), Ns(300), Ns(200), Ns(3000)}) {
    meter.start();
    now += duration;
    ticks.push_back(meter.stop().count);
    now += Us(10);  // between stop and start
    EXPECT_EQ(meter.stop().count, 0);
    meter.start();  // of a call inside another
  }

  EXPECT_EQ(ticks, (std::vector<std::int64_t>{1, 0, 1, 3}));
}

TEST(ComputeMeter, TakesTheProcessorTimeOfItsThread) {
  const auto before = core::thread_time();
  volatile unsigned sum = 0;
  for (unsigned i = 0; i < 1'000'000; ++i) sum = sum + i;
  EXPECT_GT(core::thread_time(), before);
}

TEST_P(MeasuredCompute, ChargesThePeWhoseProgramWorks) {
  const Report report = run({.ts = 10us, .tw = 1ns}, [&](Communicator& comm) {
    std::vector<char> body(100);
    if (comm.rank() == 0) {
      work(Us(5));
      comm.send(1, body);  // 10.1 us
      work(Us(1));
      EXPECT_EQ(comm.now().count, 16'100'000);
    } else {
      work(Us(2));
      comm.recv(0, body);
      EXPECT_EQ(comm.now().count, 15'100'000);
      work(Us(3));
    }
  });

  EXPECT_EQ(report.pes[0].finish.time.count, 16'100'000);
  EXPECT_EQ(report.pes[1].finish.time.count, 18'100'000);
  // before the send, and after the receive
  EXPECT_EQ(report.finish.account.compute, 8 * kMicrosecond);
  EXPECT_FALSE(report.is_reproducible);
}

TEST_P(MeasuredCompute, TakesThePlaceOfWhatIsDeclared) {
  const Report report = run({}, [&](Communicator& comm) {
    comm.compute(50 * kMicrosecond);
    if (comm.rank() == 1) work(Us(4));
    comm.compute(60 * kMicrosecond);
  });

  EXPECT_EQ(report.finish.time, 4 * kMicrosecond);
  ASSERT_EQ(report.events.size(), 1U);
  EXPECT_EQ(report.events[0].source, 1);
}

TEST_P(MeasuredCompute, CountsBetweenAllCalls) {
  const Report report = run({}, [&](Communicator& comm) {
    const Rank other = 1 - comm.rank();
    std::vector<char> mine(1), theirs(1);
    const auto some_work = [&] {
      if (comm.rank() == 0) work(Us(1));
    };
    some_work();
    comm.round([&](Round& round) {
      round.send(other, mine);
      round.recv(other, theirs);
    });
    some_work();
    Request received = comm.irecv(other, theirs);
    some_work();
    Request sent = comm.isend(other, mine);
    some_work();
    comm.wait_all(received, sent);
    some_work();
    comm.print("here");
    some_work();
    comm.synchronize();
    some_work();
    Communicator both = comm.split(0, comm.rank());
    some_work();
    both.sendrecv(other, mine, other, theirs);
    some_work();
    static_cast<void>(comm.probe(other));
    some_work();
  });

  EXPECT_EQ(report.pes[0].finish.account.compute, 10 * kMicrosecond);
  EXPECT_EQ(report.finish.time, 10 * kMicrosecond);
}

TEST_P(MeasuredCompute, LeavesOutTheWorkOfCollectives) {
  // The clock moves by 1 us whenever it is asked: before, between and after two calls of the
  // library.
  Execution execution{.engine = GetParam(), .workers = 1};
  execution.measure_compute = true;
  execution.compute_clock = [this] { return clock_ += Us(1); };
  const Report report = Machine(torus(2, 4), {}, execution).run([](Communicator& comm) {
    std::vector<int> mine(8, comm.rank()), theirs(8);
    alltoall(comm, mine, theirs);
    broadcast(comm, 3, theirs);
  });
  for (const PeReport& pe : report.pes) EXPECT_EQ(pe.finish.account.compute, 3 * kMicrosecond);
}

TEST_P(MeasuredCompute, CountsTheOperatorOfACollectiveAsTheProgramsWork) {
  int calls = 0;
  const Report report = run({}, [&](Communicator& comm) {
    std::vector<int> value(3, comm.rank());
    allreduce(comm, value, [&](int a, int b) {
      ++calls;
      work(Us(2));
      return a + b;
    });
    EXPECT_EQ(value[2], 1);
  });
  EXPECT_GE(calls, 3);
  EXPECT_EQ(report.pes[0].finish.account.compute + report.pes[1].finish.account.compute,
            2 * calls * kMicrosecond);
}

TEST_P(MeasuredCompute, OfAPipelinedBroadcastIsAsDeclaredWorkByEveryPolicy) {
  const Parameters costs{.ts = 3us, .tw = 1ns, .th = Time{}};
  for (const Overlap overlap : {Overlap::block, Overlap::strict, Overlap::after, Overlap::eager}) {
    const auto program = [&](Communicator& comm) {
      std::vector<char> data(300);
      const auto on_block = [&](std::span<const std::byte>) {
        work(Us(5));
        comm.compute(5 * kMicrosecond);
      };
      pipelined_broadcast(comm, 0, data, 100, on_block, overlap);
    };
    const Report measured = run(costs, program, ring(4));
    const Report declared = Machine(ring(4), costs).run(program);
    EXPECT_EQ(measured.finish.time, declared.finish.time);
    EXPECT_EQ(measured.finish.account.compute, declared.finish.account.compute);
  }
}

TEST_P(MeasuredCompute, IsSaidInTheReport) {
  std::ostringstream measured, declared;
  measured << run({}, [](Communicator&) {});
  declared << Machine(complete(2)).run([](Communicator&) {});
  EXPECT_THAT(measured.str(), HasSubstr("local work was measured on the host: times differ from run to run"));
  EXPECT_THAT(declared.str(), testing::Not(HasSubstr("differ")));
}

INSTANTIATE_TEST_SUITE_P(Engines, MeasuredCompute, testing::Values(PeEngine::fibers, PeEngine::threads));

TEST(MeasureCompute, RefusesAMachineThatCountsSteps) {
  Execution execution;
  execution.measure_compute = true;
  EXPECT_THAT([&] { Machine(ring(2), preset("unit"), execution); },
              ThrowsMessage<ConfigError>(HasSubstr("measure compute: the machine unit counts steps")));
}

}  // namespace
}  // namespace toruscope
