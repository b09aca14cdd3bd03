// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/detours.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/ways_left.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <set>
#include <tuple>

namespace toruscope::core {

namespace {

/// An upper bound on the channel order of a network's own routes.
std::uint32_t end_of_order(const Topology& network) {
  std::uint32_t end = 0;
  for (Node node = 0; node < network.nodes(); ++node)
    for (Port port = 0; port < network.ports(); ++port) {
      if (network.neighbour(node, port) == kNoNode) continue;
      for (int channel = 0; channel < network.virtual_channels(); ++channel)
        end = std::max(end, network.channel_order(node, port, channel) + 1);
    }
  return end;
}

}  // namespace

Detours::Detours(const Topology& network, const LinksLeft& links, const std::vector<LinkEnds>& failed) {
  const std::vector<Pair> passing =
      network.is_routed_by_destination() ? climb_trees(network, links, failed) : walk_all(network, links);
  go_around(network, links, failed, passing);
  deal(links);
}

std::span<const Leg> Detours::legs(Node from, Node to) const {
  const Detour* const detour = find(from, to);
  if (detour == nullptr) return {};
  return std::span(legs_).subspan(detour->first_leg, detour->legs);
}

const Detours::Detour* Detours::find(Node from, Node to) const {
  const auto begin = detours_.begin() + first_[static_cast<std::size_t>(from)];
  const auto end = detours_.begin() + first_[static_cast<std::size_t>(from) + 1];
  const auto place =
      std::lower_bound(begin, end, to, [](const Detour& detour, Node node) { return detour.to < node; });
  return place == end || place->to != to ? nullptr : &*place;
}

/// Finds the routes that pass a failed link, of all routes.
std::vector<Detours::Pair> Detours::walk_all(const Topology& network, const LinksLeft& links) {
  std::vector<Pair> passing;
  Route legs;
  for (Node to = 0; to < network.pes(); ++to)
    for (Node from = 0; from < network.pes(); ++from) {
      network.route(from, to, legs);
      Node at = from;
      bool has_failed = false;
      for (const Leg& leg : legs)
        for (int step = 0; step < leg.steps; ++step, at = network.neighbour(at, leg.port)) {
          has_failed = has_failed || links.at(at, leg.port) == LinksLeft::kNone;
          first_order_ = std::max(first_order_, network.channel_order(at, leg.port, leg.virtual_channel) + 1);
          first_channel_ = std::max(first_channel_, leg.virtual_channel + 1);
        }
      if (has_failed) passing.emplace_back(to, from);
    }
  return passing;
}

/// Finds the pairs where the routes to each PE form a tree: one climb for a failed link.
std::vector<Detours::Pair> Detours::climb_trees(const Topology& network, const LinksLeft& links,
                                                const std::vector<LinkEnds>& failed) {
  first_channel_ = network.virtual_channels();
  first_order_ = end_of_order(network);
  std::vector<Pair> passing;
  std::int64_t length = 0;
  Route legs;
  const auto first_port = [&](Node from, Node to) {
    network.route(from, to, legs);
    return legs.front().port;
  };
  const auto climb = [&](Node node, Node to) {
    const std::size_t begin = passing.size();
    passing.emplace_back(to, node);
    for (std::size_t i = begin; i < passing.size(); ++i) {
      const Node at = passing[i].second;
      length += network.distance(at, to);
      if (length > kLongestPassing && network.nodes() > kMostWalkedNodes)
        throw ConfigError(
            fmt::format("fail: the routes of {} that pass failed links have more than {} links "
                        "in all; let fewer links fail, or take a smaller network",
                        network.name(), grouped(kLongestPassing)));
      for (Port port = 0; port < network.ports(); ++port) {
        const Node next = network.neighbour(at, port);
        if (next == kNoNode || next == to) continue;
        if (first_port(next, to) == network.opposite(at, port)) passing.emplace_back(to, next);
      }
    }
  };
  std::set<Node> ends;
  for (const auto& [a, b] : failed) ends.insert({a, b});
  for (const Node node : ends)
    for (Node to = 0; to < network.pes(); ++to)
      if (to != node && links.at(node, first_port(node, to)) == LinksLeft::kNone) climb(node, to);
  std::sort(passing.begin(), passing.end());
  // Routes over several failed links occur several times.
  passing.erase(std::unique(passing.begin(), passing.end()), passing.end());
  return passing;
}

void Detours::go_around(const Topology& network, const LinksLeft& links, const std::vector<LinkEnds>& failed,
                        const std::vector<Pair>& passing) {
  WaysLeft ways(network, links, failed);
  Node goal = kNoNode;
  detours_.reserve(passing.size());
  for (const auto& [to, from] : passing) {
    if (goal != to) ways.find(goal = to);
    longest_ = std::max(longest_, ways.distance(from));
    const std::size_t first = legs_.size();
    for (Node at = from; at != to;) {
      const LinksLeft::Link link = ways.next(at);
      if (legs_.size() > first && legs_.back().port == links.port(link))
        ++legs_.back().steps;
      else
        legs_.push_back({links.port(link), 1, 0});
      at = links.head(link);
    }
    detours_.push_back(
        {from, to, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(legs_.size() - first)});
  }
  std::sort(detours_.begin(), detours_.end(),
            [](const Detour& a, const Detour& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
  first_.assign(static_cast<std::size_t>(network.pes()) + 1, 0);
  for (const Detour& detour : detours_) ++first_[static_cast<std::size_t>(detour.from) + 1];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

void Detours::deal(const LinksLeft& links) {
  const auto links_of = [&](std::size_t number, std::vector<Layers::Link>& route) {
    const Detour& detour = detours_[number];
    Node at = detour.from;
    for (const Leg& leg : legs_of(detour))
      for (int step = 0; step < leg.steps; ++step) {
        const LinksLeft::Link link = links.at(at, leg.port);
        route.push_back(link);
        at = links.head(link);
      }
  };
  if (first_channel_ >= kMostVirtualChannels && !detours_.empty())
    throw ConfigError(fmt::format("fail: all {} virtual channels are taken by routes; let other links fail",
                                  kMostVirtualChannels));
  layers_.emplace(links.size(), detours_.size(), kMostVirtualChannels - first_channel_, links_of);
  for (std::size_t i = 0; i < detours_.size(); ++i)
    for (Leg& leg : legs_of(detours_[i])) leg.virtual_channel = first_channel_ + layers_->layer(i);
}

}  // namespace toruscope::core
