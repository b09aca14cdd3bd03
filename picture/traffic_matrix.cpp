// SPDX-License-Identifier: Apache-2.0
// The traffic matrix of <toruscope/picture.hpp>: a row for each sender, a column for each receiver.

#include "picture/scale_bar.hpp"
#include "picture/svg.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/network_of.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/picture.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <ostream>
#include <string>
#include <utility>

namespace toruscope {

namespace {

using namespace picture;

constexpr int kMostPesInMatrix = 256;

struct PairTraffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};
using TrafficOfPairs = std::map<std::pair<Rank, Rank>, PairTraffic>;

TrafficOfPairs traffic_of(const Report& report) {
  TrafficOfPairs pairs;
  for (const Event& event : report.events) {
    if (event.kind != Event::Kind::message) continue;
    PairTraffic& traffic = pairs[{event.source, event.destination}];
    ++traffic.messages;
    traffic.bytes += event.bytes;
  }
  return pairs;
}

/// Distance, in cells, between two numbers beside the rows.
int cells_apart(double cell) {
  int apart = 1;
  while (apart * cell < 20) apart *= 2;
  return apart;
}

}  // namespace

void check_traffic_picture(const Topology& topology) {
  if (topology.pes() > kMostPesInMatrix)
    throw ConfigError(fmt::format(
        "traffic: {} has {} PEs; a picture of the traffic shows up to {}; take fewer PEs, or write the "
        "numbers with --traffic FILE.csv",
        topology.name(), core::grouped(topology.pes()), kMostPesInMatrix));
}

void write_traffic_picture(std::ostream& out, const Report& report, std::string_view title) {
  check_traffic_picture(core::network_of(report, "traffic"));
  if (report.events.empty() && report.totals.messages != 0)
    throw ConfigError("traffic: the run recorded no events; set record_events of its Execution");
  const TrafficOfPairs pairs = traffic_of(report);
  const bool counts_bytes = report.totals.bytes > 0;
  const auto load = [&](const PairTraffic& traffic) { return counts_bytes ? traffic.bytes : traffic.messages; };
  std::int64_t most = 0;
  for (const auto& [pair, traffic] : pairs) most = std::max(most, load(traffic));

  const int p = report.topology->pes();
  const double cell = std::clamp(std::floor(640.0 / p), 2.0, 44.0);
  constexpr double kLeft = 70;
  constexpr double kTop = 92;
  const double side = cell * p;
  const std::string head = title.empty() ? "Traffic on " + report.topology->name() : std::string(title);
  const std::string caption = fmt::format(
      "{}, {} between {} of {} pairs of PEs; T = {}", core::counted(report.totals.messages, "message"),
      core::counted(report.totals.bytes, "byte"), core::grouped(pairs.size()),
      core::grouped(std::int64_t{p} * (p - 1)), core::time_text(report.finish.time, report.parameters));
  const double width =
      std::max({kLeft + side + 30, width_of(head, 16) + 36, width_of(caption, 12) + 36, 480.0});
  Svg svg({width, kTop + side + kScaleBarHeight + 50}, head);
  svg.words({18, 26}, head, {.anchor = Anchor::start, .size = 16, .is_bold = true});
  svg.words({kLeft + side / 2, kTop - 28}, "to PE");
  svg.words({26, kTop + side / 2}, "from PE", {.turns_up = true});
  svg.rectangle({kLeft, kTop}, {side, side}, Colour::raised);
  const bool has_numbers = cell >= 30;
  for (const auto& [pair, traffic] : pairs) {
    const Point corner{kLeft + cell * pair.second, kTop + cell * pair.first};
    const Load step = load_of(static_cast<double>(load(traffic)), static_cast<double>(most));
    const double inset = cell >= 6 ? .5 : 0;
    svg.rectangle(
        {corner.x + inset, corner.y + inset}, {cell - 2 * inset, cell - 2 * inset}, step,
        fmt::format("{} -> {}: {} in {}", pair.first, pair.second, core::counted(traffic.bytes, "byte"),
                    core::counted(traffic.messages, "message")));
    const std::string text = load_text(load(traffic), counts_bytes);
    if (has_numbers && width_of(text, 9.5) < cell - 2)
      svg.words({corner.x + cell / 2, corner.y + cell / 2 + 3.5}, text,
                {.size = 9.5, .paint = step.step >= kLoads / 2 - 1 ? Colour::paper : Colour::ink});
  }
  svg.line({kLeft, kTop}, {kLeft + side, kTop + side}, {Colour::rail});
  svg.frame({kLeft, kTop}, {side, side}, {Colour::faint});
  const int apart = cells_apart(cell);
  for (Rank pe = 0; pe < p; pe += apart) {
    const double at = cell * (pe + .5);
    svg.words({kLeft + at, kTop - 8}, fmt::format("{}", pe), {.size = 11});
    svg.words({kLeft - 7, kTop + at + 4}, fmt::format("{}", pe), {.anchor = Anchor::end, .size = 11});
  }
  draw_scale_bar(svg, {kLeft, kTop + side + 18}, most,
                 counts_bytes ? "bytes from PE to PE" : "messages from PE to PE", counts_bytes);
  svg.words({18, kTop + side + kScaleBarHeight + 34}, caption, {.anchor = Anchor::start, .size = 12});
  out << svg.document();
}

}  // namespace toruscope
