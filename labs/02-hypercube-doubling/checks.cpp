// SPDX-License-Identifier: Apache-2.0
// Lab 2: data by definition; ceil(log2 p) rounds over single links, also on incomplete hypercubes.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 4.1.3 and 4.1.4:
//         d steps on 2^d nodes, each along one dimension. Katseff, "Incomplete Hypercubes", IEEE
//         Trans. Computers 37(5), 1988: hypercubes without their highest nodes.

#include "labs/support/broadcasts.hpp"
#include "labs/support/rounds.hpp"

#include <fmt/core.h>

namespace toruscope::labs {

namespace {

constexpr const char* kRoundsHint =
    "in round i at most 2^i PEs have the data: which PEs have them after the first two rounds of yours, and "
    "which of these have nobody to tell in the third?";

void expect_rounds(Exam& exam, const char* item, const Report& report, int p, std::size_t values) {
  const auto longer = message_over(report, values * sizeof(double));
  exam.expect(!longer, item, longer.value_or(""), "what of the message does a PE that is told not know yet?");
  const auto rounds = static_cast<int>(report.finish.time.count);
  exam.expect(rounds == ceil_log2(p), item, fmt::format("{} rounds instead of {}", rounds, ceil_log2(p)),
              kRoundsHint);
}

void expect_single_links(Exam& exam, const char* item, const Report& report) {
  const auto message = message_of_many_links(report);
  exam.expect(
      !message, item, message.value_or(""),
      "write both numbers in binary: they differ in more than one bit. Take the numbers relative to the "
      "root so that neighbours stay "
      "neighbours: which operation on the bits does that, and does it lead outside if nodes are missing?");
}

void check_hypercube_doubling(Exam& exam) {
  const Parameters machine = round_machine();
  const auto cube = [](int d) { return hypercube(d); };
  for (const BroadcastCase& c : {BroadcastCase{cube(1), 0, 2}, {cube(3), 0, 3}, {cube(5), 0, 1}})
    told_all(
        exam, "data", c, machine,
        "draw the cube of 8 nodes with binary numbers. In each round the data go across one dimension: which "
        "PEs send then, and which ones receive? Is one of the dimensions left out?");
  for (const BroadcastCase& c : {BroadcastCase{cube(2), 3, 2}, {cube(4), 6, 4}, {cube(5), 21, 1}})
    told_all(exam, "root", c, machine,
             "the part of PE 0 is now played by the root: which number takes its place, and so for every other "
             "PE?");
  for (const BroadcastCase& c :
       {BroadcastCase{cube(4), 0, 2}, {cube(4), 9, 2}, {cube(6), 35, 1}, {cube(3), 2, 500}}) {
    if (exam.is_lost("root")) break;
    const auto report = told_all(exam, "rounds", c, machine, "");
    if (!report) continue;
    expect_rounds(exam, "rounds", *report, c.topology->pes(), c.values);
    expect_single_links(exam, "neighbours", *report);
  }
  for (const BroadcastCase& c : {BroadcastCase{cube(0), 0, 1},
                                 {cube(2), 1, 2, 3},
                                 {cube(3), 0, 3, 6},
                                 {cube(4), 8, 2, 9},
                                 {cube(4), 7, 2, 13},
                                 {cube(5), 26, 1, 27}})
    told_all(
        exam, "any", c, machine,
        "some PEs lack a neighbour. Who tells the PEs that the missing one would have told? Try 3 PEs with "
        "root 1, and 6 with root 0");
  for (int p = 3; p <= 21 && !exam.is_lost("incomplete"); p += 2)
    for (const Rank root : {0, 1, p / 2, p - 2, p - 1}) {
      const std::size_t values = p == 11 ? 100 : 1;
      const auto report = told_all(exam, "incomplete", {cube(ceil_log2(p)), root, values, p}, machine, "");
      if (exam.is_lost("incomplete")) break;
      if (!report) continue;
      expect_rounds(exam, "incomplete", *report, p, values);
      expect_single_links(exam, "incomplete", *report);
    }
}

}  // namespace

Lab lab_02_hypercube_doubling() {
  return {
      .title = "recursive doubling on the hypercube",
      .functions = {TORUSCOPE_LAB_FUNCTION(broadcast_on_cube, void(Communicator&, Rank, std::span<double>))},
      .rubric = {{"data", 20, "2^d PEs, root 0: every PE has the data", ""},
                 {"root", 10, "the same for any root", "data"},
                 {"rounds", 20, "2^d PEs: d rounds", "root"},
                 {"neighbours", 15, "2^d PEs: every message crosses one link", "root"},
                 {"any", 15, "the same data for any p", "root"},
                 {"incomplete", 20, "any p: ceil(log2 p) rounds, every message over one link", "any"}},
      .check = check_hypercube_doubling};
}

}  // namespace toruscope::labs
