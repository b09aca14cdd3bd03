// SPDX-License-Identifier: Apache-2.0
// One application, or the user's own program, run under watch: once, or on machines of several sizes.

#pragma once

#include "apps/application.hpp"
#include "cli/machines/settings.hpp"
#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"

namespace toruscope::cli {

/// Errors    ConfigError for an option that the application does not know; HostLimitError if it would need more memory
///           than it may; whatever it throws.
AppResult run_watched(const Application& app, const CommandOptions& options, const Settings& settings,
                      const Console& console);
Measurement run_watched(const std::function<void(Communicator&)>& program, const Settings& settings,
                        const Console& console);

/// --scale: the same work on several numbers of PEs, with serial time, speed-up, efficiency and cost.
ExitCode run_application_scaled(const Session& session, const Application& app);
ExitCode run_program_scaled(const Session& session);

}  // namespace toruscope::cli
