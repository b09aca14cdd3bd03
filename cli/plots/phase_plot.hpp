// SPDX-License-Identifier: Apache-2.0
// The letters of the fastest algorithms, in the table of `phase` and in its picture.

#pragma once

#include "cli/execution/phases.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::cli {

/// Who is fastest in most cells first; those that only formulas take come last.
struct PhaseLetters {
  explicit PhaseLetters(const Phases& phases);

  std::vector<std::pair<std::string, int>> names;  ///< and in how many cells it is fastest
  [[nodiscard]] int number(const std::string& name) const;
  [[nodiscard]] static std::string letters(int number);
};

/// A size and a machine that may lie between those that were measured, and which algorithm a formula takes there.
using FormulaChoice = std::function<std::string(const PhasePlace& place, std::size_t bytes)>;

/// `what`: "allreduce on torus:8x8". `machine`: a line of the caption.
std::string phase_plot(const Phases& phases, const Over& over, const std::string& what,
                       const std::string& machine, const std::string& x_label, const FormulaChoice& choice);

}  // namespace toruscope::cli
