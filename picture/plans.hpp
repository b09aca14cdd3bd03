// SPDX-License-Identifier: Apache-2.0
// Plans of kinds of networks, for the table in network_plan.cpp. Nothing for a network whose
// numbers or links are none that its kind has, as a log or a topology of a user may say.

#pragma once

#include "picture/network_plan.hpp"

#include <optional>
#include <vector>

namespace toruscope::picture {

/// Nodes on a circle around (0, 0), the first at its top.
std::vector<Point> circle(int count);

NetworkPlan ring_plan(const NetworkFacts& network);
NetworkPlan complete_plan(const NetworkFacts& network);
std::optional<NetworkPlan> torus_plan(const NetworkFacts& network);
std::optional<NetworkPlan> mesh_plan(const NetworkFacts& network);
std::optional<NetworkPlan> hyperx_plan(const NetworkFacts& network);
std::optional<NetworkPlan> hypercube_plan(const NetworkFacts& network);
std::optional<NetworkPlan> tree_plan(const NetworkFacts& network);
std::optional<NetworkPlan> fat_tree_plan(const NetworkFacts& network);
std::optional<NetworkPlan> dragonfly_plan(const NetworkFacts& network);
/// Any network.
NetworkPlan graph_plan(const NetworkFacts& network);

}  // namespace toruscope::picture
