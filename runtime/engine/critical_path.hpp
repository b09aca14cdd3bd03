// SPDX-License-Identifier: Apache-2.0
// The chain of moments that led to a stamp, told as events.

#pragma once

#include <toruscope/report.hpp>

#include <span>
#include <vector>

namespace toruscope::detail {

/// `events` has the run's hops, ordered by (source, sequence, index). Without links that differ in cost each hop is an event
/// of its own.
/// Source    docs/rules.md, "The critical path as events".
std::vector<PathEvent> critical_path(const Stamp& end, const Topology& topology, const Parameters& parameters,
                                     const Costs& costs, std::span<const Event> events);

}  // namespace toruscope::detail
