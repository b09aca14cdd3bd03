// SPDX-License-Identifier: Apache-2.0
// Lab 11: the transpose by definition, in p - 1 steps; predicted times against runs.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 13.3: the
//         transpose of a parallel FFT is a complete exchange. Steps by displacement: 4.5. The cost
//         of shared links is for the student to find; here are runs only.

#include "labs/support/prediction.hpp"

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <fmt/core.h>

namespace toruscope::labs {

namespace {

using Value = std::complex<double>;
using TransposeRows = void(Communicator&, int, std::span<Value>);
using TimeOfTranspose = Ticks(int, int, const Costs&);

struct TransposeCase {
  int p = 2, n = 2;
  LinearCosts costs{};
};

std::int64_t bytes_of(const TransposeCase& c) {
  const std::int64_t side = c.n / c.p;
  return side * side * static_cast<std::int64_t>(sizeof(Value));
}

/// Runs the steps themselves, with blocks of the right length.
Ticks measured(Exam& exam, const TransposeCase& c, const TopologyPtr& topology) {
  const Report report = exam.measure(topology, c.costs.machine(), [&](Communicator& comm) {
    std::vector<char> out(static_cast<std::size_t>(bytes_of(c)));
    std::vector<char> in(out.size());
    for (int d = 1; d < c.p; ++d)
      comm.sendrecv((comm.rank() + d) % c.p, out, (comm.rank() - d + c.p) % c.p, in);
  });
  return report.finish.time;
}

/// Value at a row and column of the matrix; each occurs once.
Value value_at(int row, int column) {
  return {static_cast<double>(row) + 0.5, -static_cast<double>(column) - 1};
}

void check_transposed(Exam& exam, const char* item, const TransposeCase& c, PortPolicy policy,
                      const char* hint) {
  if (exam.is_lost(item)) return;
  const bool is_timed = policy == PortPolicy::strict;
  const Ticks wanted = is_timed ? measured(exam, c, complete(c.p)) : Ticks{};
  const int height = c.n / c.p;
  const auto place = [&](int row, int column) { return static_cast<std::size_t>(row * c.n + column); };
  std::vector<std::vector<Value>> got(static_cast<std::size_t>(c.p));
  Trial trial{.item = item,
              .label = fmt::format("n = {}, {}", c.n, c.costs.text()),
              .topology = complete(c.p),
              .machine = c.costs.machine(policy)};
  trial.program = [&](Communicator& comm) {
    std::vector<Value> rows(place(height, 0));
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < c.n; ++j) rows[place(i, j)] = value_at(comm.rank() * height + i, j);
    exam.function<TransposeRows>(0)(comm, c.n, rows);
    got[static_cast<std::size_t>(comm.rank())] = rows;
  };
  if (is_timed) trial.label += ", ports strict";
  trial.driver = fmt::format(
      "  const int n = {0};\n  const int height = {1};\n"
      "  std::vector<std::complex<double>> rows(static_cast<std::size_t>(height * n));\n"
      "  for (int i = 0; i < height; ++i)\n    for (int j = 0; j < n; ++j)\n"
      "      rows[static_cast<std::size_t>(i * n + j)] = {{comm.rank() * height + i + 0.5, -j - 1.0}};  // row "
      "+ 0.5, -column - 1\n"
      "  {2}(comm, n, rows);\n  comm.print(text(rows));\n",
      c.n, height, exam.name());
  const auto report = exam.run(trial);
  if (!report) return;
  for (int row = 0; row < c.n; ++row)
    for (int j = 0; j < c.n; ++j) {
      const Value found = got[static_cast<std::size_t>(row / height)][place(row % height, j)];
      if (found == value_at(j, row)) continue;
      exam.fault(item,
                 fmt::format("row {}, column {} of the result has the value of row {}, column {}", row, j,
                             found.real() - 0.5, -found.imag() - 1),
                 hint);
      return;
    }
  exam.require_received(*report, [&](Rank) { return (c.p - 1) * bytes_of(c); });
  if (!is_timed) return;
  exam.expect(report->finish.time == wanted, item,
              fmt::format("T = {} ticks instead of {}", report->finish.time.count, wanted.count), hint);
}

/// Checks a prediction, which may be `percent` away from the run.
void check_prediction(Exam& exam, const char* item, std::size_t function, const TransposeCase& c, int percent,
                      const char* hint) {
  if (exam.is_lost(item)) return;
  const TopologyPtr topology = function == 1 ? complete(c.p) : ring(c.p);
  const auto predicted =
      asked(exam, item, fmt::format("formula, n = {}, {}", c.n, c.costs.text()), topology,
            fmt::format("{}({}, {}, {})", exam.name(function), c.p, c.n, c.costs.code()),
            [&] { return exam.function<TimeOfTranspose>(function)(c.p, c.n, c.costs.costs()); });
  if (!predicted) return;
  const Ticks time = measured(exam, c, topology);
  exam.expect(100 * std::abs(predicted->count - time.count) <= percent * time.count, item,
              fmt::format("predicted {} ticks, measured {}", predicted->count, time.count), hint);
}

void check_fft_transpose(Exam& exam) {
  for (const TransposeCase& c :
       {TransposeCase{2, 2}, TransposeCase{4, 8}, TransposeCase{8, 8}, TransposeCase{2, 6}})
    check_transposed(
        exam, "data", c, PortPolicy::queue,
        "p = 2, n = 4: mark which PE has which values before and after. Which block stays, and what "
        "happens inside a block?");
  for (const TransposeCase& c : {TransposeCase{1, 3}, TransposeCase{3, 6}, TransposeCase{5, 5},
                                 TransposeCase{6, 18}, TransposeCase{7, 14}})
    check_transposed(exam, "any", c, PortPolicy::queue,
                     "in step d, who are the PEs d ranks after and before the last PE, and the first?");
  for (const TransposeCase& c :
       {TransposeCase{8, 16, {1000, 2, 30}}, TransposeCase{5, 15, {10, 1, 5}}, TransposeCase{6, 6}})
    check_transposed(
        exam, "steps", c, PortPolicy::strict,
        "in a step every PE sends one block and receives one, at the same time: p - 1 messages one after "
        "the other, and no PE waits for another one's turn");
  for (const TransposeCase& c :
       {TransposeCase{4, 8}, TransposeCase{7, 21, {300, 2, 40}}, TransposeCase{16, 64, {50, 1, 0}}})
    check_prediction(
        exam, "predicted", 1, c, 0,
        "how many messages does a PE send, and how many values of 16 bytes has a block of n/p rows and "
        "n/p columns?");
  for (const TransposeCase& c : {TransposeCase{5, 30}, TransposeCase{9, 54, {1000, 1, 1}},
                                 TransposeCase{17, 102, {100, 2, 1}}, TransposeCase{31, 186, {2000, 1, 5}}})
    check_prediction(
        exam, "ring", 2, c, 10,
        "in step d all p messages go the same way round. How many links does each cross, so how many "
        "messages have to pass each link? Look at the link waits of the run");
  for (const TransposeCase& c : {TransposeCase{5, 30, {1000, 1, 50}}, TransposeCase{9, 18, {5000, 1, 100}},
                                 TransposeCase{11, 66, {1000, 1, 50}}, TransposeCase{17, 34, {5000, 1, 100}},
                                 TransposeCase{17, 102, {1000, 1, 20}}})
    check_prediction(
        exam, "hops", 2, c, 0,
        "play two steps of `--view` link by link: does a message that waits for a link lose the time "
        "of its hops, too, or do they pass meanwhile? And if a hop takes longer than a block?");
}

}  // namespace

Lab lab_11_fft_transpose() {
  return {.title = "the transpose of an FFT: predict, measure, explain the gap",
          .functions = {TORUSCOPE_LAB_FUNCTION(transpose_rows,
                                               void(Communicator&, int, std::span<std::complex<double>>)),
                        TORUSCOPE_LAB_FUNCTION(time_on_complete_graph, Ticks(int, int, const Costs&)),
                        TORUSCOPE_LAB_FUNCTION(time_on_ring, Ticks(int, int, const Costs&))},
          .rubric = {{"data", 20, "p a power of two: the matrix is transposed", ""},
                     {"any", 10, "the same for any p", "data"},
                     {"steps", 20, "p - 1 steps, each with one send and one receive", "any"},
                     {"predicted", 15, "the time on a complete graph, to the tick", ""},
                     {"ring", 20, "the time on a ring, within 10 %", ""},
                     {"hops", 15, "the same to the tick", "ring"}},
          .check = check_fft_transpose};
}

}  // namespace toruscope::labs
