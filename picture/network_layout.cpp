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
  Placement(const Topology& network, Size most) : plan_(plan_of(facts_of(network))) {
    place(most, network.pes());
    measure();
    for (const PlannedField& field : plan_.fields) {
      layout_.planes.emplace_back();
      for (const Point& corner : field.corners) layout_.planes.back().push_back(placed(corner));
    }
  }

  [[nodiscard]] NetworkLayout take() {
    for (const PlannedLink& link : plan_.links) {
      if (!link.has_failed) layout_.index[{link.from, link.to}] = layout_.links.size();
      layout_.links.push_back({link.from, link.to, link.has_failed, pieces(link)});
    }
    return std::move(layout_);
  }

 private:
  /// Scales the plan from units to pixels: near nodes legibly apart, but all within it.
  void place(Size most, int pes) {
    constexpr double kPad = 26;
    Box box;
    double least = std::numeric_limits<double>::max();
    for (const Point& node : plan_.nodes) box.include(node);
    for (const auto& [tail, head, how, has_failed] : plan_.links) {
      const Point from = plan_.nodes[static_cast<std::size_t>(tail)];
      const Point to = plan_.nodes[static_cast<std::size_t>(head)];
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
    centre_ = {kPad - box.left * scale_.x, kPad - box.top * scale_.y};
    for (const Point& node : plan_.nodes)
      layout_.nodes.push_back({placed(node), layout_.nodes.size() >= static_cast<std::size_t>(pes)});
  }

  void measure() {
    double least = std::numeric_limits<double>::max();
    for (const auto& [from, to, how, has_failed] : plan_.links)
      if (!how.stub && (!how.is_bow || plan_.kind == NetworkPlan::Kind::complete))
        least = std::min(least, distance_of(at(from), at(to)));
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

  /// The place of a point of the plan.
  [[nodiscard]] Point placed(Point p) const { return {centre_.x + scale_.x * p.x, centre_.y + scale_.y * p.y}; }
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
  [[nodiscard]] std::vector<std::vector<Point>> pieces(const PlannedLink& link) const {
    const auto& [from, to, how, has_failed] = link;
    if (how.is_arc) return {arc(from, to)};
    if (how.is_bow) return {bow(from, to, how.rise)};
    if (!how.stub) return {straight(at(from), at(to), gap(from), gap(to))};
    const Point way{how.stub->x * scale_.x, how.stub->y * scale_.y};
    return {straight(at(from), {at(from).x + way.x, at(from).y + way.y}, gap(from), 0),
            straight({at(to).x - way.x, at(to).y - way.y}, at(to), 0, gap(to))};
  }

  NetworkPlan plan_;
  NetworkLayout layout_;
  Point scale_;
  Point centre_;  // place of the plan's (0, 0)
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
