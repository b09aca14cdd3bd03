// SPDX-License-Identifier: Apache-2.0
// A run on the emulated machine as every verb does it: under a watchdog, within what is left of --time-limit, and
// with the lines that PEs printed shown even if it fails.

#pragma once

#include "cli/machines/settings.hpp"
#include "cli/process/watchdog.hpp"
#include "cli/tables/console.hpp"

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

/// What is left of --time-limit, nothing if there is none. Errors: HostLimitError if it has passed.
std::optional<std::chrono::milliseconds> time_left(const std::string& what, const Settings& settings);

/// Returns work(execution). `what` names the run in reports, `label` before the lines of its PEs; `expected` is T by a formula.
template <class Work>
auto watched(const std::string& what, const Settings& settings, const Console& console, const Work& work,
             const std::string& label = {}, std::optional<Ticks> expected = std::nullopt) {
  Execution execution = settings.execution;
  execution.time_limit = time_left(what, settings);
  std::vector<PrintedLine> printed;
  execution.failed_output = &printed;
  execution.name = what;
  try {
    const Watchdog watchdog(what, execution, settings.parameters, console.shows_progress(), expected);
    return work(static_cast<const Execution&>(execution));
  } catch (...) {
    console.printed(printed, settings.parameters, label);
    throw;
  }
}

}  // namespace toruscope::cli
