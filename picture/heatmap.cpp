// SPDX-License-Identifier: Apache-2.0
// The heat map of <toruscope/picture.hpp>: two lanes for each link, darker and wider the more they carried.

#include "picture/network_drawing.hpp"
#include "picture/scale_bar.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/picture.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

namespace toruscope {

namespace {

using namespace picture;

/// What a link is coloured by.
struct LinkLoads {
  const Report& report;
  bool counts_bytes = true;
  std::int64_t most = 0;

  explicit LinkLoads(const Report& run) : report(run), counts_bytes(run.totals.max_link_bytes > 0) {
    for (const LinkReport& link : run.links) most = std::max(most, of(link));
  }
  [[nodiscard]] std::int64_t of(const LinkReport& link) const {
    return counts_bytes ? link.bytes : link.messages;
  }
  [[nodiscard]] std::string text(const LinkReport& link) const {
    return fmt::format("{}: {} bytes in {} message{}", core::link_text(link, *report.topology),
                       core::grouped(link.bytes), core::grouped(link.messages), link.messages == 1 ? "" : "s") +
           (link.wait == Ticks{}
                ? ""
                : ", headers waited " + core::time_text(link.wait, report.parameters) + " for it");
  }
};

/// The middle of a link's first piece, moved to the outer side of its lane, and how words stand there.
void write_number(Svg& svg, const std::vector<Point>& piece, double lane, const std::string& text) {
  const std::size_t half = piece.size() / 2;
  const Point a = piece.size() == 2 ? piece[0] : piece[half - 1];
  const Point b = piece.size() == 2 ? piece[1] : piece[half + 1];
  const double length = std::max(std::hypot(b.x - a.x, b.y - a.y), 1e-9);
  const Point right{-(b.y - a.y) / length, (b.x - a.x) / length};
  const double away = lane / 2 + 3;
  const Point at{(a.x + b.x) / 2 + right.x * away, (a.y + b.y) / 2 + right.y * away};
  constexpr double kSize = 9.5;
  const Anchor anchor = right.x > .5 ? Anchor::start : right.x < -.5 ? Anchor::end : Anchor::middle;
  svg.words({at.x, at.y + kSize * (.36 + .4 * right.y)}, text,
            {.anchor = anchor, .size = kSize, .paint = Colour::soft});
}

std::vector<std::string> heat_caption(const LinkLoads& loads, std::size_t all_links) {
  const Report& report = loads.report;
  const LinkReport* most = core::most_loaded_link(report);
  if (most == nullptr) return {"No message crossed a link."};
  const auto as_loaded = std::count_if(report.links.begin(), report.links.end(),
                                       [&](const LinkReport& link) { return loads.of(link) == loads.most; });
  const std::int64_t sum =
      std::accumulate(report.links.begin(), report.links.end(), std::int64_t{0},
                      [&](std::int64_t s, const LinkReport& link) { return s + loads.of(link); });
  const auto used = static_cast<std::int64_t>(report.links.size());
  std::vector<std::string> lines{
      fmt::format("Most loaded{}: {}", as_loaded > 1 ? fmt::format(", with {} others", as_loaded - 1) : "",
                  loads.text(*most)),
      fmt::format("{} of {} directed links carried messages, {} {} each on average; T = {}",
                  core::grouped(used), core::grouped(static_cast<std::int64_t>(all_links)),
                  core::grouped((sum + used / 2) / used), loads.counts_bytes ? "bytes" : "messages",
                  core::time_text(report.finish.time, report.parameters))};
  if (!report.topology->note().empty()) lines.push_back(report.topology->note());
  return lines;
}

}  // namespace

void check_heatmap(const Topology& topology) {
  picture::check_network_picture(topology, "heat map");
}

void write_heatmap(std::ostream& out, const Report& report, std::string_view title) {
  check_heatmap(*report.topology);
  constexpr double kHead = 40;
  constexpr double kEdgeOfMap = 18;
  constexpr double kLine = 17;
  const NetworkLayout layout = layout_of(*report.topology, {940, 820});
  const LinkLoads loads(report);
  const std::vector<std::string> caption = heat_caption(loads, layout.index.size());
  const std::string head = title.empty() ? "Link loads on " + report.topology->name() : std::string(title);
  double width = std::max({layout.size.width, 470.0, width_of(head, 16)});
  for (const std::string& line : caption) width = std::max(width, width_of(line, 12));
  width += 2 * kEdgeOfMap;
  const double below = kHead + layout.size.height + 8;
  Svg svg({width, below + kScaleBarHeight + kLine * static_cast<double>(caption.size()) + 8}, head);
  svg.words({kEdgeOfMap, 26}, head, {.anchor = Anchor::start, .size = 16, .is_bold = true});
  const Point corner{(width - layout.size.width) / 2, kHead};
  draw_network(svg, layout, corner);

  std::vector<const LinkReport*> links;
  for (const LinkReport& link : report.links) links.push_back(&link);
  std::stable_sort(links.begin(), links.end(),
                   [&](const LinkReport* a, const LinkReport* b) { return loads.of(*a) < loads.of(*b); });
  const LinkReport* most = core::most_loaded_link(report);
  const bool has_numbers = layout.has_room_for_loads && links.size() <= 64;
  for (const LinkReport* link : links) {
    const DrawnLink* drawn = layout.link(link->from, link->to);
    if (drawn == nullptr) continue;
    const double share =
        loads.most > 0 ? static_cast<double>(loads.of(*link)) / static_cast<double>(loads.most) : 0;
    const double wide = layout.lane_width * (.35 + .65 * share);
    for (const auto& piece : drawn->pieces) {
      const std::vector<Point> points = moved(piece, corner);
      if (link == most) svg.polyline(points, {Colour::critical, wide + std::max(2.5, .7 * layout.lane_width)});
      svg.polyline(points, {load_of(share, 1), wide}, loads.text(*link));
    }
    if (has_numbers)
      write_number(svg, moved(drawn->pieces.front(), corner), layout.lane_width,
                   load_text(loads.of(*link), loads.counts_bytes));
  }
  for (Node node = 0; node < static_cast<Node>(layout.nodes.size()); ++node) {
    const bool is_end = most != nullptr && (node == most->from || node == most->to);
    draw_node(svg, layout, corner, node, Colour::paper, is_end ? Colour::critical : Colour::ink);
  }
  draw_scale_bar(svg, {kEdgeOfMap, below}, loads.most,
                 loads.counts_bytes ? "bytes on a directed link" : "messages on a directed link",
                 loads.counts_bytes);
  double line = below + kScaleBarHeight + 6;
  for (const std::string& text : caption) {
    svg.words({kEdgeOfMap, line}, text, {.anchor = Anchor::start, .size = 12});
    line += kLine;
  }
  out << svg.document();
}

}  // namespace toruscope
