// SPDX-License-Identifier: Apache-2.0
// A formula in conjunctive normal form, and the constraints on numbers that it is made of.
//
// Literals are as DIMACS has them: variable v is v, its negation -v.
//
// Source  Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace toruscope::synthesis {

using Literal = int;

class Formula {
 public:
  Literal variable() { return ++variables_; }
  void clause(std::initializer_list<Literal> literals);
  void clause(const std::vector<Literal>& literals);

  /// Requires that at most `most` of the literals are true.
  void at_most(int most, const std::vector<Literal>& literals);
  /// Literals of a counter: the first is true if at least one of those given is true, the second if
  /// two are, .., up to `most` of them. (They may be true in vain.)
  std::vector<Literal> count(const std::vector<Literal>& literals, int most);

  [[nodiscard]] int variables() const { return variables_; }
  [[nodiscard]] std::size_t clauses() const { return clauses_; }
  /// The clauses, each with a 0 at its end.
  [[nodiscard]] const std::vector<Literal>& text() const { return text_; }

 private:
  int variables_ = 0;
  std::size_t clauses_ = 0;
  std::vector<Literal> text_;
};

}  // namespace toruscope::synthesis
