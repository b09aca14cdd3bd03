// SPDX-License-Identifier: Apache-2.0
// Lab 3: data by definition; rounds, links and distances as halving of rows and columns has them.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 4.1.2 and 4.1.4:
//         a mesh as a row of columns, each a linear array; farthest first.

#include "labs/support/broadcasts.hpp"
#include "labs/support/rounds.hpp"

#include <fmt/core.h>

namespace toruscope::labs {

namespace {

void expect_line_rounds(Exam& exam, const Report& report, std::size_t values) {
  const auto longer = message_over(report, values * sizeof(double));
  exam.expect(!longer, "rounds", longer.value_or(""),
              "what of the message does a PE that is told not know yet?");
  const std::vector<int>& sides = report.topology->sides();
  const int least = ceil_log2(sides[0]) + ceil_log2(sides[1]);
  const auto rounds = static_cast<int>(report.finish.time.count);
  exam.expect(rounds <= least, "rounds",
              fmt::format("{} rounds; ceil(log2 {}) + ceil(log2 {}) = {} are enough", rounds, sides[0],
                          sides[1], least),
              "a line of N PEs needs ceil(log2 N) rounds, and all columns can go on at the same time. In which "
              "round of yours do informed PEs have nothing to do?");
}

/// Sides are powers of two: in round i messages stay in parts of N/2^i PEs of a line of N.
void expect_short_ways(Exam& exam, const Report& report) {
  const std::vector<int>& sides = report.topology->sides();
  const int of_row = ceil_log2(sides[1]);
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message) continue;
    const auto round = static_cast<int>(e.start.count);
    const int most = (round < of_row ? sides[1] >> round : sides[0] >> (round - of_row)) - 1;
    if (!exam.expect(
            e.hops <= most, "mesh",
            fmt::format("the message from PE {} to PE {} in round {} crosses {} links, and its part of the "
                        "line has {}",
                        e.source, e.destination, round + 1, e.hops, most),
            "a line of a mesh has ends: a message from its last PE to its first crosses all of it. If the "
            "line is cut in its middle, wherever the root is, which PEs are in the root's part?"))
      return;
  }
}

void check_rows_and_columns(Exam& exam) {
  const Parameters rounds = round_machine();
  for (const BroadcastCase& c : {BroadcastCase{torus(4, 4), 0, 3}, {torus(8, 8), 0, 2}, {mesh(4, 4), 0, 1}})
    told_all(exam, "data", c, rounds,
             "the first part is about the PEs of one row alone, the second about all of them. Who has the data "
             "after the first part?");
  for (const BroadcastCase& c : {BroadcastCase{torus(4, 4), 6, 2}, {torus(8, 8), 63, 1}, {mesh(4, 4), 9, 2}})
    told_all(
        exam, "root", c, rounds,
        "the root has a row and a column. Which row is the first part about? And in each column, which PE has "
        "the data after it?");
  for (const BroadcastCase& c : {BroadcastCase{torus(3, 7), 0, 2},
                                 {torus(2, 8), 11, 1},
                                 {mesh(5, 3), 7, 2},
                                 {torus(1, 6), 4, 3},
                                 {mesh(6, 1), 2, 1},
                                 {torus(9, 5), 44, 1}})
    told_all(
        exam, "sides", c, rounds,
        "rows and columns need not be equally long, nor a power of two: which side is the length of a row, and "
        "do the two halves of a line of 7 together have 7 PEs?");
  for (const BroadcastCase& c :
       {BroadcastCase{torus(8, 8), 13, 1}, {torus(6, 9), 20, 1}, {mesh(7, 4), 27, 1}, {torus(4, 4), 5, 500}})
    if (!exam.is_lost("rounds"))
      if (const auto report = told_all(exam, "rounds", c, rounds, ""))
        expect_line_rounds(exam, *report, c.values);
  Parameters generic = preset("generic");
  generic.port_policy = PortPolicy::strict;
  for (const BroadcastCase& c : {BroadcastCase{torus(8, 8), 0, 4096},
                                 {torus(16, 8), 77, 4096},
                                 {torus(5, 12), 31, 4096},
                                 {mesh(13, 6), 40, 4096}})
    if (!exam.is_lost("links"))
      if (const auto report = told_all(exam, "links", c, generic, ""))
        exam.expect(
            report->totals.link_conflicts == 0, "links",
            fmt::format("{} messages found a link taken by another one", report->totals.link_conflicts),
            "are the PEs of your lines neighbours? Take one line: which of its links do the messages of "
            "the last round cross if the nearest PE was told first, and which if the farthest was? Look "
            "at --heatmap of both");
  for (const BroadcastCase& c : {BroadcastCase{mesh(8, 8), 27, 1}, {mesh(4, 16), 63, 1}, {mesh(16, 8), 40, 1}})
    if (!exam.is_lost("mesh"))
      if (const auto report = told_all(exam, "mesh", c, rounds, "")) expect_short_ways(exam, *report);
}

}  // namespace

Lab lab_03_rows_and_columns() {
  return {
      .title = "rows and columns of a mesh and a torus",
      .functions = {TORUSCOPE_LAB_FUNCTION(broadcast_on_grid, void(Communicator&, Rank, std::span<double>))},
      .rubric = {{"data", 20, "sides powers of two, root 0: every PE has the data", ""},
                 {"root", 10, "the same for any root", "data"},
                 {"sides", 15, "the same for any sides", "root"},
                 {"rounds", 20, "ceil(log2 R) + ceil(log2 C) rounds", "sides"},
                 {"links", 20, "no message waits for a link", "sides"},
                 {"mesh", 15, "a mesh: in round i of a line of N PEs messages cross less than N/2^(i-1) links",
                  "rounds"}},
      .check = check_rows_and_columns};
}

}  // namespace toruscope::labs
