// SPDX-License-Identifier: Apache-2.0
#include "apps/prefix/reference.hpp"

#include "apps/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace toruscope::apps {
namespace {

ReferencePrefix sums(const PrefixJob& job) {
  ReferencePrefix result;
  long double sum = 0;
  long double lost = 0;  // Neumaier: what rounding took from the sum
  long double magnitudes = 0;
  long double additions = 0;
  for (const double value : job.b) {
    const auto b = static_cast<long double>(value);
    const long double next = sum + b;
    lost += std::abs(sum) >= std::abs(b) ? (sum - next) + b : (b - next) + sum;
    sum = next;
    magnitudes += std::abs(b);
    result.values.push_back(sum + lost);
    result.bound.push_back(kSlack * additions * kUnit * magnitudes);
    ++additions;
  }
  return result;
}

ReferencePrefix extremes(const PrefixJob& job) {
  ReferencePrefix result;
  double best = job.b.front();
  for (const double b : job.b) {
    if (job.op == PrefixOperator::max ? b > best : b < best) best = b;
    result.values.push_back(static_cast<long double>(best));
    result.bound.push_back(0);
  }
  return result;
}

ReferencePrefix recurrence(const PrefixJob& job) {
  const auto raised = static_cast<long double>(std::exp2(largest_product_log2(job.a)));
  ReferencePrefix result;
  auto x = static_cast<long double>(job.start);
  long double magnitude = std::abs(x);  // X of the header
  long double largest = magnitude;
  long double steps = 1;
  for (std::size_t i = 0; i < job.b.size(); ++i, ++steps) {
    const auto a = static_cast<long double>(job.a[i]);
    const auto b = static_cast<long double>(job.b[i]);
    x = a * x + b;
    magnitude = std::abs(a) * magnitude + std::abs(b);
    largest = std::max(largest, magnitude);
    result.values.push_back(x);
    result.bound.push_back(kSlack * 2 * (steps + 1) * kUnit * magnitude +
                           4 * (steps + 1) * kTiny * raised * (1 + largest));
  }
  return result;
}

}  // namespace

ReferencePrefix reference_prefix(const PrefixJob& job) {
  if (job.op == PrefixOperator::sum) return sums(job);
  return job.op == PrefixOperator::recurrence ? recurrence(job) : extremes(job);
}

PrefixCheck check_prefix(const PrefixJob& job, std::span<const double> values) {
  const ReferencePrefix right = reference_prefix(job);
  if (values.size() != right.values.size())
    return {false, fmt::format("{} prefixes of {} values", values.size(), right.values.size())};
  long double largest_error = 0;
  long double largest_share = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const long double error = std::abs(static_cast<long double>(values[i]) - right.values[i]);
    if (!(error <= right.bound[i]))  // also if it is not a number
      return {false, fmt::format("prefix {} is {}, but a serial loop in long double gives {}", i + 1, values[i],
                                 static_cast<double>(right.values[i]))};
    if (error > 0) largest_share = std::max(largest_share, error / right.bound[i]);
    largest_error = std::max(largest_error, error);
  }
  if (largest_error == 0)
    return {true, fmt::format("equal to a serial loop in long double, all {} prefixes", values.size())};
  return {true,
          fmt::format("largest error {:.1e} against a serial loop in long double, {:.2g} of its rounding bound",
                      static_cast<double>(largest_error), static_cast<double>(largest_share))};
}

double largest_product_log2(std::span<const double> factors) {
  double best = 0;
  double ending_here = 0;
  for (const double factor : factors) {
    ending_here = factor == 0 ? 0 : std::max(0.0, ending_here + std::log2(std::abs(factor)));
    best = std::max(best, ending_here);
  }
  return best;
}

}  // namespace toruscope::apps
