// SPDX-License-Identifier: Apache-2.0

#include "picture/network_rounds.hpp"

#include "picture/network_drawing.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <set>
#include <utility>

namespace toruscope::picture {

namespace {

constexpr std::size_t kMostRounds = 48;
constexpr double kRoundLabel = 24;
constexpr double kRoundsEdge = 18;

/// The nodes that a message passes, its ends too.
std::vector<Node> way_of(const Topology& network, const DrawnMessage& message) {
  Route legs;
  network.route(message.from, message.to, legs);
  std::vector<Node> nodes{message.from};
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) nodes.push_back(network.neighbour(nodes.back(), leg.port));
  return nodes;
}

class RoundDrawing {
 public:
  RoundDrawing(Svg& svg, const Topology& network, const NetworkLayout& layout, const NetworkRound& round,
               Point corner)
      : svg_(svg), network_(network), layout_(layout), round_(round), corner_(corner) {
    for (const DrawnMessage& message : round.messages) {
      const std::vector<Node> way = way_of(network, message);
      for (std::size_t i = 1; i < way.size(); ++i) ++messages_on_[{way[i - 1], way[i]}];
    }
  }

  void draw() const {
    draw_network(svg_, layout_, corner_);
    std::set<Node> senders;
    std::set<Node> receivers;
    for (const DrawnMessage& message : round_.messages) {
      draw_way(message);
      senders.insert(message.from);
      receivers.insert(message.to);
    }
    for (Node node = 0; node < static_cast<Node>(layout_.nodes.size()); ++node) {
      const bool sends = senders.count(node) != 0;
      const bool receives = receivers.count(node) != 0;
      const Colour fill = sends && receives ? Colour::reach_pale
                          : sends           ? Colour::send_pale
                          : receives        ? Colour::receive_pale
                                            : Colour::paper;
      draw_node(svg_, layout_, corner_, node, fill, sends || receives ? Colour::ink : Colour::soft);
    }
  }
  [[nodiscard]] bool shares_links() const {
    return std::any_of(messages_on_.begin(), messages_on_.end(),
                       [](const auto& link) { return link.second > 1; });
  }

 private:
  void draw_way(const DrawnMessage& message) const {
    const std::vector<Node> way = way_of(network_, message);
    const double wide = std::max(1.2, layout_.lane_width * .55);
    const double head = std::max(5.0, layout_.lane_width * 1.5);
    for (std::size_t i = 1; i < way.size(); ++i) {
      const DrawnLink* link = layout_.link(way[i - 1], way[i]);
      if (link == nullptr) continue;
      const Colour colour = messages_on_.at({way[i - 1], way[i]}) > 1 ? Colour::wait : Colour::send;
      for (std::size_t k = 0; k < link->pieces.size(); ++k) {
        std::vector<Point> line = moved(link->pieces[k], corner_);
        const bool is_last = i + 1 == way.size() && k + 1 == link->pieces.size();
        if (!is_last) {
          svg_.polyline(line, {colour, wide}, message.note);
          continue;
        }
        const Point tip = line.back();
        const Point before = line[line.size() - 2];
        const double length = std::max(std::hypot(tip.x - before.x, tip.y - before.y), 1e-9);
        const double cut = std::min(.8 * head, .9 * length) / length;
        line.back() = {tip.x + (before.x - tip.x) * cut, tip.y + (before.y - tip.y) * cut};
        svg_.polyline(line, {colour, wide}, message.note);
        svg_.head(before, tip, head, colour);
      }
    }
  }

  Svg& svg_;
  const Topology& network_;
  const NetworkLayout& layout_;
  const NetworkRound& round_;
  Point corner_;
  std::map<std::pair<Node, Node>, int> messages_on_;
};

}  // namespace

std::string network_rounds_picture(const std::string& title, const Topology& network,
                                   const std::vector<NetworkRound>& rounds) {
  check_network_picture(network, "algo show");
  if (rounds.size() > kMostRounds)
    throw ConfigError(fmt::format(
        "algo show: on {} the messages begin at {} times; a picture shows up to {}; take fewer PEs, or "
        "leave --machine out",
        network.name(), rounds.size(), kMostRounds));
  const double most = rounds.size() <= 1 ? 720 : rounds.size() <= 4 ? 460 : rounds.size() <= 12 ? 340 : 260;
  const NetworkLayout layout = layout_of(network, {most, most});
  const Size panel{layout.size.width + 8, layout.size.height + kRoundLabel};
  constexpr double kTitleOfRounds = 40;
  constexpr double kWide = 1100;
  const auto fit = static_cast<std::size_t>(std::max(1.0, std::floor(kWide / panel.width)));
  const std::size_t columns = std::clamp<std::size_t>(rounds.size(), 1, fit);
  const std::size_t lines = (rounds.size() + columns - 1) / columns;
  const std::string legend =
      "Blue: the way of a message. Orange: a link on the way of several messages of the round. PEs: sends "
      "blue, receives green, both violet.";
  const double width =
      std::max({static_cast<double>(columns) * panel.width, width_of(title, 16), width_of(legend, 12)});
  const double below = kTitleOfRounds + static_cast<double>(lines) * panel.height;
  Svg svg({width + 2 * kRoundsEdge, below + 34}, title);
  svg.words({kRoundsEdge, 26}, title, {.anchor = Anchor::start, .size = 16, .is_bold = true});
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const Point corner{kRoundsEdge + static_cast<double>(i % columns) * panel.width,
                       kTitleOfRounds + static_cast<double>(i / columns) * panel.height + kRoundLabel};
    svg.words({corner.x + panel.width / 2, corner.y - 4}, rounds[i].label, {.size = 13, .is_bold = true});
    RoundDrawing(svg, network, layout, rounds[i], corner).draw();
  }
  svg.words({kRoundsEdge, below + 18}, legend, {.anchor = Anchor::start, .size = 12, .paint = Colour::soft});
  return svg.document();
}

}  // namespace toruscope::picture
