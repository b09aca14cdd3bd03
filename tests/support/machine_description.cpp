// SPDX-License-Identifier: Apache-2.0

#include "tests/support/machine_description.hpp"

#include "runtime/topology/graph_file.hpp"
#include "tests/support/machine_files.hpp"
#include "tests/support/reference_dealt.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <sstream>

namespace toruscope::test {

using Network = MachineDescription::Network;

namespace {

int pes_of(Network network, const std::vector<int>& sides) {
  if (network == Network::hypercube) return 1 << sides.at(0);
  if (network == Network::fat_tree)
    return sides.size() == 1 ? sides[0] * sides[0] * sides[0] / 4 : sides.at(0) * sides.at(2);
  if (network == Network::dragonfly) return sides.at(0) * sides.at(1) * sides.at(3);
  int product = 1;
  for (const int side : sides) product *= side;
  return product;
}

}  // namespace

int MachineDescription::pes() const {
  return guest ? pes_of(guest->network, guest->sides) : network_pes();
}

int MachineDescription::network_pes() const {
  return pes_of(network, sides);
}

std::size_t MachineDescription::dimensions() const {
  if (network == Network::hypercube) return static_cast<std::size_t>(std::max(1, sides.at(0)));
  const bool is_grid = network == Network::torus || network == Network::mesh || network == Network::hyperx;
  return is_grid ? sides.size() : 1;
}

namespace {

TopologyPtr made(Network network, const std::vector<int>& sides) {
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
    case Network::fat_tree:
      return sides.size() == 1 ? toruscope::fat_tree(sides[0])
                               : toruscope::fat_tree(sides.at(0), sides.at(1), sides.at(2));
    case Network::dragonfly:
      return toruscope::dragonfly({sides.at(0), sides.at(1), sides.at(2), sides.at(3)});
    case Network::hyperx:
      return toruscope::hyperx(sides);
    case Network::torus:
    case Network::graph:
      break;
  }
  return toruscope::torus(sides);
}

TopologyPtr made_graph(const MachineDescription& machine) {
  return core::make_graph("graph", core::read_graph(wires_file(machine), "links"));
}

}  // namespace

TopologyPtr MachineDescription::topology() const {
  TopologyPtr made_network = network == Network::graph ? made_graph(*this) : made(network, sides);
  if (!failed.empty()) made_network = with_failed_links(made_network, failed);
  if (!guest) return made_network;
  const TemporaryFolder folder;
  const bool is_listed = guest->rule == Guest::Rule::listed;
  return embed(made(guest->network, guest->sides), made_network,
               is_listed ? folder.file("places.txt", places_file(*guest)).string() : rule_text(*guest));
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
  p.flit = flit;
  p.eager = eager;
  const auto steps = [&](std::int64_t ticks) { return Time{Ticks{ticks / ticks_per_step}}; };
  p.ts = steps(ts);
  p.tr = steps(tr);
  p.tm = steps(tm);
  p.tw = steps(tw);
  p.th = steps(th);
  p.latency = Ticks{latency};
  p.gap = steps(gap);
  p.poll = steps(poll);
  p.tick = Time{};
  for (const std::int64_t tw_here : tw_of) p.tw_of.push_back(steps(tw_here));
  for (const std::int64_t th_here : th_of) p.th_of.push_back(steps(th_here));
  for (const auto& [ends, factor] : slow)
    p.slow.push_back({ends.first, ends.second, factor.factor, factor.over});
  const auto some_steps = [&](std::optional<std::int64_t> ticks) {
    return ticks ? std::optional(steps(*ticks)) : std::nullopt;
  };
  for (const Piece& piece : pieces)
    p.pieces.push_back({piece.from, some_steps(piece.ts), some_steps(piece.tr), some_steps(piece.tm),
                        some_steps(piece.tw), some_steps(piece.latency)});
  p.rendezvous = some_steps(rendezvous);
  return ticks_per_step == 1 ? p : with_lambda(p, latency + ticks_per_step, ticks_per_step);
}

bool library_has(const MachineDescription& machine) {
  using namespace in_library;
  const bool is_uniform =
      machine.tw_of.empty() && machine.th_of.empty() && machine.slow.empty() && machine.own.empty();
  if (has_cyclic_waits(machine)) return false;
  return has(machine.port_rule) && has(machine.switching) &&
         (kVirtualChannels || machine.virtual_channels == 2) && (kBuffers || !machine.buffers) &&
         (kFlit || machine.flit == 0) && (kEager || !machine.eager) && (kPolls || machine.poll == 0) &&
         (kPieces || machine.pieces.empty()) && (kRendezvous || !machine.rendezvous) &&
         (kTopologies || machine.network <= Network::complete) && (kCostsByLink || is_uniform);
}

}  // namespace toruscope::test
