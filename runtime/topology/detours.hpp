// SPDX-License-Identifier: Apache-2.0
// Detours: routes around failed links, by shortest remaining ways on own virtual channels.
//
// Where the routes to a PE form a tree (Topology::is_routed_by_destination) they are found behind
// the failed link; else all routes are walked.

#pragma once

#include "runtime/topology/layers.hpp"
#include "runtime/topology/links_left.hpp"

#include <toruscope/topology.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace toruscope::core {

class Detours {
 public:
  /// Most links of routes over failed links, on more than kMostWalkedNodes nodes: they cost memory.
  static constexpr std::int64_t kLongestPassing = std::int64_t{1} << 28U;

  /// Finds detours over `links`, which connect any two PEs. If four virtual channels, the network's
  /// included, do not suffice `cycle()` shows why.
  /// Errors    ConfigError if the routes over failed links have more than kLongestPassing links.
  Detours(const Topology& network, const LinksLeft& links, const std::vector<LinkEnds>& failed);

  [[nodiscard]] std::int64_t count() const { return std::ssize(detours_); }
  [[nodiscard]] bool has(Node from, Node to) const { return find(from, to) != nullptr; }
  /// The route from a PE to a PE if it is a detour; empty if it is the network's.
  [[nodiscard]] std::span<const Leg> legs(Node from, Node to) const;
  /// Links of the longest detour.
  [[nodiscard]] int longest() const { return longest_; }
  /// The lowest virtual channel of detours; lower ones are the network's.
  [[nodiscard]] int first_channel() const { return first_channel_; }
  /// Virtual channels that detours are on.
  [[nodiscard]] int channels() const { return detours_.empty() ? 0 : layers_->layers(); }
  /// Place of a link's virtual channel >= first_channel() in an order that increases along detours.
  [[nodiscard]] std::uint32_t order(LinksLeft::Link link, int channel) const {
    return first_order_ + layers_->order(link, channel - first_channel_);
  }
  /// Links of a remaining cyclic dependency; empty if every detour has a virtual channel.
  [[nodiscard]] const std::vector<Layers::Link>& cycle() const { return layers_->cycle(); }

 private:
  using Pair = std::pair<Node, Node>;  // destination, source
  struct Detour {
    Node from, to;
    std::uint32_t first_leg, legs;
  };

  [[nodiscard]] const Detour* find(Node from, Node to) const;
  [[nodiscard]] std::span<Leg> legs_of(const Detour& detour) {
    return std::span(legs_).subspan(detour.first_leg, detour.legs);
  }
  std::vector<Pair> walk_all(const Topology& network, const LinksLeft& links);
  std::vector<Pair> climb_trees(const Topology& network, const LinksLeft& links,
                                const std::vector<LinkEnds>& failed);
  void go_around(const Topology& network, const LinksLeft& links, const std::vector<LinkEnds>& failed,
                 const std::vector<Pair>& passing);
  void deal(const LinksLeft& links);

  int first_channel_ = 1;
  std::uint32_t first_order_ = 0;
  int longest_ = 0;
  std::vector<Leg> legs_;
  std::vector<Detour> detours_;        // by source, then destination
  std::vector<std::ptrdiff_t> first_;  // detour of each source, and their number
  std::optional<Layers> layers_;
};

}  // namespace toruscope::core
