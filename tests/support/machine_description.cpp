// SPDX-License-Identifier: Apache-2.0

#include "tests/support/machine_description.hpp"

#include "runtime/topology/graph_file.hpp"
#include "tests/support/reference_graph.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace toruscope::test {

using Network = MachineDescription::Network;

int MachineDescription::pes() const {
  if (network == Network::hypercube) return 1 << sides.at(0);
  int product = 1;
  for (const int side : sides) product *= side;
  return product;
}

std::size_t MachineDescription::dimensions() const {
  if (network == Network::hypercube) return static_cast<std::size_t>(std::max(1, sides.at(0)));
  return network == Network::torus || network == Network::mesh ? sides.size() : 1;
}

TopologyPtr MachineDescription::topology() const {
  switch (network) {
    case Network::ring:
      return toruscope::ring(sides.at(0));
    case Network::complete:
      return toruscope::complete(sides.at(0));
    case Network::mesh:
      return toruscope::mesh(sides);
    case Network::line:
      return toruscope::line(sides.at(0));
    case Network::hypercube:
      return toruscope::hypercube(sides.at(0));
    case Network::tree:
      return toruscope::tree(sides.at(0));
    case Network::graph: {
      std::stringstream file;
      file << "pes " << pes() << "\n";
      for (const auto& [a, b] : wires) file << a << ' ' << b << '\n';
      return detail::make_graph("graph", detail::read_graph(file, "wires"));
    }
    case Network::torus:
      break;
  }
  return toruscope::torus(sides);
}

Parameters MachineDescription::parameters() const {
  Parameters p;
  p.injection = injection;
  if (ports != 1) p.ports = k_ports(ports);
  if (port_rule == PortRule::half) p.ports = half_port;
  if (port_rule == PortRule::telephone) p.ports = telephone;
  if (port_rule == PortRule::all) p.ports = all_ports;
  p.port_policy = port_policy;
  if (switching == SwitchingMode::store_and_forward) p.switching = Switching::store_and_forward;
  if (switching == SwitchingMode::wormhole) p.switching = Switching::wormhole;
  p.virtual_channels = virtual_channels;
  p.buffers = buffers;
  p.eager = eager;
  const auto steps = [&](std::int64_t ticks) { return Time{Ticks{ticks / ticks_per_step}}; };
  p.ts = steps(ts);
  p.tr = steps(tr);
  p.tm = steps(tm);
  p.tw = steps(tw);
  p.th = steps(th);
  p.latency = Ticks{latency};
  p.gap = steps(gap);
  p.tick = Time{};
  for (const std::int64_t tw_here : tw_of) p.tw_of.push_back(steps(tw_here));
  for (const std::int64_t th_here : th_of) p.th_of.push_back(steps(th_here));
  for (const auto& [ends, factor] : slow) p.slow.push_back({ends.first, ends.second, factor});
  return ticks_per_step == 1 ? p : with_lambda(p, latency + ticks_per_step, ticks_per_step);
}

bool library_has(const MachineDescription& machine) {
  using namespace in_library;
  const bool is_uniform = machine.tw_of.empty() && machine.th_of.empty() && machine.slow.empty();
  const bool holds = machine.switching == SwitchingMode::wormhole || machine.buffers;
  if (holds && machine.virtual_channels < lanes_of_graph(machine)) return false;  // waits in a circle
  return has(machine.port_rule) && has(machine.switching) &&
         (kVirtualChannels || machine.virtual_channels == 2) && (kBuffers || !machine.buffers) &&
         (kEager || !machine.eager) && (kTopologies || machine.network <= Network::complete) &&
         (kCostsByLink || is_uniform);
}

std::string to_string(const MachineDescription& machine) {
  constexpr const char* kKinds[] = {"torus", "ring", "complete", "mesh", "line", "hypercube", "tree", "graph"};
  const char* kind = kKinds[static_cast<int>(machine.network)];
  std::string text = fmt::format("{}:{}", kind, fmt::join(machine.sides, "x"));
  for (const auto& [a, b] : machine.wires) text += fmt::format(" {}-{}", a, b);
  const auto cost = [&](const char* name, std::int64_t value) {
    if (value != 0) text += fmt::format(" {}={}", name, value);
  };
  cost("ts", machine.ts);
  cost("tr", machine.tr);
  cost("tm", machine.tm);
  cost("tw", machine.tw);
  cost("th", machine.th);
  cost("L", machine.latency);
  cost("g", machine.gap);
  if (machine.injection == Injection::buffered) text += " buffered";
  constexpr const char* kPortRules[] = {"", " half", " telephone", " all"};
  text += kPortRules[static_cast<int>(machine.port_rule)];
  constexpr const char* kSwitching[] = {"", " store-and-forward", " wormhole"};
  text += kSwitching[static_cast<int>(machine.switching)];
  if (machine.virtual_channels != 2) text += fmt::format(" virtual-channels={}", machine.virtual_channels);
  if (machine.buffers) text += fmt::format(" buffers={}", *machine.buffers);
  if (machine.eager) text += fmt::format(" eager={}", *machine.eager);
  if (!machine.tw_of.empty()) text += fmt::format(" tw={}", fmt::join(machine.tw_of, ","));
  if (!machine.th_of.empty()) text += fmt::format(" th={}", fmt::join(machine.th_of, ","));
  for (const auto& [ends, factor] : machine.slow)
    text += fmt::format(" slow {}->{}={}", ends.first, ends.second, factor);
  if (machine.ports != 1) text += fmt::format(" k={}", machine.ports);
  if (machine.port_policy == PortPolicy::strict) text += " strict";
  if (machine.ticks_per_step != 1) text += fmt::format(" {} ticks per step", machine.ticks_per_step);
  return text;
}

}  // namespace toruscope::test
