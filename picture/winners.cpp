// SPDX-License-Identifier: Apache-2.0
// Which curve of a panel is lowest, and where that changes.

#include "picture/chart.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace toruscope::picture {

namespace {

std::optional<double> time_at(const Series& series, double x) {
  const auto found =
      std::find_if(series.line.begin(), series.line.end(), [&](const Point& p) { return p.x == x; });
  return found == series.line.end() ? std::nullopt : std::optional(found->y);
}

/// The fastest at x: `before` if it is as fast as any.
std::size_t fastest_at(const std::vector<Series>& all, double x, std::size_t before) {
  std::size_t best = all.size();
  double least = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto time = time_at(all[i], x);
    if (!time) continue;
    const bool is_less = best == all.size() || *time < least || (*time == least && i == before);
    if (is_less) best = i;
    if (is_less) least = *time;
  }
  return best;
}

/// Where `after` becomes faster than `before`, between two neighbouring values of the axis.
double border(const Series& before, const Series& after, double low, double high) {
  const auto a0 = time_at(before, low);
  const auto a1 = time_at(before, high);
  const auto b0 = time_at(after, low);
  const auto b1 = time_at(after, high);
  if (!a0 || !b0) return low;
  if (!a1 || !b1) return high;
  const double ahead = *b0 - *a0;
  const double behind = *a1 - *b1;
  return ahead + behind <= 0 ? high : low + (high - low) * ahead / (ahead + behind);
}

/// T is mostly affine in the bytes, but not in p: there the values on both sides are told.
std::string border_text(double at, double low, double high, bool is_over_bytes) {
  constexpr double kSmall = 10'240;
  if (!is_over_bytes) return fmt::format("p {} to {}", low, high);
  const auto bytes = static_cast<std::int64_t>(std::llround(at));
  return at < kSmall ? core::grouped(bytes) + " B" : bytes_to_string(static_cast<std::size_t>(bytes));
}

/// How many others have the winner's time at each of its values.
int as_fast_as(const std::vector<Series>& all, const Winner& winner, const std::set<double>& values) {
  int count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_as_fast = std::all_of(values.begin(), values.end(), [&](double x) {
      return x < winner.from || x > winner.to || time_at(all[i], x) == time_at(all[winner.series], x);
    });
    count += i != winner.series && is_as_fast ? 1 : 0;
  }
  return count;
}

}  // namespace

std::vector<Winner> winners_of(const std::vector<Series>& all, bool is_over_bytes) {
  std::set<double> values;
  for (const Series& series : all)
    for (const Point& p : series.line) values.insert(p.x);
  std::vector<Winner> winners;
  double last = 0;
  for (const double x : values) {
    const std::size_t best = fastest_at(all, x, winners.empty() ? all.size() : winners.back().series);
    if (winners.empty()) {
      winners.push_back({x, x, best});
    } else if (winners.back().series != best) {
      const double at = border(all[winners.back().series], all[best], last, x);
      winners.back().to = at;
      winners.push_back({at, x, best, border_text(at, last, x, is_over_bytes)});
    } else {
      winners.back().to = x;
    }
    last = x;
  }
  for (Winner& winner : winners) winner.as_fast = as_fast_as(all, winner, values);
  return winners;
}

void weigh(std::vector<Panel>& panels) {
  std::map<std::string, int> styles;
  std::set<std::string> names;
  for (const Panel& panel : panels) {
    for (const Winner& winner : panel.winners)
      styles.emplace(panel.series[winner.series].name, static_cast<int>(styles.size()));
    for (const Series& series : panel.series) names.insert(series.name);
  }
  if (names.size() <= kSeries)
    for (const std::string& name : names) styles.emplace(name, static_cast<int>(styles.size()));
  int light = 0;
  std::map<std::string, int> light_styles;
  for (Panel& panel : panels)
    for (Series& series : panel.series) {
      const auto found = styles.find(series.name);
      if (found != styles.end()) {
        series.style = found->second;
        continue;
      }
      series.weight = Series::Weight::light;
      const auto [place, is_new] = light_styles.emplace(series.name, light);
      if (is_new) ++light;
      series.style = place->second;
    }
}

}  // namespace toruscope::picture
