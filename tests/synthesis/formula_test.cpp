// SPDX-License-Identifier: Apache-2.0
// Constraints on numbers, against all assignments of their literals.

#include "synthesis/formula.hpp"

#include "synthesis/solver.hpp"

#include <bit>
#include <gtest/gtest.h>

namespace toruscope::synthesis {
namespace {

/// Is there a solution in which the first literals are as the bits of `values` say?
bool is_possible(Solver& solver, int literals, unsigned values, std::vector<Literal> more = {}) {
  for (int i = 0; i < literals; ++i)
    more.push_back((values >> static_cast<unsigned>(i)) % 2 != 0 ? i + 1 : -(i + 1));
  return solver.solve(more, 1000) == Answer::yes;
}

TEST(Formula, AllowsAtMostSoManyOfItsLiterals) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  for (const int literals : {1, 3, 7, 9})
    for (const int most : {0, 1, 2, 8}) {
      Formula formula;
      std::vector<Literal> all;
      for (int i = 0; i < literals; ++i) all.push_back(formula.variable());
      formula.at_most(most, all);
      Solver solver(formula, [] { return false; });
      for (unsigned values = 0; values < 1U << static_cast<unsigned>(literals); ++values)
        ASSERT_EQ(is_possible(solver, literals, values), std::popcount(values) <= most)
            << most << " of " << literals << ", " << values;
    }
}

TEST(Formula, CountsItsLiterals) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  constexpr int kLiterals = 6;
  Formula formula;
  std::vector<Literal> all;
  for (int i = 0; i < kLiterals; ++i) all.push_back(formula.variable());
  const std::vector<Literal> counted = formula.count(all, 4);
  ASSERT_EQ(counted.size(), 4U);
  Solver solver(formula, [] { return false; });
  for (unsigned values = 0; values < 1U << kLiterals; ++values)
    for (int j = 0; j < 4; ++j)
      ASSERT_EQ(is_possible(solver, kLiterals, values, {-counted[static_cast<std::size_t>(j)]}),
                std::popcount(values) <= j)
          << values << ", " << j;
}

TEST(Solver, EndsWhenItIsStopped) {
  if (!has_solver()) GTEST_SKIP() << "libcadical-dev is not installed";
  constexpr int kHoles = 12;  // and a pigeon more: no solver of this kind refutes it soon
  Formula formula;
  std::vector<std::vector<Literal>> in(kHoles);
  for (int pigeon = 0; pigeon <= kHoles; ++pigeon) {
    std::vector<Literal> somewhere;
    for (int hole = 0; hole < kHoles; ++hole) {
      somewhere.push_back(formula.variable());
      in[static_cast<std::size_t>(hole)].push_back(somewhere.back());
    }
    formula.clause(somewhere);
  }
  for (const auto& pigeons : in)
    for (std::size_t a = 0; a < pigeons.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) formula.clause({-pigeons[a], -pigeons[b]});
  int asked = 0;
  Solver stopped(formula, [&] { return ++asked > 3; });
  EXPECT_EQ(stopped.solve({}, 1 << 30), Answer::unknown);
  EXPECT_GT(asked, 3);

  Solver limited(formula, [] { return false; });
  EXPECT_EQ(limited.solve({}, 50), Answer::unknown);
}

}  // namespace
}  // namespace toruscope::synthesis
