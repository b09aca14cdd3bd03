// SPDX-License-Identifier: Apache-2.0
// Algorithms A and B take the fewest steps that Theorem 1 allows, over the grid on which an
// independent simulation has checked the theorem: k = 1 .. 4, lambda = 1, 2, 3, 5.
//
// formula    min { j : G(j) >= p }; messages: the sizes of all U
// measured   virtual steps and messages of verified runs with an operator that does not commute

#include "reproduce/item.hpp"
#include "reproduce/prefix/formulas.hpp"
#include "reproduce/prefix/observed.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr int kNumbersOfPes[] = {1, 2, 3, 4, 7, 8, 9, 10, 16, 17, 31, 32, 33, 64, 100, 256};
constexpr int kAlways = 64;  // so many PEs fit everywhere
constexpr std::size_t kScannedBytes = 8;

/// Texts of many runs: "1 of 256: 0, 2: 1, ...".
struct Lists {
  std::string formula;
  std::string measured;

  void add(int n, std::int64_t by_formula, const std::string& by_run) {
    const char* comma = formula.empty() ? "" : ", ";
    formula += fmt::format("{}{}: {}", comma, n, by_formula);
    measured += fmt::format("{}{}: {}", comma, n, by_run);
  }
};

void compare_cases(const Runs& runs, const PostalModel& model, Reproduction& result) {
  Lists steps_a;
  Lists messages_a;
  Lists steps_b;
  for (const int p : kNumbersOfPes) {
    if (p > kAlways && !runs.exchange_fits(*complete(p), kScannedBytes)) continue;
    const TopologyPtr pes = complete(p);
    const Parameters machine = machine_of(model);
    const Verdict a =
        runs.verified<Scan>("a", pes, machine, {.bytes = kScannedBytes, .operands = Operands::affine});
    steps_a.add(p, model.steps(p), measured(a, a.report.finish.time.count));
    messages_a.add(p, model.messages(p), measured(a, a.report.totals.messages));
    const Verdict b = runs.verified<Scan>(
        "b", pes, machine, {.bytes = kScannedBytes, .values = 3 * p + p / 2, .operands = Operands::affine});
    steps_b.add(p, model.steps(p), measured(b, b.report.finish.time.count));
  }
  const std::string subject = fmt::format("k = {}, lambda = {}", model.k, model.lambda);
  const auto add = [&](const char* place, const char* quantity, const Lists& lists) {
    result.rows.push_back({.place = place,
                           .subject = subject,
                           .quantity = quantity,
                           .formula = lists.formula,
                           .measured = lists.measured});
  };
  add("Theorem 1 and Algorithm A", "steps, by n", steps_a);
  add("Algorithm A, all U", "messages, by n", messages_a);
  add("Theorem 1 and Algorithm B, n = 3p + floor(p/2)", "steps, by p", steps_b);
}

Reproduction reproduce_optimality(Runs& runs) {
  Reproduction result;
  for (int k = 1; k <= 4; ++k)
    for (const int lambda : {1, 2, 3, 5}) compare_cases(runs, {k, lambda}, result);
  return result;
}

}  // namespace

Item prefix_optimality() {
  return {"prefix-optimality", kPrefixPaper, "Algorithms A and B meet the bound of Theorem 1",
          reproduce_optimality};
}

}  // namespace toruscope::reproduce
