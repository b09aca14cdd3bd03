// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_graph.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace toruscope::test {

namespace {

using Link = std::pair<Node, Node>;
/// Which link waits for which: a route has both, one after the other.
using Dependencies = std::map<Link, std::set<Link>>;

std::map<Node, std::set<Node>> neighbours(const std::vector<std::pair<Node, Node>>& wires) {
  std::map<Node, std::set<Node>> all;
  for (const auto& [a, b] : wires) {
    all[a].insert(b);
    all[b].insert(a);
  }
  return all;
}

std::map<Node, int> distances_to(Node goal, const std::map<Node, std::set<Node>>& all) {
  std::map<Node, int> distances{{goal, 0}};
  std::deque<Node> next{goal};
  for (; !next.empty(); next.pop_front())
    if (const auto found = all.find(next.front()); found != all.end())
      for (const Node node : found->second)
        if (distances.try_emplace(node, distances.at(next.front()) + 1).second) next.push_back(node);
  return distances;
}

/// The links in an order in which each comes before those that wait for it; fewer than all if there is a cycle.
std::vector<Link> in_order(const Dependencies& dependencies) {
  std::map<Link, int> before;
  for (const auto& [link, followers] : dependencies) {
    before.try_emplace(link, 0);
    for (const Link& follower : followers) ++before[follower];
  }
  std::deque<Link> free;
  for (const auto& [link, count] : before)
    if (count == 0) free.push_back(link);
  std::vector<Link> order;
  for (; !free.empty(); free.pop_front()) {
    order.push_back(free.front());
    if (const auto found = dependencies.find(free.front()); found != dependencies.end())
      for (const Link& follower : found->second)
        if (--before[follower] == 0) free.push_back(follower);
  }
  if (order.size() < before.size()) order.clear();
  return order;
}

class GraphRoutes {
 public:
  explicit GraphRoutes(const MachineDescription& machine)
      : wires(machine.wires), channels(reference_channels(machine)) {
    const auto all = neighbours(wires);
    std::vector<Dependencies> lanes(static_cast<std::size_t>(channels == 1 ? 1 : kMostLanes));
    for (Node a = 0; a < machine.pes(); ++a)
      for (Node b = 0; b < machine.pes(); ++b)
        if (a != b) deal(shortest(a, b, all), routes[{a, b}], lanes);
    set_orders(lanes);
  }

  const std::vector<std::pair<Node, Node>> wires;
  const int channels;
  std::map<std::pair<Node, Node>, std::vector<Channel>> routes;

 private:
  static std::vector<Link> shortest(Node a, Node b, const std::map<Node, std::set<Node>>& all) {
    const std::map<Node, int> distances = distances_to(b, all);
    if (distances.count(a) == 0) throw std::runtime_error("graph: no way between two nodes");
    std::vector<Link> links;
    for (Node here = a; here != b; here = links.back().second)
      for (const Node next : all.at(here))
        if (distances.at(next) < distances.at(here)) {
          links.emplace_back(here, next);
          break;
        }
    return links;
  }

  void deal(const std::vector<Link>& links, std::vector<Channel>& route,
            std::vector<Dependencies>& lanes) const {
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      Dependencies with = lanes[lane];
      for (std::size_t i = 0; i < links.size(); ++i) {
        with.try_emplace(links[i]);
        if (i > 0) with[links[i - 1]].insert(links[i]);
      }
      if (channels > 1 && in_order(with).empty()) continue;
      lanes[lane] = std::move(with);
      for (const Link& link : links)
        route.push_back({.tail = link.first, .head = link.second, .lane = static_cast<int>(lane)});
      return;
    }
    throw std::runtime_error("graph: its routes need more than four lanes");
  }

  /// Lane after lane, each in an order of its dependencies. A cycle, on the only channel, has none.
  void set_orders(const std::vector<Dependencies>& lanes) {
    std::map<std::pair<int, Link>, std::int64_t> orders;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      for (const Link& link : in_order(lanes[lane])) {
        const auto place = static_cast<std::int64_t>(orders.size());
        orders[{static_cast<int>(lane), link}] = place;
      }
    for (auto& [ends, route] : routes)
      for (Channel& channel : route) channel.order = orders[{channel.lane, {channel.tail, channel.head}}];
  }
};

}  // namespace

int reference_channels(const MachineDescription& machine) {
  const bool is_held = machine.switching == SwitchingMode::wormhole || machine.buffers;
  const int channels = is_held ? machine.virtual_channels : 2;
  const bool has_lanes = machine.network == MachineDescription::Network::graph && channels > 1;
  return has_lanes ? std::max(kMostLanes, channels) : channels;
}

int lanes_of_graph(const MachineDescription& machine) {
  if (machine.network != MachineDescription::Network::graph) return 1;
  MachineDescription with_all = machine;
  with_all.virtual_channels = kMostLanes;
  int lanes = 1;
  for (const auto& [ends, route] : GraphRoutes(with_all).routes)
    for (const Channel& channel : route) lanes = std::max(lanes, channel.lane + 1);
  return lanes;
}

const std::vector<Channel>& route_in_graph(const MachineDescription& machine, Node a, Node b) {
  thread_local std::vector<GraphRoutes> last;  // of one machine: it is asked for thousands of times
  if (last.empty() || last[0].wires != machine.wires || last[0].channels != reference_channels(machine) ||
      last[0].routes.count({a, b}) == 0) {
    last.clear();
    last.emplace_back(machine);
  }
  return last[0].routes.at({a, b});
}

}  // namespace toruscope::test
