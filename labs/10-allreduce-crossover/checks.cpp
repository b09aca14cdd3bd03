// SPDX-License-Identifier: Apache-2.0
// Lab 10: predicted times of allreduces, and their crossovers, against runs of the library's
// algorithms on machines that the starter does not name.
//
// Source  Thakur, Rabenseifner, Gropp, "Optimization of collective communication operations in
//         MPICH", IJHPCA 19(1), 2005, section 4.5. Formulas are the student's.

#include "labs/support/prediction.hpp"

#include <toruscope/collectives.hpp>

#include <array>
#include <bit>
#include <cstdlib>
#include <fmt/core.h>
#include <string>

namespace toruscope::labs {

namespace {

using PredictedTime = Ticks(int, std::int64_t, const Costs&);
using Crossover = std::int64_t(int, const Costs&);

struct MachineCase {
  int p = 2;
  LinearCosts costs{};
};

/// The least size with which all blocks of the three algorithms are equal.
std::int64_t unit_of(const MachineCase& c) {
  return 8 * static_cast<std::int64_t>(c.p) * std::bit_floor(static_cast<unsigned>(c.p));
}

Ticks measured(Exam& exam, const MachineCase& c, const std::string& algorithm, std::int64_t bytes) {
  const Report report = exam.measure(complete(c.p), c.costs.machine(), [&](Communicator& comm) {
    std::vector<double> data(static_cast<std::size_t>(bytes) / sizeof(double), 1.0);
    allreduce(comm, data, std::plus<>{}, algorithm);
  });
  return report.finish.time;
}

/// A hint on startups or hops if a prediction is off by a whole number of them; else bytes were
/// counted wrongly, and there is none.
std::string hint_for_costs(std::int64_t difference, const LinearCosts& costs) {
  constexpr std::int64_t kMost = 24;  // more is a difference of bytes
  const auto is_whole = [&](std::int64_t cost) {
    return cost > 0 && difference % cost == 0 && std::abs(difference) / cost <= kMost;
  };
  if (costs.th > 0 && is_whole(costs.ts + costs.th))
    return fmt::format("the difference is {} messages of ts + th: count those that come one after the other",
                       std::abs(difference) / (costs.ts + costs.th));
  if (is_whole(costs.ts))
    return fmt::format("the difference is {} startups: count the messages that come one after the other",
                       std::abs(difference) / costs.ts);
  if (is_whole(costs.th))
    return fmt::format(
        "the difference is {} hops: how many messages come one after the other, and does not each "
        "of them cross a link?",
        std::abs(difference) / costs.th);
  return "";
}

constexpr std::array<const char*, 3> kAlgorithms{"ring", "recursive_doubling", "rabenseifner"};

void check_time(Exam& exam, const char* item, std::size_t function, const MachineCase& c, std::int64_t units,
                const char* hint) {
  if (exam.is_lost(item)) return;
  const std::int64_t bytes = units * unit_of(c);
  const auto predicted =
      asked(exam, item, fmt::format("{}, {} of {} bytes", c.costs.text(), kAlgorithms[function], bytes),
            complete(c.p), fmt::format("{}({}, {}, {})", exam.name(function), c.p, bytes, c.costs.code()),
            [&] { return exam.function<PredictedTime>(function)(c.p, bytes, c.costs.costs()); });
  if (!predicted) return;
  const Ticks time = measured(exam, c, kAlgorithms[function], bytes);
  const std::string of_costs = hint_for_costs(predicted->count - time.count, c.costs);
  exam.expect(*predicted == time, item,
              fmt::format("predicted {} ticks, measured {}", predicted->count, time.count),
              of_costs.empty() || *predicted == Ticks{} ? hint : of_costs);
}

/// Checks that at the claimed bytes the later algorithm is the faster one, and a unit below is not.
void check_crossover(Exam& exam, const char* item, std::size_t function, const std::string& early,
                     const std::string& later, const MachineCase& c) {
  if (exam.is_lost(item)) return;
  constexpr std::int64_t kMostUnits = 4000;
  const auto answer = asked(exam, item, fmt::format("{}, from {} to {}", c.costs.text(), early, later),
                            complete(c.p), fmt::format("{}({}, {})", exam.name(function), c.p, c.costs.code()),
                            [&] { return exam.function<Crossover>(function)(c.p, c.costs.costs()); });
  if (!answer) return;
  const std::int64_t bytes = *answer;
  if (!exam.expect(bytes > 0 && bytes % unit_of(c) == 0 && bytes <= kMostUnits * unit_of(c), item,
                   fmt::format("{} bytes are no multiple of {} in reach", bytes, unit_of(c)),
                   "solve T1(m) = T2(m) for m, and look whether m has to be rounded up or down"))
    return;
  const auto times_at = [&](std::int64_t m) {
    return std::pair{measured(exam, c, early, m), measured(exam, c, later, m)};
  };
  const auto [early_at, later_at] = times_at(bytes);
  exam.expect(later_at < early_at, item,
              fmt::format("at {} bytes {} takes {} ticks and {} takes {}", bytes, early, early_at.count, later,
                          later_at.count),
              "your crossover is too low, or it is one of equal times. T1(m) = T2(m) is a linear equation: are "
              "all startups in it, and the hops?");
  if (exam.is_lost(item) || bytes == unit_of(c)) return;
  const auto [early_below, later_below] = times_at(bytes - unit_of(c));
  exam.expect(
      later_below >= early_below, item,
      fmt::format("{} is faster with {} bytes already: {} ticks, and {} takes {}", later, bytes - unit_of(c),
                  later_below.count, early, early_below.count),
      "your crossover is too high: measure around it with `toruscope bench`, and compare the two formulas' "
      "bytes");
}

void check_allreduce_crossover(Exam& exam) {
  for (const MachineCase& c :
       {MachineCase{4, {100, 1, 3}}, MachineCase{7, {31, 2, 6}}, MachineCase{16, {500, 3, 11}}})
    check_time(exam, "ring", 0, c, 3,
               "a block is 1/p of the vector. How many PEs does it pass until its sum is complete, and how "
               "many until everybody has the sum?");
  for (const MachineCase& c :
       {MachineCase{2, {40, 1, 1}}, MachineCase{8, {100, 2, 5}}, MachineCase{32, {77, 1, 9}}})
    check_time(exam, "doubling", 1, c, 1, "how many rounds are there, and how long is what partners exchange?");
  for (const MachineCase& c :
       {MachineCase{2, {40, 1, 1}}, MachineCase{8, {100, 2, 5}}, MachineCase{32, {77, 1, 9}}})
    check_time(exam, "rabenseifner", 2, c, 1,
               "in the first round half the vector travels, in the next half of that: what is the sum of this "
               "row? And what is sent on the way back?");
  for (const std::size_t function : {std::size_t{1}, std::size_t{2}})
    for (const MachineCase& c :
         {MachineCase{3, {50, 1, 0}}, MachineCase{6, {100, 2, 0}}, MachineCase{12, {33, 1, 0}}})
      check_time(exam, "folded", function, c, 2,
                 "PEs beyond the power of two have to hand in their vectors first, and in the end to be told: "
                 "`toruscope verify allreduce --algorithm recursive_doubling -t complete:6 --view run.html`");
  for (const MachineCase& c :
       {MachineCase{4, {2000, 1, 50}}, MachineCase{8, {9000, 1, 100}}, MachineCase{16, {30000, 2, 1}},
        MachineCase{6, {5000, 1, 0}}, MachineCase{8, {1000, 1, 0}}})
    check_crossover(exam, "crossover", 3, "recursive_doubling", "rabenseifner", c);
  for (const MachineCase& c : {MachineCase{5, {4000, 1, 0}}, MachineCase{6, {9000, 1, 0}},
                               MachineCase{12, {3000, 1, 0}}, MachineCase{9, {2000, 1, 0}}})
    check_crossover(exam, "ring-crossover", 4, "rabenseifner", "ring", c);
}

}  // namespace

Lab lab_10_allreduce_crossover() {
  return {.title = "allreduce: ring, recursive doubling, Rabenseifner",
          .functions = {TORUSCOPE_LAB_FUNCTION(time_of_ring, Ticks(int, std::int64_t, const Costs&)),
                        TORUSCOPE_LAB_FUNCTION(time_of_doubling, Ticks(int, std::int64_t, const Costs&)),
                        TORUSCOPE_LAB_FUNCTION(time_of_rabenseifner, Ticks(int, std::int64_t, const Costs&)),
                        TORUSCOPE_LAB_FUNCTION(doubling_to_rabenseifner, std::int64_t(int, const Costs&)),
                        TORUSCOPE_LAB_FUNCTION(rabenseifner_to_ring, std::int64_t(int, const Costs&))},
          .rubric = {{"ring", 15, "the ring's time, to the tick", ""},
                     {"doubling", 15, "recursive doubling's time, p a power of two", ""},
                     {"rabenseifner", 20, "Rabenseifner's time, p a power of two", ""},
                     {"folded", 15, "the times of both for any p", "doubling"},
                     {"crossover", 20,
                      "from recursive doubling to Rabenseifner: no bytes too many, none too few", ""},
                     {"ring-crossover", 15, "from Rabenseifner to the ring, p no power of two", ""}},
          .check = check_allreduce_crossover};
}

}  // namespace toruscope::labs
