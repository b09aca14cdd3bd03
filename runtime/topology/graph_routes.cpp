// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_routes.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::core {

GraphRoutes::GraphRoutes(const Cabling& cabling, GraphFile& file)
    : cabling_(cabling), given_(std::move(file.routes)) {
  if (!file.tables.empty())
    enter_tables(file);
  else if (file.routing->table != nullptr)
    table_ = file.routing->table(cabling);
  walk_all();
  if (cabling.pes() <= kMostDealtPes)
    deal(file.channels);
  else
    order_all();
}

Port GraphRoutes::next_by_hash(Node from, Cabling::Row row, Node to, int passed) const {
  const Node at = cabling_.node(row);
  if (cabling_.entry(to) == row) return cabling_.port_to(at, to);
  // The ways are counted first, so that no list of them is made for each hop.
  const auto& all = cabling_.neighbours(at);
  const int left = cabling_.hops(row, cabling_.entry(to)) - 1;
  const auto is_way = [&](Node next) {
    const Cabling::Row r = cabling_.row(next);
    return r != Cabling::kNoRow && cabling_.hops(r, cabling_.entry(to)) == left &&
           (left == 0 || cabling_.forwards(next));
  };
  std::size_t skipped =
      way_by_hash(from, to, passed, static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_way)));
  auto way = std::find_if(all.begin(), all.end(), is_way);
  for (; skipped > 0; --skipped) way = std::find_if(way + 1, all.end(), is_way);
  return static_cast<Port>(way - all.begin());
}

std::uint32_t GraphRoutes::order(Node node, Port port, int channel) const {
  const Cabling::Link link = cabling_.link(node, port);
  if (layers_) return layers_->order(link, channel);
  return order_.empty() ? 0 : order_[link];
}

/// The last link of a route has no choice; the others are checked by a RouteTree.
void GraphRoutes::enter_tables(const GraphFile& file) {
  const auto pes = static_cast<std::size_t>(cabling_.pes());
  table_.assign(static_cast<std::size_t>(cabling_.rows()) * pes, kNoPort);
  for (const auto& [node, ports] : file.tables)
    if (const Cabling::Row row = cabling_.row(node); row != Cabling::kNoRow)
      std::copy(ports.begin(), ports.end(), table_.begin() + std::ptrdiff_t{row} * std::ssize(ports));
  for (Cabling::Row row = 0; row < cabling_.rows(); ++row)
    for (const Node pe : cabling_.pes_at(row)) {
      const Node node = cabling_.node(row);
      std::uint16_t& port = table_[static_cast<std::size_t>(row) * static_cast<std::size_t>(cabling_.pes()) +
                                   static_cast<std::size_t>(pe)];
      if (pe == node) continue;
      if (port == kNoPort) port = static_cast<std::uint16_t>(cabling_.port_to(node, pe));
      if (cabling_.neighbours(node)[port] != pe)
        throw ConfigError(fmt::format("graph: the table of node {} leads messages for its neighbour {} to {}",
                                      node, pe, cabling_.neighbours(node)[port]));
    }
  if (given_.empty()) return;        // walk_all() goes by the trees
  RouteTree tree(cabling_, table_);  // refuses tables that do not lead to each PE
  for (Node to = 0; to < cabling_.pes(); ++to) tree.find(to);
}

/// Counts the routes on links, and finds the longest: tree by tree, or pair by pair.
void GraphRoutes::walk_all() {
  longest_ = cabling_.diameter();
  const bool is_small = cabling_.pes() <= kMostDealtPes;
  if (is_small && (table_.empty() || !given_.empty())) return walk_pairs();
  for (const auto& [ends, nodes] : given_) add_route(ends.first, ends.second);
  if (table_.empty()) return;
  RouteTree tree(cabling_, table_);
  for (Node to = 0; to < cabling_.pes(); ++to) {
    tree.find(to);
    const Cabling::Row goal = cabling_.entry(to);
    for (const Cabling::Row row : tree.order()) {
      if (cabling_.pes_at(row).empty()) continue;
      are_shortest_ = are_shortest_ && tree.hops(row) == cabling_.hops(row, goal);
      constexpr int kLastLinks = 2;  // of PEs that do not forward
      if (tree.hops(row) > cabling_.hops(row, goal)) longest_ = std::max(longest_, tree.hops(row) + kLastLinks);
    }
  }
  if (given_.empty()) loads_ = loads_of(cabling_, table_);
}

void GraphRoutes::walk_pairs() {
  loads_.assign(cabling_.links(), 0);
  for (Node from = 0; from < cabling_.pes(); ++from)
    for (Node to = 0; to < cabling_.pes(); ++to) {
      add_route(from, to);
      walk(from, to, [&](Node at, Port port) { ++loads_[cabling_.link(at, port)]; });
    }
}

void GraphRoutes::add_route(Node from, Node to) {
  int links = 0;
  walk(from, to, [&](Node, Port) { ++links; });
  longest_ = std::max(longest_, links);
  are_shortest_ = are_shortest_ && links == cabling_.distance(from, to);
}

void GraphRoutes::deal(int most_channels) {
  const auto pes = static_cast<std::size_t>(cabling_.pes());
  const auto links_of = [&](std::size_t route, std::vector<Layers::Link>& links) {
    walk(static_cast<Node>(route / pes), static_cast<Node>(route % pes),
         [&](Node at, Port port) { links.push_back(cabling_.link(at, port)); });
  };
  layers_.emplace(cabling_.links(), pes * pes, most_channels, links_of);
  for (const Layers::Link link : layers_->cycle())
    cycle_.emplace_back(cabling_.tail(link), cabling_.head(link));
}

void GraphRoutes::order_all() {
  LinkSuccessions successions(cabling_);
  if (table_.empty())
    successions.add_shortest();
  else
    successions.add_all(table_);
  for (const auto& [ends, nodes] : given_)
    for (std::size_t i = 2; i < nodes.size(); ++i)
      successions.add(cabling_.link(nodes[i - 2], cabling_.port_to(nodes[i - 2], nodes[i - 1])),
                      cabling_.port_to(nodes[i - 1], nodes[i]));
  order_ = successions.order();
  if (order_.empty()) cycle_ = successions.cycle();
}

}  // namespace toruscope::core
