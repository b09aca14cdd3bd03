// SPDX-License-Identifier: Apache-2.0
// The rows of a run's log, which are a report's, or were read from a file (view/log.cpp).

#pragma once

#include <toruscope/report.hpp>

#include <span>

namespace toruscope::view {

/// Rows in the order of the report. Whoever owns them outlives this.
struct Rows {
  std::span<const Event> events;
  std::span<const Span> spans;
  std::span<const PathEvent> critical_path;
  std::span<const CarriedBlock> blocks;
};

}  // namespace toruscope::view
