// SPDX-License-Identifier: Apache-2.0
// Fat trees: extended generalised fat trees XGFT(h; m_1 .. m_h; w_1 .. w_h), with PEs on level 0.
//
//   fattree:2x2x3     8       9      spines   Each node of level l - 1 has w_l parents, each of
//                     | \   / |               level l has m_l children. LxSxH: L leaf switches, S
//                     |   X   |               spines, H PEs a leaf: XGFT(2; H, L; 1, S). K: three
//                     | /   \ |               levels of switches of K ports, K^3/4 PEs:
//                     6       7      leaves   XGFT(3; K/2, K/2, K; 1, K/2, K/2)
//                   / | \   / | \.
//                  0  1  2 3  4  5   PEs
//
//   nodes       by level; within a level by subtree, then by the parents taken on the way up.
//   ports       0 .. w-1 up, then one for each child.
//   routes      up to the lowest level at which both PEs are in one subtree, then down one way.
//               D-mod-k: parent floor(destination / (w_1 .. w_l)) mod w_(l+1).
//               ECMP: a hash of (source, destination, level).
//
// Invariants  Along every route channel_order strictly increases: up, the lowest first, then down.
// Source      Ohring, Ibel, Das, Kumar, "On generalized fat trees", IPPS 1995. Al-Fares, Loukissas,
//             Vahdat, SIGCOMM 2008: the K-ary tree. Zahavi, "D-Mod-K routing providing non-blocking
//             traffic for shift permutations on real life fat trees", CCIT report 776, 2010.

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
#include <cstddef>
#include <cstdlib>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace {

/// Children and parents of a level of switches: m_l and w_l.
struct Level {
  int children = 1;
  int parents = 1;
};

class FatTree final : public Topology {
 public:
  FatTree(std::string name, std::vector<Level> levels, FatTreeRouting routing)
      : name_(std::move(name)), levels_(std::move(levels)), routing_(routing) {
    const std::size_t height = levels_.size();
    below_.assign(height + 1, 1);
    ways_.assign(height + 1, 1);
    for (std::size_t l = 1; l <= height; ++l) {
      below_[l] = below_[l - 1] * levels_[l - 1].children;
      ways_[l] = ways_[l - 1] * levels_[l - 1].parents;
    }
    first_.push_back(0);
    for (std::size_t l = 0; l <= height; ++l)
      first_.push_back(first_.back() + below_[height] / below_[l] * ways_[l]);
    sides_ = {below_[height]};
    for (std::size_t l = 0; l <= height; ++l) ports_ = std::max(ports_, parents(l) + children(l));
    count_cut();
  }

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int nodes() const override { return first_.back(); }
  [[nodiscard]] int pes() const override { return sides_.front(); }
  [[nodiscard]] int ports() const override { return ports_; }
  [[nodiscard]] int pe_ports() const override { return parents(0); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const Place at = place(node);
    if (port < parents(at.level)) return node_at({at.level + 1, above(at), at.way + port * ways_[at.level]});
    const int child = port - parents(at.level);
    if (child >= children(at.level)) return kNoNode;
    return node_at({at.level - 1, at.subtree * children(at.level) + child, at.way % ways_[at.level - 1]});
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override {
    const Place at = place(node);
    if (port < parents(at.level)) return parents(at.level + 1) + at.subtree % children(at.level + 1);
    return at.way / ways_[at.level - 1];
  }
  [[nodiscard]] int distance(Node a, Node b) const override { return 2 * static_cast<int>(meeting(a, b)); }
  [[nodiscard]] int diameter() const override { return distance(0, pes() - 1); }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    const auto pass = [&](Port port) {
      if (!legs.empty() && legs.back().port == port)
        ++legs.back().steps;
      else
        legs.push_back({port, 1, 0});
    };
    const std::size_t top = meeting(a, b);
    for (std::size_t l = 0; l < top; ++l) pass(parent_towards(a, b, l));
    for (std::size_t l = top; l > 0; --l) pass(parents(l) + b / below_[l - 1] % children(l));
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int /*channel*/) const override {
    const std::size_t level = place(node).level;
    return static_cast<std::uint32_t>(port < parents(level) ? level : 2 * levels_.size() - level);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] int virtual_channels() const override { return 1; }
  /// The PEs below each switch of a level, the top left out.
  [[nodiscard]] std::vector<std::vector<int>> islands() const override {
    return core::islands_of_sizes(pes(), {below_.begin() + 1, below_.end() - 1});
  }
  [[nodiscard]] int bisection() const override { return cut_; }
  [[nodiscard]] bool has_least_bisection() const override { return true; }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    const int up = parents(place(node).level);
    return port < up ? fmt::format("up {}", port) : fmt::format("down {}", port - up);
  }

 private:
  /// Place of a node: its level, the subtree that it tops, and its number among the tops.
  struct Place {
    std::size_t level;
    int subtree;
    int way;
  };

  [[nodiscard]] Place place(Node node) const {
    std::size_t level = 0;
    while (node >= first_[level + 1]) ++level;
    const int index = node - first_[level];
    return {level, index / ways_[level], index % ways_[level]};
  }
  [[nodiscard]] Node node_at(const Place& p) const {
    return first_[p.level] + p.subtree * ways_[p.level] + p.way;
  }
  /// Parents of a node of this level; 0 at the top.
  [[nodiscard]] int parents(std::size_t level) const {
    return level == levels_.size() ? 0 : levels_[level].parents;
  }
  /// Children of a node of this level; 0 for a PE.
  [[nodiscard]] int children(std::size_t level) const { return level == 0 ? 0 : levels_[level - 1].children; }
  [[nodiscard]] int above(const Place& p) const { return p.subtree / levels_[p.level].children; }
  /// The lowest level of a switch that has both PEs below it.
  [[nodiscard]] std::size_t meeting(Node a, Node b) const {
    std::size_t level = 0;
    while (a / below_[level] != b / below_[level]) ++level;
    return level;
  }
  [[nodiscard]] Port parent_towards(Node a, Node b, std::size_t level) const {
    if (routing_ == FatTreeRouting::d_mod_k) return b / ways_[level] % parents(level);
    return static_cast<Port>(core::route_hash(a, b, level) % static_cast<std::uint64_t>(parents(level)));
  }
  /// Counts the least cut. With two levels, l of the L leaves on one side: each spine costs the
  /// links to the other side, if fewer, and each surplus PE its own link. Three levels have
  /// disjoint ways for any pairs: no cut is narrower than the links of half of the PEs.
  void count_cut() {
    cut_ = pes() / 2 * 2;
    if (levels_.size() != 2) return;
    const auto [leaves, spines] = levels_[1];
    for (int low = 0; low <= leaves; ++low)
      cut_ = std::min(
          cut_, 2 * (spines * std::min(low, leaves - low) + std::abs(low * levels_[0].children - pes() / 2)));
  }

  std::string name_;
  std::vector<Level> levels_;  // of switches, the lowest first
  FatTreeRouting routing_;
  std::vector<int> below_;   // PEs below a node of a level
  std::vector<int> ways_;    // nodes of a level that top one subtree
  std::vector<Node> first_;  // of each level; one past the last node
  std::vector<int> sides_;
  int ports_ = 0;
  int cut_ = 0;
};

/// Errors: ConfigError if the tree has more nodes than a network may have.
TopologyPtr made(const std::string& sizes, const std::vector<Level>& levels, FatTreeRouting routing) {
  const std::string name = fmt::format("fattree:{}{}", sizes, routing == FatTreeRouting::ecmp ? ":ecmp" : "");
  std::int64_t nodes = 0;
  for (std::size_t level = 0; level <= levels.size(); ++level) {
    std::int64_t of_level = 1;
    for (std::size_t l = 0; l < levels.size(); ++l)
      of_level = std::min<std::int64_t>(of_level * (l < level ? levels[l].parents : levels[l].children),
                                        std::int64_t{core::kMaxNodes} + 1);
    nodes += of_level;
  }
  if (nodes > core::kMaxNodes)
    throw ConfigError(fmt::format("{}: at most {} nodes, PEs and switches, are possible", name,
                                  core::grouped(core::kMaxNodes)));
  return std::make_shared<FatTree>(name, levels, routing);
}

void check_size(const char* what, int size) {
  if (size < 1) throw ConfigError(fmt::format("fattree: at least 1 {} is needed, got {}", what, size));
}

}  // namespace

TopologyPtr fat_tree(int leaves, int spines, int pes_per_leaf, FatTreeRouting routing) {
  check_size("leaf switch", leaves);
  check_size("spine", spines);
  check_size("PE a leaf", pes_per_leaf);
  return made(core::sizes_to_string({leaves, spines, pes_per_leaf}), {{pes_per_leaf, 1}, {leaves, spines}},
              routing);
}

TopologyPtr fat_tree(int k, FatTreeRouting routing) {
  if (k < 2 || k % 2 != 0)
    throw ConfigError(
        fmt::format("fattree: a k-ary fat tree has switches of an even number of ports, 2 or more, got {}; "
                    "leaves, spines and PEs a leaf are fattree:LxSxH",
                    k));
  return made(std::to_string(k), {{k / 2, 1}, {k / 2, k / 2}, {k, k / 2}}, routing);
}

namespace {

TopologyPtr parse_fat_tree(std::string_view text) {
  constexpr std::string_view kForm = "fattree:LxSxH or fattree:K";
  const auto [of_sizes, rule] = core::split_routing(text);
  if (!rule.empty() && rule != "dmodk" && rule != "ecmp")
    throw ConfigError(
        fmt::format("fattree: routing \"{}\" is not available; available: dmodk, ecmp", core::shown(rule)));
  const FatTreeRouting routing = rule == "ecmp" ? FatTreeRouting::ecmp : FatTreeRouting::d_mod_k;
  const std::vector<int> sizes = core::parse_sizes("fattree", kForm, of_sizes);
  if (sizes.size() == 1) return fat_tree(sizes[0], routing);
  if (sizes.size() == 3) return fat_tree(sizes[0], sizes[1], sizes[2], routing);
  throw ConfigError(
      fmt::format("fattree: one size or three are needed, got {}; write {}", sizes.size(), kForm));
}

/// The leaf switches that p PEs need, or switches of other ports.
std::string fat_tree_sizes(std::string_view like, int p) {
  const auto [of_sizes, rule] = core::split_routing(like);
  const std::string routing = rule.empty() ? "" : fmt::format(":{}", rule);
  const std::vector<int> sizes = core::parse_sizes("fattree", "fattree:LxSxH", of_sizes);
  const auto refuse = [&](const std::string& why) {
    core::refuse_scale(fmt::format("fattree:{}", like), p, why);
  };
  if (sizes.size() == 1) {
    for (std::int64_t ports = 2; ports * ports * ports / 4 <= p; ports += 2)
      if (ports * ports * ports / 4 == p) return fmt::format("{}{}", ports, routing);
    refuse("switches of K ports make K^3 / 4 PEs, K even: 2, 16, 54, 128, ..");
  }
  if (p % sizes[2] != 0)
    refuse(fmt::format("a leaf switch has {} PEs: take a multiple of {}", sizes[2], sizes[2]));
  return fmt::format("{}x{}x{}{}", p / sizes[2], sizes[1], sizes[2], routing);
}

}  // namespace

void fattree(TopologyEntry& entry) {
  entry.form = "fattree:LxSxH";
  entry.description =
      "L leaf switches of H PEs below S spines, or fattree:K of K-port switches; :ecmp: routes by a hash";
  entry.make = parse_fat_tree;
  entry.scale = fat_tree_sizes;
}

}  // namespace toruscope
