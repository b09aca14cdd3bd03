// SPDX-License-Identifier: Apache-2.0
// Draws a network that is laid out: rails, nodes, failed links.

#pragma once

#include "picture/network_layout.hpp"

#include <vector>

namespace toruscope::picture {

/// Errors    ConfigError naming `what` for a network of more nodes than a picture shows legibly.
void check_network_picture(const Topology& network, const char* what);

/// Draws all nodes, the links as rails, and crosses on those that have failed.
void draw_network(Svg& svg, const NetworkLayout& layout, Point corner);
/// Draws a node over what is drawn already.
void draw_node(Svg& svg, const NetworkLayout& layout, Point corner, Node node, const Paint& fill,
               const Paint& letters);

/// The points moved by the corner.
std::vector<Point> moved(const std::vector<Point>& points, Point corner);

}  // namespace toruscope::picture
