// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_switched.hpp"

#include <cstddef>

namespace toruscope::test {

namespace {

/// The links of a way over these nodes, each of the place behind the one before.
std::vector<Channel> channels_of(const std::vector<Node>& way, std::int64_t first_order) {
  std::vector<Channel> channels;
  for (std::size_t i = 1; i < way.size(); ++i)
    channels.push_back(
        {.tail = way[i - 1], .head = way[i], .order = first_order + static_cast<std::int64_t>(i)});
  return channels;
}

/// L leaves under S spines.
std::vector<Node> way_by_spine(int leaves, int spines, int pes_of_leaf, Node a, Node b) {
  const int p = leaves * pes_of_leaf;
  const auto leaf = [&](Node pe) { return p + pe / pes_of_leaf; };
  if (leaf(a) == leaf(b)) return {a, leaf(a), b};
  return {a, leaf(a), p + leaves + b % spines, leaf(b), b};
}

/// K pods of K/2 edge and K/2 aggregation switches, and (K/2)^2 cores: number c is above
/// aggregation switch c mod K/2 of each pod.
std::vector<Node> way_by_core(int k, Node a, Node b) {
  const int half = k / 2;
  const int p = half * half * k;
  const auto edge = [&](Node pe) { return p + pe / half; };
  const auto pod = [&](Node pe) { return pe / (half * half); };
  const auto aggregation = [&](int of_pod) { return p + k * half + of_pod * half + b % half; };
  if (edge(a) == edge(b)) return {a, edge(a), b};
  if (pod(a) == pod(b)) return {a, edge(a), aggregation(pod(a)), edge(b), b};
  const Node core = p + 2 * k * half + b % (half * half);
  return {a, edge(a), aggregation(pod(a)), core, aggregation(pod(b)), edge(b), b};
}

}  // namespace

std::vector<Channel> route_in_fat_tree(const std::vector<int>& sides, Node a, Node b) {
  // so that links down to the PEs have one place, however far up the way goes
  constexpr std::int64_t kTop = 4;
  const std::vector<Node> way = sides.size() == 1 ? way_by_core(sides[0], a, b)
                                                  : way_by_spine(sides.at(0), sides.at(1), sides.at(2), a, b);
  std::vector<Channel> channels = channels_of(way, 0);
  for (std::size_t i = channels.size() / 2; i < channels.size(); ++i)
    channels[i].order = 2 * kTop - static_cast<std::int64_t>(channels.size() - i);
  return channels;
}

std::vector<Channel> route_in_dragonfly(const std::vector<int>& sides, Node a, Node b) {
  const int pes = sides.at(0), routers = sides.at(1), links = sides.at(2), groups = sides.at(3);
  const int p = pes * routers * groups;
  const auto group = [&](Node pe) { return pe / (pes * routers); };
  const auto router_of = [&](Node pe) { return p + pe / pes; };
  /// The router of `from` whose link leads to group `to`.
  const auto gate = [&](int from, int to) {
    return p + from * routers + (to - from - 1 + groups) % groups / links;
  };
  std::vector<Channel> channels{{.tail = a, .head = router_of(a), .order = 0}};
  const auto pass = [&](Node to, std::int64_t order, int lane) {
    const Node from = channels.back().head;
    if (from != to) channels.push_back({.tail = from, .head = to, .order = order, .lane = lane});
  };
  if (group(a) != group(b)) {
    pass(gate(group(a), group(b)), 1, 0);
    pass(gate(group(b), group(a)), 2, 0);
    pass(router_of(b), 3, 1);
  } else {
    pass(router_of(b), 1, 0);
  }
  pass(b, 4, 0);
  return channels;
}

std::vector<Channel> route_in_hyperx(const std::vector<int>& sides, Node a, Node b) {
  std::vector<Channel> channels;
  int stride = 1;
  for (const int side : sides) stride *= side;
  Node at = a;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    stride /= sides[d];
    const int from = at / stride % sides[d];
    const int to = b / stride % sides[d];
    if (from == to) continue;
    const Node next = at + (to - from) * stride;
    const int dimension = static_cast<int>(d);
    channels.push_back({.tail = at, .head = next, .order = dimension, .dimension = dimension});
    at = next;
  }
  return channels;
}

}  // namespace toruscope::test
