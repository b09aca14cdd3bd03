// SPDX-License-Identifier: Apache-2.0
// The runs of one command: one after the other, each on all workers, or many at once, each on one.
//
// Threads     Runs share nothing but the console, which the calling thread alone writes to. What they show does not depend on
//             how many are under way, nor does its order.

#pragma once

#include "cli/execution/verdicts.hpp"
#include "cli/tables/console.hpp"

#include <optional>
#include <vector>

namespace toruscope::cli {

struct PlannedRun {
  const Settings* settings;
  Workload workload;
  const AlgorithmInfo* algorithm;
};

/// What each run showed, in their order. Nothing for those that were not begun because a run before them ended the command.
/// `side_by_side`: as many at once as workers were asked for (by default one per core) and as fit into memory.
std::vector<std::optional<Measurement>> measure_all(const collectives::Operation& operation,
                                                    const std::vector<PlannedRun>& runs, const Console& console,
                                                    bool side_by_side);

}  // namespace toruscope::cli
