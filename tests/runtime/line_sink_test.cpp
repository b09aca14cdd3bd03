// SPDX-License-Identifier: Apache-2.0
// Execution::line_sink gets each printed line when no earlier one can come any more, in the order
// of the report.

#include "tests/runtime/clocks.hpp"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope::test {
namespace {

std::vector<std::string> told(const std::vector<PrintedLine>& lines) {
  std::vector<std::string> all;
  for (const PrintedLine& line : lines)
    all.push_back(std::to_string(line.time.count) + " PE " + std::to_string(line.rank) + ": " + line.text);
  return all;
}

/// Runs the program on each execution; its lines come as those of the report.
void expect_lines(const TopologyPtr& topology, const Parameters& parameters, std::size_t count,
                  const std::function<void(Communicator&)>& program) {
  for (Execution execution : many_executions()) {
    std::vector<PrintedLine> passed;
    execution.line_sink = [&](const PrintedLine& line) { passed.push_back(line); };
    const Report report = Machine(topology, parameters, execution).run(program);
    EXPECT_EQ(passed.size(), count);
    EXPECT_EQ(told(passed), told(report.output));
  }
}

//   PE 0 prints at 31 n, ahead of it PE 1 at 31 n + 30
TEST(LineSink, GetsLinesInTheOrderOfTheReport) {
  expect_lines(complete(4), kMachine, 4 * 20, [](Communicator& comm) {
    std::vector<char> body(20);
    comm.compute(Ticks{7 * ((comm.rank() * 3) % 4)});
    for (int i = 0; i < 20; ++i) {
      comm.sendrecv((comm.rank() + 1) % 4, body, (comm.rank() + 3) % 4, body);
      comm.print("step " + std::to_string(i));
    }
  });
}

// Ends of polls, receives from anyone, meetings and operations beside the program.
TEST(LineSink, GetsThemInOrderWhateverPesWaitFor) {
  expect_lines(complete(4), kMachine, 4 + 3 + 4 + 8, [](Communicator& comm) {
    std::vector<char> body(20);
    if (comm.rank() == 0) {
      for (int i = 0; i < 3; ++i) {
        const Received got = comm.recv(any_source, body);
        comm.print("from " + std::to_string(got.source));
      }
    } else {
      comm.compute(Ticks{100 / comm.rank()});
      comm.ssend(0, body);
    }
    comm.print("received");
    comm.synchronize();
    comm.print("met");
    Request beside = start(comm, [&](Communicator& c) {
      std::vector<char> other(20);
      c.sendrecv((c.rank() + 1) % 4, other, (c.rank() + 3) % 4, other);
      c.print("beside");
    });
    comm.compute(Ticks{3 * comm.rank()});
    comm.print("worked");
    comm.compute(Ticks{25});
    comm.wait(beside);
  });
}

TEST(LineSink, GetsALineBeforeTheRunEnds) {
  for (Execution execution : many_executions()) {
    std::size_t passed = 0;
    execution.line_sink = [&](const PrintedLine&) { ++passed; };
    std::size_t before_the_end = 0;
    Machine(ring(4), kMachine, execution).run([&](Communicator& comm) {
      std::vector<char> body(20);
      comm.print("begun");
      for (int i = 0; i < 50; ++i) comm.sendrecv(comm.shift(0, 1), body, comm.shift(0, -1), body);
      if (comm.rank() == 0) before_the_end = passed;
    });
    EXPECT_EQ(before_the_end, 4U);
    EXPECT_EQ(passed, 4U);
  }
}

TEST(LineSink, GetsTheLinesOfARunThatFails) {
  for (Execution execution : many_executions()) {
    std::vector<PrintedLine> passed;
    execution.line_sink = [&](const PrintedLine& line) { passed.push_back(line); };
    Machine machine(complete(2), kMachine, execution);
    EXPECT_THROW(machine.run([](Communicator& comm) {
      comm.print("begun");
      comm.compute(Ticks{10});
      if (comm.rank() == 1) comm.fail("enough");
      comm.print("worked");
      comm.compute(Ticks{10});
      comm.print("too late");
    }),
                 ProgramError);
    EXPECT_EQ(told(passed), (std::vector<std::string>{"0 PE 0: begun", "0 PE 1: begun", "10 PE 0: worked"}));
    EXPECT_EQ(told(passed), told(machine.output_of_failed_run()));
  }
}

TEST(LineSink, EndsTheRunIfItThrows) {
  for (Execution execution : many_executions()) {
    int calls = 0;
    execution.line_sink = [&](const PrintedLine&) {
      ++calls;
      throw std::domain_error("no more paper");
    };
    EXPECT_THROW(Machine(ring(4), kMachine, execution).run([](Communicator& comm) {
      std::vector<char> body(20);
      comm.print("begun");
      for (int i = 0; i < 50; ++i) comm.sendrecv(comm.shift(0, 1), body, comm.shift(0, -1), body);
    }),
                 std::domain_error);
    EXPECT_EQ(calls, 1);
  }
}

}  // namespace
}  // namespace toruscope::test
