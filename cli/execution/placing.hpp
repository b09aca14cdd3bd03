// SPDX-License-Identifier: Apache-2.0
// --embed scotch, greedy or bisect without a file: the command runs its program with the ranks in
// order, places them by what they sent, runs it there, and keeps the faster of the two.

#pragma once

#include "cli/machines/settings.hpp"

#include <functional>
#include <optional>
#include <string>

namespace toruscope::cli {

/// Takes such a rule out of the options: what is left has the ranks in order.
std::optional<TrafficRule> take_traffic_rule(CommandOptions& options);

/// Gives the settings the network on which the program ends first; the order wins a tie. Returns
/// what the runs showed, "scotch: T 12 us, link 0 -> 1: 64 bytes; in order: T 15 us, ...".
/// `run` gives the report of a run with events.
/// Errors    ConfigError with --slow, and those of placement::place; whatever the run in order
///           throws. A run on places that is refused is told in the words returned.
std::string place_ranks(const TrafficRule& rule, const Session& session, Settings& settings,
                        const std::function<Report(const Settings&)>& run,
                        const char* default_topology = kUsualTopology);

}  // namespace toruscope::cli
