// SPDX-License-Identifier: Apache-2.0

#include <toruscope/machine.hpp>

#include <gmock/gmock.h>
#include <sstream>

namespace toruscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string text_of(const Report& report) {
  std::ostringstream out;
  out << report;
  return out.str();
}

/// Every PE sends 100 bytes to the next, PE 3 computes before.
Report shifted(const Parameters& machine) {
  return Machine{ring(4), machine}.run([](Communicator& comm) {
    std::vector<char> mine(100), theirs(100);
    if (comm.rank() == 3) comm.compute_operations(2'000);
    comm.sendrecv(comm.shift(0, 1), mine, comm.shift(0, -1), theirs);
  });
}

TEST(ReportText, IsATableOfTheRun) {
  const std::string text = text_of(shifted(preset("generic")));

  EXPECT_THAT(text,
              StartsWith("topology       ring:4, 4 PEs\n"
                         "machine        generic: ports one (queue), cut-through, direct injection, ts 1us\n"
                         "               (alpha), tw 1ns (beta), th 50ns, flop 1ns, tick 1ps\n"
                         "T              3.15 us (3,150,000 ticks), PE 0 last\n"
                         "critical path  1 ts + 100 tw + 1 th + 2 us compute\n"
                         "               = 1 us startups + 100 ns bytes + 50 ns hops + 2 us computation\n"
                         "bounded by     computation: 2 us of 3.15 us (63.5 %)\n"
                         "waits most     for partners, most of all PE "));
  EXPECT_THAT(text, HasSubstr("\ntotals         4 messages, 400 bytes, 4 hops\n"
                              "waits          ports 0 s (0 conflicts), links 0 s (0 conflicts), partners "));
  EXPECT_THAT(text, HasSubstr("\nloaded most    0 -> 1 (+ direction of dimension 0): 100 bytes, 1 message; as\n"
                              "               many on 3 other links\n"));
  EXPECT_THAT(text, HasSubstr("\nhost           "));
}

TEST(ReportText, OfNoRunSaysSo) {
  EXPECT_EQ(text_of(Report{}), "run            none: the report is empty\n");
}

TEST(ReportText, CountsStepsOnAStepMachine) {
  const std::string text = text_of(shifted(preset("unit")));

  EXPECT_THAT(text, HasSubstr("\nT              1 step, PE 0 last\n"
                              "critical path  1 ts\n"
                              "               = 1 step startups\n"
                              "bounded by     startups: 1 step of 1 step (100.0 %)\n"));
  EXPECT_THAT(text, HasSubstr("(alpha), tick: one step\n"));
}

TEST(ReportText, BeginsWithThePrintedLinesInTheOrderOfVirtualTime) {
  const Report report = Machine{ring(2), preset("generic")}.run([](Communicator& comm) {
    comm.compute_operations(5 - 2 * comm.rank());
    comm.print("done");
  });

  EXPECT_THAT(text_of(report), StartsWith("[3 ns, PE 1] done\n[5 ns, PE 0] done\ntopology "));
}

TEST(ReportText, OfARunWithoutMessagesSaysSo) {
  const std::string text = text_of(Machine{ring(1)}.run([](Communicator&) {}));

  EXPECT_THAT(text, HasSubstr("topology       ring:1, 1 PE\n"));
  EXPECT_THAT(text, HasSubstr("T              0 s (0 ticks), PE 0 last\n"
                              "critical path  0\n"
                              "totals         0 messages, 0 bytes, 0 hops\n"));
  EXPECT_THAT(text, HasSubstr("loaded most    none, no link was used\n"));
}

}  // namespace
}  // namespace toruscope
