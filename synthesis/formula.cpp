// SPDX-License-Identifier: Apache-2.0
#include "synthesis/formula.hpp"

#include <algorithm>

namespace toruscope::synthesis {

namespace {

/// Most literals of which each two are excluded, without further variables.
constexpr std::size_t kPairs = 6;

}  // namespace

void Formula::clause(std::initializer_list<Literal> literals) {
  text_.insert(text_.end(), literals);
  text_.push_back(0);
  ++clauses_;
}

void Formula::clause(const std::vector<Literal>& literals) {
  text_.insert(text_.end(), literals.begin(), literals.end());
  text_.push_back(0);
  ++clauses_;
}

void Formula::at_most(int most, const std::vector<Literal>& literals) {
  if (static_cast<int>(literals.size()) <= most) return;
  if (most == 0) {
    for (const Literal literal : literals) clause({-literal});
  } else if (most == 1 && literals.size() <= kPairs) {
    for (std::size_t a = 0; a < literals.size(); ++a)
      for (std::size_t b = a + 1; b < literals.size(); ++b) clause({-literals[a], -literals[b]});
  } else {
    clause({-count(literals, most + 1).back()});
  }
}

std::vector<Literal> Formula::count(const std::vector<Literal>& literals, int most) {
  std::vector<Literal> at_least;  // among the literals so far
  for (const Literal literal : literals) {
    const std::vector<Literal> before = at_least;
    const std::size_t size = std::min(before.size() + 1, static_cast<std::size_t>(most));
    at_least.clear();
    for (std::size_t j = 0; j < size; ++j) {
      at_least.push_back(variable());
      if (j < before.size()) clause({-before[j], at_least[j]});
      if (j == 0)
        clause({-literal, at_least[j]});
      else
        clause({-literal, -before[j - 1], at_least[j]});
    }
  }
  return at_least;
}

}  // namespace toruscope::synthesis
