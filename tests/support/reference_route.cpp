// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_route.hpp"

#include "tests/support/reference_dealt.hpp"
#include "tests/support/reference_embedding.hpp"
#include "tests/support/reference_switched.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace toruscope::test {

namespace {

using Network = MachineDescription::Network;

/// Row-major: the last dimension is the fastest.
std::vector<int> coordinates(Node node, const std::vector<int>& sides) {
  std::vector<int> at(sides.size());
  for (std::size_t d = sides.size(); d-- > 0; node /= sides[d]) at[d] = node % sides[d];
  return at;
}

Node node_at(const std::vector<int>& at, const std::vector<int>& sides) {
  Node node = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) node = node * sides[d] + at[d];
  return node;
}

/// Appends the channels along dimension d from `at`, which is moved along, to the goal's
/// coordinate, where the dimension does not close to a ring.
void travel_straight(std::vector<int>& at, int goal, std::size_t d, const std::vector<int>& sides,
                     std::vector<Channel>& channels) {
  const int longest = *std::max_element(sides.begin(), sides.end());
  while (at[d] != goal) {
    const bool is_positive = at[d] < goal;
    const int place = is_positive ? at[d] : sides[d] - 1 - at[d];
    const int lane = static_cast<int>(d) * 2 + (is_positive ? 0 : 1);
    const Node tail = node_at(at, sides);
    at[d] += is_positive ? 1 : -1;
    channels.push_back({tail, node_at(at, sides), std::int64_t{lane} * longest + place, static_cast<int>(d)});
  }
}

std::vector<Channel> route_in_hypercube(int bits, Node a, Node b) {
  std::vector<Channel> channels;
  for (int bit = 0; bit < bits; ++bit) {
    const Node next = a ^ ((a ^ b) & (1 << bit));
    if (next != a) channels.push_back({a, next, bit, bits - 1 - bit});
    a = next;
  }
  return channels;
}

/// The nodes from the root down to this leaf of a tree of p leaves.
std::vector<Node> way_down(int p, Node leaf) {
  std::vector<Node> way;
  int first = 0;
  Node node = p;  // the switch of the leaves first .. first + n - 1
  for (int n = p; n > 1;) {
    way.push_back(node);
    const int left = (n + 1) / 2;
    const bool is_left = leaf < first + left;
    node += is_left ? 1 : left;
    first += is_left ? 0 : left;
    n = is_left ? left : n - left;
  }
  way.push_back(leaf);
  return way;
}

std::vector<Channel> route_in_tree(int p, Node a, Node b) {
  constexpr std::int64_t kDeepest = 64;
  const std::vector<Node> from = way_down(p, a);
  const std::vector<Node> to = way_down(p, b);
  std::size_t common = 0;
  while (from[common] == to[common]) ++common;
  std::vector<Channel> channels;
  for (std::size_t depth = from.size() - 1; depth >= common; --depth)
    channels.push_back({from[depth], from[depth - 1], kDeepest - static_cast<std::int64_t>(depth)});
  for (std::size_t depth = common; depth < to.size(); ++depth)
    channels.push_back({to[depth - 1], to[depth], kDeepest + static_cast<std::int64_t>(depth)});
  return channels;
}

/// The same around a ring.
void travel(std::vector<int>& at, int goal, std::size_t d, const std::vector<int>& sides, HalfRing tie,
            bool has_dateline, std::vector<Channel>& channels) {
  const int n = sides[d];
  const int longest = *std::max_element(sides.begin(), sides.end());
  const int forward = (goal - at[d] + n) % n;
  const bool is_positive = 2 * forward < n || (2 * forward == n && tie == HalfRing::positive);
  bool has_wrapped = false;
  while (at[d] != goal) {
    const int here = at[d];
    const int next = (here + (is_positive ? 1 : n - 1)) % n;
    has_wrapped = has_dateline && (has_wrapped || (is_positive ? next < here : next > here));
    // Channel 0 of the links in the order of travel, then channel 1 of the wrap-around link and of
    // those after.
    const int place = is_positive ? (has_wrapped ? (here + 1) % n : here)  //
                                  : (has_wrapped ? (n - here) % n : n - 1 - here);
    const int lane = static_cast<int>(d) * 4 + (is_positive ? 0 : 2) + (has_wrapped ? 1 : 0);
    const Node tail = node_at(at, sides);
    at[d] = next;
    channels.push_back({tail, node_at(at, sides), std::int64_t{lane} * longest + place, static_cast<int>(d),
                        has_wrapped ? 1 : 0});
  }
}

}  // namespace

int reference_ports(const MachineDescription& machine, Rank rank) {
  if (machine.port_rule == PortRule::k) return machine.ports;
  if (machine.port_rule != PortRule::all) return 1;
  const Node node = reference_places(machine).at(static_cast<std::size_t>(rank));
  // but for graphs, the first links of all routes are the links that leave the node
  std::set<Node> neighbours;
  for (const auto& [a, b] : machine.wires)
    if (a == node || b == node) neighbours.insert(a == node ? b : a);
  if (machine.network != MachineDescription::Network::graph)
    for (Node other = 0; other < machine.network_pes(); ++other)
      if (other != node) neighbours.insert(route_in_network(machine, node, other)[0].head);
  for (const auto& [a, b] : machine.failed)
    if (a == node || b == node) neighbours.erase(a == node ? b : a);
  return std::max<int>(1, static_cast<int>(neighbours.size()));
}

std::vector<Channel> route_in_network(const MachineDescription& machine, Node a, Node b, HalfRing tie) {
  if (a == b) return {};
  if (machine.network == Network::hypercube) return route_in_hypercube(machine.sides[0], a, b);
  if (machine.network == Network::tree) return route_in_tree(machine.sides[0], a, b);
  if (machine.network == Network::fat_tree) return route_in_fat_tree(machine.sides, a, b);
  if (machine.network == Network::dragonfly) return route_in_dragonfly(machine.sides, a, b);
  if (machine.network == Network::hyperx) return route_in_hyperx(machine.sides, a, b);
  if (machine.network == Network::graph) return dealt_route(machine, a, b, tie);
  if (machine.network == Network::complete) return {{.tail = a, .head = b}};

  const std::vector<int> goal = coordinates(b, machine.sides);
  std::vector<int> at = coordinates(a, machine.sides);
  std::vector<Channel> channels;
  const bool is_straight = machine.network == Network::mesh || machine.network == Network::line;
  for (std::size_t d = 0; d < goal.size(); ++d)
    if (is_straight)
      travel_straight(at, goal[d], d, machine.sides, channels);
    else
      travel(at, goal[d], d, machine.sides, tie, reference_channels(machine) > 1, channels);
  return channels;
}

std::vector<Channel> reference_route(const MachineDescription& machine, Rank a, Rank b, HalfRing tie) {
  if (a == b) return {};
  const std::vector<Node> places = reference_places(machine);
  const Node from = places.at(static_cast<std::size_t>(a));
  const Node to = places.at(static_cast<std::size_t>(b));
  std::vector<Channel> channels =
      is_dealt(machine) ? dealt_route(machine, from, to, tie) : route_in_network(machine, from, to, tie);
  for (Channel& channel : channels)
    for (const auto& wire : {std::pair(channel.tail, channel.head), std::pair(channel.head, channel.tail)})
      if (const auto own = machine.own.find(wire); own != machine.own.end()) channel.own = own->second;
  if (!machine.guest) return channels;
  const std::vector<Node> numbers = numbers_for_guest(machine);
  for (Channel& channel : channels)
    for (Node* node : {&channel.tail, &channel.head}) *node = numbers.at(static_cast<std::size_t>(*node));
  return channels;
}

}  // namespace toruscope::test
