// SPDX-License-Identifier: Apache-2.0

#include "tests/support/random_network.hpp"

#include "tests/support/reference_dealt.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <stdexcept>

namespace toruscope::test {

namespace {

using Network = MachineDescription::Network;

using Guest = MachineDescription::Guest;

rc::Gen<MachineDescription> rings_and_tori(Interest interest) {
  const auto of = [](Network network) {
    return [network](std::vector<int> sides) {
      MachineDescription machine;
      machine.network = network;
      machine.sides = std::move(sides);
      return machine;
    };
  };
  const auto side = [](int most) { return rc::gen::map(below(most), [](int i) { return i + 1; }); };
  const auto line = [&](Network network) {
    return rc::gen::map(rc::gen::container<std::vector<int>>(1, side(12)), of(network));
  };
  if (interest == Interest::ports) return line(Network::complete);
  const auto plane = rc::gen::map(rc::gen::container<std::vector<int>>(2, side(6)), of(Network::torus));
  const auto box = rc::gen::map(rc::gen::container<std::vector<int>>(3, side(6)), [of](std::vector<int> sides) {
    while (sides[0] * sides[1] * sides[2] > 72) --*std::max_element(sides.begin(), sides.end());
    return of(Network::torus)(std::move(sides));
  });
  if (interest != Interest::links && interest != Interest::zero_lookahead)
    return rc::gen::oneOf(line(Network::complete), line(Network::ring), plane, box);
  return rc::gen::oneOf(line(Network::ring), line(Network::torus), plane, box);
}

/// One of the other topologies, with at most 24 PEs, from two numbers.
MachineDescription other_network(MachineDescription::Network network, int a, int b) {
  MachineDescription machine;
  machine.network = network;
  machine.sides = {1 + a % 12};
  if (network == Network::mesh) machine.sides = {1 + a % 4, 1 + b % 6};
  if (network == Network::hypercube) machine.sides = {a % 5};
  if (network == Network::fat_tree) machine.sides = {1 + a % 4, 1 + b % 4, 1 + (a + b) % 4};
  if (network == Network::fat_tree && b % 5 == 0) machine.sides = {2 + a % 2 * 2};
  if (network == Network::dragonfly) machine.sides = {1 + a % 2, 1 + b % 3, 1 + a % 3, 1 + (a + b) % 4};
  if (network == Network::dragonfly)
    machine.sides[3] = std::min(machine.sides[3], machine.sides[1] * machine.sides[2] + 1);
  if (network == Network::hyperx) machine.sides = {1 + a % 3, 1 + b % 4, 1 + (a + b) % 2};
  if (network == Network::graph) {  // a tree, up to three more links, and sometimes a switch
    machine.sides = {2 + a % 11};
    const int nodes = machine.sides[0] + b % 2;
    std::set<std::pair<Node, Node>> wires;
    for (int node = 1; node < nodes; ++node) wires.emplace((a * node + b) % node, node);
    for (int i = 1; i <= 3; ++i) {
      const int from = (a + i * b) % nodes;
      wires.insert(std::minmax(from, (from + 1 + (a + i) % (nodes - 1)) % nodes));
    }
    machine.wires.assign(wires.begin(), wires.end());
  }
  return machine;
}

bool has_routes(const MachineDescription& machine) {
  try {
    return lanes_of(machine) > 0;
  } catch (const std::runtime_error&) {
    return false;
  }
}

/// A graph with up to so many given routes, each by way of a third PE.
MachineDescription with_some_routes(MachineDescription machine, int routes, int choice) {
  const int p = machine.network_pes();
  if (machine.network != MachineDescription::Network::graph || p < 3) return machine;
  for (int i = 0; i < routes; ++i) {
    const Node from = (choice + i) % p;
    const Node by = (from + 1 + choice % (p - 2)) % p;
    const Node to = (from + p - 1) % p;
    if (by == to) continue;
    std::vector<Node> nodes{from};
    for (const auto& [a, b] : {LinkEnds{from, by}, LinkEnds{by, to}})
      for (const Channel& channel : route_in_network(machine, a, b)) nodes.push_back(channel.head);
    if (std::set<Node>(nodes.begin(), nodes.end()).size() < nodes.size()) continue;
    machine.routes[{from, to}] = nodes;
    if (!has_routes(machine)) machine.routes.erase({from, to});
  }
  return machine;
}

/// Up to so many failed links: one without which the network would be refused stays alive.
MachineDescription with_some_failed(MachineDescription machine, int wires, int choice) {
  const std::set<LinkEnds> alive = links_left(machine);
  if (alive.empty()) return machine;
  for (int i = 0; i < wires; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(choice + 7 * i) % alive.size());
    const LinkEnds wire = *std::next(alive.begin(), place);
    if (std::count(machine.failed.begin(), machine.failed.end(), wire) != 0) continue;
    machine.failed.push_back(wire);
    if (!has_routes(machine)) machine.failed.pop_back();
  }
  return machine;
}

/// A ring or grid of at least about half as many PEs; by `gray` a cube or torus whose sides are
/// powers of two.
Guest guest_of(int most, Guest::Rule rule, int a, int b) {
  Guest guest{.rule = rule};
  if (rule == Guest::Rule::gray) {
    int bits = 0;
    while (2 << bits <= most) ++bits;
    guest.network = a % 2 == 0 ? MachineDescription::Network::hypercube : MachineDescription::Network::torus;
    const int first = b % (bits + 1);
    guest.sides = a % 2 == 0 ? std::vector{bits} : std::vector{1 << first, 1 << (bits - first)};
    return guest;
  }
  int pes = most - a % (most / 2 + 1);
  guest.sides = {pes};
  if (b % 2 == 1) {
    const int rows = 1 + b % std::min(3, pes);
    guest.network = MachineDescription::Network::mesh;
    guest.sides = {rows, pes / rows};
    pes -= pes % rows;
  }
  if (rule == Guest::Rule::listed)
    for (Rank rank = 0; rank < pes; ++rank) guest.places.push_back(most - 1 - (rank + b) % most);
  return guest;
}

/// `rule`: of a guest, below 0: none.
MachineDescription altered(MachineDescription machine, int failed, int rule, int a, int b) {
  constexpr int kMostPes = 24;  // their routes are found one by one
  machine = with_some_routes(std::move(machine), b % 4, a);
  const bool uses_all_links = machine.network != Network::fat_tree || machine.sides.size() == 1;
  if (machine.pes() <= kMostPes && uses_all_links)
    machine = with_some_failed(std::move(machine), failed, a + b);
  const bool is_host = machine.network < Network::fat_tree || machine.network == Network::graph;
  if (rule >= 0 && is_host) machine.guest = guest_of(machine.pes(), static_cast<Guest::Rule>(rule), a, b);
  return machine;
}

}  // namespace

rc::Gen<MachineDescription> networks(Interest interest, MachineSort sort) {
  if (interest == Interest::ports || (sort == MachineSort::in_library && !in_library::kTopologies))
    return rings_and_tori(interest);
  const auto others =
      rc::gen::apply(other_network,
                     one_of<Network>({Network::mesh, Network::line, Network::hypercube, Network::tree,
                                      Network::graph, Network::fat_tree, Network::dragonfly, Network::hyperx}),
                     below(60), below(60));
  return rc::gen::apply(
      altered, rc::gen::weightedOneOf<MachineDescription>({{3, rings_and_tori(interest)}, {2, others}}),
      one_of<int>({0, 0, 0, 0, 1, 2, 3}), one_of<int>({-1, -1, -1, -1, 0, 1, 2, 3}), below(60), below(60));
}

}  // namespace toruscope::test
