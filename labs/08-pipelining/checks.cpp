// SPDX-License-Identifier: Apache-2.0
// Lab 8: data and time of a pipelined broadcast along a line; the chosen block against all others.
//
// Source  Johnsson, Ho, "Optimum broadcasting and personalized communication in hypercubes", IEEE
//         Trans. Computers 38(9), 1989: pipelined packets and their best size.

#include "labs/support/data.hpp"
#include "labs/support/prediction.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace toruscope::labs {

namespace {

using InBlocks = void(Communicator&, std::span<double>, std::size_t);
using ChooseBlock = std::size_t(int, std::size_t, const Costs&);

struct LineCase {
  int p = 2;
  std::size_t values = 1;
  LinearCosts costs{};
  std::size_t block = 1;
};

/// Formula in the starter.
std::int64_t time_of(const LineCase& c) {
  const auto count = [](std::size_t n) { return static_cast<std::int64_t>(n * sizeof(double)); };
  const auto blocks = static_cast<std::int64_t>((c.values + c.block - 1) / c.block);
  return blocks * c.costs.ts + count(c.values) * c.costs.tw +
         (c.p - 2) * (c.costs.ts + count(c.block) * c.costs.tw) + (c.p - 1) * c.costs.th;
}

void told_all(Exam& exam, const char* item, const LineCase& c, const char* hint) {
  if (exam.is_lost(item)) return;
  const auto values = numbers(static_cast<std::uint64_t>(c.p) + c.block, 0, c.values);
  std::vector<std::vector<double>> got(static_cast<std::size_t>(c.p));
  Trial trial{.item = item,
              .label = fmt::format("{} values in blocks of {}, {}", c.values, c.block, c.costs.text()),
              .topology = line(c.p),
              .machine = c.costs.machine()};
  trial.program = [&](Communicator& comm) {
    std::vector<double> data = comm.rank() == 0 ? values : std::vector<double>(c.values);
    exam.function<InBlocks>(0)(comm, data, c.block);
    got[static_cast<std::size_t>(comm.rank())] = data;
  };
  trial.driver = fmt::format(
      "  std::vector<double> data({0});\n  if (comm.rank() == 0) data = numbers({1}, 0, {0});\n"
      "  {2}(comm, data, {3});\n  comm.print(text(data));\n",
      c.values, static_cast<std::uint64_t>(c.p) + c.block, exam.name(), c.block);
  const auto report = exam.run(trial);
  if (!report) return;
  const auto wrong = difference(got, std::vector(got.size(), values));
  if (!exam.expect(!wrong, item, wrong.value_or(""), hint)) return;
  exam.require_received(
      *report, [&](Rank r) { return r == 0 ? 0 : static_cast<std::int64_t>(c.values * sizeof(double)); });
  const std::int64_t time = report->finish.time.count;
  if (std::string_view(item) == "time")
    exam.expect(time == time_of(c), item, fmt::format("T = {} ticks instead of {}", time, time_of(c)), hint);
}

/// The broadcast with blocks of `block` values.
std::function<void(Communicator&)> with_blocks(const LineCase& c, std::size_t block) {
  return [c, block](Communicator& comm) {
    std::vector<double> data(c.values);
    for (std::size_t at = 0; at < data.size(); at += block) {
      const auto part = std::span(data).subspan(at, std::min(block, data.size() - at));
      if (comm.rank() > 0) comm.recv(comm.rank() - 1, part);
      if (comm.rank() + 1 < comm.size()) comm.send(comm.rank() + 1, part);
    }
  };
}

/// Compares the time of the chosen block with the least of all, of which `percent` more is allowed.
void check_choice(Exam& exam, const char* item, const LineCase& c, int percent, const char* hint) {
  if (exam.is_lost(item)) return;
  const auto chosen = asked(exam, item, fmt::format("{} values, {}", c.values, c.costs.text()), line(c.p),
                            fmt::format("{}({}, {}, {})", exam.name(1), c.p, c.values, c.costs.code()),
                            [&] { return exam.function<ChooseBlock>(1)(c.p, c.values, c.costs.costs()); });
  if (!chosen) return;
  if (!exam.expect(*chosen >= 1 && *chosen <= c.values, item,
                   fmt::format("a block of {} values, of {} in all", *chosen, c.values),
                   "a block has at least one value, and at most all of them: what does the formula give "
                   "where startups are free, or two PEs need no pipeline?"))
    return;
  std::set<std::size_t> candidates;  // the smallest block for each number of blocks
  for (std::size_t blocks = 1; blocks <= c.values; ++blocks)
    candidates.insert((c.values + blocks - 1) / blocks);
  std::int64_t least = INT64_MAX;
  Machine machine(line(c.p), c.costs.machine(), {.workers = 1});
  for (const std::size_t block : candidates)
    least = std::min(least, machine.run(with_blocks(c, block)).finish.time.count);
  const Report report = exam.measure(line(c.p), c.costs.machine(), with_blocks(c, *chosen));
  const std::int64_t time = report.finish.time.count;
  exam.expect(100 * time <= (100 + percent) * least, item,
              fmt::format("blocks of {} values take {} ticks, and {} are possible", *chosen, time, least),
              hint);
}

void check_pipelining(Exam& exam) {
  for (const LineCase& c :
       {LineCase{4, 60, {10, 1, 1}, 12}, LineCase{2, 9, {5, 1, 0}, 3}, LineCase{7, 8, {1, 1, 1}, 1}})
    told_all(exam, "data", c, "follow the second block: which PE has it when, and who passes it on?");
  for (const LineCase& c : {LineCase{5, 61, {10, 1, 1}, 12}, LineCase{3, 7, {5, 1, 0}, 5},
                            LineCase{6, 10, {1, 1, 1}, 10}, LineCase{3, 1, {5, 1, 0}, 1}})
    told_all(exam, "rest", c, "how many blocks are 7 values in blocks of 5, and how long is each?");
  for (const LineCase& c : {LineCase{8, 120, {100, 1, 7}, 10}, LineCase{5, 50, {30, 2, 3}, 13},
                            LineCase{2, 40, {25, 1, 4}, 8}, LineCase{9, 64, {40, 1, 200}, 64}})
    told_all(exam, "time", c,
             "look at --view of `toruscope verify broadcast --algorithm pipelined_chain -t line:8`: what is "
             "the send port of a PE in the middle doing while a block comes in, and is it ever idle after "
             "its first block?");
  for (const LineCase& c :
       {LineCase{8, 1000, {200, 1, 1}}, LineCase{6, 1000, {1000, 1, 50}}, LineCase{17, 777, {300, 2, 7}},
        LineCase{9, 2000, {50, 1, 5}}, LineCase{16, 240, {900, 3, 100}}})
    check_choice(exam, "best", c, 5,
                 "smaller blocks cost startups, larger ones let the PEs behind wait. Write T as a function "
                 "of b: for which b is its derivative 0? And is your b in bytes or in values?");
  for (const LineCase& c :
       {LineCase{2, 100, {300, 1, 0}}, LineCase{10, 300, {0, 1, 1}}, LineCase{5, 61, {240, 1, 3}},
        LineCase{7, 90, {600, 1, 1}}, LineCase{5, 240, {2000, 1, 20}}, LineCase{6, 30, {1000, 1, 1}},
        LineCase{6, 1000, {1000, 1, 50}}})
    check_choice(exam, "exact", c, 0,
                 "the formula's B = m/b is no whole number, and B blocks that are not all full cost as much as "
                 "B that are. Which whole numbers of blocks can be best, and which b is best for each?");
}

}  // namespace

Lab lab_08_pipelining() {
  return {.title = "pipelining: the best block",
          .functions = {TORUSCOPE_LAB_FUNCTION(broadcast_in_blocks,
                                               void(Communicator&, std::span<double>, std::size_t)),
                        TORUSCOPE_LAB_FUNCTION(choose_block, std::size_t(int, std::size_t, const Costs&))},
          .rubric = {{"data", 20, "blocks that are all full: every PE has the data", ""},
                     {"rest", 10, "the same if the last block is shorter", "data"},
                     {"time", 25, "T to the tick: blocks are passed on while others come", "rest"},
                     {"best", 25, "the chosen block takes at most 5 % longer than the best one", ""},
                     {"exact", 20, "it is the best one, also where the formula errs", "best"}},
          .check = check_pipelining};
}

}  // namespace toruscope::labs
