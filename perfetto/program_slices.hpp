// SPDX-License-Identifier: Apache-2.0
// Slices of a trace for the program of a PE, and the track on which each is.

#pragma once

#include "perfetto/plan.hpp"

#include <toruscope/report.hpp>

#include <span>
#include <vector>

namespace toruscope::perfetto {

struct ProgramSlice {
  Rank pe = 0;
  Ticks begin, end;
  TraceEvent::What what = TraceEvent::What::compute;
  std::size_t row = 0;  ///< row, like that of a TraceEvent
  int lane = 0;
};

/// Sets the lanes of the slices of one PE, which are in the order of their begins, at one time the
/// longest first. Where operations run beside the program, lane 0 has the processor's work alone;
/// calls have lanes from 1 on, each with its rounds and inner calls.
void choose_lanes(std::span<ProgramSlice> of_pe, const std::vector<Span>& spans);

}  // namespace toruscope::perfetto
