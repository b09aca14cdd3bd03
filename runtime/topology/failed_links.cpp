// SPDX-License-Identifier: Apache-2.0
// A network some of whose links have failed. Routes that would pass one go around it by a shortest way that is left.
//
// Invariants  Routes that pass no failed link are the network's own, on its channels. Detours have virtual channels of their
//             own, assigned as in layered_routes.hpp, which come after the network's in the order: no route mixes the two.

#include "runtime/core/decimal.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/layered_routes.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace toruscope {

namespace {

std::string links_text(const std::vector<LinkEnds>& links) {
  std::vector<std::string> texts;
  texts.reserve(links.size());
  for (const auto& [a, b] : links) texts.push_back(fmt::format("{}-{}", a, b));
  return fmt::format("{}", fmt::join(texts, ","));
}

class FailedLinks final : public Topology {
 public:
  FailedLinks(TopologyPtr base, const std::vector<LinkEnds>& failed)
      : base_(std::move(base)), failed_(failed), is_detour_(pairs()) {
    for (Node node = 0; node < nodes(); ++node) list_neighbours(node);
    for (auto link = failed_.begin(); link != failed_.end(); ++link) {
      const auto [a, b] = *link;
      if (std::find(failed_.begin(), link, LinkEnds{a, b}) != link ||
          std::find(failed_.begin(), link, LinkEnds{b, a}) != link)
        throw ConfigError(fmt::format("fail: the link {}-{} is named twice; it can fail once", a, b));
      remove(a, b);
    }
    find_detours();
  }

  [[nodiscard]] std::string name() const override { return base_->name() + " without " + links_text(failed_); }
  [[nodiscard]] int nodes() const override { return base_->nodes(); }
  [[nodiscard]] int pes() const override { return base_->pes(); }
  [[nodiscard]] int ports() const override { return base_->ports(); }
  [[nodiscard]] int pe_ports() const override { return base_->pe_ports(); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    return is_left(node, port) ? base_->neighbour(node, port) : kNoNode;
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override { return base_->opposite(node, port); }
  [[nodiscard]] int distance(Node a, Node b) const override {
    const bool may_differ = is_detour(a, b) || !base_->has_shortest_routes();
    return may_differ ? detours_->distance(a, b) : base_->distance(a, b);
  }
  [[nodiscard]] int diameter() const override { return diameter_; }
  [[nodiscard]] int longest_route() const override { return std::max(diameter_, base_->longest_route()); }
  void route(Node a, Node b, Route& legs) const override {
    if (!is_detour(a, b)) {
      base_->route(a, b, legs);
      return;
    }
    legs.clear();
    const int channel = channels_ + detours_->layer(a, b);
    while (a != b) {
      const Port port = out(a)[static_cast<std::size_t>(detours_->next(a, b))];
      if (!legs.empty() && legs.back().port == port)
        ++legs.back().steps;
      else
        legs.push_back({port, 1, channel});
      a = base_->neighbour(a, port);
    }
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override {
    if (virtual_channel < channels_) return base_->channel_order(node, port, virtual_channel);
    const auto place = std::find(out(node).begin(), out(node).end(), port) - out(node).begin();
    return first_order_ + detours_->order(node, static_cast<Port>(place), virtual_channel - channels_);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return base_->sides(); }
  [[nodiscard]] int dimensions() const override { return base_->dimensions(); }
  [[nodiscard]] int dimension_of(Port port) const override { return base_->dimension_of(port); }
  [[nodiscard]] std::vector<SlowLink> slow_links() const override {
    std::vector<SlowLink> left = base_->slow_links();
    std::erase_if(left, [&](const SlowLink& link) { return !is_linked(link.from, link.to); });
    return left;
  }
  [[nodiscard]] std::vector<LinkWithCosts> links_with_costs() const override {
    std::vector<LinkWithCosts> left = base_->links_with_costs();
    std::erase_if(left, [&](const LinkWithCosts& link) { return !is_linked(link.from, link.to); });
    return left;
  }
  [[nodiscard]] bool has_shortest_routes() const override { return base_->has_shortest_routes(); }
  [[nodiscard]] bool is_torus() const override { return base_->is_torus(); }
  [[nodiscard]] bool is_mesh() const override { return base_->is_mesh(); }
  [[nodiscard]] bool has_failed_links() const override { return true; }
  [[nodiscard]] bool has_datelines() const override { return false; }
  [[nodiscard]] int virtual_channels() const override {
    return channels_ + (count_ == 0 ? 0 : detours_->layers());
  }
  [[nodiscard]] bool is_acyclic() const override { return base_->is_acyclic(); }
  [[nodiscard]] bool is_embedded() const override { return base_->is_embedded(); }
  [[nodiscard]] std::string note() const override {
    return fmt::format("{} of {} routes go around failed links", core::grouped(count_),
                       core::grouped(std::int64_t{pes()} * (pes() - 1)));
  }
  [[nodiscard]] bool is_detour(Node a, Node b) const override { return is_detour_[pair(a, b)]; }
  /// As it was before links failed.
  [[nodiscard]] int bisection() const override { return base_->bisection(); }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return base_->port_name(node, port);
  }

 private:
  [[nodiscard]] std::size_t pairs() const {
    return static_cast<std::size_t>(pes()) * static_cast<std::size_t>(pes());
  }
  [[nodiscard]] std::size_t pair(Node a, Node b) const {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(pes()) + static_cast<std::size_t>(b);
  }
  [[nodiscard]] const std::vector<Port>& out(Node node) const { return out_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] bool is_left(Node node, Port port) const {
    return std::find(out(node).begin(), out(node).end(), port) != out(node).end();
  }

  [[nodiscard]] bool is_linked(Node a, Node b) const {
    const auto& neighbours = left_[static_cast<std::size_t>(a)];
    return std::find(neighbours.begin(), neighbours.end(), b) != neighbours.end();
  }

  void list_neighbours(Node node) {
    std::vector<std::pair<Node, Port>> all;
    for (Port port = 0; port < base_->ports(); ++port)
      if (const Node next = base_->neighbour(node, port); next != kNoNode) all.emplace_back(next, port);
    std::sort(all.begin(), all.end());
    left_.emplace_back();
    out_.emplace_back();
    for (const auto& [next, port] : all) {
      left_.back().push_back(next);
      out_.back().push_back(port);
    }
  }

  void remove(Node a, Node b) {
    for (const auto& [from, to] : {LinkEnds{a, b}, LinkEnds{b, a}}) {
      if (from < 0 || from >= nodes())
        throw ConfigError(
            fmt::format("fail: {} has no link {}-{}; its nodes are 0 to {}", base_->name(), a, b, nodes() - 1));
      auto& neighbours = left_[static_cast<std::size_t>(from)];
      const auto place = std::find(neighbours.begin(), neighbours.end(), to);
      if (place == neighbours.end())
        throw ConfigError(
            fmt::format("fail: {} has no link {}-{}; from node {} there are {}", base_->name(), a, b, from,
                        neighbours.empty() ? "none" : fmt::format("links to {}", fmt::join(neighbours, ", "))));
      auto& ports = out_[static_cast<std::size_t>(from)];
      ports.erase(ports.begin() + (place - neighbours.begin()));
      neighbours.erase(place);
    }
  }

  void find_detours() {
    std::vector<std::pair<Node, Node>> around;
    std::uint32_t last_order = 0;
    Route legs;
    for (Node a = 0; a < pes(); ++a)
      for (Node b = 0; b < pes(); ++b) {
        base_->route(a, b, legs);
        Node at = a;
        bool has_failed = false;
        for (const Leg& leg : legs)
          for (int step = 0; step < leg.steps; ++step, at = base_->neighbour(at, leg.port)) {
            has_failed = has_failed || !is_left(at, leg.port);
            last_order = std::max(last_order, base_->channel_order(at, leg.port, leg.virtual_channel));
            channels_ = std::max(channels_, leg.virtual_channel + 1);
          }
        if (has_failed) around.emplace_back(a, b);
      }
    first_order_ = last_order + 1;
    count_ = std::ssize(around);
    for (const auto& [a, b] : around) is_detour_[pair(a, b)] = true;
    check_ways(core::LayeredRoutes(left_, pes(), {}, 1));
    detours_ =
        std::make_unique<core::LayeredRoutes>(left_, pes(), around, core::kMostVirtualChannels - channels_);
    check_cycles();
    for (Node a = 0; a < pes(); ++a)
      for (Node b = 0; b < pes(); ++b) diameter_ = std::max(diameter_, distance(a, b));
  }

  void check_ways(const core::LayeredRoutes& ways) const {
    for (Node b = 0; b < pes(); ++b)
      for (Node a = 0; a < pes(); ++a)
        if (ways.distance(a, b) < 0)
          throw ConfigError(fmt::format(
              "fail: {}: there is no way left from PE {} to PE {}; keep a link between them", name(), a, b));
  }

  void check_cycles() const {
    if (detours_->cycle().empty()) return;
    std::vector<std::string> links;
    for (const auto& [from, to] : detours_->cycle()) links.push_back(fmt::format("{} -> {}", from, to));
    throw ConfigError(fmt::format(
        "fail: {}: of {} virtual channels {} are left for detours, which have a cyclic "
        "dependency, as on {}; let other links fail",
        name(), core::kMostVirtualChannels, core::kMostVirtualChannels - channels_, fmt::join(links, ", ")));
  }

  const TopologyPtr base_;
  const std::vector<LinkEnds> failed_;
  core::Adjacency left_;                // neighbours of each node
  std::vector<std::vector<Port>> out_;  // the port of each of them
  std::vector<bool> is_detour_;
  std::unique_ptr<core::LayeredRoutes> detours_;
  std::int64_t count_ = 0;
  int channels_ = 1;  // of the network's own routes
  std::uint32_t first_order_ = 0;
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
  if (network->nodes() > core::kMostGraphNodes)
    throw ConfigError(fmt::format("fail: at most {} nodes may have failed links, {} has {}",
                                  core::grouped(core::kMostGraphNodes), network->name(),
                                  core::grouped(network->nodes())));
  return std::make_shared<FailedLinks>(std::move(network), failed);
}

}  // namespace toruscope
