// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/cabling.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <queue>
#include <utility>

namespace toruscope::core {

Cabling::Cabling(Adjacency neighbours, int pes, bool pes_forward)
    : neighbours_(std::move(neighbours)), pes_(pes), pes_forward_(pes_forward), first_{0} {
  for (const auto& of_node : neighbours_) first_.push_back(first_.back() + of_node.size());
  find_rows();
  find_hops();
  find_diameter();
  find_levels();
}

Port Cabling::port_to(Node node, Node next) const {
  const auto& all = neighbours(node);
  return static_cast<Port>(std::lower_bound(all.begin(), all.end(), next) - all.begin());
}

Port Cabling::opposite(Node node, Port port) const {
  const Node next = neighbours(node)[static_cast<std::size_t>(port)];
  return port_to(next, node) + port - port_to(node, next);
}

Node Cabling::tail(Link link) const {
  return static_cast<Node>(std::upper_bound(first_.begin(), first_.end(), link) - first_.begin()) - 1;
}

void Cabling::ways(Row from, Row to, std::vector<Port>& ports) const {
  ports.clear();
  const auto& all = neighbours(node(from));
  const int left = hops(from, to) - 1;
  if (left < 0) return;
  for (std::size_t port = 0; port < all.size(); ++port)
    if (const Row next = row(all[port]);
        next != kNoRow && hops(next, to) == left && (next == to || forwards(all[port])))
      ports.push_back(static_cast<Port>(port));
}

void Cabling::find_rows() {
  row_.assign(neighbours_.size(), kNoRow);
  for (Node node = 0; node < nodes(); ++node) {
    const auto& all = neighbours(node);
    if (node < pes_ && all.size() == 1 && forwards(all.front()) && neighbours(all.front()).size() > 1) continue;
    row_[static_cast<std::size_t>(node)] = static_cast<Row>(nodes_.size());
    nodes_.push_back(node);
  }
  if (const std::int64_t entries = std::int64_t{rows()} * std::max(rows(), pes_); entries > kMostEntries)
    throw ConfigError(
        fmt::format("graph: {} nodes choose links, for {} PEs: distances and routes would be tables of {} "
                    "entries; {} at most",
                    grouped(rows()), grouped(pes_), grouped(entries), grouped(kMostEntries)));
  pes_at_.resize(nodes_.size());
  for (Node pe = 0; pe < pes_; ++pe) pes_at_[static_cast<std::size_t>(entry(pe))].push_back(pe);
}

/// Searches breadth first from every row.
void Cabling::find_hops() {
  const std::size_t n = nodes_.size();
  hops_.assign(n * n, -1);
  std::vector<Row> front;
  for (std::size_t from = 0; from < n; ++from) {
    std::int16_t* const hops = hops_.data() + from * n;
    hops[from] = 0;
    front.assign(1, static_cast<Row>(from));
    for (std::size_t i = 0; i < front.size(); ++i) {
      if (i > 0 && !forwards(node(front[i]))) continue;
      for (const Node next : neighbours(node(front[i])))
        if (const Row r = row(next); r != kNoRow && hops[r] < 0) {
          hops[r] = static_cast<std::int16_t>(hops[front[i]] + 1);
          front.push_back(r);
        }
    }
  }
}

void Cabling::find_diameter() {
  const auto ends = [&](Row a) {
    return std::max(distance(pes_at(a).front(), node(a)), distance(pes_at(a).back(), node(a)));
  };
  for (Row a = 0; a < rows(); ++a) {
    if (pes_at(a).empty()) continue;
    // One of the PEs at a node may be the node itself; the others are one link farther away.
    if (const auto& all = pes_at(a); all.size() > 1)
      diameter_ = std::max({diameter_, distance(all.front(), all.back()), distance(all[0], all[1]),
                            distance(all[all.size() - 2], all.back())});
    for (Row b = 0; b < a; ++b) {
      if (pes_at(b).empty()) continue;
      if (hops(a, b) < 0)
        throw ConfigError(
            fmt::format("graph: there is no way from PE {} to PE {} but through other PEs, which do "
                        "not forward (forward = switches)",
                        pes_at(b).front(), pes_at(a).front()));
      diameter_ = std::max(diameter_, hops(a, b) + ends(a) + ends(b));
    }
  }
}

void Cabling::find_levels() {
  level_.assign(neighbours_.size(), -1);
  nearest_.assign(neighbours_.size(), kNoNode);
  std::vector<Node> front;
  for (Node pe = 0; pe < pes_; ++pe) {
    level_[static_cast<std::size_t>(pe)] = 0;
    nearest_[static_cast<std::size_t>(pe)] = pe;
    front.push_back(pe);
  }
  for (std::size_t i = 0; i < front.size(); ++i)
    for (const Node next : neighbours(front[i])) {
      int& level = level_[static_cast<std::size_t>(next)];
      Node& nearest = nearest_[static_cast<std::size_t>(next)];
      if (level < 0) {
        level = level_[static_cast<std::size_t>(front[i])] + 1;
        nearest = nearest_pe(front[i]);
        front.push_back(next);
      } else if (level == level_[static_cast<std::size_t>(front[i])] + 1) {
        nearest = std::min(nearest, nearest_pe(front[i]));
      }
    }
}

}  // namespace toruscope::core
