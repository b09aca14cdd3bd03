// SPDX-License-Identifier: Apache-2.0
// Explanation of a run's transposes: bytes sent, theory, measurements.

#pragma once

#include "apps/application.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace toruscope::apps {

struct Transposes {
  std::int64_t count = 1;  ///< number of transforms, all of one size
  /// complex values that one of them moves, without those that fill blocks
  std::size_t values = 0;
  std::string work;  ///< words that say how local work is counted
};

/// Adds lines to result.explanation and sets result.predicted: `count` times the formula of one
/// exchange.
/// Precondition  result.report is that of the run.
void explain_transposes(const Transposes& transposes, const Alltoall& algorithm, const Case& exchange,
                        AppResult& result);

}  // namespace toruscope::apps
