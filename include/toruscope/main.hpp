// SPDX-License-Identifier: Apache-2.0
// The command line, for Toruscope itself and for programs that add their own algorithms, topologies and machines to
// its tables.

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <functional>
#include <vector>

namespace toruscope {

/// What the command line knows by name. As made, it holds what comes with Toruscope; a program adds its own.
struct Tables {
  Catalogue algorithms = catalogue();                               ///< by which the verbs choose
  std::vector<TopologyEntry> topologies = toruscope::topologies();  ///< of --topology
  std::vector<Preset> machines = presets();                         ///< of --machine
};

/// Runs `toruscope VERB ...` with these tables. `program`, if any, is what `run` without an application name
/// runs. Returns the documented exit code; never throws.
int main(int argc, char** argv, const std::function<void(Communicator&)>& program, const Tables& tables);
/// The same with a table of algorithms, and the topologies and machines that come with Toruscope.
int main(int argc, char** argv, const std::function<void(Communicator&)>& program = {},
         const Catalogue& algorithms = builtin_catalogue());

}  // namespace toruscope
