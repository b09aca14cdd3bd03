// SPDX-License-Identifier: Apache-2.0
// A cluster of known costs, measured: times by the rules T1, T2 and T4 of docs/rules.md, message
// by message, with noise.

#pragma once

#include "calibration/table.hpp"

#include <cstdint>
#include <random>
#include <string>

namespace toruscope::calibration {

/// Seconds; what one is of docs/rules.md.
struct ClusterCosts {
  double ts = 0, tr = 0, tm = 0, tw = 0, th = 0, latency = 0, gap = 0;
};

class SyntheticCluster {
 public:
  /// `noise`: standard deviation of a measurement. One in fifty takes three to ten times as long,
  /// if there is noise.
  SyntheticCluster(ClusterCosts costs, double noise, std::uint64_t seed)
      : costs_(costs), noise_(noise), random_(seed) {}

  /// A table for sizes 0 to 4 MiB.
  [[nodiscard]] Table ping_pong(int distance);
  /// 64 messages each, for 1 byte to 4 MiB.
  [[nodiscard]] Table windows(int distance);
  [[nodiscard]] Table sends();
  [[nodiscard]] Table receives();

 private:
  [[nodiscard]] double transmission(double bytes) const { return costs_.tm + bytes * costs_.tw; }
  /// From the clock at which messages of these bytes are posted to that at which the other PE has
  /// taken all.
  [[nodiscard]] double all_taken(int count, double bytes, int links) const;
  [[nodiscard]] double measured(double seconds);

  ClusterCosts costs_;
  double noise_;
  std::mt19937_64 random_;
};

}  // namespace toruscope::calibration
