// SPDX-License-Identifier: Apache-2.0
#include <toruscope/machine.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>

namespace toruscope {

Ports ports_on(const Topology& topology, Ports ports) {
  if (ports.rule == Ports::Rule::all) ports.k = std::max(topology.pe_ports(), 1);
  return ports;
}

}  // namespace toruscope
