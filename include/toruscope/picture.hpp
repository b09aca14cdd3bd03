// SPDX-License-Identifier: Apache-2.0
// Pictures of runs as SVG documents: load of links, traffic between PEs, parts of T.
//
// Link        toruscope::picture

#pragma once

#include <toruscope/report.hpp>

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope {

/// Draws the bytes (in a run without bytes: messages) of each directed link on the network; names
/// the most loaded link, crosses out failed ones.
/// Errors    those of check_heatmap. Nothing is written then.
void write_heatmap(std::ostream& out, const Report& report, std::string_view title = {});
/// Refuses a network that cannot be drawn legibly, before it runs.
/// Errors    ConfigError above 1,024 nodes, of a complete graph above 64.
void check_heatmap(const Topology& topology);

/// Draws the bytes (in a run without bytes: messages) from PE to PE as a matrix, of a run that
/// recorded its events (Execution::record_events).
/// Errors    those of check_traffic_picture; ConfigError without events. Nothing is written then.
void write_traffic_picture(std::ostream& out, const Report& report, std::string_view title = {});
/// Errors    ConfigError above 256 PEs.
void check_traffic_picture(const Topology& topology);

/// One of several runs to compare.
struct TimedRun {
  const Report* report = nullptr;  ///< report of the run; must outlive the picture
  std::string name{};              ///< name of its bar
  std::string note{};              ///< behind its T
};
/// Draws the heat maps of runs on one network, up to three in a row, on one scale, each with its T.
/// Errors    those of check_heatmap; ConfigError, and no output, for no run or several networks.
void write_heatmaps(std::ostream& out, const std::vector<TimedRun>& runs, std::string_view title);

/// Parts of T: a bar for each run, of the parts of the report's account.
struct TimeBars {
  std::vector<TimedRun> runs;          ///< runs from top to bottom
  std::string title{};                 ///< title above the bars
  std::optional<Ticks> bound{};        ///< a line that no run should be below
  std::vector<std::string> caption{};  ///< lines under the bars
};
/// Errors    ConfigError, and no output, for no run, or machines that count time differently.
void write_time_bars(std::ostream& out, const TimeBars& bars);

}  // namespace toruscope
