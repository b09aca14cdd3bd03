// SPDX-License-Identifier: Apache-2.0
#include "tests/calibration/synthetic_cluster.hpp"

#include <algorithm>
#include <cmath>

namespace toruscope::calibration {

namespace {

constexpr int kLargestPower = 22;
constexpr int kWindowOfOsu = 64;
constexpr double kAnswerOfOsu = 4;

}  // namespace

double SyntheticCluster::all_taken(int count, double bytes, int links) const {
  double clock = 0;        // of the sender
  double port_free = 0;    // of the sender's port
  double last_start = -1;  // of a send
  double taken = 0;        // the receiver's clock
  double last_take = -1;
  for (int i = 0; i < count; ++i) {
    // Rule T2.
    const double start = std::max({clock, port_free, last_start < 0 ? 0 : last_start + costs_.gap});
    port_free = std::max(start + costs_.ts + transmission(bytes), start + costs_.gap);
    last_start = start;
    clock += costs_.ts;
    // Rule T1.
    const double available = start + costs_.ts + links * costs_.th + costs_.latency + transmission(bytes);
    // Rule T4.
    const double take = std::max({taken, available, last_take < 0 ? 0 : last_take + costs_.gap});
    last_take = take;
    taken = take + costs_.tr;
  }
  return taken;
}

double SyntheticCluster::measured(double seconds) {
  if (noise_ == 0) return seconds;
  std::normal_distribution<double> normal(0, noise_);
  std::uniform_real_distribution<double> uniform(0, 1);
  constexpr double kOutliers = 0.02;
  const double factor = std::max(0.2, 1 + normal(random_));
  return seconds * factor * (uniform(random_) < kOutliers ? 3 + 7 * uniform(random_) : 1);
}

Table SyntheticCluster::ping_pong(int distance) {
  Table table{.file = "made", .line = 1, .title = "ping-pong", .test = Test::ping_pong};
  for (int power = -1; power <= kLargestPower; ++power) {
    const double bytes = power < 0 ? 0 : std::ldexp(1, power);
    table.points.push_back({.line = 1,
                            .bytes = bytes,
                            .seconds = measured(all_taken(1, bytes, std::max(distance, 1))),
                            .distance = distance});
  }
  return table;
}

Table SyntheticCluster::windows(int distance) {
  Table table{.file = "made", .line = 2, .title = "windows", .test = Test::window};
  for (int power = 0; power <= kLargestPower; ++power) {
    const double bytes = std::ldexp(1, power);
    const int links = std::max(distance, 1);
    const double seconds = all_taken(kWindowOfOsu, bytes, links) + all_taken(1, kAnswerOfOsu, links);
    table.points.push_back({.line = 2,
                            .bytes = bytes,
                            .seconds = measured(seconds),
                            .count = kWindowOfOsu,
                            .answer = kAnswerOfOsu,
                            .distance = distance});
  }
  return table;
}

Table SyntheticCluster::sends() {
  Table table{.file = "made", .line = 3, .title = "sends", .test = Test::send};
  for (int power = 0; power <= 12; ++power)
    table.points.push_back({.line = 3, .bytes = std::ldexp(1, power), .seconds = measured(costs_.ts)});
  return table;
}

Table SyntheticCluster::receives() {
  Table table{.file = "made", .line = 4, .title = "receives", .test = Test::receive};
  for (int power = 0; power <= 12; ++power)
    table.points.push_back({.line = 4, .bytes = std::ldexp(1, power), .seconds = measured(costs_.tr)});
  return table;
}

}  // namespace toruscope::calibration
