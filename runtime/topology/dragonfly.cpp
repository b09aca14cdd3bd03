// SPDX-License-Identifier: Apache-2.0
// The dragonfly: groups of routers all linked with each other, and links between all groups.
//
//   dragonfly:PxAxH      P PEs a router, A routers a group, H links of a router to other groups,
//                        A H + 1 groups; PxAxHxG: G groups, at most A H + 1
//   nodes                the PEs, by group, router, place at the router; then the routers, by group
//   ports of a router    its PEs; the other routers of its group, from the next on; other groups
//   links of groups      link k of group i, 0 <= k < G - 1, is at its router k/H and leads to group
//                        i + 1 + k (mod G)
//   routes               minimal: to the router with the link to the destination's group, over it,
//                        to the destination's router. Valiant: to another group by a third one,
//                        chosen by a hash of the pair
//   virtual channels     within a group: 0 before the first link between groups, 1 after it, 2
//                        after the second; between groups: 0 the first, 1 the second
//
// Invariants  Along every route channel_order strictly increases: up, then in turn links within and
//             between groups, then down.
// Source      Kim, Dally, Scott, Abts, "Technology-driven, highly-scalable dragonfly topology",
//             ISCA 2008. Valiant, SIAM J. Computing 11(2), 1982.

#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/topology/islands.hpp"
#include "runtime/topology/route_hash.hpp"
#include "runtime/topology/scaled.hpp"
#include "runtime/topology/sizes.hpp"
#include "runtime/topology/switched_networks.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope {

namespace {

int mod(int a, int n) {
  return (a % n + n) % n;
}

class Dragonfly final : public Topology {
 public:
  Dragonfly(const DragonflySizes& sizes, DragonflyRouting routing, std::string name)
      : name_(std::move(name)), size_(sizes), routing_(routing), sides_{sizes.groups * pes_per_group()} {
    for (Node a = 0; a < pes_per_group(); a += size_.pes)
      for (Node b = 0; b < pes(); b += size_.pes)
        diameter_ = std::max(diameter_, distance(a, b + (size_.pes > 1 ? 1 : 0)));
    count_cut();
  }

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int nodes() const override { return pes() + size_.groups * size_.routers; }
  [[nodiscard]] int pes() const override { return sides_.front(); }
  [[nodiscard]] int ports() const override { return size_.pes + size_.routers - 1 + size_.links; }
  [[nodiscard]] int pe_ports() const override { return 1; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    if (node < pes()) return port == 0 ? pes() + node / size_.pes : kNoNode;
    const Router at = router(node);
    if (port < size_.pes) return (node - pes()) * size_.pes + port;
    if (port < first_link()) return node_of({at.group, mod(at.index + 1 + port - size_.pes, size_.routers)});
    const int k = at.index * size_.links + port - first_link();
    if (k >= size_.groups - 1) return kNoNode;
    const int group = (at.group + 1 + k) % size_.groups;
    return node_of({group, link_to(group, at.group) / size_.links});
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override {
    if (node < pes()) return node % size_.pes;
    const Router at = router(node);
    if (port < size_.pes) return 0;
    const Router next = router(neighbour(node, port));
    return port < first_link() ? port_within(next, at.index)
                               : first_link() + link_to(next.group, at.group) % size_.links;
  }
  [[nodiscard]] int distance(Node a, Node b) const override {
    if (a == b) return 0;
    return 2 + between(router(pes() + a / size_.pes), router(pes() + b / size_.pes));
  }
  [[nodiscard]] int diameter() const override { return diameter_; }
  [[nodiscard]] int longest_route() const override { return routing_ == DragonflyRouting::valiant ? 7 : 5; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    if (a == b) return;
    const Router to = router(pes() + b / size_.pes);
    Way way{*this, router(pes() + a / size_.pes), legs};
    legs.push_back({0, 1, 0});
    if (way.at.group != to.group && routing_ == DragonflyRouting::valiant && size_.groups > 2)
      way.go_to_group(between_group(a, b));
    if (way.at.group != to.group) way.go_to_group(to.group);
    way.go_within(to.index);
    legs.push_back({b % size_.pes, 1, 0});
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int channel) const override {
    if (node < pes()) return 0;
    if (port < size_.pes) return 6;
    return static_cast<std::uint32_t>(2 * channel + (port < first_link() ? 1 : 2));
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] bool has_datelines() const override { return virtual_channels() == 2; }
  [[nodiscard]] bool has_shortest_routes() const override { return false; }
  [[nodiscard]] int virtual_channels() const override { return routing_ == DragonflyRouting::valiant ? 3 : 2; }
  /// Routers, then groups.
  [[nodiscard]] std::vector<std::vector<int>> islands() const override {
    return core::islands_of_sizes(pes(), {size_.pes, pes_per_group()});
  }
  /// Links between the first, larger half of the PEs and the others, each router with its first PE.
  [[nodiscard]] int bisection() const override { return cut_; }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    if (node < pes()) return "up";
    if (port < size_.pes) return fmt::format("PE {}", port);
    if (port < first_link()) return fmt::format("router {}", router(neighbour(node, port)).index);
    return fmt::format("group {}", router(neighbour(node, port)).group);
  }

 private:
  struct Router {
    int group = 0;
    int index = 0;  // in its group
  };
  /// A route from router to router, as far as written.
  struct Way {
    const Dragonfly& network;
    Router at;
    Route& legs;
    int links = 0;  // between groups, so far

    void go_within(int index) {
      if (index == at.index) return;
      legs.push_back({network.port_within(at, index), 1, links});
      at.index = index;
    }
    void go_to_group(int group) {
      const int k = network.link_to(at.group, group);
      go_within(k / network.size_.links);
      legs.push_back({network.first_link() + k % network.size_.links, 1, links});
      ++links;
      at = {group, network.link_to(group, at.group) / network.size_.links};
    }
  };

  [[nodiscard]] int pes_per_group() const { return size_.pes * size_.routers; }
  [[nodiscard]] Port first_link() const { return size_.pes + size_.routers - 1; }
  [[nodiscard]] Router router(Node node) const {
    return {(node - pes()) / size_.routers, (node - pes()) % size_.routers};
  }
  [[nodiscard]] Node node_of(const Router& r) const { return pes() + r.group * size_.routers + r.index; }
  [[nodiscard]] Port port_within(const Router& from, int index) const {
    return size_.pes + mod(index - from.index - 1, size_.routers);
  }
  /// Index of the link of group `from` that leads to group `to`.
  [[nodiscard]] int link_to(int from, int to) const { return mod(to - from - 1, size_.groups); }
  /// A group that is neither the source's nor the destination's.
  [[nodiscard]] int between_group(Node a, Node b) const {
    const int from = a / pes_per_group();
    const int to = b / pes_per_group();
    int group = static_cast<int>(core::route_hash(a, b, 0) % static_cast<std::uint64_t>(size_.groups - 2));
    for (const int taken : {std::min(from, to), std::max(from, to)})
      if (group >= taken) ++group;
    return group;
  }
  /// Links on the shortest way between two routers.
  [[nodiscard]] int between(const Router& a, const Router& b) const {
    if (a.group == b.group) return a.index == b.index ? 0 : 1;
    const bool starts_here = link_to(a.group, b.group) / size_.links == a.index;
    const bool ends_there = link_to(b.group, a.group) / size_.links == b.index;
    const int direct = 1 + (starts_here ? 0 : 1) + (ends_there ? 0 : 1);
    return direct == 3 && has_way_by_third_group(a, b) ? 2 : direct;
  }
  /// True if two links between groups meet at one router.
  [[nodiscard]] bool has_way_by_third_group(const Router& a, const Router& b) const {
    for (int link = 0; link < size_.links; ++link) {
      const Node middle = neighbour(node_of(a), first_link() + link);
      if (middle == kNoNode) continue;
      const Router by = router(middle);
      if (by.group == b.group) continue;
      const bool leads_on = link_to(by.group, b.group) / size_.links == by.index;
      if (leads_on && link_to(b.group, by.group) / size_.links == b.index) return true;
    }
    return false;
  }
  void count_cut() {
    const auto is_low = [&](Node node) {
      return (node < pes() ? node : (node - pes()) * size_.pes) < (pes() + 1) / 2;
    };
    for (Node node = 0; node < nodes(); ++node)
      for (Port port = 0; port < ports(); ++port)
        if (const Node next = neighbour(node, port); next != kNoNode && is_low(node) != is_low(next)) ++cut_;
  }

  std::string name_;
  DragonflySizes size_;
  DragonflyRouting routing_;
  std::vector<int> sides_;
  int diameter_ = 0;
  int cut_ = 0;
};

}  // namespace

TopologyPtr dragonfly(const DragonflySizes& sizes, DragonflyRouting routing) {
  const std::string name = fmt::format(
      "dragonfly:{}{}", core::sizes_to_string({sizes.pes, sizes.routers, sizes.links, sizes.groups}),
      routing == DragonflyRouting::valiant ? ":valiant" : "");
  core::check_grid("dragonfly", {sizes.pes + 1, sizes.routers, sizes.groups});
  core::check_grid("dragonfly", {sizes.links});
  if (sizes.groups - 1 > std::int64_t{sizes.routers} * sizes.links)
    throw ConfigError(fmt::format(
        "{}: a group has {} x {} links to others, which reach {} groups in all; take so many or "
        "fewer",
        name, sizes.routers, sizes.links, core::grouped(std::int64_t{sizes.routers} * sizes.links + 1)));
  return std::make_shared<Dragonfly>(sizes, routing, name);
}

namespace {

TopologyPtr parse_dragonfly(std::string_view text) {
  constexpr std::string_view kForm = "dragonfly:PxAxH or dragonfly:PxAxHxG";
  const auto [sizes, rule] = core::split_routing(text);
  if (!rule.empty() && rule != "minimal" && rule != "valiant")
    throw ConfigError(fmt::format("dragonfly: routing \"{}\" is not available; available: minimal, valiant",
                                  core::shown(rule)));
  const auto routing = rule == "valiant" ? DragonflyRouting::valiant : DragonflyRouting::minimal;
  const std::vector<int> size = core::parse_sizes("dragonfly", kForm, sizes);
  if (size.size() != 3 && size.size() != 4)
    throw ConfigError(
        fmt::format("dragonfly: three sizes or four are needed, got {}; write {}", size.size(), kForm));
  const bool names_groups = size.size() == 4;
  if (!names_groups) core::check_grid("dragonfly", size);
  const int groups = names_groups ? size[3] : size[1] * size[2] + 1;
  return dragonfly({size[0], size[1], size[2], groups}, routing);
}

/// The groups that p PEs need.
std::string dragonfly_sizes(std::string_view like, int p) {
  const auto [sizes, rule] = core::split_routing(like);
  const std::vector<int> size = core::parse_sizes("dragonfly", "dragonfly:PxAxH", sizes);
  const std::int64_t pes_of_group = std::int64_t{size[0]} * size[1];
  const std::int64_t most_groups = std::int64_t{size[1]} * size[2] + 1;
  if (p % pes_of_group != 0 || p / pes_of_group > most_groups)
    core::refuse_scale(fmt::format("dragonfly:{}", like), p,
                       fmt::format("it can have 1 to {} groups of {} PEs: take a multiple of {}, at most {}",
                                   most_groups, pes_of_group, pes_of_group, most_groups * pes_of_group));
  return fmt::format("{}x{}x{}x{}{}{}", size[0], size[1], size[2], p / pes_of_group, rule.empty() ? "" : ":",
                     rule);
}

}  // namespace

void dragonfly(TopologyEntry& entry) {
  entry.form = "dragonfly:PxAxH";
  entry.description = "P PEs a router, A routers a group, H links of each to other groups; :valiant";
  entry.make = parse_dragonfly;
  entry.scale = dragonfly_sizes;
}

}  // namespace toruscope
