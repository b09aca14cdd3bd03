// SPDX-License-Identifier: Apache-2.0
// The report of a run that fails: what had happened by then, and who waits for what.

#include "runtime/local_work.hpp"
#include "tests/support/whole_report.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using test::everything;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const Parameters kFailingCosts{.ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{2}, .tick = Time{}};

/// What the run left, and what it threw.
struct Failed {
  std::optional<Report> report;
  std::string error;
};

Failed run_and_fail(TopologyPtr topology, const Parameters& machine,
                    const std::function<void(Communicator&)>& program, int workers = 1) {
  Failed failed;
  Execution execution;
  execution.workers = workers;
  execution.record_events = execution.record_spans = execution.record_critical_path = true;
  execution.failed_report = &failed.report;
  try {
    Machine(std::move(topology), machine, execution).run(program);
  } catch (const Error& error) {
    failed.error = error.what();
  }
  return failed;
}

std::size_t count(const Report& report, Event::Kind kind) {
  return static_cast<std::size_t>(std::count_if(report.events.begin(), report.events.end(),
                                                [&](const Event& e) { return e.kind == kind; }));
}

/// PE 0 tells PE 1 something, then all wait for the next one.
void wait_in_a_ring(Communicator& comm) {
  std::vector<char> data(5);
  if (comm.rank() == 0) comm.send(1, data);
  if (comm.rank() == 1) comm.recv(0, data);
  comm.recv((comm.rank() + 1) % comm.size(), data, 7);
}

TEST(FailedReport, OfADeadlockHasWhatWasTakenAndWhoWaits) {
  const Failed failed = run_and_fail(ring(3), kFailingCosts, wait_in_a_ring);

  ASSERT_TRUE(failed.report);
  const Report& report = *failed.report;
  EXPECT_EQ(report.finish.time, Ticks{10 + 5 + 2});
  EXPECT_EQ(count(report, Event::Kind::message), 1U);
  EXPECT_EQ(count(report, Event::Kind::hop), 1U);
  EXPECT_EQ(std::pair(report.totals.messages, report.totals.bytes),
            std::pair(std::int64_t{1}, std::int64_t{5}));
  EXPECT_EQ(std::pair(report.totals.hops, report.totals.max_link_bytes),
            std::pair(std::int64_t{1}, std::int64_t{5}));
  ASSERT_TRUE(report.early_end);
  EXPECT_EQ(report.early_end->reason, failed.error);
  EXPECT_THAT(failed.error, HasSubstr("cycle 0 -> 1 -> 2 -> 0"));
  const auto waits = [](Rank pe, Ticks since, const char* what) {
    return AllOf(Field(&WaitingPe::pe, pe), Field(&WaitingPe::since, since), Field(&WaitingPe::what, what),
                 Field(&WaitingPe::whom, (pe + 1) % 3));
  };
  EXPECT_THAT(report.early_end->waiting,
              ElementsAre(waits(0, Ticks{15}, "recv from 1, tag 7"), waits(1, Ticks{17}, "recv from 2, tag 7"),
                          waits(2, Ticks{0}, "recv from 0, tag 7")));
  EXPECT_THAT(report.early_end->stuck, IsEmpty());
}

TEST(FailedReport, NamesTheCollectiveThatAPeWaitsIn) {
  const Failed failed = run_and_fail(ring(2), kFailingCosts, [](Communicator& comm) {
    if (comm.rank() == 0) return;
    const core::CollectiveSpan span(comm, "allreduce", "ring", 0, 5);
    static_cast<void>(comm.recv<char>(0));
  });

  ASSERT_TRUE(failed.report && failed.report->early_end);
  EXPECT_THAT(failed.report->early_end->waiting,
              ElementsAre(Field(&WaitingPe::what, "allreduce by ring: recv from 0, tag 0; PE 0 has ended")));
}

TEST(FailedReport, NamesNobodyWhereAPeWaitsForAMessageOfAnyPe) {
  const Failed failed = run_and_fail(ring(2), kFailingCosts, [](Communicator& comm) {
    if (comm.rank() == 0) static_cast<void>(comm.recv<char>(any_source));
  });

  ASSERT_TRUE(failed.report && failed.report->early_end);
  EXPECT_THAT(
      failed.report->early_end->waiting,
      ElementsAre(AllOf(Field(&WaitingPe::what, HasSubstr("from any PE")), Field(&WaitingPe::whom, -1))));
}

TEST(FailedReport, OfWormsSaysWhatEachHoldsAndWants) {
  Parameters machine = kFailingCosts;
  machine.switching = Switching::wormhole;
  machine.virtual_channels = 1;
  const Failed failed = run_and_fail(ring(8), machine, [](Communicator& comm) {
    const std::vector<char> out(100);
    std::vector<char> in(100);
    comm.sendrecv((comm.rank() + 2) % 8, out, (comm.rank() + 6) % 8, in);
  });

  ASSERT_TRUE(failed.report && failed.report->early_end);
  EXPECT_THAT(failed.error, StartsWith("network deadlock"));
  const std::vector<StuckTransfer>& stuck = failed.report->early_end->stuck;
  ASSERT_THAT(stuck, SizeIs(8));
  for (Rank r = 0; r < 8; ++r) {
    const StuckTransfer& one = stuck[static_cast<std::size_t>(r)];
    EXPECT_EQ(std::pair(one.source, one.destination), std::pair(r, (r + 2) % 8));
    EXPECT_THAT(one.holds, ElementsAre(std::pair(r, (r + 1) % 8)));
    EXPECT_EQ(one.wants, std::pair((r + 1) % 8, (r + 2) % 8));
  }
  EXPECT_THAT(failed.report->early_end->waiting, SizeIs(8));
  EXPECT_EQ(failed.report->totals.messages, 0);  // none was taken
}

TEST(FailedReport, OfAPortViolationEndsWithIt) {
  Parameters machine = kFailingCosts;
  machine.port_policy = PortPolicy::strict;
  const Failed failed = run_and_fail(complete(4), machine, [](Communicator& comm) {
    std::vector<char> data(5);
    if (comm.rank() == 0) comm.send(3, data);
    if (comm.rank() == 3) comm.recv(0, data);
    if (comm.rank() != 0) return;
    Request first = comm.isend(1, data);
    Request second = comm.isend(2, data);
    comm.wait(first);
    comm.wait(second);
  });

  ASSERT_TRUE(failed.report && failed.report->early_end);
  EXPECT_EQ(failed.report->early_end->reason, failed.error);
  // the second send begins a startup after the first
  EXPECT_EQ(failed.report->finish.time, Ticks{15 + 10});
  EXPECT_THAT(failed.report->early_end->waiting, IsEmpty());
  // the one to PE 3; the next is there at 32
  EXPECT_EQ(count(*failed.report, Event::Kind::message), 1U);
}

TEST(FailedReport, IsTheSameForAnyNumberOfWorkers) {
  const auto program = [](Communicator& comm) {
    std::vector<int> all(static_cast<std::size_t>(comm.size()));
    allgather(comm, comm.rank(), all);
    if (comm.rank() == 5) throw std::runtime_error("enough");
    // some PEs come further than PE 5
    for (int i = 0; i < 3; ++i) allgather(comm, comm.rank(), all);
  };
  const Failed one = run_and_fail(torus(4, 4), kFailingCosts, program, 1);
  const Failed four = run_and_fail(torus(4, 4), kFailingCosts, program, 4);

  ASSERT_TRUE(one.report && four.report);
  EXPECT_GT(one.report->totals.messages, 16);
  EXPECT_EQ(everything(*one.report), everything(*four.report));
}

TEST(FailedReport, LeavesOutMeetingsThatEndAfterTheError) {
  const auto program = [](int last) {
    return [last](Communicator& comm) {
      std::vector<char> data(5);
      Communicator pair = comm.split(comm.rank() / 2);
      if (comm.rank() == 0) {
        for (int i = 0; i < 6; ++i) comm.sendrecv(1, data, 1, data);
        throw std::runtime_error("enough");
      }
      if (comm.rank() == 1)
        for (int i = 0; i < 6; ++i) comm.sendrecv(0, data, 0, data);
      if (comm.rank() == 3) {
        for (int i = 0; i < last; ++i) comm.sendrecv(4, data, 4, data);
        comm.compute(Ticks{1});
      }
      if (comm.rank() == 4)
        for (int i = 0; i < last; ++i) comm.sendrecv(3, data, 3, data);
      if (comm.rank() / 2 == 1) pair.synchronize();
    };
  };
  for (int last = 0; last < 12; ++last) {
    SCOPED_TRACE(last);
    const Failed one = run_and_fail(ring(6), kFailingCosts, program(last), 1);
    const Failed three = run_and_fail(ring(6), kFailingCosts, program(last), 3);

    ASSERT_TRUE(one.report && three.report);
    // split synchronises, too
    EXPECT_EQ(count(*one.report, Event::Kind::synchronize), 6U + (last < 6 ? 2U : 0U));
    EXPECT_EQ(everything(*one.report), everything(*three.report));
    for (const auto* failed : {&one, &three})
      for (const PeReport& pe : failed->report->pes) EXPECT_LE(pe.finish.time, failed->report->finish.time);
  }
}

TEST(FailedReport, DoesNotChangeTheErrorOfARunWithManyEvents) {
  const auto error_of = [](std::int64_t most, const Parameters& machine, NetworkEngine network,
                           std::optional<Report>* failed) -> std::string {
    Execution execution;
    execution.network = network;
    execution.workers = 2;
    execution.record_events = true;
    execution.event_limit = {most, "too many"};
    execution.failed_report = failed;
    try {
      Machine(ring(32), machine, execution).run([](Communicator& comm) {
        std::vector<char> data(5);
        if (comm.rank() % 2 == 0) comm.send(comm.rank() + 1, data);
        if (comm.rank() % 2 == 1) comm.recv(comm.rank() - 1, data);
        if (comm.rank() == 1) comm.send(2, data);
      });
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  Parameters worms = kFailingCosts;
  worms.switching = Switching::wormhole;
  for (const auto& [machine, network] : {std::pair{kFailingCosts, NetworkEngine::ring},
                                         {kFailingCosts, NetworkEngine::hop},
                                         {worms, NetworkEngine::automatic}}) {
    EXPECT_EQ(error_of(1, machine, network, nullptr), "too many");
    for (std::int64_t most = 1; most < 36; ++most) {
      SCOPED_TRACE(most);
      std::optional<Report> failed;

      EXPECT_EQ(error_of(most, machine, network, &failed), error_of(most, machine, network, nullptr));
    }
  }
}

// The program has no part in it, and nothing has to wait for the end of its PEs' turns.
TEST(EventLimit, EndsARunWhateverItsProgramCatches) {
  constexpr int kMost = 10'000'000;
  Execution execution;
  execution.workers = 1;
  execution.record_events = true;
  execution.event_limit = {1000, "too many"};
  int sent = 0;
  const auto ping = [&](Communicator& comm) {
    std::vector<char> data(5);
    while (sent < kMost) {
      try {
        comm.sendrecv(1 - comm.rank(), data, 1 - comm.rank(), data);
        sent += comm.rank();
      } catch (const Error&) {  // not of the program
      }
    }
  };

  EXPECT_THAT([&] { Machine(complete(2), kFailingCosts, execution).run(ping); },
              testing::ThrowsMessage<ConfigError>("too many"));
  EXPECT_LT(sent, kMost / 100);
}

TEST(FailedReport, TellsOfMessagesThatNobodyReceived) {
  const Failed failed = run_and_fail(ring(4), kFailingCosts, [](Communicator& comm) {
    const std::vector<char> data(5);
    if (comm.rank() == 0) comm.send(2, data);
  });

  ASSERT_TRUE(failed.report && failed.report->early_end);
  EXPECT_THAT(failed.report->early_end->reason, HasSubstr("never received"));
  EXPECT_THAT(failed.report->events, IsEmpty());  // a message has a row when it is taken
}

TEST(FailedReport, IsNotGivenByARunThatEndsWell) {
  std::optional<Report> report = Report{};
  Execution execution;
  execution.failed_report = &report;
  Machine(ring(2), kFailingCosts, execution).run([](Communicator&) {});

  EXPECT_FALSE(report);
}

}  // namespace
}  // namespace toruscope
