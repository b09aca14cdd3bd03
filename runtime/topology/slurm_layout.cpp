// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/slurm_layout.hpp"

#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/topology/islands.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <string>

namespace toruscope::core {

namespace {

constexpr int kMostOfSlurm = 1 << 20;

[[noreturn]] void refuse_layout(std::string_view rule, const std::string& why) {
  throw ConfigError(fmt::format("embed: {}: {}", shown(rule), why));
}

int number_from(std::string_view rule, std::string_view digits, int least) {
  const auto value = read_number<int>(digits);
  if (!value || *value < least || *value > kMostOfSlurm)
    refuse_layout(rule, fmt::format("\"{}\" is no whole number from {} on", shown(digits), least));
  return *value;
}

/// Ranks that a node takes in its turn.
int ranks_in_turn(std::string_view layout) {
  constexpr std::string_view kPlane = "plane=";
  if (layout == "cyclic" || layout == "block") return 1;
  if (layout.starts_with(kPlane)) return number_from(layout, layout.substr(kPlane.size()), 1);
  refuse_layout(layout,
                "Slurm's layouts are slurm:block, slurm:cyclic and slurm:plane=N, and behind a colon the "
                "processors that each node gave, as slurm:cyclic:4,2,1");
}

/// Numbers with commas between.
std::vector<int> numbers_of(std::string_view rule, std::string_view list) {
  std::vector<int> all;
  for (const std::string& word : split(list, ',')) all.push_back(number_from(rule, word, 0));
  return all;
}

/// The PEs of each innermost island.
std::vector<std::vector<Node>> pes_of_nodes(std::string_view rule, const Topology& network) {
  const auto levels = network.islands();
  if (levels.empty())
    refuse_layout(rule, fmt::format("{} has no islands, which are the nodes; give a network that has, as "
                                    "hier:complete:4/torus:3x3",
                                    network.name()));
  std::vector<std::vector<Node>> nodes(static_cast<std::size_t>(count_islands(levels.front())));
  for (std::size_t pe = 0; pe < levels.front().size(); ++pe)
    nodes[static_cast<std::size_t>(levels.front()[pe])].push_back(static_cast<Node>(pe));
  return nodes;
}

}  // namespace

std::vector<int> slurm_nodes(std::string_view layout, int ranks, const std::vector<int>& given) {
  const int turn = ranks_in_turn(layout);
  std::vector<int> free = given;
  if (const auto all = std::accumulate(given.begin(), given.end(), std::int64_t{0}); all < ranks)
    refuse_layout(layout, fmt::format("{} ranks on {} processors; give more", ranks, all));
  std::vector<int> nodes;
  for (std::size_t node = 0; std::ssize(nodes) < ranks; node = (node + 1) % free.size())
    for (int i = 0; i < turn && free[node] > 0 && std::ssize(nodes) < ranks; ++i, --free[node])
      nodes.push_back(static_cast<int>(node));
  if (layout == "block") std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::vector<Node> slurm_places(std::string_view rule, int ranks, const Topology& network) {
  const std::vector<std::vector<Node>> pes = pes_of_nodes(rule, network);
  std::string_view layout = rule.substr(rule.find(':') + 1);
  std::vector<int> given;
  for (const std::vector<Node>& node : pes) given.push_back(static_cast<int>(node.size()));
  if (const std::size_t colon = layout.find(':'); colon != std::string_view::npos) {
    const std::vector<int> asked = numbers_of(rule, layout.substr(colon + 1));
    layout = layout.substr(0, colon);
    if (asked.size() > pes.size())
      refuse_layout(
          rule, fmt::format("processors of {} nodes, and {} has {}", asked.size(), network.name(), pes.size()));
    for (std::size_t node = 0; node < asked.size(); ++node)
      if (asked[node] > given[node])
        refuse_layout(rule,
                      fmt::format("node {} has {} PEs, and is to give {}", node, given[node], asked[node]));
    given = asked;
  }
  std::vector<Node> places;
  std::vector<std::size_t> taken(pes.size(), 0);
  for (const int node : slurm_nodes(layout, ranks, given)) {
    const auto n = static_cast<std::size_t>(node);
    places.push_back(pes[n][taken[n]++]);
  }
  return places;
}

}  // namespace toruscope::core
