// SPDX-License-Identifier: Apache-2.0
// What a machine with fitted costs takes for an observation.

#include "calibration/fit.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace toruscope::calibration {

FittedPiece FittedCosts::of(double bytes) const {
  FittedPiece own{0, ts, tr, tm, tw, latency};
  for (const FittedPiece& piece : pieces)
    if (bytes >= piece.from) own = piece;
  return own;
}

double FittedCosts::handshake(double bytes, double hops) const {
  constexpr double kMessages = 2;
  return rendezvous && eager && bytes > *eager ? kMessages * (*rendezvous + latency + hops * th) : 0;
}

double predicted(const FittedCosts& c, const Observation& o, int distance) {
  const double hops = o.distance >= 0 ? o.distance : distance;
  const auto single = [&](double bytes) {
    const FittedPiece k = c.of(bytes);
    return k.ts + k.tr + k.tm + k.latency + hops * c.th + bytes * k.tw + c.handshake(bytes, hops);
  };
  const auto period_of = [&](double bytes) {
    const FittedPiece k = c.of(bytes);
    return std::max(k.ts + k.tm + bytes * k.tw, k.tr);
  };
  const double period = std::max({period_of(o.bytes), period_of(o.answer), c.gap});
  switch (o.test) {
    case Test::ping_pong:
    case Test::exchange:
      return single(o.bytes);
    case Test::send:
      return c.of(o.bytes).ts;
    case Test::receive:
      return c.of(o.bytes).tr;
    case Test::both_ways:
      return single(o.bytes) + (o.count - 1) * period;
    case Test::window:
    case Test::fan_out:
    case Test::fan_in:
    case Test::several_pairs:
      break;
  }
  return single(o.bytes) + (o.count - 1) * period + single(o.answer);
}

void compare(Fit& fit, const std::vector<Observation>& all, int distance) {
  fit.usual_distance = distance;
  fit.rows.clear();
  fit.held_out.reset();
  for (const Observation& o : all) fit.rows.push_back({o, predicted(fit.costs, o, distance)});
  std::vector<double> errors;
  for (const Comparison& row : fit.rows)
    if (row.observed.is_held_out) errors.push_back(std::abs(row.error()));
  if (!errors.empty()) fit.held_out = median(errors);
}

std::vector<Comparison> trips_of(const Fit& fit) {
  const bool has_trips = std::any_of(fit.rows.begin(), fit.rows.end(),
                                     [](const Comparison& r) { return r.observed.test == Test::ping_pong; });
  std::vector<Comparison> best;
  std::vector<Comparison> some;
  for (const Comparison& row : fit.rows) {
    if (row.observed.test != (has_trips ? Test::ping_pong : Test::exchange)) continue;
    if (!some.empty() && some.back().observed.distance != row.observed.distance) {
      if (some.size() > best.size()) best = some;
      some.clear();
    }
    some.push_back(row);
  }
  return some.size() > best.size() ? some : best;
}

}  // namespace toruscope::calibration
