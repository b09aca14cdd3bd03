// SPDX-License-Identifier: Apache-2.0
// Fits costs by size (T15) and a rendezvous (T16) to curves that one line does not fit.
//
//   where    jumps of the curve of round trips, up or down (calibration/curve.hpp)
//   own      the costs of the machine are those of the shortest messages, as fit_line() finds them
//   pieces   A + m tw of each later line, and ts + tm where its windows tell it
//
// A piece's A may exceed the machine's own A. Without windows the excess is counted as ts. With
// windows, which show ts, the rest of the excess is latency. It is counted as a rendezvous instead
// at the size where the curve jumps most, if all later pieces have it too and it is at least as
// long as the flight of a handshake.

#include "calibration/curve.hpp"
#include "calibration/fit.hpp"
#include "calibration/least_squares.hpp"
#include "calibration/machine_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <utility>

namespace toruscope::calibration {

namespace {

/// Sizes from `from` on, below `end`.
struct Range {
  double from = 0;
  double end = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool has(double bytes) const { return bytes >= from && bytes < end; }
};

/// Absolute errors of the round trips that the fit has used.
struct Errors {
  double largest = 0;
  double sum = 0;  ///< each as far as it is no wild measurement
};
Errors errors_of(const Fit& fit) {
  constexpr double kWild = 0.5;
  Errors all;
  for (const Comparison& row : trips_of(fit)) {
    if (row.observed.is_held_out) continue;
    const double error = std::abs(row.error());
    all.largest = std::max(all.largest, error);
    all.sum += std::min(error, kWild);
  }
  return all;
}

std::vector<CurvePoint> curve_of_trips(const Fit& line) {
  std::vector<CurvePoint> curve;
  for (const Comparison& row : trips_of(line)) curve.push_back({row.observed.bytes, row.observed.seconds});
  return curve;
}

/// The observations of messages of these sizes. Those of the send and receive overheads belong to
/// the range of the shortest messages.
std::vector<Observation> within(const std::vector<Observation>& all, const Range& range) {
  std::vector<Observation> some;
  for (const Observation& o : all) {
    const bool is_of_ends = o.test == Test::send || o.test == Test::receive;
    if (is_of_ends ? range.from == 0 : range.has(o.bytes)) some.push_back(o);
  }
  return some;
}

class PieceFitter {
 public:
  PieceFitter(const Fit& own, const std::vector<Observation>& all, Test trip)
      : own_(own), all_(all), trip_(trip) {}

  void add(const Range& range, const Jump& change, Fit& fit) {
    const Solution found = solve(equations(range), kUnknowns);
    const FittedCosts& machine = own_.costs;
    const double sum = found.values[kSum];
    FittedPiece piece{.from = range.from,
                      .ts = machine.ts,
                      .tr = machine.tr,
                      .tm = machine.tm,
                      .tw = found.values[kByte],
                      .latency = machine.latency};
    PieceEvidence evidence{.last = change.last,
                           .next = change.next,
                           .sum = figure("ts + tr + tm + latency", sum, found.half_widths[kSum]),
                           .per_byte = figure("tw", piece.tw, found.half_widths[kByte])};
    const bool knows_start = has_windows_ && is_told(found, kStart);
    if (has_windows_) {
      if (knows_start) {
        piece.ts = std::max(0.0, found.values[kStart] - machine.tm);
        piece.tm = found.values[kStart] - piece.ts;
      }
      evidence.says = knows_start ? "ts + tm as windows tell, the rest in latency"
                                  : "windows do not show ts + tm: the machine's own, the rest in latency";
      piece.latency = std::max(0.0, sum - piece.ts - piece.tm - piece.tr);
    } else {
      evidence.says = "in ts by convention: round trips alone do not separate it";
      piece.ts = sum - piece.tr - piece.tm - piece.latency;
    }
    take_back_excess(piece);
    fit.costs.pieces.push_back(piece);
    fit.pieces.push_back(std::move(evidence));
    starts_.push_back(knows_start);
  }

  /// Turns the additional latency of the pieces from the eager limit on into a rendezvous, if it
  /// can be one.
  void find_rendezvous(Fit& fit) const {
    FittedCosts& costs = fit.costs;
    if (!costs.eager || !has_windows_) return;
    const auto first = std::find_if(costs.pieces.begin(), costs.pieces.end(),
                                    [&](const FittedPiece& piece) { return piece.from > *costs.eager; });
    if (first == costs.pieces.end() || !starts_[static_cast<std::size_t>(first - costs.pieces.begin())]) return;
    const double before = first == costs.pieces.begin() ? costs.latency : std::prev(first)->latency;
    double more = first->latency - before;
    for (auto piece = first; piece != costs.pieces.end(); ++piece)
      if (starts_[static_cast<std::size_t>(piece - costs.pieces.begin())])
        more = std::min(more, piece->latency - before);
    const double rendezvous = more / 2 - costs.latency - own_.usual_distance * costs.th;
    constexpr double kOfTheRest = 0.1;  // less is within what the lines miss
    if (rendezvous < 0 || more <= kOfTheRest * (first->ts + first->tm + before)) return;
    costs.rendezvous = rendezvous;
    for (auto piece = first; piece != costs.pieces.end(); ++piece)
      piece->latency = std::max(0.0, piece->latency - more);
    fit.settings.push_back(
        {"rendezvous", rendezvous,
         fit.pieces[static_cast<std::size_t>(first - costs.pieces.begin())].sum.half_width / 2,
         Knowledge::not_determined,
         fmt::format(
             "two messages of a handshake, {} in all, before each message above the eager limit: windows "
             "do not pay it each time; a longer latency of these messages would look the same",
             time_text(more, 0.01 * more))});
  }

 private:
  enum Unknown : std::size_t { kSum, kByte, kStart, kUnknowns };

  static Figure figure(std::string name, double value, double half_width) {
    const bool is_determined = half_width <= 0.05 * value;
    const bool is_estimated = half_width <= 0.5 * value;
    return {std::move(name), value, half_width,
            is_determined  ? Knowledge::determined
            : is_estimated ? Knowledge::estimated
                           : Knowledge::not_determined};
  }
  static bool is_told(const Solution& s, Unknown u) {
    return s.values[u] > 0 && s.half_widths[u] <= 0.5 * s.values[u];
  }
  /// Raises a negative ts to 0 and lowers the other costs of the piece by as much.
  static void take_back_excess(FittedPiece& piece) {
    for (double* cost : {&piece.latency, &piece.tm, &piece.tr}) {
      if (piece.ts >= 0) break;
      const double taken = std::min(*cost, -piece.ts);
      *cost -= taken;
      piece.ts += taken;
    }
    piece.ts = std::max(piece.ts, 0.0);
  }

  std::vector<Equation> equations(const Range& range) {
    std::vector<Equation> all;
    has_windows_ = false;
    for (const Observation& o : all_) {
      if (o.is_held_out || !range.has(o.bytes)) continue;
      const double hops = (o.distance >= 0 ? o.distance : own_.usual_distance) * own_.costs.th;
      const bool is_window = o.test == Test::window;
      if (!is_window && o.test != trip_) continue;
      Equation e{.coefficients = {1, o.bytes, 0}, .measured = o.seconds - hops};
      if (is_window) {
        const Observation answer{.test = trip_, .bytes = o.answer, .distance = o.distance};
        e.measured -= predicted(own_.costs, answer, own_.usual_distance);
        e.coefficients = {1, o.count * o.bytes, static_cast<double>(o.count - 1)};
      }
      if (e.measured <= 0) continue;
      has_windows_ = has_windows_ || is_window;
      all.push_back(std::move(e));
    }
    return all;
  }

  const Fit& own_;
  const std::vector<Observation>& all_;
  const Test trip_;
  bool has_windows_ = false;  ///< in the last range
  std::vector<bool> starts_;  ///< by piece: its windows tell ts + tm
};

/// The fit with pieces from these places on; nothing if the shortest messages tell too little.
std::optional<Fit> fitted(const Fit& line, const Reading& reading, const std::vector<Observation>& all,
                          const std::vector<Jump>& changes) {
  const auto from = [&](std::size_t i) { return changes[i].last + 1; };
  Fit fit;
  try {
    fit = fit_line(reading, within(all, {0, from(0)}));
  } catch (const ConfigError&) {
    return std::nullopt;
  }
  const Fit own = fit;
  // the same jump as in the remarks
  if (const std::vector<Jump> jumps = jumps_of(curve_of_trips(line));
      !jumps.empty() && jumps.front().factor > 1)
    fit.costs.eager = jumps.front().last;
  PieceFitter fitter(own, all, trips_of(line).front().observed.test);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Range range{.from = from(i)};
    if (i + 1 < changes.size()) range.end = from(i + 1);
    fitter.add(range, changes[i], fit);
  }
  fitter.find_rendezvous(fit);
  compare(fit, all, line.usual_distance);
  return fit;
}

}  // namespace

Fit with_pieces(const Fit& line, const Reading& reading, const std::vector<Observation>& all) {
  if (errors_of(line).largest <= kGoodError) return line;
  std::vector<Jump> changes = jumps_of(curve_of_trips(line));
  if (changes.empty()) return line;
  std::sort(changes.begin(), changes.end(), [](const Jump& x, const Jump& y) { return x.last < y.last; });
  const std::optional<Fit> fit = fitted(line, reading, all, changes);
  constexpr double kMuch = 0.7;  // more lines fit mere noise better, too, but less than this
  return fit && errors_of(*fit).sum <= kMuch * errors_of(line).sum ? *fit : line;
}

}  // namespace toruscope::calibration
