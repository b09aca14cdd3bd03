// SPDX-License-Identifier: Apache-2.0

#include "picture/network_layout.hpp"

#include "picture/network_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace toruscope::picture {

namespace {

constexpr double kPi = std::numbers::pi;
/// Length of links, in distances of leaves, for the largest size of a tree's node.
constexpr double kTreeRoom = 2.2;

struct Box {
  double left = std::numeric_limits<double>::max();
  double right = std::numeric_limits<double>::lowest();
  double top = std::numeric_limits<double>::max();
  double bottom = std::numeric_limits<double>::lowest();

  void include(Point p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
};

double distance_of(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// The placement of a plan on paper.
class Placement {
 public:
  Placement(const Topology& network, Size most) : links_(links_of(network)), plan_(plan_of(network, links_)) {
    for (const auto& link : links_) all_.push_back({link, how(link), false});
    if (network.has_failed_links())
      for (const auto& [link, expected] : plan_.expected)
        if (!std::binary_search(links_.begin(), links_.end(), link)) all_.push_back({link, expected, true});
    place(most, network.pes());
    measure();
    if (plan_.kind == NetworkPlan::Kind::planes) shade_planes(network.sides());
  }

  [[nodiscard]] NetworkLayout take() {
    for (const Drawn& drawn : all_) {
      if (!drawn.has_failed) layout_.index[drawn.ends] = layout_.links.size();
      layout_.links.push_back({drawn.ends.first, drawn.ends.second, drawn.has_failed, pieces(drawn)});
    }
    return std::move(layout_);
  }

 private:
  struct Drawn {
    std::pair<Node, Node> ends;
    LinkWay how;
    bool has_failed;
  };

  [[nodiscard]] LinkWay how(const std::pair<Node, Node>& link) const {
    const auto found = plan_.expected.find(link);
    if (found != plan_.expected.end()) return found->second;
    return {.is_bow = plan_.kind != NetworkPlan::Kind::tree && plan_.kind != NetworkPlan::Kind::graph};
  }

  /// Scales the plan from units to pixels: near nodes legibly apart, but all within it.
  void place(Size most, int pes) {
    constexpr double kPad = 26;
    Box box;
    double least = std::numeric_limits<double>::max();
    for (const Point& node : plan_.nodes) box.include(node);
    for (const auto& [ends, how, has_failed] : all_) {
      const Point from = plan_.nodes[static_cast<std::size_t>(ends.first)];
      const Point to = plan_.nodes[static_cast<std::size_t>(ends.second)];
      if (how.stub) {
        box.include({from.x + how.stub->x, from.y + how.stub->y});
        box.include({to.x - how.stub->x, to.y - how.stub->y});
      } else if (how.rise != 0) {
        box.include({(from.x + to.x) / 2 - how.rise * (to.y - from.y),
                     (from.y + to.y) / 2 + how.rise * (to.x - from.x)});
      } else if (!how.is_bow || plan_.kind == NetworkPlan::Kind::complete) {
        least = std::min(least, distance_of(from, to));
      }
    }
    if (least > 1e9 || least <= 0) least = 1;
    const double wide = std::max(box.right - box.left, 1e-6);
    const double high = std::max(box.bottom - box.top, 1e-6);
    const bool is_tree = plan_.kind == NetworkPlan::Kind::tree;
    // bows are side by side
    const double wanted = is_tree                                   ? 46
                          : plan_.kind == NetworkPlan::Kind::planes ? 96
                          : plan_.kind == NetworkPlan::Kind::hyperx ? 150 / least
                                                                    : 70 / least;
    double stretch = 1;
    if (plan_.kind == NetworkPlan::Kind::planes) stretch = .92;
    if (is_tree) stretch = std::min(1.6, .62 * wide / high);
    scale_.x = std::min({wanted, (most.width - 2 * kPad) / wide, (most.height - 2 * kPad) / (high * stretch)});
    scale_.y = scale_.x * stretch;
    layout_.size = {wide * scale_.x + 2 * kPad, high * scale_.y + 2 * kPad};
    const Point shift{kPad - box.left * scale_.x, kPad - box.top * scale_.y};
    for (const Point& node : plan_.nodes)
      layout_.nodes.push_back({{shift.x + scale_.x * node.x, shift.y + scale_.y * node.y},
                               layout_.nodes.size() >= static_cast<std::size_t>(pes)});
    centre_ = shift;
  }

  void measure() {
    double least = std::numeric_limits<double>::max();
    for (const auto& [ends, how, has_failed] : all_)
      if (!how.stub && (!how.is_bow || plan_.kind == NetworkPlan::Kind::complete))
        least = std::min(least, distance_of(at(ends.first), at(ends.second)));
    if (plan_.kind == NetworkPlan::Kind::graph || plan_.kind == NetworkPlan::Kind::hypercube)
      for (std::size_t i = 0; i < layout_.nodes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          least = std::min(least, distance_of(layout_.nodes[i].at, layout_.nodes[j].at));
    if (plan_.kind == NetworkPlan::Kind::tree) least = std::min(least, kTreeRoom * scale_.x);
    if (least > 1e9) least = 60;
    constexpr double kRoomForLoads = 56;
    layout_.has_room_for_loads =
        (plan_.kind == NetworkPlan::Kind::circle || plan_.kind == NetworkPlan::Kind::grid) &&
        least >= kRoomForLoads;
    layout_.radius = std::clamp(least * (plan_.kind == NetworkPlan::Kind::planes ? .2 : .185), 1.5, 15.0);
    layout_.lane_width = std::clamp(least * .1, 1.0, 6.5);
    lane_ = std::clamp(least * .062, .7, 4.2);
    if (plan_.kind == NetworkPlan::Kind::hyperx) {
      layout_.lane_width = std::clamp(least * .026, 1.0, 6.5);
      lane_ = std::clamp(least * .018, .7, 4.2);
    }
  }

  /// Shades each plane, from corner to corner and half a step further.
  void shade_planes(const std::vector<int>& sides) {
    const std::vector<Point> ways = directions_of(sides);
    const Point right{ways[2].x * scale_.x, ways[2].y * scale_.y};
    const Point down{ways[1].x * scale_.x, ways[1].y * scale_.y};
    const auto further = [&](Point from, double across, double along) {
      return Point{from.x + .5 * (across * right.x + along * down.x),
                   from.y + .5 * (across * right.y + along * down.y)};
    };
    const int nodes = sides[1] * sides[2];
    for (int plane = 0; plane < sides[0]; ++plane) {
      const Node first = plane * nodes;
      layout_.planes.push_back({further(at(first), -1, -1), further(at(first + sides[2] - 1), 1, -1),
                                further(at(first + nodes - 1), 1, 1),
                                further(at(first + nodes - sides[2]), -1, 1)});
    }
  }
  [[nodiscard]] Point at(Node node) const { return layout_.nodes[static_cast<std::size_t>(node)].at; }
  [[nodiscard]] double gap(Node node) const {
    const bool is_switch = layout_.nodes[static_cast<std::size_t>(node)].is_switch;
    return (layout_.radius + (layout_.radius > 5 ? 2.5 : .8)) * (is_switch ? .85 : 1);
  }
  /// A straight line on the right-hand lane.
  [[nodiscard]] std::vector<Point> straight(Point from, Point to, double cut_from, double cut_to) const {
    const double length = std::max(distance_of(from, to), 1e-9);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point side{-along.y * lane_, along.x * lane_};
    return {{from.x + along.x * cut_from + side.x, from.y + along.y * cut_from + side.y},
            {to.x - along.x * cut_to + side.x, to.y - along.y * cut_to + side.y}};
  }
  [[nodiscard]] std::vector<Point> arc(Node from, Node to) const {
    const double radius = distance_of(at(from), centre_);
    const double begin = std::atan2(at(from).y - centre_.y, at(from).x - centre_.x);
    double end = std::atan2(at(to).y - centre_.y, at(to).x - centre_.x);
    while (end - begin > kPi + 1e-9) end -= 2 * kPi;
    while (begin - end > kPi + 1e-9) end += 2 * kPi;
    const double sign = end > begin ? 1 : -1;
    const double own = radius - sign * lane_;
    constexpr int kParts = 10;
    std::vector<Point> points;
    for (int i = 0; i <= kParts; ++i) {
      const double first = begin + sign * gap(from) / radius;
      const double angle = first + (end - sign * gap(to) / radius - first) * i / kParts;
      points.push_back({centre_.x + own * std::cos(angle), centre_.y + own * std::sin(angle)});
    }
    return points;
  }
  [[nodiscard]] std::vector<Point> bow(Node from, Node to, double wanted) const {
    const Point a = at(from);
    const Point b = at(to);
    const double length = std::max(distance_of(a, b), 1e-9);
    const double rise = 2 * (wanted != 0 ? wanted * length + lane_ : std::min(.07 * length, 16.0) + 1);
    const Point middle{(a.x + b.x) / 2 - (b.y - a.y) / length * rise,
                       (a.y + b.y) / 2 + (b.x - a.x) / length * rise};
    const double cut = std::min(.3, gap(from) / length);
    constexpr int kParts = 12;
    std::vector<Point> points;
    for (int i = 0; i <= kParts; ++i) {
      const double f = cut + (1 - 2 * cut) * i / kParts;
      const double g = 1 - f;
      points.push_back(
          {g * g * a.x + 2 * f * g * middle.x + f * f * b.x, g * g * a.y + 2 * f * g * middle.y + f * f * b.y});
    }
    return points;
  }
  [[nodiscard]] std::vector<std::vector<Point>> pieces(const Drawn& drawn) const {
    const auto [from, to] = drawn.ends;
    if (drawn.how.is_arc) return {arc(from, to)};
    if (drawn.how.is_bow) return {bow(from, to, drawn.how.rise)};
    if (!drawn.how.stub) return {straight(at(from), at(to), gap(from), gap(to))};
    const Point way{drawn.how.stub->x * scale_.x, drawn.how.stub->y * scale_.y};
    return {straight(at(from), {at(from).x + way.x, at(from).y + way.y}, gap(from), 0),
            straight({at(to).x - way.x, at(to).y - way.y}, at(to), 0, gap(to))};
  }

  NetworkLinks links_;
  NetworkPlan plan_;
  std::vector<Drawn> all_;
  NetworkLayout layout_;
  Point scale_;
  Point centre_;  // of a circle
  double lane_ = 2;
};

}  // namespace

const DrawnLink* NetworkLayout::link(Node from, Node to) const {
  const auto found = index.find({from, to});
  return found == index.end() ? nullptr : &links[found->second];
}

NetworkLayout layout_of(const Topology& network, Size most) {
  return Placement(network, most).take();
}

}  // namespace toruscope::picture
