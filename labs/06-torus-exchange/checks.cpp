// SPDX-License-Identifier: Apache-2.0
// Lab 6: data by definition; rounds, links and time of AT2.
//
// Source  Liu, Gu, Ren, Xiong, "Efficient and Scalable Algorithms for All-to-All Personalized
//         Communication on Multidimensional Tori", Acta Electronica Sinica 33(9), 2005, section 4:
//         (2 ceil(N1/8) + 4) ts + (4 floor(N1^2/32) + 2 N1) N2 m tw for N1 >= N2; N1 = 4: 4 ts.

#include "labs/support/exchanges.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::labs {

namespace {

int longer_side(const ExchangeCase& c) {
  return *std::max_element(c.topology->sides().begin(), c.topology->sides().end());
}

int rounds_of_at2(const ExchangeCase& c) {
  const int n = longer_side(c);
  return n == 4 ? 4 : 2 * ((n + 7) / 8) + 4;
}

std::int64_t blocks_of_at2(const ExchangeCase& c) {
  const std::int64_t n = longer_side(c);
  return (4 * (n * n / 32) + 2 * n) * (c.topology->pes() / n);
}

void check_rounds_on_torus(Exam& exam, const ExchangeCase& c) {
  const auto report = exchanged(exam, "rounds", c, exchange_rounds(), "");
  if (!report) return;
  const auto rounds = static_cast<int>(report->finish.time.count);
  exam.expect(
      rounds <= rounds_of_at2(c), "rounds",
      fmt::format("{} rounds, and {} are enough", rounds, rounds_of_at2(c)),
      "how many PEs of your colour are on a line, and how many rounds does AR1 take on a ring of so many? What "
      "is for both PEs of a pair can travel in one message");
}

void check_time_on_torus(Exam& exam, const ExchangeCase& c) {
  const Parameters machine = exchange_machine();
  const auto report = exchanged(exam, "links", c, machine, "");
  if (!report) return;
  exam.expect(
      report->totals.link_conflicts == 0, "links",
      fmt::format("{} messages found a link taken by another one", report->totals.link_conflicts),
      "at any time each line of the torus has room for the ring of one colour only. Which colour goes along "
      "the rows now, which along the columns? And if the rows are longer, may those who are done with the "
      "columns begin with the rows?");
  const Costs costs = resolve(machine);
  const Ticks wanted = rounds_of_at2(c) * costs.ts +
                       blocks_of_at2(c) * static_cast<std::int64_t>(c.values * sizeof(double)) * costs.tw;
  const Ticks time = report->finish.time;
  exam.expect(time <= wanted, "time",
              fmt::format("T = {} ticks, and {} are enough: {} startups and {} blocks", time.count,
                          wanted.count, rounds_of_at2(c), blocks_of_at2(c)),
              "both dimensions can be at work all the time. Are links along the columns idle while messages go "
              "along the rows?");
}

void check_torus_exchange(Exam& exam) {
  for (const ExchangeCase& c : {ExchangeCase{torus(4, 4), 2}, {torus(8, 8), 1}})
    exchanged(
        exam, "data", c, exchange_rounds(),
        "a PE moves by twos along its row and its column, so its blocks end on a PE of its own colour. Of "
        "which pair is that PE, and of which pair the destination? Two swaps are left: draw 4x4 and follow the "
        "block from PE 0 to PE 11, then the one to PE 10");
  exchanged(
      exam, "middle", {torus(12, 12), 1}, exchange_rounds(),
      "from sides of 12 on AR1 has rounds between its first and its last one: to the PE how far along the "
      "line, and with the blocks of which origins? (Lab 5, the row of the rounds k)");
  for (const ExchangeCase& c : {ExchangeCase{torus(4, 8), 1}, {torus(8, 4), 2}, {torus(12, 4), 1}})
    exchanged(exam, "any", c, exchange_rounds(),
              "rows and columns have different lengths now: which of the two sides is the number of PEs of the "
              "line, and which one tells where a row begins?");
  exchanged(
      exam, "any", {torus(20, 4), 1}, exchange_rounds(),
      "on a line of 20 AR1 has a second round in the middle, k = 1: is its partner the one of k = 0, and which "
      "blocks are still under way? (Lab 5, the row of the rounds k)");
  for (const ExchangeCase& c :
       {ExchangeCase{torus(4, 4), 1}, {torus(8, 8), 1}, {torus(4, 12), 1}, {torus(4, 4), 50}})
    if (!exam.is_lost("rounds")) check_rounds_on_torus(exam, c);
  for (const ExchangeCase& c :
       {ExchangeCase{torus(8, 8), 6}, {torus(4, 8), 20}, {torus(12, 4), 9}, {torus(12, 12), 1}})
    if (!exam.is_lost("links") || !exam.is_lost("time")) check_time_on_torus(exam, c);
}

}  // namespace

Lab lab_06_torus_exchange() {
  return {.title = "complete exchange on the torus",
          .functions = {TORUSCOPE_LAB_FUNCTION(
              exchange_on_torus, void(Communicator&, std::span<const double>, std::span<double>))},
          .rubric = {{"data", 20, "equal sides of 4 and 8: every block arrives", ""},
                     {"middle", 10, "the same for 12 x 12, where AR1 has rounds in the middle", "data"},
                     {"any", 15, "the same for any sides that are multiples of 4", "middle"},
                     {"rounds", 20, "2 ceil(N1/8) + 4 rounds for the longer side N1 (N1 = 4: 4)", "any"},
                     {"links", 15, "no message waits for a link", "any"},
                     {"time", 20, "T by the theorem", "any"}},
          .check = check_torus_exchange};
}

}  // namespace toruscope::labs
