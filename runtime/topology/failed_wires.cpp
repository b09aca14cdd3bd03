// SPDX-License-Identifier: Apache-2.0
// A network some of whose wires are dead. Routes that would pass one go around it by a shortest way that is left.
//
// Invariants  Routes that pass no dead wire are the network's own, on its channels. Detours have virtual channels of their
//             own, dealt as in layered_routes.hpp, which come after the network's in the order: no route mixes the two.

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

std::string wires_text(const std::vector<Wire>& wires) {
  std::vector<std::string> texts;
  for (const auto& [a, b] : wires) texts.push_back(fmt::format("{}-{}", a, b));
  return fmt::format("{}", fmt::join(texts, ","));
}

class FailedWires final : public Topology {
 public:
  FailedWires(TopologyPtr base, const std::vector<Wire>& failed)
      : base_(std::move(base)), failed_(failed), is_detour_(pairs()) {
    for (Node node = 0; node < nodes(); ++node) list_neighbours(node);
    for (auto wire = failed_.begin(); wire != failed_.end(); ++wire) {
      const auto [a, b] = *wire;
      if (std::find(failed_.begin(), wire, Wire{a, b}) != wire ||
          std::find(failed_.begin(), wire, Wire{b, a}) != wire)
        throw ConfigError(fmt::format("fail: the wire {}-{} is named twice; it can fail once", a, b));
      remove(a, b);
    }
    find_detours();
  }

  [[nodiscard]] std::string name() const override { return base_->name() + " without " + wires_text(failed_); }
  [[nodiscard]] int nodes() const override { return base_->nodes(); }
  [[nodiscard]] int pes() const override { return base_->pes(); }
  [[nodiscard]] int ports() const override { return base_->ports(); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    return is_alive(node, port) ? base_->neighbour(node, port) : kNoNode;
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override { return base_->opposite(node, port); }
  [[nodiscard]] int distance(Node a, Node b) const override {
    return is_detour(a, b) ? detours_->distance(a, b) : base_->distance(a, b);
  }
  [[nodiscard]] int diameter() const override { return diameter_; }
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
    std::erase_if(left, [&](const SlowLink& link) { return !is_wired(link.from, link.to); });
    return left;
  }
  [[nodiscard]] bool is_torus() const override { return base_->is_torus(); }
  [[nodiscard]] bool is_mesh() const override { return base_->is_mesh(); }
  [[nodiscard]] bool has_failed_wires() const override { return true; }
  [[nodiscard]] bool has_datelines() const override { return false; }
  [[nodiscard]] int virtual_channels() const override {
    return channels_ + (count_ == 0 ? 0 : detours_->layers());
  }
  [[nodiscard]] bool is_free_of_circles() const override { return base_->is_free_of_circles(); }
  [[nodiscard]] bool is_embedded() const override { return base_->is_embedded(); }
  [[nodiscard]] std::string note() const override {
    return fmt::format("{} of {} routes go around dead wires", detail::grouped(count_),
                       detail::grouped(std::int64_t{pes()} * (pes() - 1)));
  }
  [[nodiscard]] bool is_detour(Node a, Node b) const override { return is_detour_[pair(a, b)]; }
  /// As it was before wires failed.
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
  [[nodiscard]] bool is_alive(Node node, Port port) const {
    return std::find(out(node).begin(), out(node).end(), port) != out(node).end();
  }

  [[nodiscard]] bool is_wired(Node a, Node b) const {
    const auto& neighbours = wires_[static_cast<std::size_t>(a)];
    return std::find(neighbours.begin(), neighbours.end(), b) != neighbours.end();
  }

  void list_neighbours(Node node) {
    std::vector<std::pair<Node, Port>> all;
    for (Port port = 0; port < base_->ports(); ++port)
      if (const Node next = base_->neighbour(node, port); next != kNoNode) all.emplace_back(next, port);
    std::sort(all.begin(), all.end());
    wires_.emplace_back();
    out_.emplace_back();
    for (const auto& [next, port] : all) {
      wires_.back().push_back(next);
      out_.back().push_back(port);
    }
  }

  void remove(Node a, Node b) {
    for (const auto& [from, to] : {Wire{a, b}, Wire{b, a}}) {
      if (from < 0 || from >= nodes())
        throw ConfigError(
            fmt::format("fail: {} has no wire {}-{}; its nodes are 0 to {}", base_->name(), a, b, nodes() - 1));
      auto& neighbours = wires_[static_cast<std::size_t>(from)];
      const auto place = std::find(neighbours.begin(), neighbours.end(), to);
      if (place == neighbours.end())
        throw ConfigError(
            fmt::format("fail: {} has no wire {}-{}; from node {} there are {}", base_->name(), a, b, from,
                        neighbours.empty() ? "none" : fmt::format("wires to {}", fmt::join(neighbours, ", "))));
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
        bool is_dead = false;
        for (const Leg& leg : legs)
          for (int step = 0; step < leg.steps; ++step, at = base_->neighbour(at, leg.port)) {
            is_dead = is_dead || !is_alive(at, leg.port);
            last_order = std::max(last_order, base_->channel_order(at, leg.port, leg.virtual_channel));
            channels_ = std::max(channels_, leg.virtual_channel + 1);
          }
        if (is_dead) around.emplace_back(a, b);
      }
    first_order_ = last_order + 1;
    count_ = std::ssize(around);
    for (const auto& [a, b] : around) is_detour_[pair(a, b)] = true;
    check_ways(detail::LayeredRoutes(wires_, pes(), {}, 1));
    detours_ = std::make_unique<detail::LayeredRoutes>(wires_, pes(), around,
                                                       detail::kMostVirtualChannels - channels_);
    check_circles();
    for (Node a = 0; a < pes(); ++a)
      for (Node b = 0; b < pes(); ++b) diameter_ = std::max(diameter_, distance(a, b));
  }

  void check_ways(const detail::LayeredRoutes& ways) const {
    for (Node b = 0; b < pes(); ++b)
      for (Node a = 0; a < pes(); ++a)
        if (ways.distance(a, b) < 0)
          throw ConfigError(
              fmt::format("fail: {}: there is no way left from PE {} to PE {}; let a wire between them live",
                          name(), a, b));
  }

  void check_circles() const {
    if (detours_->cycle().empty()) return;
    std::vector<std::string> links;
    for (const auto& [from, to] : detours_->cycle()) links.push_back(fmt::format("{} -> {}", from, to));
    throw ConfigError(
        fmt::format("fail: {}: of {} virtual channels {} are left for detours, which could wait for each other "
                    "in a circle, as on {}; let other wires fail",
                    name(), detail::kMostVirtualChannels, detail::kMostVirtualChannels - channels_,
                    fmt::join(links, ", ")));
  }

  const TopologyPtr base_;
  const std::vector<Wire> failed_;
  detail::Wires wires_;                 // that are left
  std::vector<std::vector<Port>> out_;  // the port of each of them
  std::vector<bool> is_detour_;
  std::unique_ptr<detail::LayeredRoutes> detours_;
  std::int64_t count_ = 0;
  int channels_ = 1;  // of the network's own routes
  std::uint32_t first_order_ = 0;
  int diameter_ = 0;
};

}  // namespace

std::vector<Wire> parse_wires(std::string_view text) {
  std::vector<Wire> wires;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    Wire wire;
    const auto first = std::from_chars(at, end, wire.first);
    const bool has_dash = first.ec == std::errc() && first.ptr != end && *first.ptr == '-';
    const auto second = has_dash ? std::from_chars(first.ptr + 1, end, wire.second) : first;
    if (!has_dash || second.ec != std::errc() || (second.ptr != end && *second.ptr != ','))
      throw ConfigError(
          fmt::format("fail: \"{}\" names no wires; write the nodes at their ends, as 3-4,0-12", text));
    wires.push_back(wire);
    if (second.ptr == end) return wires;
    at = second.ptr + 1;
  }
}

TopologyPtr with_failed_wires(TopologyPtr network, const std::vector<Wire>& failed) {
  if (network->nodes() > detail::kMostGraphNodes)
    throw ConfigError(fmt::format("fail: at most {} nodes may have failed wires, {} has {}",
                                  detail::grouped(detail::kMostGraphNodes), network->name(),
                                  detail::grouped(network->nodes())));
  return std::make_shared<FailedWires>(std::move(network), failed);
}

}  // namespace toruscope
