// SPDX-License-Identifier: Apache-2.0
// The second method, by which computed products are judged: serial, the entries in the opposite
// order, in compensated long double sums.
//
// A sum of k products, added in any order, differs from the exact one by at most k u / (1 - k u)
// times the sum of their magnitudes, u = 2^-53. Every value of every product is held to that bound,
// widened by what the scaling adds; repeated products are judged one by one, each from the x that
// the machine had, so that no bound grows.
//
// Source  Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition, section 3.1 (bound),
//         4.3 (compensated sums: Kahan and Neumaier).

#pragma once

#include "apps/io/matrix.hpp"
#include "apps/matvec/program.hpp"

#include <span>
#include <string>
#include <vector>

namespace toruscope::apps {

/// The sum of many numbers and what rounding took from it.
class CompensatedSum {
 public:
  void add(long double value);
  [[nodiscard]] long double value() const { return sum_ + lost_; }

 private:
  long double sum_ = 0, lost_ = 0;
};

struct ReferenceProduct {
  std::vector<long double> values;
  /// bound on the error of each value that a computation in double may have
  std::vector<long double> bound;
};

/// Computes one product with its scaling, from x. `matrix` is A itself, for every method.
ReferenceProduct reference_product(const Matrix& matrix, Method method, double damping,
                                   std::span<const long double> x);

struct ProductCheck {
  bool is_right = false;
  std::string text;
};

/// Holds vectors.x[k + 1] to the product of vectors.x[k], for all k.
ProductCheck check_products(const Matrix& matrix, const MatvecJob& job, const MatvecVectors& vectors);

/// The sums of a matrix's columns.
std::vector<long double> column_sums(const Matrix& matrix);

}  // namespace toruscope::apps
