// SPDX-License-Identifier: Apache-2.0
#include "apps/matvec/reference.hpp"

#include "apps/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::apps {
namespace {

/// Scales the result: y, its errors and || y || are known.
void divide_by_length(ReferenceProduct& y) {
  const auto n = static_cast<long double>(y.values.size());
  CompensatedSum squares;
  CompensatedSum squared_errors;
  for (std::size_t i = 0; i < y.values.size(); ++i) {
    squares.add(y.values[i] * y.values[i]);
    squared_errors.add(y.bound[i] * y.bound[i]);
  }
  const long double length = std::sqrt(squares.value());
  if (!(length > 0)) return;
  // relative
  const long double of_length = std::sqrt(squared_errors.value()) / length + (n + 4) * kUnit;
  for (std::size_t i = 0; i < y.values.size(); ++i) {
    y.values[i] /= length;
    y.bound[i] = kSlack * (y.bound[i] / length + std::abs(y.values[i]) * of_length) + kTiny;
  }
}

/// Adds the jumps. Values are at least 0, so a bound is a number of relative roundings.
void add_jumps(const std::vector<long double>& links, std::span<const long double> x, double damping,
               const std::vector<std::uint32_t>& terms, ReferenceProduct& y) {
  const auto n = static_cast<long double>(x.size());
  const auto d = static_cast<long double>(damping);
  CompensatedSum lost;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!(links[j] > 0)) lost.add(x[j]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    // d, n, 1 - d, their products and sums; the division by a column's sum
    constexpr long double kScaling = 12;
    y.values[i] = d * (y.values[i] + lost.value() / n) + (1 - d) / n;
    y.bound[i] = kSlack * (static_cast<long double>(terms[i]) + n + kScaling) * kUnit * y.values[i] + kTiny;
  }
}

struct Worst {
  double error = 0;     ///< largest difference
  double of_bound = 0;  ///< largest difference as a share of its bound
};

/// The larger one; NaN if one of them is.
double larger(double a, double b) {
  return std::isnan(a) || a >= b ? a : b;
}

Worst compare(std::span<const double> values, const ReferenceProduct& right) {
  Worst worst;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const long double error = std::abs(static_cast<long double>(values[i]) - right.values[i]);
    const long double share = error == 0 ? 0 : error / right.bound[i];
    worst.error = std::max(worst.error, static_cast<double>(error));
    worst.of_bound = larger(worst.of_bound, static_cast<double>(share));
  }
  return worst;
}

}  // namespace

void CompensatedSum::add(long double value) {
  const long double sum = sum_ + value;
  lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
  sum_ = sum;
}

std::vector<long double> column_sums(const Matrix& matrix) {
  std::vector<CompensatedSum> sums(matrix.columns);
  for (const MatrixEntry& entry : matrix.entries) sums[entry.column].add(static_cast<long double>(entry.value));
  std::vector<long double> result;
  result.reserve(sums.size());
  for (const CompensatedSum& sum : sums) result.push_back(sum.value());
  return result;
}

ReferenceProduct reference_product(const Matrix& matrix, Method method, double damping,
                                   std::span<const long double> x) {
  const std::vector<long double> links =
      method == Method::pagerank ? column_sums(matrix) : std::vector<long double>();
  std::vector<CompensatedSum> sums(matrix.rows);
  std::vector<long double> magnitudes(matrix.rows, 0);
  std::vector<std::uint32_t> terms(matrix.rows, 0);
  for (auto entry = matrix.entries.rbegin(); entry != matrix.entries.rend(); ++entry) {
    auto factor = static_cast<long double>(entry->value);
    if (method == Method::pagerank) factor = factor == 0 ? 0 : factor / links[entry->column];
    sums[entry->row].add(factor * x[entry->column]);
    magnitudes[entry->row] += std::abs(factor * x[entry->column]);
    ++terms[entry->row];
  }
  ReferenceProduct y;
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    const auto k = static_cast<long double>(terms[i]);
    y.values.push_back(sums[i].value());
    y.bound.push_back(kSlack * (k + 1) * kUnit * magnitudes[i] + k * kTiny);
  }
  if (method == Method::power) divide_by_length(y);
  if (method == Method::pagerank) add_jumps(links, x, damping, terms, y);
  return y;
}

ProductCheck check_products(const Matrix& matrix, const MatvecJob& job, const MatvecVectors& vectors) {
  Worst worst;
  std::vector<long double> alone(vectors.x.front().begin(), vectors.x.front().end());
  for (std::size_t k = 0; k + 1 < vectors.x.size(); ++k) {
    const std::vector<long double> x(vectors.x[k].begin(), vectors.x[k].end());
    const Worst of_step = compare(vectors.x[k + 1], reference_product(matrix, job.method, job.damping, x));
    worst.error = std::max(worst.error, of_step.error);
    worst.of_bound = larger(worst.of_bound, of_step.of_bound);
    alone = reference_product(matrix, job.method, job.damping, alone).values;
  }
  ProductCheck check;
  check.is_right = worst.of_bound <= 1;
  const std::string of_each = job.products == 1 ? "" : fmt::format(" in each of {} products", job.products);
  if (worst.error == 0 && check.is_right) {
    check.text = fmt::format("equal to a serial product in long double{}, all {} values", of_each, matrix.rows);
  } else {
    check.text = fmt::format(
        "largest error {:.1e}{} against a serial product in long double, {:.2g} of its rounding bound",
        worst.error, of_each, worst.of_bound);
  }
  if (job.products > 1) {
    const Worst whole = compare(vectors.x.back(), {alone, std::vector<long double>(alone.size(), 1)});
    check.text += fmt::format("; {:.1e} from a computation that is serial from the start", whole.error);
  }
  return check;
}

}  // namespace toruscope::apps
