// SPDX-License-Identifier: Apache-2.0
// The solver, CaDiCaL: Biere, Fazekas, Fleury, Heisinger, SAT Competition 2020; optional.
//
// The same formula has the same answer and the same solution in every run.

#pragma once

#include "synthesis/formula.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace toruscope::synthesis {

/// True if this program was built with a solver.
bool has_solver();

enum class Answer { yes, no, unknown };

class Solver {
 public:
  /// Makes a solver. `stop` is polled, and ends a search. Precondition: has_solver().
  Solver(const Formula& formula, std::function<bool()> stop);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Searches a solution in which the assumed literals are true. `unknown` after so many conflicts,
  /// or when stopped. What was learnt stays for the next call.
  Answer solve(const std::vector<Literal>& assumed, int conflicts);
  /// Value of a literal in the last solution. Precondition: the answer was yes.
  [[nodiscard]] bool is_true(Literal literal) const;

 private:
  class Library;
  std::unique_ptr<Library> library_;
};

}  // namespace toruscope::synthesis
