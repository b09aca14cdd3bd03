// SPDX-License-Identifier: Apache-2.0
// The rounds of an algorithm on a small machine, drawn from the event log of a real run.

#pragma once

#include "cli/options.hpp"
#include "collectives/operations.hpp"

#include <string>

namespace toruscope::detail {

/// On a machine on which only startups cost (one tick), messages that start at the same tick make a round. The
/// machine is `topology`, or the first small one on which the algorithm runs.
/// Errors    ConfigError if the algorithm refuses the topology, or the picture would be too large.
std::string rounds_picture(const Operation& operation, const AlgorithmInfo& algorithm, const Text& topology,
                           const std::vector<TopologyEntry>& topologies);

}  // namespace toruscope::detail
