// SPDX-License-Identifier: Apache-2.0
// GOAL: what LogGOPSim and ATLAHS read and write, as text or in the binary form of txt2bin.
//
//   file = "num_ranks" N { "rank" R "{" { line } "}" }
//   line = [LABEL ":"] operation | LABEL ("requires" | "irequires") LABEL
//
// Source  Hoefler, Siebert, Lumsdaine, "Group Operation Assembly Language", 2009; spcl/LogGOPSim.

#pragma once

#include "formats/operation_graph.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/report.hpp>

#include <iosfwd>
#include <string>
#include <string_view>

namespace toruscope::formats {

/// Reads GOAL in either form, and checks it by check_graph(). The unit of work is whatever the file
/// counts `calc` in. `file` is for errors.
/// Errors    ConfigError with file and line, or rank and operation.
OperationGraph read_goal(const std::string& file, std::string_view text);

/// Places in what read_goal has read: "ring.goal:12", "ring.bin: rank 3, operation 0".
GraphPlace goal_place(const std::string& file, std::string_view text);

/// Refuses what write_goal would refuse of every run of this algorithm.
/// Errors    ConfigError if it synchronises PEs without messages.
void check_goal(const AlgorithmInfo& algorithm, const Case& c);

/// Writes the messages and the local work of a run. An operation requires what its PE had ended
/// when it posted it; the operations of a round begin together. `calc` is in ns, on a step machine
/// in ticks. A message's tag is its index among those of its pair. The report has events and spans.
/// Errors    ConfigError: PEs synchronised without messages, or worked for no whole number of ns.
void write_goal(std::ostream& out, const Report& report, const std::string& title);

}  // namespace toruscope::formats
