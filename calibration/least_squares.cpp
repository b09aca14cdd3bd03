// SPDX-License-Identifier: Apache-2.0
// Source  Huber: Robust Estimation of a Location Parameter, Annals of Mathematical Statistics
//         35(1), 1964.

#include "calibration/least_squares.hpp"

#include "calibration/observations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace toruscope::calibration {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNone = 1e-11;  ///< of what a pivot was: nothing is left of it
using Matrix = std::vector<std::vector<double>>;

/// The inverse of a symmetric matrix whose diagonal is 1 or 0; rows and columns without a pivot
/// of their own are 0.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix result(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  std::vector<bool> is_used(n, false);
  for (std::size_t step = 0; step < n; ++step) {
    std::size_t pivot = n;
    for (std::size_t i = 0; i < n; ++i)
      if (!is_used[i] && (pivot == n || m[i][i] > m[pivot][pivot])) pivot = i;
    if (!(m[pivot][pivot] > kNone)) break;
    is_used[pivot] = true;
    const double by = m[pivot][pivot];
    for (std::size_t j = 0; j < n; ++j) {
      m[pivot][j] /= by;
      result[pivot][j] /= by;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == pivot) continue;
      const double times = m[i][pivot];
      for (std::size_t j = 0; j < n; ++j) {
        m[i][j] -= times * m[pivot][j];
        result[i][j] -= times * result[pivot][j];
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (!is_used[i] || !is_used[j]) result[i][j] = 0;
  return result;
}

/// Iterated weights for the parameters that are in use.
class Fitting {
 public:
  Fitting(const std::vector<Equation>& equations, std::vector<bool> uses)
      : equations_(equations), uses_(std::move(uses)), values_(uses_.size(), 0), errors_(equations.size(), 0) {}

  Solution run() {
    constexpr int kRounds = 60;
    std::vector<double> predicted;
    for (const Equation& e : equations_) predicted.push_back(e.measured);
    std::vector<double> trust(equations_.size(), 1);
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<double> before = values_;
      step(predicted, trust);
      for (std::size_t i = 0; i < equations_.size(); ++i) {
        const double says = value_of(equations_[i]);
        // Where nothing sensible is predicted, the measurement says how large an error is.
        predicted[i] = says > equations_[i].measured / 100 ? says : equations_[i].measured;
        errors_[i] = (equations_[i].measured - says) / predicted[i];
      }
      scale_ = scale();
      constexpr double kHuber = 1.345;
      for (std::size_t i = 0; i < trust.size(); ++i) {
        const double size = std::abs(errors_[i]);
        trust[i] = size <= kHuber * scale_ || size < 1e-9 ? 1 : kHuber * scale_ / size;
      }
      if (round > 0 && is_settled(before)) break;
    }
    return result();
  }

 private:
  [[nodiscard]] double value_of(const Equation& e) const {
    double sum = 0;
    for (std::size_t j = 0; j < values_.size(); ++j) sum += e.coefficients[j] * values_[j];
    return sum;
  }

  [[nodiscard]] bool is_settled(const std::vector<double>& before) const {
    constexpr double kSame = 1e-10;
    for (std::size_t j = 0; j < values_.size(); ++j)
      if (std::abs(values_[j] - before[j]) > kSame * std::abs(values_[j])) return false;
    return true;
  }

  [[nodiscard]] double scale() const {
    constexpr double kNormal = 1.4826;  // of the median to the standard deviation of normal errors
    std::vector<double> sizes;
    for (const double error : errors_) sizes.push_back(std::abs(error));
    const auto used = static_cast<double>(std::count(uses_.begin(), uses_.end(), true));
    const auto n = static_cast<double>(errors_.size());
    return kNormal * median(std::move(sizes)) * std::sqrt(n / std::max(1.0, n - used));
  }

  void step(const std::vector<double>& predicted, const std::vector<double>& trust) {
    const std::size_t n = values_.size();
    Matrix normal(n, std::vector<double>(n, 0));
    std::vector<double> right(n, 0);
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      const double weight = trust[i] / (predicted[i] * predicted[i]);
      const auto& x = equations_[i].coefficients;
      for (std::size_t j = 0; j < n; ++j) {
        if (!uses_[j]) continue;
        right[j] += weight * x[j] * equations_[i].measured;
        for (std::size_t k = 0; k < n; ++k)
          if (uses_[k]) normal[j][k] += weight * x[j] * x[k];
      }
    }
    length_.assign(n, 0);
    for (std::size_t j = 0; j < n; ++j) length_[j] = std::sqrt(normal[j][j]);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k)
        normal[j][k] = length_[j] > 0 && length_[k] > 0 ? normal[j][k] / length_[j] / length_[k] : 0;
    inverse_ = inverse(std::move(normal));
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k)
        if (length_[k] > 0) sum += inverse_[j][k] * right[k] / length_[k];
      values_[j] = length_[j] > 0 ? sum / length_[j] : 0;
    }
  }

  /// The part that neighbouring errors have in common, which noise does not have: it shows a shape
  /// that the model lacks.
  [[nodiscard]] double misfit() const {
    double sum = 0;
    const auto clipped = [&](std::size_t i) { return std::clamp(errors_[i], -1.0, 1.0); };
    for (std::size_t i = 0; i + 1 < errors_.size(); ++i) sum += clipped(i) * clipped(i + 1);
    return std::sqrt(std::max(0.0, sum / static_cast<double>(errors_.size())));
  }

  [[nodiscard]] Solution result() const {
    constexpr double kWidth = 2;
    constexpr double kPrice = 1.03;  // of Huber's estimate: the root of its efficiency
    Solution s{.values = values_, .half_widths = std::vector<double>(values_.size(), 0), .scale = scale_};
    const double of_all = std::hypot(scale_, misfit());
    for (std::size_t j = 0; j < values_.size(); ++j) {
      const bool is_determined = uses_[j] && length_[j] > 0 && inverse_[j][j] > 0;
      s.half_widths[j] =
          is_determined ? kWidth * kPrice * of_all * std::sqrt(inverse_[j][j]) / length_[j] : kInfinite;
    }
    for (const double error : errors_) s.mean_error += std::abs(error) / static_cast<double>(errors_.size());
    return s;
  }

  const std::vector<Equation>& equations_;
  std::vector<bool> uses_;
  std::vector<double> values_, errors_, length_;
  Matrix inverse_;
  double scale_ = 0;
};

}  // namespace

Solution solve(const std::vector<Equation>& equations, std::size_t parameters) {
  std::vector<bool> uses(parameters, true);
  for (;;) {
    Solution s = Fitting(equations, uses).run();
    // The parameter that is furthest below 0, in its own measure, is left out.
    std::size_t worst = parameters;
    double how_far = 0;
    for (std::size_t j = 0; j < parameters; ++j) {
      const double far =
          s.values[j] < 0 ? s.values[j] / (std::isfinite(s.half_widths[j]) ? s.half_widths[j] + 1e-30 : 1) : 0;
      if (far < how_far) {
        how_far = far;
        worst = j;
      }
    }
    if (worst == parameters) return s;
    uses[worst] = false;
  }
}

}  // namespace toruscope::calibration
