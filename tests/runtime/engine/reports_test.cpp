// SPDX-License-Identifier: Apache-2.0
// The lines in the report of a failed run: all that were printed up to the failure, and none that
// were printed later.

#include <toruscope/toruscope.hpp>

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace toruscope {
namespace reports_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Line = std::tuple<int, Rank, std::string>;  // time, rank, text

std::vector<Line> lines_of(const std::vector<PrintedLine>& printed) {
  std::vector<Line> lines;
  for (const PrintedLine& line : printed) lines.emplace_back(line.time.count, line.rank, line.text);
  return lines;
}

/// The lines of a failed run, from wherever they can be had.
struct LinesOfFailure {
  std::vector<Line> in_report, in_output, in_machine;
};

LinesOfFailure fail(const std::function<void(Communicator&)>& program, int workers = 1) {
  const Parameters machine{.ts = Ticks{10}, .tw = Ticks{1}, .th = Ticks{2}, .tick = Time{}};
  std::optional<Report> report;
  std::vector<PrintedLine> output;
  Execution execution{.workers = workers};
  execution.failed_report = &report;
  execution.failed_output = &output;
  Machine ring_of_4(ring(4), machine, execution);
  EXPECT_THROW(ring_of_4.run(program), Error);
  EXPECT_TRUE(report);
  return {report ? lines_of(report->output) : std::vector<Line>{}, lines_of(output),
          lines_of(ring_of_4.output_of_failed_run())};
}

/// All PEs print at 4 - rank; PE 1 fails at 5.
void print_and_fail(Communicator& comm) {
  comm.compute(Ticks{4 - comm.rank()});
  comm.print("line of " + std::to_string(comm.rank()));
  comm.compute(Ticks{1 + comm.rank()});
  if (comm.rank() == 1) throw std::runtime_error("enough");
}

TEST(Reports, OfAFailureHaveTheLinesByTimeWithTheirText) {
  EXPECT_THAT(fail(print_and_fail).in_report, ElementsAre(Line(1, 3, "line of 3"), Line(2, 2, "line of 2"),
                                                          Line(3, 1, "line of 1"), Line(4, 0, "line of 0")));
}

TEST(Reports, OfAFailureHaveTheLinesOfOneTickByRankAndThenAsPrinted) {
  const auto program = [](Communicator& comm) {
    comm.print("z of " + std::to_string(comm.rank()));
    comm.print("a of " + std::to_string(comm.rank()));
    if (comm.rank() == 0) comm.fail("enough");
  };
  for (const int workers : {1, 4})
    EXPECT_THAT(
        fail(program, workers).in_report,
        ElementsAre(Line(0, 0, "z of 0"), Line(0, 0, "a of 0"), Line(0, 1, "z of 1"), Line(0, 1, "a of 1"),
                    Line(0, 2, "z of 2"), Line(0, 2, "a of 2"), Line(0, 3, "z of 3"), Line(0, 3, "a of 3")));
}

TEST(Reports, OfAFailureLeaveOutLinesThatWerePrintedLater) {
  const auto program = [](Communicator& comm) {
    comm.compute(Ticks{6});
    if (comm.rank() == 2) throw std::runtime_error("enough");
    comm.print("at the failure");
    comm.compute(Ticks{1});
    comm.print("later");
  };
  EXPECT_THAT(fail(program).in_report, ElementsAre(Line(6, 0, "at the failure"), Line(6, 1, "at the failure"),
                                                   Line(6, 3, "at the failure")));
}

TEST(Reports, OfSeveralFailuresGoToTheEarliest) {
  const auto program = [](Communicator& comm) {
    comm.compute(Ticks{10 * (comm.rank() + 1)});
    comm.print("reached");
    comm.fail("enough");
  };
  EXPECT_THAT(fail(program).in_report, ElementsAre(Line(10, 0, "reached")));
}

// PE 1 has the message of 5 bytes at 10 + 2 + 5; the others wait for ever.
TEST(Reports, OfADeadlockHaveAllLines) {
  const auto program = [](Communicator& comm) {
    std::vector<char> data(5);
    if (comm.rank() == 0) comm.send(1, data);
    if (comm.rank() == 1) comm.recv(0, data);
    comm.print("waits");
    comm.recv((comm.rank() + 1) % 4, data, 7);
  };
  for (const int workers : {1, 2})
    EXPECT_THAT(fail(program, workers).in_report, ElementsAre(Line(0, 2, "waits"), Line(0, 3, "waits"),
                                                              Line(15, 0, "waits"), Line(17, 1, "waits")));
}

TEST(Reports, OfMessagesThatNobodyReceivedHaveAllLines) {
  const auto program = [](Communicator& comm) {
    const std::vector<char> data(5);
    if (comm.rank() == 0) comm.send(1, data);
    if (comm.rank() == 0) comm.print("sent");
  };
  EXPECT_THAT(fail(program).in_report, ElementsAre(Line(15, 0, "sent")));
}

TEST(Reports, AndTheMachineTellTheSameLines) {
  const LinesOfFailure failed = fail(print_and_fail, 2);
  EXPECT_EQ(failed.in_report.size(), 4U);
  EXPECT_EQ(failed.in_output, failed.in_report);
  EXPECT_EQ(failed.in_machine, failed.in_report);
}

TEST(Reports, LinesOfAFailureAreForgottenByTheNextRun) {
  Machine machine(ring(4), preset("unit"));
  EXPECT_THROW(machine.run(print_and_fail), ProgramError);
  machine.run([](Communicator&) {});
  EXPECT_THAT(machine.output_of_failed_run(), IsEmpty());
}

}  // namespace
}  // namespace reports_test
}  // namespace toruscope
