// SPDX-License-Identifier: Apache-2.0

#include "calibration/observations.hpp"

#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <tuple>

namespace toruscope::calibration {

namespace {

using ObservationKey = std::tuple<Test, int, int, int, double, double>;

/// Bytes of the answer; 0 in tests whose messages have none, whatever a table says.
double answer_of(Test test, const Point& p) {
  const bool has_answer =
      test == Test::window || test == Test::fan_out || test == Test::fan_in || test == Test::several_pairs;
  return has_answer ? p.answer : 0;
}

bool is_fitted(Test test) {
  return test == Test::ping_pong || test == Test::window || test == Test::exchange;
}

/// Marks what is to be predicted, in runs of observations that differ in size alone.
void hold_out(std::vector<Observation>& all) {
  constexpr std::size_t kFewest = 8;
  constexpr std::size_t kEach = 4;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin + 1;
    const auto run = [](const Observation& o) { return std::tuple(o.test, o.distance, o.pairs, o.count); };
    while (end < all.size() && run(all[end]) == run(all[begin])) ++end;
    if (is_fitted(all[begin].test) && end - begin >= kFewest)
      for (std::size_t i = begin + 2; i + 1 < end; i += kEach) all[i].is_held_out = true;
    begin = end;
  }
}

std::string place_of(const Table& table) {
  return fmt::format("{}:{}", core::escaped(table.file), table.line);
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const std::size_t half = values.size() / 2;
  std::sort(values.begin(), values.end());
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<Observation> observations_of(const std::vector<Table>& tables) {
  std::map<ObservationKey, std::vector<double>> times;
  for (const Table& table : tables)
    for (const Point& p : table.points)
      times[{table.test, p.distance, table.pairs, p.count, p.bytes, answer_of(table.test, p)}].push_back(
          p.seconds);
  std::vector<Observation> all;
  for (const auto& [key, seconds] : times) {
    const auto& [test, distance, pairs, count, bytes, answer] = key;
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    all.push_back({.test = test,
                   .bytes = bytes,
                   .count = count,
                   .answer = answer,
                   .distance = distance,
                   .pairs = pairs,
                   .seconds = median(seconds),
                   .least = *least,
                   .most = *most,
                   .repeats = static_cast<int>(seconds.size())});
  }
  hold_out(all);
  return all;
}

std::string spread_of(const std::vector<Table>& tables, Test test) {
  constexpr double kMostFactor = 4;  // shared memory beside a network
  constexpr double kGap = 1.1;
  const auto key_of = [&](const Point& p) { return std::tuple(p.count, answer_of(test, p), p.bytes); };
  std::map<std::tuple<int, double, double>, std::vector<double>> times;
  for (const Table& table : tables)
    for (const Point& p : table.points)
      if (table.test == test && p.distance < 0) times[key_of(p)].push_back(p.seconds);
  struct Ratio {
    double value;
    const Table* table;
  };
  std::vector<Ratio> ratios;
  for (const Table& table : tables) {
    if (table.test != test) continue;
    std::vector<double> to_median;
    for (const Point& p : table.points)
      if (p.distance < 0 && times[key_of(p)].size() > 1)
        to_median.push_back(p.seconds / median(times[key_of(p)]));
    if (!to_median.empty()) ratios.push_back({median(to_median), &table});
  }
  if (ratios.size() < 2) return "";
  std::stable_sort(ratios.begin(), ratios.end(),
                   [](const Ratio& x, const Ratio& y) { return x.value < y.value; });
  const Ratio& low = ratios.front();
  const Ratio& high = ratios.back();
  if (high.value > kMostFactor * low.value)
    throw ConfigError(
        fmt::format("{}: the table is {:.1f} times as slow as that of {}: tables of one call must be of one "
                    "network; calibrate them apart",
                    place_of(*high.table), high.value / low.value, place_of(*low.table)));
  std::string groups;
  int count = 0;
  int members = 0;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    ++members;
    if (i + 1 < ratios.size() && ratios[i + 1].value <= kGap * ratios[i].value) continue;
    groups += fmt::format("{}{} up to {:.2f}", count++ == 0 ? "" : ", ", members, ratios[i].value);
    members = 0;
  }
  std::string text = fmt::format("{} {} tables, {:.2f} to {:.2f} times their median", ratios.size(),
                                 name_of(test), low.value, high.value);
  if (count > 1) text += fmt::format("; in {} groups ({}), which may be distances", count, groups);
  return text;
}

}  // namespace toruscope::calibration
