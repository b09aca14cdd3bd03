// SPDX-License-Identifier: Apache-2.0
// The command line, for Toruscope itself and for programs that add their own algorithms, topologies
// and machines to its tables.
//
// Link        toruscope::cli

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <functional>
#include <vector>

namespace toruscope {

/// Names that the command line knows. As made, it holds what comes with Toruscope; a program adds
/// its own.
struct Tables {
  Catalogue algorithms = catalogue();  ///< algorithms that the verbs know
  /// topologies that --topology knows
  std::vector<TopologyEntry> topologies = toruscope::topologies();
  std::vector<Preset> machines = presets();  ///< machines that --machine knows
};

/// Runs `toruscope VERB ...` with these tables. `program`, if any, is what `run` without an
/// application name runs. Returns the documented exit code; never throws.
int main(int argc, char** argv, const std::function<void(Communicator&)>& program, const Tables& tables);
/// Runs the command line with a table of algorithms, and the topologies and machines that come with
/// Toruscope.
int main(int argc, char** argv, const std::function<void(Communicator&)>& program = {},
         const Catalogue& algorithms = builtin_catalogue());

}  // namespace toruscope
