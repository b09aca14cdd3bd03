// SPDX-License-Identifier: Apache-2.0
// A step machine as plain numbers, so that the reference needs nothing of the library that it judges.

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::test {

/// `k`: k sends and k receives (`one`: k = 1).
enum class PortRule { k, half, telephone, all };

struct MachineDescription {
  enum class Network { torus, ring, complete };
  Network network = Network::torus;
  std::vector<int> sides = {1};  ///< ring and complete have one
  std::int64_t ts = 0, tr = 0, tm = 0, tw = 0, th = 0, latency = 0, gap = 0;
  Injection injection = Injection::direct;
  PortRule port_rule = PortRule::k;
  int ports = 1;  ///< k
  PortPolicy port_policy = PortPolicy::queue;
  /// A fractional lambda's denominator: all costs above are whole numbers of so many ticks but L, which is what
  /// makes lambda - 1 steps.
  std::int64_t ticks_per_step = 1;

  [[nodiscard]] int pes() const;
  /// x of the design: how long a message of this many bytes keeps a link.
  [[nodiscard]] std::int64_t transmission(std::size_t bytes) const {
    return tm + static_cast<std::int64_t>(bytes) * tw;
  }

  // The same machine for the library.
  [[nodiscard]] TopologyPtr topology() const;
  [[nodiscard]] Parameters parameters() const;
};

/// True if the library has all that the description asks for. What it does not have yet the random programs do not
/// draw, and timelines are checked on the reference alone.
bool library_has(const MachineDescription& machine);
bool library_has(PortRule rule);

/// "torus:4x3 ts=1 tw=2 buffered": costs of 0 and direct injection are left out.
std::string to_string(const MachineDescription& machine);

}  // namespace toruscope::test
