// SPDX-License-Identifier: Apache-2.0
// Verified runs under watch.

#pragma once

#include "cli/runs/measurement.hpp"
#include "cli/runs/workload.hpp"
#include "cli/tables/console.hpp"

namespace toruscope::cli {

/// `label` stands before the lines of PEs if the run fails.
/// Errors    whatever toruscope::verify throws.
Verdict verify_watched(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                       const Settings& settings, const Workload& workload, const Console& console,
                       const std::string& label = {});

/// "alltoall by ar1, blocks of 64 bytes, on ring:8 (p = 8)"
std::string name_of_run(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                        const Settings& settings, const Workload& workload);

/// The row of a run that failed: what was asked, and what formulas say.
Measurement failed_measurement(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                               const Settings& settings, const Workload& workload, Failure failure);

/// A row of a table: what a verified run showed, without the figures of each PE and link, or how it failed. Nothing is written:
/// the lines that PEs printed are in its report.
Measurement measure_quietly(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                            const Settings& settings, const Workload& workload, bool shows_progress);
/// Writes the lines that PEs printed, which then are gone from its report, and how it failed, if it did.
void tell_of(Measurement& m, const std::string& run, const Console& console);
/// Both.
Measurement measure_watched(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                            const Settings& settings, const Workload& workload, const Console& console);

}  // namespace toruscope::cli
