// SPDX-License-Identifier: Apache-2.0

#include "picture/network_plan.hpp"

#include "picture/plans.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace toruscope::picture {

namespace {

/// A kind of network, and its plan.
struct KindRow {
  const char* name;
  std::optional<NetworkPlan> (*plan)(const NetworkFacts&);
};
/// A plan that all networks of a kind have.
template <NetworkPlan (*kPlan)(const NetworkFacts&)>
std::optional<NetworkPlan> always(const NetworkFacts& network) {
  return kPlan(network);
}
/// Kind of the networks that have none of their own.
constexpr const char* kAnyOther = "graph";
constexpr std::array kKinds{KindRow{"torus", torus_plan},
                            KindRow{"ring", always<ring_plan>},
                            KindRow{"mesh", mesh_plan},
                            KindRow{"line", mesh_plan},
                            KindRow{"hypercube", hypercube_plan},
                            KindRow{"tree", tree_plan},
                            KindRow{"fattree", fat_tree_plan},
                            KindRow{"dragonfly", dragonfly_plan},
                            KindRow{"hyperx", hyperx_plan},
                            KindRow{"complete", always<complete_plan>},
                            KindRow{kAnyOther, always<graph_plan>}};

/// Shape of a link that the plan does not expect.
LinkWay other_way(NetworkPlan::Kind kind) {
  return {.is_bow = kind != NetworkPlan::Kind::tree && kind != NetworkPlan::Kind::graph};
}

/// Adds the links of the network, then those that failed, as far as that is known.
void add_links(NetworkPlan& plan, const NetworkFacts& network) {
  for (const auto& link : network.links) {
    const auto found = plan.expected.find(link);
    plan.links.push_back(
        {link.first, link.second, found == plan.expected.end() ? other_way(plan.kind) : found->second});
  }
  if (!network.has_failed_links || !network.has_all_links) return;
  for (const auto& [link, way] : plan.expected)
    if (!std::binary_search(network.links.begin(), network.links.end(), link))
      plan.links.push_back({link.first, link.second, way, true});
}

}  // namespace

const std::vector<std::string>& network_kinds() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const KindRow& row : kKinds) names.emplace_back(row.name);
    return names;
  }();
  return all;
}

std::string kind_of(const Topology& network) {
  const std::string name = network.name();
  const std::string kind = name.substr(0, name.find(':'));
  const std::vector<std::string>& all = network_kinds();
  const bool is_known = std::find(all.begin(), all.end(), kind) != all.end();
  return is_known && !network.is_embedded() ? kind : kAnyOther;
}

NetworkLinks links_of(const Topology& network) {
  NetworkLinks links;
  for (Node node = 0; node < network.nodes(); ++node)
    for (Port port = 0; port < network.ports(); ++port)
      if (const Node to = network.neighbour(node, port); to != kNoNode) links.emplace_back(node, to);
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

NetworkFacts facts_of(const Topology& network) {
  return {kind_of(network),  network.name(), network.sides(),           network.nodes(), network.pes(),
          links_of(network), true,           network.has_failed_links()};
}

std::string to_string(NetworkPlan::Kind kind) {
  constexpr std::array kNames{"circle", "complete",  "grid", "planes", "flat",
                              "hyperx", "hypercube", "tree", "graph"};
  return kNames[static_cast<std::size_t>(kind)];
}

NetworkPlan plan_of(const NetworkFacts& network) {
  std::optional<NetworkPlan> own;
  for (const KindRow& row : kKinds)
    if (network.kind == row.name) own = row.plan(network);
  NetworkPlan plan = own ? *std::move(own) : graph_plan(network);
  add_links(plan, network);
  return plan;
}

}  // namespace toruscope::picture
