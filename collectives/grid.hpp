// SPDX-License-Identifier: Apache-2.0
// The grid of cases in which every algorithm is verified: topologies, machines, workloads. One
// table for `verify --all` and for the property tests.
//
//   brief    some of everything: where a run costs ten times what it should (sanitizers)
//   usual    some ten thousand cases: every kind of topology, cost, port rule, size, root, operator
//   full     also every ring up to 64 PEs, more tori, all sizes below a word, more roots
//
// Invariants  The cases come in the same order in every run. Each machine has the options by which
//             the command line makes it, so that a case can be run again by itself.
// Not here    Running them (sweep.hpp).

#pragma once

#include "collectives/definitions.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/topology.hpp>

#include <memory>
#include <string>
#include <vector>

namespace toruscope::collectives {

enum class Extent { brief, usual, full };

struct GridMachine {
  Parameters parameters;
  std::string options;  ///< "--machine postal --ports k=2 --lambda 3/2"
};

struct GridCase {
  TopologyPtr topology;
  std::shared_ptr<const GridMachine> machine;
  Workload workload;
};

/// Costs ts and tw only, as in the papers.
GridMachine linear_machine();
/// Every cost of its own, so that no two parts of a time can stand for each other.
GridMachine all_costs_machine();

/// Topologies of every kind in the table, up to 96 PEs; a size that a kind refuses is left out.
std::vector<TopologyPtr> grid_topologies(Extent extent, const std::vector<TopologyEntry>& table);
/// Machines of one port; the whole grid also has k = 2 and one port per link.
std::vector<GridMachine> grid_machines(Extent extent);
/// Step machines of k ports, whole and fractional lambda; all costs on k ports; other port rules.
std::vector<GridMachine> grid_machines_of_many_ports(Extent extent);
/// Workloads of an operation on p PEs: nothing, one byte, odd sizes, sizes around a word and around
/// p parts, every place for a root, fewer and more values than PEs, operators that commute or not.
std::vector<Workload> grid_workloads(const OperationTraits& operation, int p, Extent extent);

/// All cases of an operation, first those that most algorithms accept. `topologies` is the table.
std::vector<GridCase> grid_cases(const OperationTraits& operation, Extent extent,
                                 const std::vector<TopologyEntry>& topologies = toruscope::topologies());

/// The command that runs this case by itself: "mine verify alltoall --algorithm at2 --topology
/// torus:4x4 --machine unit --ts 1000 --block 13".
std::string command_of(const std::string& program, const OperationTraits& operation,
                       const std::string& algorithm, const GridCase& c);

}  // namespace toruscope::collectives
