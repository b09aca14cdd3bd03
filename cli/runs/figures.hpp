// SPDX-License-Identifier: Apache-2.0
// The figures of a run as a command knows it: those of its report, of its formulas, its bandwidth,
// its scaling and this computer.

#pragma once

#include "cli/runs/bandwidth.hpp"
#include "cli/runs/measurement.hpp"
#include "runtime/trace/figures.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

struct Scaling;

/// What the figures of a run are read from.
struct RunSource {
  const Measurement& measurement;
  const Scaling* scaling = nullptr;  ///< null without --scale
};

using RunFigure = core::Figure<RunSource>;

core::Figures<Bandwidth> bandwidth_figures();
core::Figures<Scaling> scaling_figures();

/// All figures of a run, each in its group. A run that failed has none of a report.
core::Figures<RunSource> run_figures();

/// The keys of a group that every document has, in their order; none if there is no such group.
std::vector<std::string> keys_of_group(std::string_view group);

}  // namespace toruscope::cli
