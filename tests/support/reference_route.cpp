// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_route.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace toruscope::test {

namespace {

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

/// Appends the channels along dimension d from `at`, which is moved along, to the goal's coordinate.
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
    // Channel 0 of the links in the order of travel, then channel 1 of the wrap-around link and of those after.
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

int reference_ports(const MachineDescription& machine, Node node) {
  if (machine.port_rule == PortRule::k) return machine.ports;
  if (machine.port_rule != PortRule::all) return 1;
  std::set<Node> neighbours;  // the first links of all routes are the links that leave the node
  for (Node other = 0; other < machine.pes(); ++other)
    if (other != node) neighbours.insert(reference_route(machine, node, other)[0].head);
  return std::max<int>(1, static_cast<int>(neighbours.size()));
}

std::vector<Channel> reference_route(const MachineDescription& machine, Node a, Node b, HalfRing tie) {
  if (a == b) return {};
  if (machine.network == MachineDescription::Network::complete) return {{.tail = a, .head = b}};

  const std::vector<int> goal = coordinates(b, machine.sides);
  std::vector<int> at = coordinates(a, machine.sides);
  std::vector<Channel> channels;
  for (std::size_t d = 0; d < goal.size(); ++d)
    travel(at, goal[d], d, machine.sides, tie, machine.virtual_channels > 1, channels);
  return channels;
}

}  // namespace toruscope::test
