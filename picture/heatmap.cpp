// SPDX-License-Identifier: Apache-2.0
// The heat map of <toruscope/picture.hpp>: two lanes per link, darker and wider by load.

#include "picture/network_drawing.hpp"
#include "picture/scale_bar.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/network_of.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/picture.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

namespace toruscope {

namespace {

using namespace picture;

/// Loads by which links are coloured.
struct LinkLoads {
  const Report& report;
  bool counts_bytes = true;
  std::int64_t most = 0;

  explicit LinkLoads(const Report& run) : LinkLoads(run, run.totals.max_link_bytes > 0) {}
  LinkLoads(const Report& run, bool bytes) : report(run), counts_bytes(bytes) {
    for (const LinkReport& link : run.links) most = std::max(most, of(link));
  }
  [[nodiscard]] std::int64_t of(const LinkReport& link) const {
    return counts_bytes ? link.bytes : link.messages;
  }
  [[nodiscard]] std::string text(const LinkReport& link) const {
    return fmt::format("{}: {} in {}", core::link_text(link, *report.topology),
                       core::counted(link.bytes, "byte"), core::counted(link.messages, "message")) +
           (link.wait == Ticks{}
                ? ""
                : ", headers waited " + core::time_text(link.wait, report.parameters) + " for it");
  }
};

/// Writes a number at the middle of a link's first piece, moved to the outer side of its lane.
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

/// Draws the network with its links, `most` of which is the darkest, the least loaded first, and
/// its nodes. `has_numbers`: what each link carried stands beside it, if there are not too many.
void draw_loads(Svg& svg, const NetworkLayout& layout, Point corner, const LinkLoads& loads, std::int64_t most,
                bool has_numbers) {
  draw_network(svg, layout, corner);
  std::vector<const LinkReport*> links;
  for (const LinkReport& link : loads.report.links) links.push_back(&link);
  std::stable_sort(links.begin(), links.end(),
                   [&](const LinkReport* a, const LinkReport* b) { return loads.of(*a) < loads.of(*b); });
  const LinkReport* named = core::most_loaded_link(loads.report);
  has_numbers = has_numbers && layout.has_room_for_loads && links.size() <= 64;
  for (const LinkReport* link : links) {
    const DrawnLink* drawn = layout.link(link->from, link->to);
    if (drawn == nullptr) continue;
    const double share = most > 0 ? static_cast<double>(loads.of(*link)) / static_cast<double>(most) : 0;
    const double wide = layout.lane_width * (.35 + .65 * share);
    for (const auto& piece : drawn->pieces) {
      const std::vector<Point> points = moved(piece, corner);
      if (link == named) svg.polyline(points, {Colour::critical, wide + std::max(2.5, .7 * layout.lane_width)});
      svg.polyline(points, {load_of(share, 1), wide}, loads.text(*link));
    }
    if (has_numbers)
      write_number(svg, moved(drawn->pieces.front(), corner), layout.lane_width,
                   load_text(loads.of(*link), loads.counts_bytes));
  }
  for (Node node = 0; node < static_cast<Node>(layout.nodes.size()); ++node) {
    const bool is_end = named != nullptr && (node == named->from || node == named->to);
    draw_node(svg, layout, corner, node, Colour::paper, is_end ? Colour::critical : Colour::ink);
  }
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
      fmt::format(
          "Most loaded{}: {}",
          as_loaded > 1 ? fmt::format(", with {} other{}", as_loaded - 1, as_loaded > 2 ? "s" : "") : "",
          loads.text(*most)),
      fmt::format("{} of {} directed links carried messages, {} {} each on average; T = {}",
                  core::grouped(used), core::grouped(all_links), core::grouped((sum + used / 2) / used),
                  loads.counts_bytes ? "bytes" : "messages",
                  core::time_text(report.finish.time, report.parameters))};
  if (!report.topology->note().empty()) lines.push_back(report.topology->note());
  return lines;
}

}  // namespace

void check_heatmap(const Topology& topology) {
  picture::check_network_picture(topology, "heat map");
}

void write_heatmap(std::ostream& out, const Report& report, std::string_view title) {
  check_heatmap(core::network_of(report, "heat map"));
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
  draw_loads(svg, layout, corner, loads, loads.most, true);
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

void write_heatmaps(std::ostream& out, const std::vector<TimedRun>& runs, std::string_view title) {
  if (runs.empty()) throw ConfigError("heat map: there is no run to draw");
  const Topology& network = core::network_of(*runs.front().report, "heat map");
  for (const TimedRun& run : runs)
    if (core::network_of(*run.report, "heat map").name() != network.name())
      throw ConfigError("heat map: the runs are on different networks; give each a heat map of its own");
  check_heatmap(network);
  constexpr double kHead = 44;
  constexpr double kEdge = 18;
  constexpr double kWords = 42;  // above each map
  const bool counts_bytes = std::any_of(
      runs.begin(), runs.end(), [](const TimedRun& run) { return run.report->totals.max_link_bytes > 0; });
  const auto columns = std::min<std::size_t>(runs.size(), 3);
  const NetworkLayout layout =
      layout_of(network, {1200 / static_cast<double>(columns), 1050 / static_cast<double>(columns)});
  std::vector<LinkLoads> loads;
  std::int64_t most = 0;
  double wide = layout.size.width;
  std::vector<std::string> words;
  for (const TimedRun& run : runs) {
    most = std::max(most, loads.emplace_back(*run.report, counts_bytes).most);
    const std::string as_one = counts_bytes ? " bytes" : " messages";
    words.push_back(fmt::format("T = {}, at most {}{} on a link",
                                core::time_text(run.report->finish.time, run.report->parameters),
                                core::grouped(loads.back().most), as_one));
    wide = std::max({wide, width_of(words.back(), 12), width_of(run.name, 14)});
  }
  wide += kEdge;
  const double high = kWords + layout.size.height;
  const auto rows = (runs.size() + columns - 1) / columns;
  const double below = kHead + high * static_cast<double>(rows) + 8;
  const double width = std::max({wide * static_cast<double>(columns), 470.0, width_of(title, 16)}) + 2 * kEdge;
  Svg svg({width, below + kScaleBarHeight}, title);
  svg.words({kEdge, 26}, title, {.anchor = Anchor::start, .size = 16, .is_bold = true});
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Point corner{kEdge + wide * static_cast<double>(i % columns),
                       kHead + high * static_cast<double>(i / columns)};
    svg.words({corner.x, corner.y + 18}, runs[i].name, {.anchor = Anchor::start, .size = 14, .is_bold = true});
    svg.words({corner.x, corner.y + 35}, words[i], {.anchor = Anchor::start, .size = 12});
    draw_loads(svg, layout, {corner.x, corner.y + kWords}, loads[i], most, runs.size() == 1);
  }
  draw_scale_bar(svg, {kEdge, below}, most,
                 counts_bytes ? "bytes on a directed link" : "messages on a directed link", counts_bytes);
  out << svg.document();
}

}  // namespace toruscope
