// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/route_trees.hpp"

#include "runtime/topology/topological_order.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::core {

namespace {

using Row = Cabling::Row;
constexpr int kUnknown = -1;
constexpr int kOnTheWay = -2;
constexpr std::size_t kWord = 64;

std::size_t index(Row row) {
  return static_cast<std::size_t>(row);
}
std::int64_t parts(std::int64_t whole, std::int64_t of) {
  return of == 0 ? 0 : (whole + of - 1) / of;
}

}  // namespace

RouteTree::RouteTree(const Cabling& cabling, const PortTable& table)
    : cabling_(cabling), table_(table), hops_(index(cabling.rows())), through_(index(cabling.rows())) {}

Port RouteTree::port(Row row) const {
  const std::uint16_t port = table_[index(row) * index(cabling_.pes()) + index(to_)];
  return port == kNoPort ? -1 : static_cast<Port>(port);
}

Row RouteTree::next(Row row) const {
  return cabling_.row(cabling_.neighbours(cabling_.node(row))[static_cast<std::size_t>(port(row))]);
}

void RouteTree::find(Node to) {
  to_ = to;
  goal_ = cabling_.entry(to);
  std::fill(hops_.begin(), hops_.end(), kUnknown);
  std::fill(through_.begin(), through_.end(), 0);
  hops_[index(goal_)] = 0;
  order_.clear();
  for (Row row = 0; row < cabling_.rows(); ++row)
    if (!cabling_.pes_at(row).empty()) follow(row);
  std::sort(order_.begin(), order_.end(),
            [&](Row a, Row b) { return hops(a) != hops(b) ? hops(a) > hops(b) : a < b; });
  for (const Row row : order_) {
    through_[index(row)] += std::ssize(cabling_.pes_at(row));
    through_[index(next(row))] += through(row);
  }
}

void RouteTree::follow(Row from) {
  way_.clear();
  const auto refuse = [&](Row at, const char* what) {
    throw ConfigError(fmt::format("graph: the route from {} to {} {} {}", cabling_.pes_at(from).front(), to_,
                                  what, cabling_.node(at)));
  };
  Row at = from;
  for (; hops(at) == kUnknown; at = next(at)) {
    if (port(at) < 0) refuse(at, "has no next link at node");
    if (next(at) == Cabling::kNoRow) refuse(at, "goes to another PE from node");
    hops_[index(at)] = kOnTheWay;
    way_.push_back(at);
  }
  if (hops(at) == kOnTheWay) refuse(at, "comes twice to node");
  int hops = hops_[index(at)];
  for (auto row = way_.rbegin(); row != way_.rend(); ++row) hops_[index(*row)] = ++hops;
  order_.insert(order_.end(), way_.begin(), way_.end());
}

LinkLoads loads_of(const Cabling& cabling, const PortTable& table) {
  LinkLoads loads(cabling.links());
  RouteTree tree(cabling, table);
  for (Node to = 0; to < cabling.pes(); ++to) {
    tree.find(to);
    for (const Row row : tree.order())
      loads[cabling.link(cabling.node(row), tree.port(row))] += tree.through(row);
    const Node last = cabling.node(cabling.entry(to));
    if (last != to) loads[cabling.link(last, cabling.port_to(last, to))] += cabling.pes() - 1;
    if (cabling.row(to) == Cabling::kNoRow) loads[cabling.link(to, 0)] += cabling.pes() - 1;
  }
  return loads;
}

std::int64_t most_routes(const Cabling& cabling, const LinkLoads& loads) {
  std::int64_t most = 0;
  for (Row row = 0; row < cabling.rows(); ++row) {
    const Node node = cabling.node(row);
    const auto& all = cabling.neighbours(node);
    for (std::size_t port = 0; port < all.size(); ++port)
      if (cabling.row(all[port]) != Cabling::kNoRow)
        most = std::max(most, loads[cabling.link(node, static_cast<Port>(port))]);
  }
  return most;
}

std::int64_t least_most_routes(const Cabling& cabling) {
  std::int64_t hops = 0, links = 0, least = 0;
  for (Row row = 0; row < cabling.rows(); ++row) {
    const auto& all = cabling.neighbours(cabling.node(row));
    const std::int64_t cables =
        std::count_if(all.begin(), all.end(), [&](Node next) { return cabling.row(next) != Cabling::kNoRow; });
    const std::int64_t here = std::ssize(cabling.pes_at(row));
    links += cables;
    least = std::max(least, parts(here * (cabling.pes() - here), cables));
    for (Row to = 0; to < cabling.rows(); ++to)
      hops += std::max(0, cabling.hops(row, to)) * here * std::ssize(cabling.pes_at(to));
  }
  return std::max(least, parts(hops, links));
}

LinkSuccessions::LinkSuccessions(const Cabling& cabling) : cabling_(cabling) {
  std::size_t most = 1;
  for (Row row = 0; row < cabling.rows(); ++row)
    most = std::max(most, cabling.neighbours(cabling.node(row)).size());
  words_ = (most + kWord - 1) / kWord;
  ports_.assign(cabling.links() * words_, 0);
}

void LinkSuccessions::add(Cabling::Link link, Port port) {
  const auto p = static_cast<std::size_t>(port);
  ports_[link * words_ + p / kWord] |= std::uint64_t{1} << (p % kWord);
}

void LinkSuccessions::add_all(const PortTable& table) {
  RouteTree tree(cabling_, table);
  for (Node to = 0; to < cabling_.pes(); ++to) {
    tree.find(to);
    for (const Row row : tree.order())
      if (const Row next = tree.next(row); next != cabling_.entry(to))
        add(cabling_.link(cabling_.node(row), tree.port(row)), tree.port(next));
  }
}

void LinkSuccessions::add_shortest() {
  std::vector<std::vector<Port>> ways(index(cabling_.rows()));
  std::vector<bool> is_used(ways.size());
  for (Row to = 0; to < cabling_.rows(); ++to) {
    if (cabling_.pes_at(to).empty()) continue;
    std::vector<std::pair<int, Row>> order;
    for (Row row = 0; row < cabling_.rows(); ++row) {
      is_used[index(row)] = !cabling_.pes_at(row).empty();
      if (cabling_.hops(row, to) <= 0) continue;
      order.emplace_back(-cabling_.hops(row, to), row);
      cabling_.ways(row, to, ways[index(row)]);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [hops, row] : order) {
      if (!is_used[index(row)]) continue;
      const Node node = cabling_.node(row);
      for (const Port port : ways[index(row)]) {
        const Row next = cabling_.row(cabling_.neighbours(node)[static_cast<std::size_t>(port)]);
        is_used[index(next)] = true;
        if (next == to) continue;
        for (const Port onward : ways[index(next)]) add(cabling_.link(node, port), onward);
      }
    }
  }
}

std::vector<std::vector<std::size_t>> LinkSuccessions::after() const {
  std::vector<std::vector<std::size_t>> after(cabling_.links());
  for (Cabling::Link link = 0; link < cabling_.links(); ++link)
    for (std::size_t word = 0; word < words_; ++word)
      for (std::uint64_t left = ports_[link * words_ + word]; left != 0; left &= left - 1) {
        const auto port = static_cast<Port>(word * kWord + static_cast<std::size_t>(__builtin_ctzll(left)));
        after[link].push_back(cabling_.link(cabling_.head(link), port));
      }
  return after;
}

/// First the links that leave a PE without a choice, last those that lead to one.
std::vector<std::uint32_t> LinkSuccessions::order() const {
  const std::vector<std::size_t> sorted = topological_order(after());
  if (sorted.size() < cabling_.links()) return {};
  std::vector<std::uint32_t> places(sorted.size());
  const auto links = static_cast<std::uint32_t>(sorted.size());
  for (std::uint32_t i = 0; i < links; ++i) {
    const Cabling::Link link = sorted[i];
    const bool leaves = cabling_.row(cabling_.tail(link)) == Cabling::kNoRow;
    const bool enters = cabling_.row(cabling_.head(link)) == Cabling::kNoRow;
    places[link] = leaves ? i : enters ? 2 * links + i : links + i;
  }
  return places;
}

std::vector<std::pair<Node, Node>> LinkSuccessions::cycle() const {
  const auto all = after();
  std::vector<bool> is_left(all.size(), true);
  for (const std::size_t link : topological_order(all)) is_left[link] = false;
  const auto first = std::find(is_left.begin(), is_left.end(), true);
  if (first == is_left.end()) return {};
  // Backwards from a link that is left over, as each has one before it.
  std::vector<std::size_t> before(all.size(), all.size());
  for (std::size_t link = 0; link < all.size(); ++link)
    for (const std::size_t next : all[link])
      if (is_left[link] && is_left[next] && before[next] == all.size()) before[next] = link;
  std::vector<std::size_t> way;
  auto at = static_cast<std::size_t>(first - is_left.begin());
  for (; std::find(way.begin(), way.end(), at) == way.end(); at = before[at]) way.push_back(at);
  way.erase(way.begin(), std::find(way.begin(), way.end(), at));
  std::reverse(way.begin(), way.end());
  std::vector<std::pair<Node, Node>> ends;
  for (const std::size_t link : way) ends.emplace_back(cabling_.tail(link), cabling_.head(link));
  return ends;
}

}  // namespace toruscope::core
