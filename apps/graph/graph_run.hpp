// SPDX-License-Identifier: Apache-2.0
// Common part of applications that run graphs of operations (goal, chakra).

#pragma once

#include "apps/application.hpp"
#include "apps/graph/play.hpp"

#include <string>
#include <vector>

namespace toruscope::apps {

/// A graph, and words about it.
struct GraphTask {
  std::string name;  ///< name of the application
  formats::OperationGraph graph;
  formats::GraphPlace place;         ///< place of an operation, for errors
  Time unit;                         ///< unit of amounts of work
  std::string advice;                ///< advice if the machine has times of another kind
  std::string ranks;                 ///< the file's word for PEs: "ranks"
  std::vector<std::string> notes{};  ///< readings that the result shows, a line each
};

/// Runs a graph.
/// Errors    ConfigError: the machine has fewer PEs than the graph; work that is no whole number of
///           its ticks; local work that would be measured.
AppResult run_graph(const AppRequest& request, GraphTask task, const CallCollective& call = {});

/// Bytes that `run_graph` allocates for a graph of so many operations and dependencies.
std::size_t bytes_of_graph(const formats::OperationGraph& graph, int pes);

/// Usual unit of work: 1 ns, or one tick of a step machine.
Time usual_unit(const Parameters& machine);

}  // namespace toruscope::apps
