// SPDX-License-Identifier: Apache-2.0
// A network with failed links: routes over them go around by shortest remaining ways.
//
// Invariants  Other routes are the network's own, on its channels. Detours have own virtual
//             channels, assigned as in layers.hpp, after the network's in the order.

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/detours.hpp"
#include "runtime/topology/links_left.hpp"
#include "runtime/topology/ways_left.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <memory>
#include <numeric>
#include <optional>

namespace toruscope {

namespace {

/// The most nodes of a network with shortest routes, a tree to each PE.
constexpr int kMostNodes = 1 << 16;

std::string links_text(const std::vector<LinkEnds>& links) {
  std::vector<std::string> texts;
  texts.reserve(links.size());
  for (const auto& [a, b] : links) texts.push_back(fmt::format("{}-{}", a, b));
  return core::joined(texts, ",");
}

class FailedLinks final : public Topology {
 public:
  FailedLinks(TopologyPtr base, const std::vector<LinkEnds>& failed)
      : base_(std::move(base)), failed_(failed), links_(*base_) {
    for (auto link = failed_.begin(); link != failed_.end(); ++link) remove(link);
    check_ways();
    detours_.emplace(*base_, links_, failed_);
    check_cycles();
    if (base_->has_shortest_routes())
      diameter_ = std::max(base_->diameter(), detours_->longest());
    else
      find_distances();
  }

  [[nodiscard]] std::string name() const override { return base_->name() + " without " + links_text(failed_); }
  [[nodiscard]] int nodes() const override { return base_->nodes(); }
  [[nodiscard]] int pes() const override { return base_->pes(); }
  [[nodiscard]] int ports() const override { return base_->ports(); }
  [[nodiscard]] int pe_ports() const override { return base_->pe_ports(); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const core::LinksLeft::Link link = links_.at(node, port);
    return link == core::LinksLeft::kNone ? kNoNode : links_.head(link);
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override { return base_->opposite(node, port); }
  [[nodiscard]] int distance(Node a, Node b) const override {
    if (!distances_.empty()) return distances_[pair(a, b)];
    const auto legs = detours_->legs(a, b);
    if (legs.empty()) return base_->distance(a, b);
    return std::accumulate(legs.begin(), legs.end(), 0,
                           [](int links, const Leg& leg) { return links + leg.steps; });
  }
  [[nodiscard]] int diameter() const override { return diameter_; }
  [[nodiscard]] int longest_route() const override { return std::max(diameter_, base_->longest_route()); }
  void route(Node a, Node b, Route& legs) const override {
    if (const auto around = detours_->legs(a, b); !around.empty())
      legs.assign(around.begin(), around.end());
    else
      base_->route(a, b, legs);
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override {
    if (virtual_channel < detours_->first_channel()) return base_->channel_order(node, port, virtual_channel);
    return detours_->order(links_.at(node, port), virtual_channel);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return base_->sides(); }
  [[nodiscard]] int dimensions() const override { return base_->dimensions(); }
  [[nodiscard]] int dimension_of(Port port) const override { return base_->dimension_of(port); }
  [[nodiscard]] std::vector<std::vector<int>> islands() const override { return base_->islands(); }
  [[nodiscard]] std::vector<SlowLink> slow_links() const override {
    std::vector<SlowLink> left = base_->slow_links();
    std::erase_if(left, [&](const SlowLink& link) { return !links_.has(link.from, link.to); });
    return left;
  }
  [[nodiscard]] std::vector<LinkWithCosts> links_with_costs() const override {
    std::vector<LinkWithCosts> left = base_->links_with_costs();
    std::erase_if(left, [&](const LinkWithCosts& link) { return !links_.has(link.from, link.to); });
    return left;
  }
  [[nodiscard]] bool has_shortest_routes() const override { return base_->has_shortest_routes(); }
  [[nodiscard]] bool is_torus() const override { return base_->is_torus(); }
  [[nodiscard]] bool is_mesh() const override { return base_->is_mesh(); }
  [[nodiscard]] bool has_failed_links() const override { return true; }
  [[nodiscard]] bool has_datelines() const override { return false; }
  [[nodiscard]] int virtual_channels() const override {
    return detours_->first_channel() + detours_->channels();
  }
  [[nodiscard]] bool is_acyclic() const override { return base_->is_acyclic(); }
  [[nodiscard]] std::vector<std::pair<Node, Node>> cyclic_links() const override {
    return base_->cyclic_links();
  }
  [[nodiscard]] bool is_embedded() const override { return base_->is_embedded(); }
  [[nodiscard]] std::string note() const override {
    return fmt::format("{} of {} routes go around failed links", core::grouped(detours_->count()),
                       core::grouped(std::int64_t{pes()} * (pes() - 1)));
  }
  [[nodiscard]] bool is_detour(Node a, Node b) const override { return detours_->has(a, b); }
  /// The bisection before links failed: an upper bound for the remaining links of that cut.
  [[nodiscard]] int bisection() const override { return base_->bisection(); }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return base_->port_name(node, port);
  }

 private:
  [[nodiscard]] std::size_t pair(Node a, Node b) const {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(pes()) + static_cast<std::size_t>(b);
  }

  void remove(std::vector<LinkEnds>::const_iterator link) {
    const auto [a, b] = *link;
    if (std::find(failed_.begin(), link, LinkEnds{a, b}) != link ||
        std::find(failed_.begin(), link, LinkEnds{b, a}) != link)
      throw ConfigError(fmt::format("fail: the link {}-{} is named twice; it can fail once", a, b));
    if (a < 0 || a >= nodes())
      throw ConfigError(
          fmt::format("fail: {} has no link {}-{}; its nodes are 0 to {}", base_->name(), a, b, nodes() - 1));
    if (links_.remove(a, b)) return;
    const auto neighbours = links_.neighbours(a);
    throw ConfigError(
        fmt::format("fail: {} has no link {}-{}; from node {} there are {}", base_->name(), a, b, a,
                    neighbours.empty() ? "none" : fmt::format("links to {}", core::joined(neighbours, ", "))));
  }

  /// Requires ways between all PEs. Links lead both ways: a way to the first PE is enough.
  void check_ways() const {
    const std::vector<int> distances = core::distances_left(links_, 0);
    const auto lost = std::find(distances.begin(), distances.begin() + pes(), core::WaysLeft::kNoWay);
    if (lost != distances.begin() + pes())
      throw ConfigError(
          fmt::format("fail: {}: there is no way left from PE {} to PE 0; keep a link between them", name(),
                      lost - distances.begin()));
  }

  void check_cycles() const {
    if (detours_->cycle().empty()) return;
    std::vector<std::string> links;
    for (const auto number : detours_->cycle()) {
      const auto link = static_cast<core::LinksLeft::Link>(number);
      links.push_back(fmt::format("{} -> {}", links_.tail(link), links_.head(link)));
    }
    throw ConfigError(
        fmt::format("fail: {}: of {} virtual channels {} are left for detours, which have a cyclic "
                    "dependency, as on {}; let other links fail",
                    name(), core::kMostVirtualChannels, core::kMostVirtualChannels - detours_->first_channel(),
                    core::joined(links, ", ")));
  }

  void find_distances() {
    for (Node a = 0; a < pes(); ++a) {
      const std::vector<int> from_here = core::distances_left(links_, a);
      distances_.insert(distances_.end(), from_here.begin(), from_here.begin() + pes());
    }
    diameter_ = *std::max_element(distances_.begin(), distances_.end());
  }

  const TopologyPtr base_;
  const std::vector<LinkEnds> failed_;
  core::LinksLeft links_;
  std::optional<core::Detours> detours_;
  std::vector<int> distances_;  // of all PEs, if routes may be longer
  int diameter_ = 0;
};

}  // namespace

std::vector<LinkEnds> parse_links(std::string_view text) {
  std::vector<LinkEnds> links;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    LinkEnds link;
    const auto first = std::from_chars(at, end, link.first);
    const bool has_dash = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
    const auto second = has_dash ? std::from_chars(first.ptr + 1, end, link.second) : first;
    if (!has_dash || second.ec != std::errc() || (second.ptr != end && *second.ptr != ','))
      throw ConfigError(
          fmt::format("fail: \"{}\" names no links; write the nodes at their ends, as 3-4,0-12", text));
    links.push_back(link);
    if (second.ptr == end) return links;
    at = second.ptr + 1;
  }
}

TopologyPtr with_failed_links(TopologyPtr network, const std::vector<LinkEnds>& failed) {
  const bool has_trees = network->is_routed_by_destination() && network->has_shortest_routes();
  const int most = has_trees ? kMostNodes : core::kMostWalkedNodes;
  if (network->nodes() > most)
    throw ConfigError(
        fmt::format("fail: {} has {} nodes; links can fail on a torus, mesh or hypercube of up to {}, on other "
                    "networks of up to {}",
                    network->name(), core::grouped(network->nodes()), core::grouped(kMostNodes),
                    core::grouped(core::kMostWalkedNodes)));
  return std::make_shared<FailedLinks>(std::move(network), failed);
}

}  // namespace toruscope
