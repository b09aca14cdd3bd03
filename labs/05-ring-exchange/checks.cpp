// SPDX-License-Identifier: Apache-2.0
// Lab 5: data by definition; rounds, links and time of AR1.
//
// Source  Liu, Gu, Ren, Xiong, "Efficient and Scalable Algorithms for All-to-All Personalized
//         Communication on Multidimensional Tori", Acta Electronica Sinica 33(9), 2005, section 3:
//         (ceil(p/4) + 1) ts + (floor(p^2/8) + p/2) m tw on a ring of an even p.

#include "labs/support/exchanges.hpp"

#include <fmt/core.h>

namespace toruscope::labs {

namespace {

int rounds_of_ar1(int p) {
  return p <= 2 ? p - 1 : (p + 3) / 4 + 1;
}

std::int64_t blocks_of_ar1(int p) {
  return p == 2 ? 1 : std::int64_t{p} * p / 8 + p / 2;
}

void check_rounds(Exam& exam, const ExchangeCase& c) {
  const auto report = exchanged(exam, "rounds", c, exchange_rounds(), "");
  if (!report) return;
  const auto rounds = static_cast<int>(report->finish.time.count);
  const int wanted = rounds_of_ar1(c.topology->pes());
  exam.expect(
      rounds <= wanted, "rounds", fmt::format("{} rounds, and {} are enough", rounds, wanted),
      "a PE need not send each block by itself. In which rounds does yours send blocks of one origin only, and "
      "could another PE's blocks for the same side of the ring travel with them?");
}

void check_time(Exam& exam, const ExchangeCase& c) {
  const Parameters machine = exchange_machine();
  const auto report = exchanged(exam, "links", c, machine, "");
  if (!report) return;
  const int p = c.topology->pes();
  exam.expect(
      report->totals.link_conflicts == 0, "links",
      fmt::format("{} messages found a link taken by another one", report->totals.link_conflicts),
      "each link carries one message at a time in each direction. If all PEs send two links to the right "
      "in one round, how many messages does each link have to carry? And if every second PE does?");
  const Costs costs = resolve(machine);
  const Ticks wanted = rounds_of_ar1(p) * costs.ts +
                       blocks_of_ar1(p) * static_cast<std::int64_t>(c.values * sizeof(double)) * costs.tw;
  const Ticks time = report->finish.time;
  exam.expect(time <= wanted, "time",
              fmt::format("T = {} ticks, and {} are enough: {} startups and {} blocks", time.count,
                          wanted.count, rounds_of_ar1(p), blocks_of_ar1(p)),
              "add up the blocks of your longest message of each round. Do blocks travel that could have "
              "stayed, or both ways round where one is shorter?");
}

void check_ring_exchange(Exam& exam) {
  for (const ExchangeCase& c : {ExchangeCase{ring(4), 2}, {ring(8), 3}, {ring(16), 1}})
    exchanged(exam, "data", c, exchange_rounds(),
              "follow the block that PE 0 of 8 has for PE 5: who has it after each round, and does the PE that "
              "has it after the last but one have PE 5 for its partner? Then the one for PE 3");
  for (const ExchangeCase& c :
       {ExchangeCase{ring(2), 3}, {ring(6), 2}, {ring(10), 1}, {ring(14), 2}, {ring(22), 1}})
    exchanged(exam, "any", c, exchange_rounds(),
              "half of the ring has an odd number of PEs now: which block comes to its destination one round "
              "before the others, and do you count it in the last message? Try p = 6");
  if (!exam.is_lost("rounds"))
    for (const ExchangeCase& c :
         {ExchangeCase{ring(8), 2}, {ring(18), 1}, {ring(20), 1}, {ring(32), 1}, {ring(8), 100}})
      check_rounds(exam, c);
  if (!exam.is_lost("any"))
    for (const ExchangeCase& c : {ExchangeCase{ring(6), 5}, {ring(12), 40}, {ring(16), 17}, {ring(26), 8}})
      check_time(exam, c);
}

}  // namespace

Lab lab_05_ring_exchange() {
  return {.title = "complete exchange on the ring",
          .functions = {TORUSCOPE_LAB_FUNCTION(
              exchange_on_ring, void(Communicator&, std::span<const double>, std::span<double>))},
          .rubric = {{"data", 25, "p a multiple of 4: every block arrives", ""},
                     {"any", 15, "the same for any even p", "data"},
                     {"rounds", 25, "ceil(p/4) + 1 rounds", "any"},
                     {"links", 15, "no message waits for a link", "any"},
                     {"time", 20, "T = (ceil(p/4) + 1) ts + (floor(p^2/8) + p/2) m tw", "any"}},
          .check = check_ring_exchange};
}

}  // namespace toruscope::labs
