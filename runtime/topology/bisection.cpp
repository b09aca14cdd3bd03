// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/bisection.hpp"

#include "runtime/topology/cut_graph.hpp"
#include "runtime/topology/good_halves.hpp"
#include "runtime/topology/least_halves.hpp"

#include <algorithm>
#include <cstdint>

namespace toruscope::core {

namespace {

/// The most nodes times ports of a network that is searched.
constexpr std::int64_t kMostSearched = std::int64_t{1} << 17;
/// Least directed links between two halves of a connected network.
constexpr int kOneLink = 2;

}  // namespace

BisectionWidth bisection_width(const Topology& network) {
  if (network.pes() < 2) return {0, true};
  const int own = network.bisection();
  if (network.has_least_bisection()) return {own, true};
  if (std::int64_t{network.nodes()} * network.ports() > kMostSearched) return {own, own <= kOneLink};
  const CutGraph graph(network);
  const int good = std::min(own, links_between_good_halves(graph, network.sides()));
  if (good <= kOneLink) return {good, true};
  const auto least = least_links_between_halves(graph, good);
  return {least.value_or(good), least.has_value()};
}

}  // namespace toruscope::core
