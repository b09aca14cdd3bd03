// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_dealt.hpp"

#include "tests/support/reference_embedding.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace toruscope::test {

namespace {

using Network = MachineDescription::Network;
using Link = std::pair<Node, Node>;
using Neighbours = std::map<Node, std::set<Node>>;
/// Which channel waits for which: a route has both, one after the other. A place is a link of a
/// lane, or a link and its lane.
template <class Place>
using Dependencies = std::map<Place, std::set<Place>>;

template <class Place>
void depend(const std::vector<Place>& route, Dependencies<Place>& dependencies) {
  for (std::size_t i = 0; i < route.size(); ++i) {
    dependencies.try_emplace(route[i]);
    if (i > 0) dependencies[route[i - 1]].insert(route[i]);
  }
}

/// The channels in an order in which each comes before those that wait for it; none if there is a
/// cycle.
template <class Place>
std::vector<Place> in_order(const Dependencies<Place>& dependencies) {
  std::map<Place, int> before;
  for (const auto& [channel, followers] : dependencies) {
    before.try_emplace(channel, 0);
    for (const Place& follower : followers) ++before[follower];
  }
  std::deque<Place> free;
  for (const auto& [channel, count] : before)
    if (count == 0) free.push_back(channel);
  std::vector<Place> order;
  for (; !free.empty(); free.pop_front()) {
    order.push_back(free.front());
    for (const Place& follower : dependencies.at(free.front()))
      if (--before[follower] == 0) free.push_back(follower);
  }
  if (order.size() < before.size()) order.clear();
  return order;
}

Neighbours neighbours(const MachineDescription& machine) {
  Neighbours all;
  for (const auto& [a, b] : links_left(machine)) {
    all[a].insert(b);
    all[b].insert(a);
  }
  return all;
}

std::map<Node, int> distances_to(Node goal, const Neighbours& all) {
  std::map<Node, int> distances{{goal, 0}};
  std::deque<Node> next{goal};
  for (; !next.empty(); next.pop_front())
    if (const auto found = all.find(next.front()); found != all.end())
      for (const Node node : found->second)
        if (distances.try_emplace(node, distances.at(next.front()) + 1).second) next.push_back(node);
  return distances;
}

std::vector<Link> shortest(Node a, Node b, const std::map<Node, int>& distances, const Neighbours& all) {
  if (distances.count(a) == 0) throw std::runtime_error("no way is left between two PEs");
  std::vector<Link> links;
  for (Node here = a; here != b; here = links.back().second)
    for (const Node next : all.at(here))
      if (distances.at(next) < distances.at(here)) {
        links.emplace_back(here, next);
        break;
      }
  return links;
}

std::vector<Link> links_of(const std::vector<Node>& nodes) {
  std::vector<Link> links;
  for (std::size_t i = 1; i < nodes.size(); ++i) links.emplace_back(nodes[i - 1], nodes[i]);
  return links;
}

/// What the routes of a network depend on.
using Key = std::tuple<Network, std::vector<int>, std::vector<Link>, std::map<Link, std::vector<Node>>,
                       std::vector<Link>, int, HalfRing>;

Key key_of(const MachineDescription& machine, HalfRing tie) {
  return {machine.network,
          machine.sides,
          machine.wires,
          machine.routes,
          machine.failed,
          reference_channels(machine),
          tie};
}

class DealtRoutes {
 public:
  DealtRoutes(const MachineDescription& machine, HalfRing tie) : key(key_of(machine, tie)) {
    const std::vector<Link> unrouted = keep(machine, tie);
    if (!machine.failed.empty()) detours.insert(unrouted.begin(), unrouted.end());
    const Neighbours all = neighbours(machine);
    std::map<Node, std::map<Node, int>> distances;
    for (const auto& [a, b] : unrouted) {
      if (distances.count(b) == 0) distances[b] = distances_to(b, all);
      const auto given = machine.routes.find({a, b});
      const bool is_given = machine.failed.empty() && given != machine.routes.end();
      deal(is_given ? links_of(given->second) : shortest(a, b, distances[b], all), routes[{a, b}]);
    }
    set_orders();
    if (const int channels = reference_channels(machine); channels < lanes) squeeze(channels);
  }

  const Key key;
  int lanes = 1;  ///< that the routes need
  std::map<Link, std::vector<Channel>> routes;
  std::set<Link> detours;

 private:
  /// Keeps the routes of the network that pass no failed link. Returns the ends of the others.
  std::vector<Link> keep(const MachineDescription& machine, HalfRing tie) {
    MachineDescription whole = machine;
    whole.failed.clear();
    const bool deals_all = machine.failed.empty();
    const std::set<Link> dead(machine.failed.begin(), machine.failed.end());
    const auto is_dead = [&](const Channel& c) {
      return dead.count({c.tail, c.head}) != 0 || dead.count({c.head, c.tail}) != 0;
    };
    if (!deals_all) lanes = lanes_of(whole);
    first_lane_ = deals_all ? 0 : lanes;
    std::vector<Link> others;
    for (Node a = 0; a < machine.network_pes(); ++a)
      for (Node b = 0; b < machine.network_pes(); ++b) {
        if (a == b) continue;
        const std::vector<Channel> route =
            deals_all ? std::vector<Channel>{} : route_in_network(whole, a, b, tie);
        for (const Channel& channel : route) {
          dimensions_[{channel.tail, channel.head}] = channel.dimension;
          first_order_ = std::max(first_order_, channel.order + 1);
        }
        if (deals_all || std::any_of(route.begin(), route.end(), is_dead))
          others.emplace_back(a, b);
        else
          routes[{a, b}] = route;
      }
    return others;
  }

  void deal(const std::vector<Link>& links, std::vector<Channel>& route) {
    for (int lane = first_lane_; lane < kMostLanes; ++lane) {
      Dependencies<Link> with = dealt_[lane];
      depend(links, with);
      if (in_order(with).empty()) continue;
      dealt_[lane] = std::move(with);
      lanes = std::max(lanes, lane + 1);
      for (const Link& link : links)
        route.push_back(
            {.tail = link.first, .head = link.second, .dimension = dimensions_[link], .lane = lane});
      return;
    }
    throw std::runtime_error("the routes need more than four lanes");
  }

  /// Lane after lane, each in an order of its dependencies.
  void set_orders() {
    std::map<std::pair<int, Link>, std::int64_t> orders;
    for (const auto& [lane, dependencies] : dealt_)
      for (const Link& link : in_order(dependencies))
        orders.try_emplace({lane, link}, first_order_ + static_cast<std::int64_t>(orders.size()));
    for (auto& [ends, route] : routes)
      for (Channel& channel : route)
        if (channel.lane >= first_lane_)
          channel.order = orders.at({channel.lane, {channel.tail, channel.head}});
  }

  /// Puts the lanes that the links lack on their last channel. Hops take time then, so that only
  /// the channels of one link need an order.
  void squeeze(int channels) {
    for (auto& [ends, route] : routes)
      for (Channel& channel : route) channel.order = channel.lane = std::min(channel.lane, channels - 1);
  }

  std::map<Link, int> dimensions_;
  int first_lane_ = 0;
  std::int64_t first_order_ = 0;
  std::map<int, Dependencies<Link>> dealt_;  ///< by lane
};

/// Of the last machine: it is asked for thousands of times.
std::shared_ptr<const DealtRoutes> dealt_routes(const MachineDescription& machine, HalfRing tie) {
  thread_local std::shared_ptr<const DealtRoutes> last;
  if (!last || last->key != key_of(machine, tie)) last = std::make_shared<DealtRoutes>(machine, tie);
  return last;
}

}  // namespace

std::set<LinkEnds> links_left(const MachineDescription& machine) {
  std::set<LinkEnds> wires;
  for (const auto& [a, b] : machine.wires) wires.insert(std::minmax(a, b));
  if (machine.network != Network::graph)  // every link is on some route
    for (Node a = 0; a < machine.network_pes(); ++a)
      for (Node b = 0; b < machine.network_pes(); ++b)
        for (const Channel& c : route_in_network(machine, a, b)) wires.insert(std::minmax(c.tail, c.head));
  for (const auto& [a, b] : machine.failed) wires.erase(std::minmax(a, b));
  return wires;
}

bool is_dealt(const MachineDescription& machine) {
  return machine.network == Network::graph || !machine.failed.empty();
}

bool holds_channels(const MachineDescription& machine) {
  return machine.switching == SwitchingMode::wormhole || machine.buffers;
}

int reference_channels(const MachineDescription& machine) {
  if (holds_channels(machine)) return machine.virtual_channels;
  return is_dealt(machine) ? kMostLanes : 2;
}

int lanes_of(const MachineDescription& machine) {
  if (is_dealt(machine)) return dealt_routes(machine, HalfRing::positive)->lanes;
  if (machine.network == Network::dragonfly)  // from the link between groups on to another router
    return machine.sides.at(1) > 1 && machine.sides.at(3) > 1 ? 2 : 1;
  return machine.network == Network::torus || machine.network == Network::ring ? 2 : 1;
}

bool has_cyclic_waits(const MachineDescription& machine) {
  if (!is_dealt(machine) || !holds_channels(machine)) return false;
  using LinkAndLane = std::tuple<Node, Node, int>;
  Dependencies<LinkAndLane> dependencies;
  for (Node a = 0; a < machine.pes(); ++a)
    for (Node b = 0; b < machine.pes(); ++b) {
      std::vector<LinkAndLane> route;
      for (const Channel& c : reference_route(machine, a, b)) route.emplace_back(c.tail, c.head, c.lane);
      depend(route, dependencies);
    }
  return !dependencies.empty() && in_order(dependencies).empty();
}

std::vector<Channel> dealt_route(const MachineDescription& machine, Node a, Node b, HalfRing tie) {
  return dealt_routes(machine, tie)->routes.at({a, b});
}

bool is_detour(const MachineDescription& machine, Rank a, Rank b) {
  if (machine.failed.empty()) return false;
  const std::vector<Node> places = reference_places(machine);
  const auto routes = dealt_routes(machine, HalfRing::positive);
  return routes->detours.count(
             {places.at(static_cast<std::size_t>(a)), places.at(static_cast<std::size_t>(b))}) != 0;
}

}  // namespace toruscope::test
