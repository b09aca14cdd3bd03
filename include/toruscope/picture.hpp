// SPDX-License-Identifier: Apache-2.0
// Pictures of a run as SVG documents: what its links carried, and who sent how much to whom.

#pragma once

#include <toruscope/report.hpp>

#include <iosfwd>
#include <string_view>

namespace toruscope {

/// The bytes (of a run without bytes: the messages) that each directed link carried, drawn on the network; the most loaded link is
/// named, links that have failed are crossed out.
/// Errors    as of check_heatmap. Nothing is written then.
void write_heatmap(std::ostream& out, const Report& report, std::string_view title = {});
/// Refuses a network that cannot be drawn legibly, before it runs.
/// Errors    ConfigError above 1,024 nodes, of a complete graph above 64.
void check_heatmap(const Topology& topology);

/// The bytes (of a run without bytes: the messages) from each PE to each other one, as a matrix, of a run that recorded its events
/// (Execution::record_events).
/// Errors    as of check_traffic_picture; ConfigError if the run recorded no events. Nothing is written then.
void write_traffic_picture(std::ostream& out, const Report& report, std::string_view title = {});
/// Errors    ConfigError above 256 PEs.
void check_traffic_picture(const Topology& topology);

}  // namespace toruscope
