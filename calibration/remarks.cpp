// SPDX-License-Identifier: Apache-2.0
// What is said of a fit beside its figures.

#include "calibration/curve.hpp"
#include "calibration/fit.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::calibration {

namespace {

std::string bytes_text(double bytes) {
  return core::grouped(static_cast<std::int64_t>(bytes));
}

/// The longest run of sizes that the line meets.
void add_range(Fit& fit, const std::vector<Comparison>& rows) {
  if (rows.empty()) return;
  std::size_t from = 0;
  std::size_t length = 0;
  std::size_t worst = 0;
  for (std::size_t i = 0, begin = 0; i < rows.size(); ++i) {
    if (std::abs(rows[i].error()) > std::abs(rows[worst].error())) worst = i;
    if (std::abs(rows[i].error()) > kGoodError) {
      begin = i + 1;
    } else if (i + 1 - begin > length) {
      length = i + 1 - begin;
      from = begin;
    }
  }
  if (length == rows.size()) {
    fit.remarks.push_back(
        fmt::format("round trips: within 15 % at all {} sizes, {} to {} bytes; at most {:.1f} % off",
                    rows.size(), bytes_text(rows.front().observed.bytes),
                    bytes_text(rows.back().observed.bytes), 100 * std::abs(rows[worst].error())));
    return;
  }
  const std::string where = length == 0
                                ? "at no size"
                                : fmt::format("from {} to {} bytes", bytes_text(rows[from].observed.bytes),
                                              bytes_text(rows[from + length - 1].observed.bytes));
  const auto misses = std::count_if(rows.begin(), rows.end(),
                                    [](const Comparison& row) { return std::abs(row.error()) > kGoodError; });
  fit.remarks.push_back(fmt::format(
      "round trips: one line holds within 15 % {}; it misses {} of {} sizes by more, most at {} bytes, by "
      "{:.0f} %",
      where, misses, rows.size(), bytes_text(rows[worst].observed.bytes), 100 * std::abs(rows[worst].error())));
}

/// How far the pieces go where one line does not.
void add_pieces(Fit& fit, const std::vector<Comparison>& rows) {
  if (fit.pieces.empty()) return;
  const auto worst = std::max_element(rows.begin(), rows.end(), [](const Comparison& x, const Comparison& y) {
    return std::abs(x.error()) < std::abs(y.error());
  });
  fit.remarks.push_back(
      fmt::format("round trips: costs by size ({} lines) are at most {:.0f} % off, at {} bytes; beyond {} "
                  "bytes, the largest "
                  "size measured, the last piece goes on, which no table says",
                  fit.pieces.size() + 1, 100 * std::abs(worst->error()), bytes_text(worst->observed.bytes),
                  bytes_text(rows.back().observed.bytes)));
}

void add_jumps(Fit& fit, const std::vector<CurvePoint>& curve) {
  const std::vector<Jump> jumps = jumps_of(curve);
  for (const Jump& jump : jumps)
    fit.remarks.push_back(
        fmt::format("round trips jump between {} and {} bytes, to {:.2f} times what the line before says",
                    bytes_text(jump.last), bytes_text(jump.next), jump.factor));
  if (!jumps.empty() && jumps.front().factor > 1) {
    fit.costs.eager = jumps.front().last;
    fit.settings.push_back(
        {"eager", jumps.front().last, jumps.front().next - jumps.front().last, Knowledge::estimated,
         "where the curve jumps most; a protocol's limit is between this size and the next one measured"});
  }
}

void add_falls(Fit& fit, const std::vector<CurvePoint>& curve, const char* what) {
  const std::vector<Fall> falls = falls_of(curve);
  if (falls.empty()) return;
  const Fall& most = *std::max_element(falls.begin(), falls.end(),
                                       [](const Fall& x, const Fall& y) { return x.share < y.share; });
  fit.remarks.push_back(fmt::format(
      "{}: the time goes down from {} to {} bytes, by {:.0f} %{}, which no line with costs above 0 does", what,
      bytes_text(most.from), bytes_text(most.to), 100 * most.share,
      falls.size() > 1 ? fmt::format(" (and at {} other sizes)", falls.size() - 1) : ""));
}

void add_noise(Fit& fit) {
  std::vector<double> spreads;
  std::vector<double> errors;
  for (const Comparison& row : fit.rows) {
    if (row.observed.repeats > 1)
      spreads.push_back((row.observed.most - row.observed.least) / row.observed.seconds);
    if (!row.observed.is_held_out) errors.push_back(std::abs(row.error()));
  }
  std::string text = fmt::format("residuals: {:.1f} % in the median", 100 * median(errors));
  if (spreads.empty())
    text += ", of model and noise together: there are no repeats that would show noise";
  else
    text += fmt::format("; repeats of one size are {:.1f} % apart in the median", 100 * median(spreads));
  fit.remarks.push_back(std::move(text));
}

/// Sums over pairs whose senders share the port of a node.
void add_shared_ports(Fit& fit, const Reading& reading, const Cluster& cluster) {
  for (const Table& table : reading.tables) {
    if (table.test != Test::several_pairs || table.points.empty()) continue;
    const std::string place = fmt::format("{}:{}", core::escaped(table.file), table.line);
    if (!cluster.per_node || !cluster.nodes) {
      fit.remarks.push_back(fmt::format(
          "{}: the sum over {} pairs fits nothing: how many PEs share a port is not in the table; say it with "
          "--nodes and --per-node",
          place, table.pairs));
      continue;
    }
    const int senders = std::min(*cluster.per_node, table.pairs);
    const std::int64_t pes = std::int64_t{*cluster.nodes} * *cluster.per_node;
    if (2 * table.pairs > pes)
      throw ConfigError(fmt::format("{}: {} pairs are {} PEs, and --nodes {} --per-node {} has {}", place,
                                    table.pairs, 2 * table.pairs, *cluster.nodes, *cluster.per_node, pes));
    double most = 0;
    double at = 0;
    for (const Point& p : table.points)
      if (const double rate = senders * p.bytes * p.count / p.seconds; rate > most) {
        most = rate;
        at = p.bytes;
      }
    fit.remarks.push_back(fmt::format(
        "{}: {} senders of a node move {:.2f} GB/s together at most, at {} bytes: the port that they share has "
        "no less; one PE's has {}",
        place, senders, most / 1e9, bytes_text(at),
        fit.costs.tw > 0 ? fmt::format("{:.2f} GB/s (1/tw)", 1e-9 / fit.costs.tw)
                         : "a bandwidth that is not determined"));
  }
}

std::vector<CurvePoint> curve_of(const std::vector<Comparison>& rows) {
  std::vector<CurvePoint> curve;
  for (const Comparison& row : rows) curve.push_back({row.observed.bytes, row.observed.seconds});
  return curve;
}

}  // namespace

void add_remarks(Fit& fit, const Fit& line, const Reading& reading, const Cluster& cluster) {
  const std::vector<Comparison> trips = trips_of(fit);
  for (const Test test : {Test::ping_pong, Test::window, Test::exchange})
    if (std::string text = spread_of(reading.tables, test); !text.empty())
      fit.remarks.push_back(std::move(text));
  add_noise(fit);
  add_range(fit, trips_of(line));
  add_pieces(fit, trips);
  add_jumps(fit, curve_of(trips));
  add_falls(fit, curve_of(trips), "round trips");
  std::vector<Comparison> windows;
  for (const Comparison& row : fit.rows)
    if (row.observed.test == Test::window &&
        (windows.empty() || (row.observed.count == windows.front().observed.count &&
                             row.observed.bytes > windows.back().observed.bytes)))
      windows.push_back(row);
  add_falls(fit, curve_of(windows), "windows");
  add_shared_ports(fit, reading, cluster);
}

}  // namespace toruscope::calibration
