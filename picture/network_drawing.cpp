// SPDX-License-Identifier: Apache-2.0

#include "picture/network_drawing.hpp"

#include "picture/network_plan.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::picture {

namespace {

constexpr int kMostNodes = 1024;
constexpr int kMostNodesInCircle = 64;  // all linked with all

void draw_failed(Svg& svg, const NetworkLayout& layout, Point corner) {
  for (const DrawnLink& link : layout.links) {
    if (!link.has_failed) continue;
    for (const auto& piece : link.pieces) svg.polyline(moved(piece, corner), {Colour::faint, 1, true});
    const std::vector<Point> piece = moved(link.pieces.front(), corner);
    const Point middle{(piece.front().x + piece.back().x) / 2, (piece.front().y + piece.back().y) / 2};
    const double r = std::max(3.0, layout.lane_width * .8);
    svg.line({middle.x - r, middle.y - r}, {middle.x + r, middle.y + r}, {Colour::ink, 1.4});
    svg.line({middle.x - r, middle.y + r}, {middle.x + r, middle.y - r}, {Colour::ink, 1.4});
  }
}

}  // namespace

void check_network_picture(const Topology& network, const char* what) {
  const int most = kind_of(network) == "complete" ? kMostNodesInCircle : kMostNodes;
  if (network.nodes() > most)
    throw ConfigError(
        fmt::format("{}: {} has {} nodes; a picture of this network shows up to {}; take fewer PEs, or write "
                    "the numbers with --links or --traffic FILE.csv",
                    what, network.name(), core::grouped(network.nodes()), core::grouped(most)));
}

std::vector<Point> moved(const std::vector<Point>& points, Point corner) {
  std::vector<Point> all;
  all.reserve(points.size());
  for (const Point& p : points) all.push_back({p.x + corner.x, p.y + corner.y});
  return all;
}

void draw_network(Svg& svg, const NetworkLayout& layout, Point corner) {
  for (const auto& plane : layout.planes) svg.polygon(moved(plane, corner), Colour::raised);
  const Pen rail{Colour::rail, std::clamp(layout.lane_width * .35, .6, 1.4)};
  for (const DrawnLink& link : layout.links)
    if (!link.has_failed)
      for (const auto& piece : link.pieces) svg.polyline(moved(piece, corner), rail);
  draw_failed(svg, layout, corner);
  for (Node node = 0; node < static_cast<Node>(layout.nodes.size()); ++node)
    draw_node(svg, layout, corner, node, Colour::paper, Colour::soft);
}

void draw_node(Svg& svg, const NetworkLayout& layout, Point corner, Node node, const Paint& fill,
               const Paint& letters) {
  const auto& [place, is_switch] = layout.nodes[static_cast<std::size_t>(node)];
  const Point at{place.x + corner.x, place.y + corner.y};
  const double r = layout.radius;
  const bool is_small = !layout.has_room_for_numbers();
  const double size = std::min(13.0, r * (node > 99 ? .82 : 1.0) + (r < 8 ? 1 : 0));
  if (is_switch) {
    const double half = .75 * r;
    svg.rectangle({at.x - half, at.y - half}, {2 * half, 2 * half}, is_small ? Paint(Colour::faint) : fill);
    if (is_small) return;
    svg.frame({at.x - half, at.y - half}, {2 * half, 2 * half}, {Colour::faint});
    svg.words({at.x, at.y + .34 * size}, fmt::format("{}", node), {.size = .85 * size, .paint = letters});
    return;
  }
  if (is_small && fill.name() == Paint(Colour::paper).name()) {
    svg.dot(at, r, Colour::faint);
    return;
  }
  svg.dot(at, r, Colour::faint);
  svg.dot(at, std::max(r - 1, .5), fill);
  if (!is_small)
    svg.words({at.x, at.y + size * .36}, fmt::format("{}", node), {.size = size, .paint = letters});
}

}  // namespace toruscope::picture
