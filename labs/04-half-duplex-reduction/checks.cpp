// SPDX-License-Identifier: Apache-2.0
// Lab 4: sums by definition, rounds of the binomial tree, and never a send beside a receive.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 4.1: reduction is
//         broadcast backwards, ceil(log2 p) steps. In a round at most half of the PEs that hold a
//         part of the sum can hand it over, so fewer are impossible. For a sum on all PEs twice as
//         many are enough: up the tree and down.

#include "labs/support/data.hpp"
#include "labs/support/exam.hpp"
#include "labs/support/rounds.hpp"

#include <fmt/core.h>

namespace toruscope::labs {

namespace {

struct SumCase {
  int p = 1;
  Rank root = 0;  ///< kEveryPe: of sum_to_all
  std::size_t values = 1;
};
constexpr Rank kEveryPe = -1;

/// A half-duplex machine. A send waits for its receive, so that a round of the tree is a tick.
Parameters half_duplex(PortPolicy policy) {
  Parameters machine = round_machine(half_port);
  machine.port_policy = policy;
  machine.eager = 0;
  return machine;
}

ReportPtr summed(Exam& exam, const char* item, const SumCase& c, PortPolicy policy, const std::string& hint) {
  const auto all = static_cast<std::size_t>(c.p);
  std::vector<std::vector<double>> got(all);
  std::vector<double> sum(c.values);
  const auto values = [&](Rank r) { return numbers(static_cast<std::uint64_t>(c.p), r, c.values); };
  for (Rank r = 0; r < c.p; ++r)
    for (std::size_t i = 0; i < c.values; ++i) sum[i] += values(r)[i];
  const bool is_for_all = c.root == kEveryPe;
  Trial trial{.item = item,
              .label = fmt::format("{}, {} values", is_for_all ? "sum_to_all" : fmt::format("root {}", c.root),
                                   c.values),
              .topology = complete(c.p),
              .machine = half_duplex(policy)};
  if (is_for_all)
    trial.deadlock_hint =
        "when the root has the sum the way is the one that you know, backwards. If two PEs both begin with a "
        "send, who receives?";
  trial.port_hint =
      "a PE that exchanges with a partner sends and receives at the same time. Does its partner need what it "
      "sends, or is the sum wanted in one place only?";
  trial.program = [&](Communicator& comm) {
    std::vector<double> data = values(comm.rank());
    if (is_for_all)
      exam.function<void(Communicator&, std::span<double>)>(1)(comm, data);
    else
      exam.function<void(Communicator&, Rank, std::span<double>)>(0)(comm, c.root, data);
    got[static_cast<std::size_t>(comm.rank())] = data;
  };
  if (policy == PortPolicy::strict) trial.label += ", ports strict";
  trial.driver = fmt::format(
      "  std::vector<double> data = numbers({}, comm.rank(), {});\n  {}(comm, {}data);\n  "
      "comm.print(text(data));\n",
      c.p, c.values, exam.name(is_for_all ? 1 : 0), is_for_all ? "" : fmt::format("{}, ", c.root));
  ReportPtr report = exam.run(trial);
  if (!report) return nullptr;
  for (Rank r = 0; r < c.p; ++r)
    if (is_for_all || r == c.root)
      if (const auto wrong = difference(r, got[static_cast<std::size_t>(r)], sum)) {
        exam.fault(item, *wrong, hint);
        return nullptr;
      }
  exam.require_received(*report, [&](Rank r) {
    return c.p > 1 && (is_for_all || r == c.root) ? static_cast<std::int64_t>(c.values * sizeof(double)) : 0;
  });
  return report;
}

void expect_rounds(Exam& exam, const char* item, const Report& report, int most, std::size_t values,
                   const char* hint) {
  const auto longer = message_over(report, values * sizeof(double));
  exam.expect(!longer, item, longer.value_or(""),
              "a sum over many PEs has as many values as that of one: what else do you send?");
  exam.expect(report.finish.time <= Ticks{most}, item,
              fmt::format("{} rounds; {} are enough", report.finish.time.count, most), hint);
}

void check_half_duplex_reduction(Exam& exam) {
  for (const SumCase& c : {SumCase{2, 0, 2}, {8, 0, 3}, {16, 0, 1}})
    summed(exam, "data", c, PortPolicy::queue,
           "follow the value of one PE: through which sums does it come to the root? Is it added before the "
           "sum is sent on, and is no PE left out?");
  for (const SumCase& c : {SumCase{1, 0, 2}, {8, 5, 2}, {3, 0, 1}, {6, 2, 4}, {13, 12, 2}, {21, 7, 1}})
    summed(exam, "any", c, PortPolicy::queue,
           "every value has to be in the sum once. Take p = 3: whose value comes twice, or never? A partner "
           "that is not there has nothing to give; and with another root all numbers are relative to it");
  for (const SumCase& c : {SumCase{4, 0, 2}, {16, 0, 1}, {8, 0, 2}})
    if (!exam.is_lost("ports")) summed(exam, "ports", c, PortPolicy::strict, "");
  for (const SumCase& c : {SumCase{8, 1, 2}, {16, 0, 2}, {13, 4, 1}, {33, 32, 1}, {8, 0, 500}})
    if (!exam.is_lost("rounds"))
      if (const auto report = summed(exam, "rounds", c, PortPolicy::queue, ""))
        expect_rounds(
            exam, "rounds", *report, ceil_log2(c.p), c.values,
            "play the broadcast of lab 1 backwards: how many PEs can get rid of their part in the first round? "
            "An exchange takes two rounds here, as a PE has one port for both");
  for (const SumCase& c : {SumCase{1, kEveryPe, 2},
                           {2, kEveryPe, 2},
                           {3, kEveryPe, 2},
                           {8, kEveryPe, 2},
                           {11, kEveryPe, 2},
                           {16, kEveryPe, 2},
                           {29, kEveryPe, 2},
                           {6, kEveryPe, 500}})
    if (!exam.is_lost("all"))
      if (const auto report =
              summed(exam, "all", c, PortPolicy::strict,
                     "when the root has the sum the way is the one that you know, backwards. If "
                     "two PEs both begin with a send, who receives?"))
        expect_rounds(
            exam, "all", *report, 2 * ceil_log2(c.p), c.values,
            "the sum can be in one place after ceil(log2 p) rounds: how many more does it take to tell it "
            "to all?");
}

}  // namespace

Lab lab_04_half_duplex_reduction() {
  return {
      .title = "reduction under half-duplex",
      .functions = {TORUSCOPE_LAB_FUNCTION(sum_to_root, void(Communicator&, Rank, std::span<double>)),
                    TORUSCOPE_LAB_FUNCTION(sum_to_all, void(Communicator&, std::span<double>))},
      .rubric = {{"data", 20, "p a power of two, root 0: the root has the sum", ""},
                 {"any", 20, "the same for any p and any root", "data"},
                 {"ports", 15, "no PE sends while it receives", "data"},
                 {"rounds", 20, "ceil(log2 p) rounds", "any"},
                 {"all", 25, "sum_to_all: any p, at most 2 ceil(log2 p) rounds, no PE sends while it receives",
                  "any"}},
      .check = check_half_duplex_reduction};
}

}  // namespace toruscope::labs
