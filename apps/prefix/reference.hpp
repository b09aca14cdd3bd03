// SPDX-License-Identifier: Apache-2.0
// The second method, by which computed prefixes are judged: the plain loop from the first value to
// the last, in long double, sums compensated.
//
// Bounds of what a computation in double may differ, u = 2^-53:
//   max, min     nothing.
//   sum          x[i] adds i + 1 values in any order: i u sum of |b[j]|, to first order.
//   recurrence   x[i] is a sum of terms b[j] a[j+1] ... a[i], each of at most i products and i
//                additions in any association: 2 (i + 1) u X[i], where X[i] = |a[i]| X[i-1] +
//                |b[i]| and X[-1] = |x[-1]|. A product of factors that underflows is off by
//                2^-1074, which later factors may raise by their largest product.
//
// Source  Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sections 3.1, 4.2.

#pragma once

#include "apps/prefix/program.hpp"

#include <span>
#include <string>
#include <vector>

namespace toruscope::apps {

struct ReferencePrefix {
  std::vector<long double> values;
  std::vector<long double> bound;  ///< bound on the error of each value
};
ReferencePrefix reference_prefix(const PrefixJob& job);

struct PrefixCheck {
  bool is_right = false;
  std::string text;
};
PrefixCheck check_prefix(const PrefixJob& job, std::span<const double> values);

/// log2 of the largest product of successive factors, at least 0; a factor 0 ends a product.
double largest_product_log2(std::span<const double> factors);

}  // namespace toruscope::apps
