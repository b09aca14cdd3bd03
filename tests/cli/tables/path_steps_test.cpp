// SPDX-License-Identifier: Apache-2.0
// The critical path in steps.

#include "cli/tables/path_table.hpp"

#include <toruscope/toruscope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::cli {
namespace {

Report recorded(const TopologyPtr& topology, const std::function<void(Communicator&)>& program) {
  Execution execution;
  execution.workers = 1;
  execution.record_critical_path = true;
  return Machine(topology, preset("generic"), execution).run(program);
}

/// 0 computes and sends to 1, which sends on to 2, and so forth.
Report relay(int p, std::size_t bytes) {
  return recorded(ring(p), [bytes](Communicator& comm) {
    std::vector<char> data(bytes);
    if (comm.rank() == 0) comm.compute_operations(500);
    if (comm.rank() > 0) comm.recv(comm.rank() - 1, data);
    if (comm.rank() + 1 < comm.size()) comm.send(comm.rank() + 1, data);
  });
}

TEST(PathSteps, AreMessagesAndLocalWork) {
  const Report report = relay(3, 100);
  const std::vector<PathStep> steps = path_steps(report);

  ASSERT_EQ(steps.size(), 3U);
  EXPECT_FALSE(steps[0].is_message());
  EXPECT_EQ(steps[0].from, 0);
  EXPECT_EQ(steps[0].parts[PathStep::compute], Ticks{500'000});
  EXPECT_EQ(steps[1].from, 0);
  EXPECT_EQ(steps[1].to, 1);
  EXPECT_EQ(steps[1].bytes, 100);
  EXPECT_EQ(steps[1].parts[PathStep::startup], Ticks{1'000'000});
  EXPECT_EQ(steps[1].parts[PathStep::transmission], Ticks{100'000});
  EXPECT_EQ(steps[1].parts[PathStep::hop], Ticks{50'000});
  EXPECT_EQ(steps[2].from, 1);
  EXPECT_EQ(steps[2].end, report.finish.time);
}

TEST(PathSteps, AddUpToT) {
  const Report report = recorded(torus(4, 4), [](Communicator& comm) {
    std::vector<double> mine(16), theirs(16);
    alltoall(comm, mine, theirs);
    comm.compute_operations(100 * comm.rank());
    broadcast(comm, 3, theirs);
  });
  for (const std::size_t most : {std::size_t{1000}, std::size_t{5}, std::size_t{2}}) {
    const std::vector<PathStep> lines = joined(path_steps(report), most);
    EXPECT_LE(lines.size(), most);
    Ticks before;
    for (const PathStep& line : lines) {
      EXPECT_EQ(line.begin, before);
      Ticks sum;
      for (const Ticks part : line.parts) sum += part;
      EXPECT_EQ(sum, line.end - line.begin);
      before = line.end;
    }
    EXPECT_EQ(before, report.finish.time);
  }
}

TEST(PathSteps, AreJoinedWhereTheyAreEqual) {
  const std::vector<PathStep> lines = joined(path_steps(relay(40, 100)), 20);

  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].count, 1);
  EXPECT_EQ(lines[1].count, 39);
  EXPECT_EQ(lines[1].bytes, 3900);
  EXPECT_EQ(lines[1].from, 0);
  EXPECT_EQ(lines[1].last_to, 39);
}

// Two PEs in turn come last to where all synchronise.
TEST(PathSteps, KeepTheirWaitsWhenTheyAreJoined) {
  const Report report = recorded(line(2), [](Communicator& comm) {
    for (int i = 0; i < 30; ++i) {
      if (comm.rank() == i % 2) comm.compute_operations(100);
      comm.synchronize();
    }
  });
  const auto waits_of = [](const std::vector<PathStep>& steps) {
    std::int64_t waits = 0;
    for (const PathStep& step : steps) waits += step.waits;
    return waits;
  };
  const std::vector<PathStep> steps = path_steps(report);
  ASSERT_GT(waits_of(steps), 1);
  for (const std::size_t most : {std::size_t{20}, std::size_t{3}}) {
    const std::vector<PathStep> lines = joined(steps, most);
    EXPECT_LE(lines.size(), most);
    EXPECT_EQ(waits_of(lines), waits_of(steps));
    for (const PathStep& line : lines) EXPECT_EQ(line.waits > 0, !line.waited.empty());
  }
}

// Both messages cross the link from 1 to 2; the header from 0 comes 50 ns after the other, which
// holds it for 1 us.
TEST(PathSteps, NameTheLinkThatWasWaitedForLongest) {
  const Report report = recorded(line(4), [](Communicator& comm) {
    std::vector<char> data(1000);
    if (comm.rank() < 2) comm.send(comm.rank() + 2, data);
    if (comm.rank() >= 2) comm.recv(comm.rank() - 2, data);
  });
  const std::vector<PathStep> steps = path_steps(report);

  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].from, 0);
  EXPECT_EQ(steps[0].wait_from, 1);
  EXPECT_EQ(steps[0].wait_to, 2);
  EXPECT_EQ(steps[0].longest_wait, Ticks{950'000});
  EXPECT_EQ(steps[0].parts[PathStep::link_wait], Ticks{950'000});
}

}  // namespace
}  // namespace toruscope::cli
