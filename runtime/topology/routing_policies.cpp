// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/routing_policies.hpp"

#include "runtime/topology/route_hash.hpp"
#include "runtime/topology/route_trees.hpp"

#include <algorithm>
#include <limits>

namespace toruscope::core {

namespace {

using Row = Cabling::Row;

PortTable empty_table(const Cabling& cabling) {
  return PortTable(static_cast<std::size_t>(cabling.rows()) * static_cast<std::size_t>(cabling.pes()), kNoPort);
}

std::uint16_t& entry(PortTable& table, const Cabling& cabling, Row row, Node pe) {
  return table[static_cast<std::size_t>(row) * static_cast<std::size_t>(cabling.pes()) +
               static_cast<std::size_t>(pe)];
}

/// The last link to PEs that do not forward: no choice.
void enter_last_links(PortTable& table, const Cabling& cabling, Row row) {
  const Node node = cabling.node(row);
  for (const Node pe : cabling.pes_at(row))
    if (pe != node) entry(table, cabling, row, pe) = static_cast<std::uint16_t>(cabling.port_to(node, pe));
}

/// A table in which `choose(row, pe, ways)` picks one of the ports that are nearer to a PE.
template <class Choose>
PortTable table_of(const Cabling& cabling, const Choose& choose) {
  PortTable table = empty_table(cabling);
  std::vector<Port> ways;
  for (Row row = 0; row < cabling.rows(); ++row) {
    enter_last_links(table, cabling, row);
    for (Row to = 0; to < cabling.rows(); ++to) {
      if (to == row || cabling.pes_at(to).empty()) continue;
      cabling.ways(row, to, ways);
      if (ways.empty()) continue;
      for (const Node pe : cabling.pes_at(to))
        entry(table, cabling, row, pe) = static_cast<std::uint16_t>(choose(row, pe, ways));
    }
  }
  return table;
}

PortTable first(const Cabling& cabling) {
  return table_of(cabling, [](Row, Node, const std::vector<Port>& ways) { return ways.front(); });
}

/// The most ports that lead a level up, by level.
std::vector<std::int64_t> widths(const Cabling& cabling) {
  std::vector<std::int64_t> most;
  for (Node node = 0; node < cabling.nodes(); ++node) {
    const auto level = static_cast<std::size_t>(cabling.level(node));
    if (most.size() <= level) most.resize(level + 1, 1);
    const auto& all = cabling.neighbours(node);
    most[level] = std::max<std::int64_t>(most[level], std::count_if(all.begin(), all.end(), [&](Node next) {
                                           return cabling.level(next) > cabling.level(node);
                                         }));
  }
  return most;
}

PortTable d_mod_k(const Cabling& cabling) {
  constexpr std::int64_t kMost = 1 << 24;  // above every PE's number
  std::vector<std::int64_t> below{1};      // product of the widths of lower levels
  for (const std::int64_t width : widths(cabling)) below.push_back(std::min(kMost, below.back() * width));
  return table_of(cabling, [&](Row row, Node pe, const std::vector<Port>& ways) {
    const Node node = cabling.node(row);
    const Node next = cabling.neighbours(node)[static_cast<std::size_t>(ways.front())];
    const int level = std::min(cabling.level(node), cabling.level(next));
    const std::int64_t digit = pe / below[static_cast<std::size_t>(level)];
    return ways[static_cast<std::size_t>(digit) % ways.size()];
  });
}

/// Rows that have a way to `to`, nearest first, without itself.
std::vector<Row> by_distance(const Cabling& cabling, Row to) {
  std::vector<Row> rows;
  for (Row row = 0; row < cabling.rows(); ++row)
    if (cabling.hops(to, row) > 0) rows.push_back(row);
  std::stable_sort(rows.begin(), rows.end(),
                   [&](Row a, Row b) { return cabling.hops(to, a) < cabling.hops(to, b); });
  return rows;
}

PortTable least_loaded(const Cabling& cabling) {
  PortTable table = empty_table(cabling);
  const auto rows = static_cast<std::size_t>(cabling.rows());
  std::vector<std::int64_t> load(cabling.links()), cost(rows), through(rows);
  std::vector<std::vector<Port>> ways(rows);
  for (Row to = 0; to < cabling.rows(); ++to) {
    enter_last_links(table, cabling, to);
    if (cabling.pes_at(to).empty()) continue;
    const std::vector<Row> order = by_distance(cabling, to);
    for (const Row row : order) cabling.ways(row, to, ways[static_cast<std::size_t>(row)]);
    cost[static_cast<std::size_t>(to)] = 0;
    for (const Node pe : cabling.pes_at(to)) {
      for (const Row row : order) {
        const auto r = static_cast<std::size_t>(row);
        const Node node = cabling.node(row);
        cost[r] = std::numeric_limits<std::int64_t>::max();
        for (const Port port : ways[r]) {
          const Row next = cabling.row(cabling.neighbours(node)[static_cast<std::size_t>(port)]);
          const std::int64_t here = load[cabling.link(node, port)] + cost[static_cast<std::size_t>(next)];
          if (here >= cost[r]) continue;
          cost[r] = here;
          entry(table, cabling, row, pe) = static_cast<std::uint16_t>(port);
        }
        through[r] = std::ssize(cabling.pes_at(row));
      }
      for (auto row = order.rbegin(); row != order.rend(); ++row) {
        const Node node = cabling.node(*row);
        const std::uint16_t port = entry(table, cabling, *row, pe);
        const std::int64_t routes = through[static_cast<std::size_t>(*row)];
        load[cabling.link(node, port)] += routes;
        through[static_cast<std::size_t>(cabling.row(cabling.neighbours(node)[port]))] += routes;
      }
    }
  }
  return table;
}

PortTable balanced(const Cabling& cabling) {
  PortTable best = least_loaded(cabling);
  std::int64_t least = most_routes(cabling, loads_of(cabling, best));
  for (const auto& other : {d_mod_k, first}) {
    PortTable table = other(cabling);
    const std::int64_t most = most_routes(cabling, loads_of(cabling, table));
    if (most >= least) continue;
    least = most;
    best = std::move(table);
  }
  return best;
}

}  // namespace

const std::vector<RoutingPolicy>& routing_policies() {
  static const std::vector<RoutingPolicy> table{
      {"first", "the neighbour of the lowest number", first},
      {"dmodk", "by the destination (D-mod-k)", d_mod_k},
      {"ecmp", "by a hash of both PEs", nullptr},
      {"balanced", "the ways of the fewest routes", balanced},
  };
  return table;
}

const RoutingPolicy* find_routing_policy(std::string_view name) {
  const auto& table = routing_policies();
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const RoutingPolicy& policy) { return policy.name == name; });
  return row == table.end() ? nullptr : &*row;
}

std::size_t way_by_hash(Node from, Node to, int passed, std::size_t ways) {
  return route_hash(from, to, static_cast<std::uint64_t>(passed)) % ways;
}

}  // namespace toruscope::core
