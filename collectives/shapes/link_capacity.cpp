// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/link_capacity.hpp"

#include "collectives/shapes/line.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/islands.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

namespace toruscope::collectives {

namespace {

__extension__ using Int128 = __int128;

constexpr int kMostCountedPes = 1 << 16;

std::size_t node_index(int number) {
  return static_cast<std::size_t>(number);
}

/// LinkGroup by the time of a byte.
class LinkGroup {
 public:
  void add(Ticks tw) { ++number_[tw.count]; }

  /// The least time for `bytes`, in multiples of `unit`, rounded down. 0 if there are no links.
  [[nodiscard]] std::int64_t time_of(Int128 bytes, std::int64_t unit) const {
    if (number_.empty() || bytes <= 0 || unit <= 0) return 0;
    // The fastest link alone is an upper bound.
    Int128 high = (bytes * number_.begin()->first + unit - 1) / unit;
    Int128 low = 0;
    while (low + 1 < high) {
      const Int128 middle = low + (high - low) / 2;
      (carried(middle * unit) >= bytes ? high : low) = middle;
    }
    const bool is_whole =
        std::all_of(number_.begin(), number_.end(), [&](const auto& links) { return links.first % unit == 0; });
    return static_cast<std::int64_t>(is_whole ? high : low);
  }

 private:
  [[nodiscard]] Int128 carried(Int128 time) const {
    Int128 bytes = 0;
    for (const auto& [tw, links] : number_) bytes += time / tw * links;
    return bytes;
  }

  std::map<std::int64_t, std::int64_t> number_;  // of links
};

class CutNetwork {
 public:
  explicit CutNetwork(const Case& c)
      : case_(c), topology_(*c.network), costs_(topology_, c.parameters, resolve(c.parameters)) {}

  [[nodiscard]] std::int64_t unit() const { return costs_.cheapest().tw.count; }
  [[nodiscard]] Ticks tw(Node node, Port port) const {
    return costs_.are_equal() ? costs_.cheapest().tw : costs_.of(node, port).tw;
  }

  template <class Take>
  void for_each_link(Node node, const Take& take) const {
    for (Port port = 0; port < topology_.ports(); ++port)
      if (const Node next = topology_.neighbour(node, port); next != kNoNode) take(port, next);
  }
  [[nodiscard]] Ticks tw_back(Node node, Port port, Node next) const {
    return tw(next, topology_.opposite(node, port));
  }

  std::int64_t pe_time(Rank pe, const MustEnter& must_enter) const {
    LinkGroup in;
    LinkGroup out;
    for_each_link(pe, [&](Port port, Node next) {
      in.add(tw_back(pe, port, next));
      out.add(tw(pe, port));
    });
    return time_of(1, pe == case_.root, in, out, must_enter);
  }

  /// Time of the set of the PEs that `has` names.
  template <class Has>
  std::int64_t set_time(const Has& has, const MustEnter& must_enter) const {
    std::vector<bool> inside(node_index(topology_.nodes()));
    std::int64_t pes = 0;
    for (Rank pe = 0; pe < case_.p; ++pe)
      if (has(pe)) {
        inside[node_index(pe)] = true;
        ++pes;
      }
    if (pes == 0 || pes == case_.p) return 0;
    add_switches(inside);
    LinkGroup in;
    LinkGroup out;
    for (Node node = 0; node < topology_.nodes(); ++node) {
      if (!inside[node_index(node)]) continue;
      for_each_link(node, [&](Port port, Node next) {
        if (inside[node_index(next)]) return;
        in.add(tw_back(node, port, next));
        out.add(tw(node, port));
      });
    }
    return time_of(pes, inside[node_index(case_.root)], in, out, must_enter);
  }

  std::int64_t all_pes_time(std::int64_t bytes) const {
    LinkGroup in;
    for (Rank pe = 0; pe < case_.p; ++pe)
      for_each_link(pe, [&](Port port, Node next) { in.add(tw_back(pe, port, next)); });
    return in.time_of(bytes, unit());
  }

  /// Time for bytes that must leave and enter islands, each PE's given by number.
  std::int64_t islands_time(const std::vector<int>& island_of_pe, std::int64_t bytes) const {
    const std::vector<int> island = with_switches(island_of_pe);
    LinkGroup in;
    LinkGroup out;
    for (Node node = 0; node < topology_.nodes(); ++node) {
      const int own = island[node_index(node)];
      if (own == kNone) continue;
      for_each_link(node, [&](Port port, Node next) {
        if (island[node_index(next)] == own) return;
        in.add(tw_back(node, port, next));
        out.add(tw(node, port));
      });
    }
    return std::max(in.time_of(bytes, unit()), out.time_of(bytes, unit()));
  }

  std::int64_t dimension_time(int dimension, Int128 bytes) const {
    LinkGroup links;
    for (Node node = 0; node < topology_.nodes(); ++node)
      for_each_link(node, [&](Port port, Node) {
        if (topology_.dimension_of(port) == dimension) links.add(tw(node, port));
      });
    return links.time_of(bytes, unit());
  }

 private:
  static constexpr int kNone = -1;  // of a switch between islands

  /// Adds each switch to the island to which most of its links lead, at least half.
  [[nodiscard]] std::vector<int> with_switches(std::vector<int> island) const {
    island.resize(node_index(topology_.nodes()), kNone);
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (Node node = case_.p; node < topology_.nodes(); ++node) {
        if (island[node_index(node)] != kNone) continue;
        std::map<int, int> links;
        int all = 0;
        for_each_link(node, [&](Port, Node next) {
          ++all;
          if (const int there = island[node_index(next)]; there != kNone) ++links[there];
        });
        const auto is_less = [](const auto& a, const auto& b) { return a.second < b.second; };
        const auto most = std::max_element(links.begin(), links.end(), is_less);
        if (most == links.end() || 2 * most->second < all) continue;
        if (std::count_if(links.begin(), links.end(), [&](const auto& l) { return l.second == most->second; }) >
            1)
          continue;
        island[node_index(node)] = most->first;
        has_changed = true;
      }
    }
    return island;
  }

  std::int64_t time_of(std::int64_t pes, bool has_root, const LinkGroup& in, const LinkGroup& out,
                       const MustEnter& must_enter) const {
    return std::max(in.time_of(must_enter(pes, has_root), unit()),
                    out.time_of(must_enter(case_.p - pes, !has_root), unit()));
  }

  /// Moves each switch to the side of most of its neighbours, while fewer links then cross.
  void add_switches(std::vector<bool>& inside) const {
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (Node node = case_.p; node < topology_.nodes(); ++node) {
        int balance = 0;
        for_each_link(node, [&](Port, Node next) { balance += inside[node_index(next)] ? 1 : -1; });
        if (balance == 0 || (balance > 0) == inside[node_index(node)]) continue;
        inside[node_index(node)] = balance > 0;
        has_changed = true;
      }
    }
  }

  const Case& case_;
  const Topology& topology_;
  const core::LinkCostTable costs_;
};

}  // namespace

bool knows_links(const Case& c) {
  return c.network != nullptr && c.p > 1 && c.network->nodes() <= kMostCountedPes;
}

std::int64_t cut_bytes(const Case& c, const MustEnter& must_enter) {
  const CutNetwork network(c);
  std::int64_t most = 0;
  for (Rank pe = 0; pe < c.p; ++pe) most = std::max(most, network.pe_time(pe, must_enter));
  if (c.p > core::kMostWalkedPes) return most;
  const auto try_set = [&](const auto& has) { most = std::max(most, network.set_time(has, must_enter)); };
  for (int d = 0; d < static_cast<int>(c.sides.size()); ++d) {
    const int side = c.sides[node_index(d)];
    const auto place = [&](Rank pe) { return coordinate(c.sides, d, pe); };
    try_set([&](Rank pe) { return place(pe) < (side + 1) / 2; });
    const int line = along(c.sides, d, 0).stride;  // PEs of one coordinate in dimensions 0 .. d
    for (int i = 0; i < side && line > 1; ++i) {
      try_set([&](Rank pe) { return place(pe) == i; });
      try_set([&](Rank pe) { return pe / line == i; });
    }
  }
  for (const std::vector<int>& level : c.network->islands())
    for (int island = 0; island < core::count_islands(level); ++island)
      try_set([&](Rank pe) { return level[node_index(pe)] == island; });
  for (const Rank centre : {0, c.root, c.p - 1})
    for (int radius = 1; radius < c.network->diameter(); ++radius)
      try_set([&](Rank pe) { return c.network->distance(centre, pe) <= radius; });
  return most;
}

std::int64_t all_islands_bytes(const Case& c, const std::function<std::int64_t(std::int64_t islands)>& bytes) {
  const CutNetwork network(c);
  std::int64_t most = 0;
  for (const std::vector<int>& level : c.network->islands())
    most = std::max(most, network.islands_time(level, bytes(core::count_islands(level))));
  return most;
}

std::int64_t all_pes_bytes(const Case& c, std::int64_t bytes) {
  return CutNetwork(c).all_pes_time(bytes);
}

std::int64_t torus_bytes(const Case& c) {
  const CutNetwork network(c);
  std::int64_t most = 0;
  for (int d = 0; d < static_cast<int>(c.sides.size()); ++d) {
    const std::int64_t side = c.sides[node_index(d)];
    const std::int64_t block_hops = side * side / 4 * (c.p / side);
    most = std::max(most,
                    network.dimension_time(d, Int128{c.p} * block_hops * static_cast<std::int64_t>(c.bytes)));
  }
  return most;
}

}  // namespace toruscope::collectives
