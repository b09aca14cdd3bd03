// SPDX-License-Identifier: Apache-2.0
// The rounds of an algorithm on a small machine, drawn from the event log of a real run.

#pragma once

#include "cli/options.hpp"
#include "collectives/operations.hpp"

#include <optional>
#include <string>

namespace toruscope::detail {

/// The topology is `text`, or the first small one on which the algorithm runs. Without `parameters` only startups
/// cost, one tick, so messages that start at the same tick make a round; with them the lines are times of start.
/// Errors    ConfigError if the algorithm refuses the topology, or the picture would be too large; whatever
///           toruscope::verify throws.
std::string rounds_picture(const Operation& operation, const AlgorithmInfo& algorithm, const Text& text,
                           const std::optional<Parameters>& parameters,
                           const std::vector<TopologyEntry>& topologies);

}  // namespace toruscope::detail
