// SPDX-License-Identifier: Apache-2.0
// Networks in networks: each PE of an outer network is an island, whose PEs an inner network links.
//
//   hier:complete:4/ring:3      island 0: PEs 0 .. 3, island 1: PEs 4 .. 7, island 2: PEs 8 .. 11,
//                               each with its links of complete:4; rail 0: PEs 0, 4, 8, rail 1: PEs
//                               1, 5, 9, ..: each with its links of ring:3
//
//   rails       PE i of an island is on rail i, an outer network of its own: a product of graphs
//   nodes       PEs, island after island; then the inner network's switches, island after island;
//               then the outer network's switches, rail after rail
//   ports       the inner network's, then the outer network's
//   routes      within the island to the destination's rail, then along the rail
//   levels      the inner network is level 0, the outer one level 1, or several from 1 on. A level
//               is a dimension: its links have costs of their own
//
// Invariants  Along every route channel_order strictly increases: the inner network's, then, behind
//             all of these, the outer one's.
// Source      Product of graphs: Youssef, "Design and analysis of product networks", Frontiers
//             1995. Islands on rails: NVIDIA DGX SuperPOD reference architecture.

#include "runtime/core/decimal.hpp"
#include "runtime/topology/graph_file.hpp"
#include "runtime/topology/islands.hpp"
#include "runtime/topology/sizes.hpp"
#include "runtime/topology/switched_networks.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <functional>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope {

namespace {

constexpr std::string_view kPrefix = "hier:";

/// The nearest PE of each node, the lowest of several.
std::vector<Node> nearest_pes(const Topology& network) {
  std::vector<Node> nearest(static_cast<std::size_t>(network.nodes()), kNoNode);
  std::queue<Node> front;
  for (Node pe = 0; pe < network.pes(); ++pe) {
    nearest[static_cast<std::size_t>(pe)] = pe;
    front.push(pe);
  }
  for (; !front.empty(); front.pop())
    for (Port port = 0; port < network.ports(); ++port) {
      const Node next = network.neighbour(front.front(), port);
      if (next == kNoNode || nearest[static_cast<std::size_t>(next)] != kNoNode) continue;
      nearest[static_cast<std::size_t>(next)] = nearest[static_cast<std::size_t>(front.front())];
      front.push(next);
    }
  return nearest;
}

/// Number of channel places of a network.
std::uint32_t orders_of(const Topology& network) {
  std::uint32_t last = 0;
  for (Node node = 0; node < network.nodes(); ++node)
    for (Port port = 0; port < network.ports(); ++port) {
      if (network.neighbour(node, port) == kNoNode) continue;
      for (int channel = 0; channel < network.virtual_channels(); ++channel)
        last = std::max(last, network.channel_order(node, port, channel));
    }
  return last + 1;
}

class Hierarchy final : public Topology {
 public:
  Hierarchy(TopologyPtr inner, TopologyPtr outer)
      : inner_(std::move(inner)),
        outer_(std::move(outer)),
        is_nested_(outer_->name().starts_with(kPrefix)),
        inner_orders_(orders_of(*inner_)) {
    if (is_nested_)
      sides_ = outer_->sides();
    else
      sides_.push_back(outer_->pes());
    sides_.push_back(inner_->pes());
    count_cut();
  }

  [[nodiscard]] std::string name() const override {
    return fmt::format("{}{}/{}", kPrefix, inner_->name(),
                       outer_->name().substr(is_nested_ ? kPrefix.size() : 0));
  }
  [[nodiscard]] int nodes() const override { return first_outer_switch() + rails() * switches(*outer_); }
  [[nodiscard]] int pes() const override { return rails() * island_count(); }
  [[nodiscard]] int ports() const override { return inner_->ports() + outer_->ports(); }
  [[nodiscard]] int pe_ports() const override { return inner_->pe_ports() + outer_->pe_ports(); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const Place at = place(node);
    if (is_inner(port)) {
      const Node next = at.inner == kNoNode ? kNoNode : inner_->neighbour(at.inner, port);
      return next == kNoNode ? kNoNode : in_island(at.copy, next);
    }
    const Node next = at.outer == kNoNode ? kNoNode : outer_->neighbour(at.outer, port - inner_->ports());
    return next == kNoNode ? kNoNode : on_rail(at.rail, next);
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override {
    const Place at = place(node);
    return is_inner(port) ? inner_->opposite(at.inner, port)
                          : inner_->ports() + outer_->opposite(at.outer, port - inner_->ports());
  }
  [[nodiscard]] int distance(Node a, Node b) const override {
    const Place from = place(a);
    const Place to = place(b);
    return inner_->distance(from.inner, to.inner) + outer_->distance(from.outer, to.outer);
  }
  [[nodiscard]] int diameter() const override { return inner_->diameter() + outer_->diameter(); }
  [[nodiscard]] int longest_route() const override { return inner_->longest_route() + outer_->longest_route(); }
  void route(Node a, Node b, Route& legs) const override {
    const Place from = place(a);
    const Place to = place(b);
    Route along;
    inner_->route(from.inner, to.inner, legs);
    outer_->route(from.outer, to.outer, along);
    for (Leg& leg : along) {
      leg.port += inner_->ports();
      legs.push_back(leg);
    }
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override {
    const Place at = place(node);
    const auto channel = [&](const Topology& network) {
      return std::min(virtual_channel, network.virtual_channels() - 1);
    };
    if (is_inner(port)) return inner_->channel_order(at.inner, port, channel(*inner_));
    return inner_orders_ + outer_->channel_order(at.outer, port - inner_->ports(), channel(*outer_));
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] bool is_torus() const override { return false; }
  /// Number of levels.
  [[nodiscard]] int dimensions() const override { return static_cast<int>(sides_.size()); }
  [[nodiscard]] int dimension_of(Port port) const override {
    if (is_inner(port)) return 0;
    return is_nested_ ? 1 + outer_->dimension_of(port - inner_->ports()) : 1;
  }
  [[nodiscard]] std::vector<SlowLink> slow_links() const override {
    return copies(inner_->slow_links(), outer_->slow_links());
  }
  [[nodiscard]] std::vector<LinkWithCosts> links_with_costs() const override {
    return copies(inner_->links_with_costs(), outer_->links_with_costs());
  }
  [[nodiscard]] bool has_datelines() const override {
    return inner_->has_datelines() && outer_->has_datelines();
  }
  [[nodiscard]] int virtual_channels() const override {
    return std::max(inner_->virtual_channels(), outer_->virtual_channels());
  }
  [[nodiscard]] bool is_acyclic() const override { return inner_->is_acyclic() && outer_->is_acyclic(); }
  /// By the numbers of the inner or outer network.
  [[nodiscard]] std::vector<std::pair<Node, Node>> cyclic_links() const override {
    auto links = inner_->cyclic_links();
    return links.empty() ? outer_->cyclic_links() : links;
  }
  [[nodiscard]] bool has_shortest_routes() const override {
    return inner_->has_shortest_routes() && outer_->has_shortest_routes();
  }
  /// Those of the inner network, its copies, and those of the outer one.
  [[nodiscard]] std::vector<std::vector<int>> islands() const override {
    core::IslandLevels levels;
    const auto add = [&](const auto& island_of) {
      std::vector<int>& level = levels.emplace_back();
      for (Node pe = 0; pe < pes(); ++pe) level.push_back(island_of(pe / rails(), pe % rails()));
    };
    for (const std::vector<int>& inner : inner_->islands()) {
      const int each = core::count_islands(inner);
      add([&](int copy, int pe) { return copy * each + inner[static_cast<std::size_t>(pe)]; });
    }
    add([](int copy, int /*pe*/) { return copy; });
    for (const std::vector<int>& outer : outer_->islands())
      add([&](int copy, int /*pe*/) { return outer[static_cast<std::size_t>(copy)]; });
    return core::telling(std::move(levels));
  }
  /// Links between the first, larger half of the PEs and the others, each switch with a near PE.
  [[nodiscard]] int bisection() const override { return cut_; }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    const Place at = place(node);
    return is_inner(port)
               ? fmt::format("{} in the island", inner_->port_name(at.inner, port))
               : fmt::format("{} along the rail", outer_->port_name(at.outer, port - inner_->ports()));
  }

 private:
  /// Place of a node. A PE has nodes of both networks; a switch one, and its copy.
  struct Place {
    Node inner = kNoNode;
    Node outer = kNoNode;
    int copy = 0;  // of the inner network
    int rail = 0;
  };

  static int switches(const Topology& network) { return network.nodes() - network.pes(); }
  [[nodiscard]] int island_count() const { return outer_->pes(); }
  [[nodiscard]] int rails() const { return inner_->pes(); }
  [[nodiscard]] bool is_inner(Port port) const { return port < inner_->ports(); }
  [[nodiscard]] Node first_outer_switch() const { return pes() + island_count() * switches(*inner_); }

  [[nodiscard]] Place place(Node node) const {
    if (node < pes())
      return {.inner = node % rails(), .outer = node / rails(), .copy = node / rails(), .rail = node % rails()};
    if (node < first_outer_switch()) {
      const int number = node - pes();
      return {.inner = rails() + number % switches(*inner_), .copy = number / switches(*inner_)};
    }
    const int number = node - first_outer_switch();
    return {.outer = island_count() + number % switches(*outer_), .rail = number / switches(*outer_)};
  }
  [[nodiscard]] Node in_island(int island, Node inner) const {
    return inner < rails() ? island * rails() + inner : pes() + island * switches(*inner_) + inner - rails();
  }
  [[nodiscard]] Node on_rail(int rail, Node outer) const {
    return outer < island_count() ? outer * rails() + rail
                                  : first_outer_switch() + rail * switches(*outer_) + outer - island_count();
  }

  /// Repeats facts on links of the two networks for each of their copies.
  template <class Link>
  [[nodiscard]] std::vector<Link> copies(const std::vector<Link>& inner, const std::vector<Link>& outer) const {
    std::vector<Link> all;
    for (const Link& link : inner)
      for (int island = 0; island < island_count(); ++island) {
        Link& copy = all.emplace_back(link);
        copy.from = in_island(island, link.from);
        copy.to = in_island(island, link.to);
      }
    for (const Link& link : outer)
      for (int rail = 0; rail < rails(); ++rail) {
        Link& copy = all.emplace_back(link);
        copy.from = on_rail(rail, link.from);
        copy.to = on_rail(rail, link.to);
      }
    return all;
  }

  void count_cut() {
    const std::vector<Node> in = nearest_pes(*inner_);
    const std::vector<Node> out = nearest_pes(*outer_);
    const int half = (pes() + 1) / 2;
    const auto is_low = [&](Node node) {
      if (node < pes()) return node < half;
      const Place at = place(node);
      return (at.outer == kNoNode ? in_island(at.copy, in[static_cast<std::size_t>(at.inner)])
                                  : on_rail(at.rail, out[static_cast<std::size_t>(at.outer)])) < half;
    };
    for (Node node = 0; node < nodes(); ++node)
      for (Port port = 0; port < ports(); ++port)
        if (const Node next = neighbour(node, port); next != kNoNode && is_low(node) != is_low(next)) ++cut_;
  }

  TopologyPtr inner_;
  TopologyPtr outer_;
  bool is_nested_;          // the outer one is a hierarchy
  std::vector<int> sides_;  // outermost level first
  std::uint32_t inner_orders_;
  int cut_ = 0;
};

/// Begin of the next level: behind "/", before a topology's name and ":"; npos if there is none.
std::size_t end_of_level(std::string_view text) {
  const auto begins_a_level = [](std::string_view rest) {
    const auto& known = topologies();
    return std::any_of(known.begin(), known.end(), [&](const TopologyEntry& entry) {
      return rest.starts_with(entry.name) && rest.substr(entry.name.size()).starts_with(':');
    });
  };
  std::size_t at = text.find('/');
  while (at != std::string_view::npos && !begins_a_level(text.substr(at + 1))) at = text.find('/', at + 1);
  return at;
}

}  // namespace

TopologyPtr hierarchy(TopologyPtr inner, TopologyPtr outer) {
  for (const TopologyPtr& network : {inner, outer})
    if (network->has_failed_links() || network->is_embedded())
      throw ConfigError(
          fmt::format("hier: {} has failed links or is embedded, which a part of a hierarchy cannot be; give "
                      "--fail for the whole hierarchy",
                      network->name()));
  if (inner->name().starts_with(kPrefix))
    throw ConfigError(
        fmt::format("hier: the inner network {} is a hierarchy; make it of its innermost network and the rest",
                    inner->name()));
  const auto switches = [](const TopologyPtr& network) -> std::int64_t {
    return network->nodes() - network->pes();
  };
  const std::int64_t nodes = std::int64_t{inner->pes()} * outer->pes() + outer->pes() * switches(inner) +
                             inner->pes() * switches(outer);
  if (nodes > core::kMaxNodes)
    throw ConfigError(fmt::format("hier: at most {} nodes, {} in {} has {}", core::grouped(core::kMaxNodes),
                                  inner->name(), outer->name(), core::grouped(nodes)));
  return std::make_shared<Hierarchy>(std::move(inner), std::move(outer));
}

std::string core::with_graph_files(std::string_view topology,
                                   const std::function<std::string(std::string)>& change) {
  constexpr std::string_view kGraph = "graph:";
  if (topology.starts_with(kGraph))
    return std::string(kGraph) + with_graph_file(std::string(topology.substr(kGraph.size())), change);
  if (!topology.starts_with(kPrefix)) return std::string(topology);
  std::string all(kPrefix);
  topology.remove_prefix(kPrefix.size());
  for (std::size_t end = 0; end != std::string_view::npos; topology.remove_prefix(end + 1)) {
    end = end_of_level(topology);
    all += with_graph_files(topology.substr(0, end), change);
    if (end == std::string_view::npos) break;
    all += "/";
  }
  return all;
}

namespace {

TopologyPtr parse_hierarchy(std::string_view text) {
  const std::size_t end = end_of_level(text);
  if (end == std::string_view::npos)
    throw ConfigError(
        fmt::format("hier: \"{}\" has one level; write hier:INNER/OUTER, as hier:complete:8/torus:4x4", text));
  const std::string_view rest = text.substr(end + 1);
  TopologyPtr outer =
      end_of_level(rest) == std::string_view::npos ? parse_topology(rest) : parse_hierarchy(rest);
  return hierarchy(parse_topology(text.substr(0, end)), std::move(outer));
}

}  // namespace

void hier(TopologyEntry& entry) {
  entry.form = "hier:INNER/OUTER";
  entry.description =
      "islands of an inner network, whose PEs are on rails of an outer one: complete:8/torus:4x4";
  entry.make = parse_hierarchy;
  entry.scale = [](std::string_view levels, int /*p*/) -> std::string {
    throw ConfigError(
        fmt::format("scale: islands have no size of their own to scale, got hier:{}; name each network: bench "
                    "--sweep topology=A,B",
                    levels));
  };
}

}  // namespace toruscope
