// SPDX-License-Identifier: Apache-2.0
// The command line of Toruscope, and of programs with further algorithms, topologies, machines.
//
// Link        toruscope::cli

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <functional>
#include <vector>

namespace toruscope {

/// Names that the command line knows: those of Toruscope, and additions of a program.
struct Tables {
  Catalogue algorithms = catalogue();  ///< algorithms that the verbs know
  /// topologies that --topology knows
  std::vector<TopologyEntry> topologies = toruscope::topologies();
  std::vector<Preset> machines = presets();  ///< machines that --machine knows
};

/// Runs `toruscope VERB ...` with these tables; `run` without an application name runs `program`.
/// Returns the documented exit code; never throws.
int main(int argc, char** argv, const std::function<void(Communicator&)>& program, const Tables& tables);
/// Runs the command line with a table of algorithms, and Toruscope's topologies and machines.
int main(int argc, char** argv, const std::function<void(Communicator&)>& program = {},
         const Catalogue& algorithms = builtin_catalogue());

}  // namespace toruscope
