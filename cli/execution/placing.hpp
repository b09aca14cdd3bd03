// SPDX-License-Identifier: Apache-2.0
// --embed scotch, greedy or bisect without a file: the command runs its program with the ranks in
// order, places them by what they sent, runs it there, and keeps the faster of the two.

#pragma once

#include "cli/machines/settings.hpp"

#include <functional>
#include <optional>
#include <string>

namespace toruscope::cli {

/// Removes a rule that needs a run of its own from --embed, which becomes `in-order`. Returns the
/// rule; nothing if --embed has another one, or a file.
std::optional<TrafficRule> take_traffic_rule(CommandOptions& options);

/// Runs the program with its ranks in order, then on the places that the rule finds. Sets the
/// network of `settings` to that of the faster run; the order wins a tie. Returns what the runs
/// showed: "scotch: T 12 us, most loaded link 0 -> 1: 64 bytes; in order: T 15 us, ...".
/// Errors    ConfigError with --slow, and those of placement::check_place, before any run; whatever
///           the run in order throws. If the run on the places fails, the words returned tell it.
std::string place_ranks(const TrafficRule& rule, const Session& session, Settings& settings,
                        const std::function<Report(const Settings&)>& run,
                        const char* default_topology = kUsualTopology);

}  // namespace toruscope::cli
