// SPDX-License-Identifier: Apache-2.0
// A run that failed among others of one command: its row says so, its report goes to standard error, and the command
// goes on with the next run where that makes sense.

#pragma once

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

#include <functional>
#include <optional>
#include <string>

namespace toruscope::cli {

struct Failure {
  ExitCode code = ExitCode::ok;
  std::string text;           ///< "deadlock at 12 us": what a row has room for
  std::string report;         ///< all that is known
  bool ends_command = false;  ///< interrupted, or out of time or memory: the runs that follow would be, too
};

/// Calls `run`; nothing unless it throws.
std::optional<Failure> failure_of(const Parameters& machine, const std::function<void()>& run);

/// Shows the whole report on standard error, under the name of the run.
void tell(const Failure& failure, const std::string& run);

/// Lines about a failure, on standard error whatever was asked for.
void report_failure(const std::string& lines);

/// The code that a command with both ends with. An interrupt counts most; then wrong data, a beaten bound (who does
/// nothing is fast), a deadlock, a broken port rule, a failed program, a limit of this computer, a refusal.
ExitCode worse(ExitCode a, ExitCode b);

}  // namespace toruscope::cli
