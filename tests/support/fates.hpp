// SPDX-License-Identifier: Apache-2.0
// What became of mutants, counted and printed by kind of damage.

#pragma once

#include "tests/support/damage.hpp"

#include <fmt/format.h>
#include <iostream>
#include <map>
#include <string>

namespace toruscope::test {

/// What became of a mutant, and why that is no fault of verification.
struct Fate {
  enum Damaged { caught, equivalent, unpredicted, survived } kind;
  std::string reason;
  bool is_harmed = true;  ///< something that passed was changed
};

/// What became of the mutants of one kind.
struct Fates {
  int caught = 0;
  int elsewhere = 0;                      ///< caught where the formula holds
  std::map<std::string, int> equivalent;  ///< by reason
  int survived = 0;

  [[nodiscard]] int equivalents() const {
    int all = 0;
    for (const auto& [reason, count] : equivalent) all += count;
    return all;
  }
  void add(const Fates& more) {
    caught += more.caught;
    elsewhere += more.elsewhere;
    survived += more.survived;
    for (const auto& [reason, count] : more.equivalent) equivalent[reason] += count;
  }
};

using FatesByKind = std::map<Damaged, Fates>;

/// The table that a reader wants, kind by kind.
inline void print(const std::string& title, FatesByKind fates) {
  std::cout << fmt::format("{:<22}{:>8}{:>11}{:>8}{:>11}{:>11}\n", title, "caught", "elsewhere", "missed",
                           "kill rate", "no change");
  for (const KindOfDamage& kind : kinds()) {
    const Fates& f = fates[kind.kind];
    const int killed = f.caught + f.elsewhere;
    if (killed + f.survived + f.equivalents() == 0) continue;
    std::cout << fmt::format(
        "  {:<20}{:>8}{:>11}{:>8}{:>11}{:>11}", kind.name, f.caught, f.elsewhere, f.survived,
        killed + f.survived == 0 ? "-" : fmt::format("{:.1f} %", 100.0 * killed / (killed + f.survived)),
        f.equivalents());
    for (const auto& [reason, count] : f.equivalent) std::cout << "  " << count << ": " << reason << ";";
    std::cout << "\n";
  }
}

}  // namespace toruscope::test
