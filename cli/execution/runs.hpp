// SPDX-License-Identifier: Apache-2.0
// Runs as every verb does them: under a watchdog, within what is left of --time-limit, and with the
// lines that PEs printed shown even if they fail; one after the other, each on all workers, or many
// at once, each on one.
//
// Threads     Runs share nothing but the console, which the calling thread alone writes to. What
//             they show does not depend on how many are under way, nor does its order.

#pragma once

#include "apps/application.hpp"
#include "cli/process/progress.hpp"
#include "cli/runs/measurement.hpp"
#include "cli/runs/workload.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/shard.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

/// Wall time since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Returns work(execution). `what` names the run in reports; `expected` is T by a formula.
template <class Work>
auto watched(const std::string& what, const Settings& settings, const Console& console, const Work& work,
             std::optional<Ticks> expected = std::nullopt) {
  Execution execution = settings.execution;
  execution.time_limit = time_left(what, settings);
  std::vector<PrintedLine> printed;
  execution.failed_output = &printed;
  execution.name = what;
  try {
    const Watchdog watchdog(what, execution, settings.parameters, console.shows_progress(), expected);
    return work(static_cast<const Execution&>(execution));
  } catch (...) {
    console.printed(printed, settings.parameters);
    throw;
  }
}

/// An algorithm on a machine, with what it is to move.
struct PlannedRun {
  const collectives::Operation* operation;
  const AlgorithmInfo* algorithm;
  const Settings* settings;
  Workload workload;
  bool is_auto = false;   ///< `auto` takes it, and was asked for
  std::size_t place = 0;  ///< whose run it is: a number of the caller's
  std::size_t needs = 0;  ///< memory, about: Contender::needs
};

/// The run as a row of the whole command, with the processor time that it takes, about.
ShardUnit unit_of(const PlannedRun& run);
/// Leaves the runs of this part. Returns the number of each among all.
/// Errors    those of Shard::deal.
std::vector<std::size_t> take_part(Shard& shard, std::vector<PlannedRun>& runs, const Places& places);

/// Of a run that goes beside others: on one worker.
Settings side_by_side(Settings settings);

/// A verified run.
/// Errors    whatever toruscope::verify throws.
Measurement verified(const PlannedRun& run, const Console& console);

/// The row of a run that failed: what was asked, and what formulas say.
Measurement failed_measurement(const PlannedRun& run, Failure failure);

/// Rows of a table, in the order of the runs: what a verified run showed, without the figures of
/// each PE and link, or how it failed. Nothing for those that were not begun because a run before
/// them ended the command. `side_by_side`: as many at once as workers were asked for (by default
/// one per core) and as fit into memory.
std::vector<std::optional<Measurement>> measure_all(const std::vector<PlannedRun>& runs, const Console& console,
                                                    bool side_by_side);

/// Errors    ConfigError for an option that the application does not know; HostLimitError if it
///           would need more memory than it may; whatever it throws.
AppResult run_watched(const Application& app, const CommandOptions& options, const Settings& settings,
                      const Console& console);
Measurement run_watched(const std::function<void(Communicator&)>& program, const Settings& settings,
                        const Console& console);

/// --scale: the same work on several numbers of PEs, with serial time, speed-up and cost.
ExitCode run_application_scaled(const Session& session, const Application& app);
ExitCode run_program_scaled(const Session& session);

}  // namespace toruscope::cli
