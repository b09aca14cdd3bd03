// SPDX-License-Identifier: Apache-2.0
#include "apps/matvec/findings.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>

namespace toruscope::apps {
namespace {

constexpr std::size_t kShown = 5;

/// Writes the largest magnitudes, "Valjean 158, Marius 104, ..." (ties: the first).
std::string largest(const std::vector<double>& values, const std::vector<std::string>& names) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t shown = std::min(kShown, values.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      const double x = std::abs(values[a]);
                      const double y = std::abs(values[b]);
                      return x != y ? x > y : a < b;
                    });
  std::string text;
  for (std::size_t k = 0; k < shown; ++k) {
    const std::size_t i = order[k];
    text += fmt::format("{}{} {:.6g}", k == 0 ? "" : ", ",
                        names.empty() ? fmt::format("row {}:", i + 1) : names[i], values[i]);
  }
  return text;
}

/// The 1-norm of what the last product changed.
double last_change(const MatvecVectors& vectors) {
  const std::vector<double>& now = vectors.x.back();
  const std::vector<double>& before = vectors.x[vectors.x.size() - 2];
  double change = 0;
  for (std::size_t i = 0; i < now.size(); ++i) change += std::abs(now[i] - before[i]);
  return change;
}

}  // namespace

std::vector<std::string> findings(const MatvecJob& job, const MatvecVectors& vectors,
                                  const std::vector<std::string>& names) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("largest of the {}: {}", job.method == Method::pagerank ? "ranks" : "values",
                              largest(vectors.x.back(), names)));
  if (job.method == Method::power) {
    const double now = vectors.quotient.back();
    const std::string change = job.products == 1 ? std::string()
                                                 : fmt::format(", changed by {:.1e} in the last product",
                                                               std::abs(now - vectors.quotient.end()[-2]));
    lines.push_back(fmt::format("eigenvalue by Rayleigh's quotient: {:.10g}{}", now, change));
  }
  if (job.method != Method::product)
    lines.push_back(fmt::format("product {} of {} changed the vector by {:.1e} (sum of magnitudes)",
                                job.products, job.products, last_change(vectors)));
  return lines;
}

}  // namespace toruscope::apps
