// SPDX-License-Identifier: Apache-2.0
// Linear models fitted to positive measurements of very different size: relative errors count,
// and large ones count less (Huber's
// estimate by iterated weights). Parameters are not negative.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace toruscope::calibration {

/// measured = sum of coefficients times parameters.
struct Equation {
  std::vector<double> coefficients;
  double measured = 0;
};

struct Solution {
  std::vector<double> values;  ///< the parameters, 0 where they would be negative
  /// Of intervals that have the parameter in 95 of 100 cases; infinite: not determined.
  std::vector<double> half_widths;
  double scale = 0;       ///< relative error of a measurement, robust
  double mean_error = 0;  ///< mean of the relative errors, without signs
};

/// The same equations in the same order give the same bits. Half widths depend on the order:
/// similar errors of neighbouring equations show a shape that the model lacks. Precondition:
/// measurements above 0, equations of `parameters` coefficients.
Solution solve(const std::vector<Equation>& equations, std::size_t parameters);

}  // namespace toruscope::calibration
