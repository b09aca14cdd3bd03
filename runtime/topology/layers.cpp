// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/layers.hpp"

#include "runtime/core/check.hpp"
#include "runtime/topology/acyclic_graph.hpp"
#include "runtime/topology/topological_order.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>

namespace toruscope::core {

namespace {

bool contains(const std::vector<Layers::Link>& links, Layers::Link link) {
  return std::find(links.begin(), links.end(), link) != links.end();
}

/// Adds a route's successions of links.
void expect(const std::vector<Layers::Link>& route, std::vector<std::vector<Layers::Link>>& after) {
  for (std::size_t i = 1; i < route.size(); ++i)
    if (!contains(after[route[i - 1]], route[i])) after[route[i - 1]].push_back(route[i]);
}

}  // namespace

/// Successive links of the routes of one layer.
class Layers::Dependencies {
 public:
  explicit Dependencies(const std::vector<std::vector<Link>>& expected)
      : graph_(expected), forbidden_(expected.size()) {}

  /// Adds a route's successions of links; false, without effect, if that would close a cycle.
  bool add(const std::vector<Link>& route) {
    new_.clear();
    for (std::size_t i = 1; i < route.size(); ++i) {
      if (graph_.has(route[i - 1], route[i])) continue;
      if (contains(forbidden_[route[i - 1]], route[i])) return false;
      new_.emplace_back(route[i - 1], route[i]);
    }
    for (auto dependency = new_.begin(); dependency != new_.end(); ++dependency) {
      const auto [a, b] = *dependency;
      if (graph_.add(a, b)) continue;
      for (auto added = new_.begin(); added != dependency; ++added) graph_.remove(added->first, added->second);
      if (graph_.add(a, b))
        graph_.remove(a, b);
      else
        forbidden_[a].push_back(b);  // for good
      return false;
    }
    return true;
  }

  /// Adds a route until it closes a cycle, which is returned.
  std::vector<Link> cycle(const std::vector<Link>& route) {
    std::size_t i = 1;
    while (graph_.has(route[i - 1], route[i]) || graph_.add(route[i - 1], route[i])) ++i;
    const std::vector<Link> before = search(route[i], route[i - 1]);
    std::vector<Link> cycle{route[i - 1]};
    while (cycle.back() != route[i]) cycle.push_back(before[cycle.back()]);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }

  [[nodiscard]] const std::vector<std::vector<Link>>& after() const { return graph_.after(); }

 private:
  /// A shortest way of dependencies between links: the link before each.
  [[nodiscard]] std::vector<Link> search(Link from, Link to) const {
    const std::size_t none = after().size();
    std::vector<Link> before(none, none);
    std::queue<Link> front;
    before[from] = from;
    for (front.push(from); before[to] == none; front.pop())
      for (const Link next : after()[front.front()])
        if (before[next] == none) {
          before[next] = front.front();
          front.push(next);
        }
    return before;
  }

  AcyclicGraph graph_;
  std::vector<std::vector<Link>> forbidden_;
  std::vector<std::pair<Link, Link>> new_;  // of the route that is being added
};

Layers::Layers(std::size_t links, std::size_t routes, int most_layers, const LinksOf& links_of)
    : links_(links), layer_(routes) {
  std::vector<Link> route;
  const auto walk = [&](std::size_t number) -> const std::vector<Link>& {
    route.clear();
    links_of(number, route);
    return route;
  };
  std::vector<std::size_t> left(routes);
  std::iota(left.begin(), left.end(), std::size_t{0});
  do {
    std::vector<std::vector<Link>> expected(links);
    for (const std::size_t number : left) expect(walk(number), expected);
    Dependencies dependencies(expected);
    std::vector<std::size_t> later;
    for (const std::size_t number : left) {
      if (dependencies.add(walk(number)))
        layer_[number] = static_cast<std::int8_t>(layers_);
      else
        later.push_back(number);
    }
    append_order(dependencies.after());
    left = std::move(later);
    ++layers_;
    if (layers_ == most_layers && !left.empty()) cycle_ = dependencies.cycle(walk(left.front()));
  } while (!left.empty() && layers_ < most_layers);
}

void Layers::append_order(const std::vector<std::vector<Link>>& after) {
  const std::vector<Link> order = topological_order(after);
  TORUSCOPE_CHECK(order.size() == links_, "links in order", order.size(), "links", links_);
  const std::size_t base = order_.size();
  order_.resize(base + links_);
  for (std::size_t i = 0; i < order.size(); ++i) order_[base + order[i]] = static_cast<std::uint32_t>(base + i);
}

}  // namespace toruscope::core
