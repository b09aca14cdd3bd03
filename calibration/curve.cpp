// SPDX-License-Identifier: Apache-2.0
// Source  Schwarz: Estimating the Dimension of a Model, Annals of Statistics 6(2), 1978: the
//         criterion.

#include "calibration/curve.hpp"

#include "calibration/observations.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace toruscope::calibration {

namespace {

constexpr std::size_t kFewestPoints = 3;  ///< of a line
constexpr std::size_t kMostLines = 4;
constexpr std::size_t kMostPoints = 600;
constexpr double kLeastJump = 0.1;
constexpr double kSignificant = 4;  ///< times the noise

/// A line of the least relative squares.
struct Segment {
  double a = 0, b = 0;
  double cost = 0;

  [[nodiscard]] double at(double bytes) const { return a + b * bytes; }
};

Segment segment(const std::vector<CurvePoint>& curve, std::size_t begin, std::size_t end) {
  double weights = 0;
  double x = 0;
  double y = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const double weight = 1 / (curve[i].seconds * curve[i].seconds);
    weights += weight;
    x += weight * curve[i].bytes;
    y += weight * curve[i].seconds;
  }
  x /= weights;
  y /= weights;
  double xx = 0;
  double xy = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const double weight = 1 / (curve[i].seconds * curve[i].seconds);
    xx += weight * (curve[i].bytes - x) * (curve[i].bytes - x);
    xy += weight * (curve[i].bytes - x) * (curve[i].seconds - y);
  }
  Segment line;
  line.b = xx > 0 ? std::max(xy / xx, 0.0) : 0;
  line.a = y - line.b * x;
  for (std::size_t i = begin; i < end; ++i) {
    const double error = line.at(curve[i].bytes) / curve[i].seconds - 1;
    line.cost += error * error;
  }
  return line;
}

/// Single spikes taken out: each point is the median of itself and its two neighbours.
std::vector<CurvePoint> without_spikes(const std::vector<CurvePoint>& curve) {
  std::vector<CurvePoint> smooth = curve;
  for (std::size_t i = 1; i + 1 < curve.size(); ++i)
    smooth[i].seconds = median({curve[i - 1].seconds, curve[i].seconds, curve[i + 1].seconds});
  return smooth;
}

struct Piece {
  std::size_t begin = 0, end = 0;
  Segment line;
};

/// A robust estimate of the relative error of a point.
double noise_of(const std::vector<CurvePoint>& curve, const std::vector<Piece>& pieces) {
  constexpr double kNormal = 1.4826;
  std::vector<double> errors;
  for (const Piece& piece : pieces)
    for (std::size_t i = piece.begin; i < piece.end; ++i)
      errors.push_back(std::abs(piece.line.at(curve[i].bytes) / curve[i].seconds - 1));
  return kNormal * median(std::move(errors));
}

/// As many lines as the criterion wants.
std::vector<Piece> best_pieces(const std::vector<CurvePoint>& curve) {
  const std::size_t n = curve.size();
  std::vector<std::vector<double>> costs(n + 1, std::vector<double>(n + 1, 0));
  for (std::size_t begin = 0; begin < n; ++begin)
    for (std::size_t end = begin + kFewestPoints; end <= n; ++end)
      costs[begin][end] = segment(curve, begin, end).cost;
  constexpr double kNever = std::numeric_limits<double>::infinity();
  // cost[k][end]: of the first `end` points in k + 1 lines; from: where the last one begins
  std::vector<std::vector<double>> cost(kMostLines, std::vector<double>(n + 1, kNever));
  std::vector<std::vector<std::size_t>> from(kMostLines, std::vector<std::size_t>(n + 1, 0));
  for (std::size_t end = kFewestPoints; end <= n; ++end) cost[0][end] = costs[0][end];
  for (std::size_t k = 1; k < kMostLines; ++k)
    for (std::size_t end = kFewestPoints; end <= n; ++end)
      for (std::size_t begin = kFewestPoints; begin + kFewestPoints <= end; ++begin)
        if (const double all = cost[k - 1][begin] + costs[begin][end]; all < cost[k][end]) {
          cost[k][end] = all;
          from[k][end] = begin;
        }
  constexpr double kFloor = 1e-4;  // errors of 1 % are not looked into
  constexpr double kStrict = 2;    // places are tried, too
  constexpr double kFigures = 3;   // of a line: two, and where it begins
  const auto points = static_cast<double>(n);
  std::size_t best = 0;
  double least = kNever;
  for (std::size_t k = 0; k < kMostLines; ++k) {
    const double says = points * std::log(cost[k][n] / points + kFloor) +
                        kStrict * kFigures * static_cast<double>(k) * std::log(points);
    if (says < least) {
      least = says;
      best = k;
    }
  }
  std::vector<Piece> pieces(best + 1);
  for (std::size_t k = best + 1, end = n; k > 0; --k) {
    const std::size_t begin = from[k - 1][end];
    pieces[k - 1] = {begin, end, segment(curve, begin, end)};
    end = begin;
  }
  return pieces;
}

}  // namespace

std::vector<Jump> jumps_of(const std::vector<CurvePoint>& given) {
  if (given.size() < 2 * kFewestPoints || given.size() > kMostPoints) return {};
  const std::vector<CurvePoint> curve = without_spikes(given);
  const std::vector<Piece> pieces = best_pieces(curve);
  const double least = std::max(kLeastJump, kSignificant * noise_of(given, pieces));
  std::vector<Jump> jumps;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const CurvePoint& at = curve[pieces[i].begin];
    const double factor = pieces[i].line.at(at.bytes) / pieces[i - 1].line.at(at.bytes);
    if (factor > 1 + least || factor < 1 / (1 + least))
      jumps.push_back({curve[pieces[i].begin - 1].bytes, at.bytes, factor});
  }
  std::stable_sort(jumps.begin(), jumps.end(),
                   [](const Jump& x, const Jump& y) { return x.factor > y.factor; });
  return jumps;
}

std::vector<Fall> falls_of(const std::vector<CurvePoint>& curve) {
  constexpr double kLeast = 0.05;
  std::vector<Fall> falls;
  for (std::size_t i = 0; i + 1 < curve.size(); ++i)
    if (const double share = 1 - curve[i + 1].seconds / curve[i].seconds; share > kLeast)
      falls.push_back({curve[i].bytes, curve[i + 1].bytes, share});
  return falls;
}

}  // namespace toruscope::calibration
