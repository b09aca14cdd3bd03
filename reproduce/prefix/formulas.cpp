// SPDX-License-Identifier: Apache-2.0

#include "reproduce/prefix/formulas.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::reproduce {

std::string text(const Interval& interval) {
  return interval.first == interval.last ? fmt::format("{}", interval.first)
                                         : fmt::format("{}:{}", interval.first, interval.last);
}

std::string text(const std::vector<Interval>& intervals) {
  std::string all;
  for (const Interval& interval : intervals) all += (all.empty() ? "" : " ") + text(interval);
  return all;
}

std::int64_t PostalModel::reached(int j) const {
  std::vector<std::int64_t> g(static_cast<std::size_t>(j) + 1, 1);
  for (auto i = static_cast<std::size_t>(lambda); i < g.size(); ++i)
    g[i] = g[i - 1] + k * g[i - static_cast<std::size_t>(lambda)];
  return g.back();
}

int PostalModel::steps(std::int64_t n) const {
  int j = 0;
  while (reached(j) < n) ++j;
  return j;
}

std::vector<Rank> PostalModel::destinations(Rank x, int j, int n) const {
  std::vector<Rank> all;
  for (int t = 0; t < k; ++t)
    if (const std::int64_t y = x + reached(j + lambda - 2) + t * reached(j - 1); y < n)
      all.push_back(static_cast<Rank>(y));
  return all;
}

std::vector<Rank> PostalModel::sources(Rank y, int j) const {
  std::vector<Rank> all;
  if (j < lambda) return all;
  for (int t = 0; t < k; ++t)
    if (const std::int64_t x = y - reached(j - 1) - t * reached(j - lambda); x >= 0)
      all.push_back(static_cast<Rank>(x));
  return all;
}

std::int64_t PostalModel::messages(int n) const {
  std::int64_t sum = 0;
  for (int j = 1; j <= steps(n) - lambda + 1; ++j)
    for (int t = 0; t < k; ++t)
      sum += std::max<std::int64_t>(0, n - reached(j + lambda - 2) - t * reached(j - 1));
  return sum;
}

Interval PostalModel::held(Rank i, int j) const {
  return {static_cast<int>(std::max<std::int64_t>(0, i - reached(j) + 1)), i};
}

}  // namespace toruscope::reproduce
