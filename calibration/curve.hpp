// SPDX-License-Identifier: Apache-2.0
// The shape of a measured curve: where it jumps, and where it goes down.

#pragma once

#include <vector>

namespace toruscope::calibration {

struct CurvePoint {
  double bytes = 0;
  double seconds = 0;
};

/// A place between two sizes at which the lines through the points on both sides differ by more
/// than noise explains.
struct Jump {
  double last = 0;    ///< largest size before it
  double next = 0;    ///< smallest size behind it
  double factor = 1;  ///< time behind it over what the line before it says
};

/// Largest factor first. The curve is cut into up to four lines, so that Bayes' information
/// criterion is least.
std::vector<Jump> jumps_of(const std::vector<CurvePoint>& curve);

/// Two sizes, one behind the other, of which the longer message takes less by 5 % or more.
struct Fall {
  double from = 0;
  double to = 0;
  double share = 0;  ///< by which the time falls
};
std::vector<Fall> falls_of(const std::vector<CurvePoint>& curve);

}  // namespace toruscope::calibration
