// SPDX-License-Identifier: Apache-2.0
#include "synthesis/solver.hpp"

#include <cadical.hpp>
#include <utility>

namespace toruscope::synthesis {

class Solver::Library : public CaDiCaL::Terminator {
 public:
  explicit Library(std::function<bool()> s) : stop(std::move(s)) {
    solver.set("quiet", 1);
    solver.connect_terminator(this);
  }
  ~Library() override { solver.disconnect_terminator(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  bool terminate() override { return stop(); }

  std::function<bool()> stop;
  CaDiCaL::Solver solver;
};

bool has_solver() {
  return true;
}

Solver::Solver(const Formula& formula, std::function<bool()> stop)
    : library_(std::make_unique<Library>(std::move(stop))) {
  for (const Literal literal : formula.text()) library_->solver.add(literal);
}

Solver::~Solver() = default;

Answer Solver::solve(const std::vector<Literal>& assumed, int conflicts) {
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  for (const Literal literal : assumed) library_->solver.assume(literal);
  library_->solver.limit("conflicts", conflicts);
  switch (library_->solver.solve()) {
    case kSatisfiable:
      return Answer::yes;
    case kUnsatisfiable:
      return Answer::no;
    default:
      return Answer::unknown;
  }
}

bool Solver::is_true(Literal literal) const {
  return library_->solver.val(literal) > 0;
}

}  // namespace toruscope::synthesis
