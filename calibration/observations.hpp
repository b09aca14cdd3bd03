// SPDX-License-Identifier: Apache-2.0
// Tables brought together: one observation for each thing that was measured, the median of its
// repeats.

#pragma once

#include "calibration/table.hpp"

#include <string>
#include <vector>

namespace toruscope::calibration {

struct Observation {
  Test test = Test::ping_pong;
  double bytes = 0;
  int count = 1;
  double answer = 0;
  int distance = -1;
  int pairs = 1;
  double seconds = 0;  ///< median
  double least = 0, most = 0;
  int repeats = 0;
  bool is_held_out = false;  ///< of the fit, to be predicted
};

/// Ordered by test, distance, count and size. Of eight sizes or more of what is fitted each
/// fourth is held out, the ends never.
std::vector<Observation> observations_of(const std::vector<Table>& tables);

/// How tables of one kind, which are repeats or pairs of PEs, differ where they have times of one
/// thing; a sentence or none.
/// Errors    ConfigError for tables that differ so much that they are not of one network.
std::string spread_of(const std::vector<Table>& tables, Test test);

double median(std::vector<double> values);

}  // namespace toruscope::calibration
