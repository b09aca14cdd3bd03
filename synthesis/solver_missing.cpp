// SPDX-License-Identifier: Apache-2.0
// Stand-in for the solver where its library was not found: nothing that could be called.
#include "synthesis/solver.hpp"

#include <stdexcept>

namespace toruscope::synthesis {

class Solver::Library {};

bool has_solver() {
  return false;
}

Solver::Solver(const Formula& /*formula*/, std::function<bool()> /*stop*/) {
  throw std::logic_error("there is no solver in this program");
}

Solver::~Solver() = default;

Answer Solver::solve(const std::vector<Literal>& /*assumed*/, int /*conflicts*/) {
  return Answer::unknown;
}

bool Solver::is_true(Literal /*literal*/) const {
  return false;
}

}  // namespace toruscope::synthesis
