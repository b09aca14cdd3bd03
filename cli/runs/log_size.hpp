// SPDX-License-Identifier: Apache-2.0
// What the logs of a run take in memory: of --events, --export, --traffic, --critical-path, --view
// and --trace.

#pragma once

#include "cli/machines/settings.hpp"
#include "collectives/operations.hpp"
#include "runtime/trace/observer.hpp"

#include <cstddef>
#include <memory>

namespace toruscope::cli {

/// Rows of a run's logs.
struct LogRows {
  std::size_t messages = 0;
  std::size_t hops = 0;
  std::size_t intervals = 0;  ///< of local work and of synchronisation
  std::size_t spans = 0;      ///< collective calls and rounds
  bool are_all = true;        ///< false: counting ended at what there may be
  bool are_guessed = false;
};

/// Counts the rows in a run without data and without logs, which ends early where they need more
/// memory than there may be. The run of an algorithm that did not come with Toruscope is not tried:
/// it could print. Its rows are guessed from the kind of operation.
/// Errors    InterruptedError.
LogRows rows_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                const Settings& settings, const Workload& workload);

/// Refuses a trace of the whole run that would have more events than a trace holds; of a part
/// nothing is known before.
/// Errors    ConfigError.
void check_trace(const Settings& settings, const LogRows& rows);

/// Bytes that the logs take beside the machine.
struct LogBytes {
  std::size_t in_run = 0;  ///< beside the data of the run
  std::size_t after = 0;   ///< when the files are written, and the data are gone
  bool is_all = true;
};
LogBytes log_bytes(const Settings& settings, const LogRows& rows);

/// Ends a run whose rows nobody can count before, an application's, with a TooLargeError where its
/// logs need more than `room` bytes, or as check_trace does. Null if it keeps none. The settings
/// must live longer.
std::unique_ptr<core::Sink> log_watch(const Settings& settings, std::size_t room);

}  // namespace toruscope::cli
