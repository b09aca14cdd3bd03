// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/channel_graph.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/topology/topological_order.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

using Number = std::size_t;
using Channel = ChannelGraph::Channel;

class Walker {
 public:
  Walker(const Topology& topology, int channels) : topology_(topology), last_(channels - 1) {}

  ChannelGraph walk() {
    for (Node a = 0; a < topology_.pes(); ++a)
      for (Node b = 0; b < topology_.pes(); ++b)
        if (a != b) walk_route(a, b);
    graph_.channels = std::ssize(channels_);
    for (const auto& followers : after_) graph_.dependencies += std::ssize(followers);
    find_cycle();
    return std::move(graph_);
  }

 private:
  void walk_route(Node a, Node b) {
    topology_.route(a, b, legs_);
    Node at = a;
    constexpr Number kNone = static_cast<Number>(-1);
    Number before = kNone;
    std::uint32_t order = 0;
    for (const Leg& leg : legs_)
      for (int step = 0; step < leg.steps; ++step) {
        const bool is_port = leg.port >= 0 && leg.port < topology_.ports();
        const Node next = is_port ? topology_.neighbour(at, leg.port) : kNoNode;
        if (next == kNoNode)
          throw ConfigError(
              fmt::format("{}: the route from {} to {} leaves node {} by port {}, which has no link",
                          topology_.name(), a, b, at, leg.port));
        const int virtual_channel = std::min(leg.virtual_channel, last_);
        const Channel channel{at, next, virtual_channel};
        const Number number = number_of(channel, leg.port);
        const std::uint32_t here = topology_.channel_order(at, leg.port, virtual_channel);
        if (before != kNone) {
          if (order >= here && graph_.out_of_order.empty()) graph_.out_of_order = {channels_[before], channel};
          auto& followers = after_[before];
          if (std::find(followers.begin(), followers.end(), number) == followers.end())
            followers.push_back(number);
        }
        before = number;
        order = here;
        at = next;
      }
    if (at != b)
      throw ConfigError(fmt::format("{}: the route from {} to {} ends at node {}", topology_.name(), a, b, at));
  }

  /// The port tells cables between two nodes apart.
  Number number_of(const Channel& channel, Port port) {
    const auto [place, is_new] =
        numbers_.try_emplace({channel.from, port, channel.virtual_channel}, channels_.size());
    if (is_new) {
      channels_.push_back(channel);
      after_.emplace_back();
    }
    return place->second;
  }

  /// Finds a cycle backwards from a vertex without a place in an order: it is on one or behind one.
  void find_cycle() {
    std::vector<bool> is_taken(after_.size());
    for (const Number n : topological_order(after_)) is_taken[n] = true;
    const auto is_left = [&](Number n) { return !is_taken[n]; };
    Number at = 0;
    while (at < after_.size() && !is_left(at)) ++at;
    if (at == after_.size()) return;
    std::vector<Number> way;  // each before the one found before it
    while (std::find(way.begin(), way.end(), at) == way.end()) {
      way.push_back(at);
      for (Number n = 0; n < after_.size(); ++n)
        if (is_left(n) && std::find(after_[n].begin(), after_[n].end(), at) != after_[n].end()) {
          at = n;
          break;
        }
    }
    way.erase(way.begin(), std::find(way.begin(), way.end(), at));
    std::reverse(way.begin(), way.end());
    for (const Number n : way) graph_.cycle.push_back(channels_[n]);
  }

  const Topology& topology_;
  const int last_;  // virtual channel
  ChannelGraph graph_;
  Route legs_;
  std::vector<Channel> channels_;
  std::vector<std::vector<Number>> after_;
  std::map<std::tuple<Node, Port, int>, Number> numbers_;
};

}  // namespace

std::string to_string(const std::vector<Channel>& channels) {
  std::vector<std::string> texts;
  for (const Channel& c : channels)
    texts.push_back(fmt::format("{} -> {} (channel {})", c.from, c.to, c.virtual_channel));
  return core::joined(texts, ", ");
}

ChannelGraph channel_graph(const Topology& topology, int channels) {
  return Walker(topology, channels).walk();
}

void check_routes(const Topology& topology, const ChannelGraph& graph) {
  if (!graph.cycle.empty())
    throw ConfigError(
        fmt::format("{}: its routes have a cyclic dependency: {}; give some of them another virtual channel",
                    topology.name(), to_string(graph.cycle)));
  if (!graph.out_of_order.empty())
    throw ConfigError(
        fmt::format("{}: channel_order does not increase from {}, which follow each other on a route",
                    topology.name(), to_string(graph.out_of_order)));
}

}  // namespace toruscope::core
