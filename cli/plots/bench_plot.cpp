// SPDX-License-Identifier: Apache-2.0

#include "cli/plots/plots.hpp"
#include "cli/tables/sheets.hpp"
#include "picture/chart.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr std::size_t kMostPanels = 8;

std::string kind_of_topology(const std::string& name) {
  return name.substr(0, name.find(':'));
}

const std::string* value_of(const SweptValues& swept, const std::string& name) {
  const auto found =
      std::find_if(swept.begin(), swept.end(), [&](const auto& pair) { return pair.first == name; });
  return found == swept.end() ? nullptr : &found->second;
}

/// Runs of a panel.
using PanelRows = std::map<std::string, std::map<double, const Row*>>;  // by algorithm and value

/// Seconds, or steps.
double height_of(const Measurement& m, Ticks time) {
  const Parameters& machine = m.report.parameters;
  const auto seconds = core::seconds_of(time, machine);
  return seconds.value_or(static_cast<double>(time.count) / static_cast<double>(machine.ticks_per_step));
}

bool can_be_drawn(const Row& row, const PlotAxes& axes) {
  const Measurement& m = row.measurement;
  return m.yields_result && m.report.finish.time > Ticks{} && axes.x(plot_point(row)) > 0;
}

std::string note_of(const Row& row) {
  const Measurement& m = row.measurement;
  const Parameters& machine = m.report.parameters;
  return fmt::format("{} on {}, {}: T = {}{}{}", m.algorithm, m.report.topology->name(),
                     counted(m.block_bytes, "byte"), core::time_text(m.report.finish.time, machine),
                     m.predicted ? ", by formula " + core::time_text(m.predicted->ticks, machine) : "",
                     m.bound ? ", bound " + core::time_text(m.bound->ticks, machine) : "");
}

picture::Series series_of(const std::string& name, const std::map<double, const Row*>& rows) {
  picture::Series series{.name = name};
  for (const auto& [x, row] : rows) {
    const Measurement& m = row->measurement;
    const double time = height_of(m, m.report.finish.time);
    series.line.push_back({x, time});
    series.marks.push_back({{x, time}, m.predicted.has_value(), note_of(*row)});
    if (m.predicted && m.predicted->ticks > Ticks{})
      series.beside.push_back({x, height_of(m, m.predicted->ticks)});
  }
  return series;
}

picture::Series bound_of(const PanelRows& rows) {
  std::map<double, double> bounds;
  for (const auto& [name, by_x] : rows)
    for (const auto& [x, row] : by_x)
      if (const auto& bound = row->measurement.bound; bound && bound->ticks > Ticks{})
        bounds[x] = height_of(row->measurement, bound->ticks);
  picture::Series series{.name = "lower bound", .weight = picture::Series::Weight::bound};
  for (const auto& [x, time] : bounds) series.line.push_back({x, time});
  return series;
}

const char* name_of(PlotFigure figure) {
  return figure == PlotFigure::busbw ? "busbw" : figure == PlotFigure::efficiency ? "efficiency" : "T";
}

/// What a run that takes `time`, in seconds or steps, has as its figure; nothing if it has none.
std::optional<double> figure_at(const Measurement& m, double time, PlotFigure figure) {
  constexpr double kGiga = 1e9;
  if (figure == PlotFigure::time) return time;
  const double measured = height_of(m, m.report.finish.time);
  if (figure == PlotFigure::busbw) {
    const auto bandwidth = bandwidth_of(m);
    return bandwidth ? std::optional(bandwidth->busbw / kGiga * measured / time) : std::nullopt;
  }
  if (!m.bound || m.bound->ticks <= Ticks{}) return std::nullopt;
  return height_of(m, m.bound->ticks) / time;
}

/// Makes times the figures of the same runs, the bound's those of any run at its place.
void turn_into(PlotFigure figure, picture::Series& series, const PanelRows& rows) {
  const auto row_at = [&](double x) -> const Row& {
    const auto own = rows.find(series.name);
    if (own != rows.end()) return *own->second.at(x);
    for (const auto& [name, by_x] : rows)
      if (const auto found = by_x.find(x); found != by_x.end()) return *found->second;
    throw ConfigError("bench: --plot has no run at a place of its axis");
  };
  const auto turn = [&](picture::Point& point) {
    const auto value = figure_at(row_at(point.x).measurement, point.y, figure);
    if (value) point.y = *value;
    return !value;
  };
  std::erase_if(series.line, turn);
  std::erase_if(series.beside, turn);
  std::erase_if(series.marks, [&](picture::Mark& mark) { return turn(mark.at); });
}

picture::ChartAxis axis_of(PlotFigure figure, bool has_steps) {
  if (figure == PlotFigure::busbw) return {"busbw, GB/s", picture::Quantity::number, false};
  if (figure == PlotFigure::efficiency)
    return {"efficiency: lower bound / T", picture::Quantity::number, false};
  return {has_steps ? "T, steps" : "T", has_steps ? picture::Quantity::number : picture::Quantity::seconds};
}

bool counts_steps(const std::vector<Row>& rows) {
  std::set<bool> kinds;
  for (const Row& row : rows) kinds.insert(row.measurement.report.parameters.tick.is_zero());
  if (kinds.size() > 1)
    throw ConfigError(
        "bench: --plot has one axis of time, and these machines count seconds and steps; plot them apart");
  return kinds.count(true) != 0;
}

std::string title_of_bench(const std::vector<Row>& rows, const PlotAxes& axes, PlotFigure figure) {
  const Measurement& first = rows.front().measurement;
  std::set<std::string> networks;
  for (const Row& row : rows) networks.insert(row.measurement.report.topology->name());
  const std::string title =
      fmt::format("{}: {} over {}", first.operation, name_of(figure), axes.is_over_bytes() ? "bytes" : "p");
  if (networks.size() == 1) return title + " on " + *networks.begin();
  return axes.is_over_bytes()
             ? title
             : fmt::format("{}, {} per {}", title, counted(first.block_bytes, "byte"), block_noun(first));
}

std::vector<std::string> caption_of_bench(const std::vector<Row>& rows, bool has_winners) {
  std::vector<std::string> lines;
  std::set<std::string> machines;
  bool has_formula = false;
  for (const Row& row : rows) {
    machines.insert(machine_text(row.measurement.report.parameters));
    has_formula = has_formula || row.measurement.predicted.has_value();
  }
  if (machines.size() == 1)
    lines.push_back(*machines.begin() + ", ports " +
                    to_string(rows.front().measurement.report.parameters.ports));
  lines.push_back(has_formula ? "Marks: as run; full where a formula says T, which is the thin dashed line. "
                                "Grey dashes: lower bound."
                              : "Marks: as run. Grey dashes: lower bound.");
  if (has_winners)
    lines.emplace_back(
        "Band: the fastest. Borders lie between measured values, where the straight lines through both "
        "algorithms' times meet.");
  return lines;
}

}  // namespace

PlotPoint plot_point(const Row& row) {
  const Measurement& m = row.measurement;
  return {m.block_bytes, m.report.topology->pes(), m.report.topology->name(), row.swept};
}

PlotAxes::PlotAxes(const std::vector<PlotPoint>& points) {
  std::set<std::size_t> sizes;
  std::set<int> pes;
  std::set<std::string> topologies;
  std::map<std::string, std::set<std::string>> swept;
  for (const PlotPoint& point : points) {
    sizes.insert(point.bytes);
    pes.insert(point.pes);
    topologies.insert(point.topology);
    for (const auto& [name, value] : point.swept) swept[name].insert(value);
  }
  if (sizes.size() <= 1 && pes.size() <= 1)
    throw ConfigError(
        "bench: --plot has T over bytes or over p, and neither varies here; give several sizes (-b 8 -e 1M), "
        "or several p (--scale p=4,16,64)");
  is_over_bytes_ = sizes.size() > 1;
  std::set<std::string> kinds;
  for (const std::string& topology : topologies) kinds.insert(kind_of_topology(topology));
  networks_differ_ = (is_over_bytes_ ? topologies : kinds).size() > 1;
  for (const auto& [name, values] : swept)
    if (values.size() > 1 && name != "block" && name != "topology") swept_.push_back(name);
  std::set<std::string> panels;
  for (const PlotPoint& point : points) panels.insert(panel(point));
  if (panels.size() > kMostPanels)
    throw ConfigError(
        fmt::format("bench: --plot would have {} panels, and up to {} are legible; leave values out",
                    panels.size(), kMostPanels));
}

double PlotAxes::x(const PlotPoint& point) const {
  return is_over_bytes_ ? static_cast<double>(point.bytes) : static_cast<double>(point.pes);
}

std::string PlotAxes::panel(const PlotPoint& point) const {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (networks_differ_) add(is_over_bytes_ ? point.topology : kind_of_topology(point.topology));
  for (const std::string& name : swept_)
    if (const std::string* value = value_of(point.swept, name)) add(fmt::format("{} = {}", name, *value));
  return text;
}

PlotFigure read_plot_figure(const CommandOptions& options, const OperationTraits& operation) {
  if (options.plot_of && !options.plot)
    throw ConfigError("bench: --plot-of says what --plot draws; give --plot FILE, too");
  const std::string asked = options.plot_of.value_or("T");
  const bool has_no_bandwidth = operation.moves == Moves::nothing || operation.sizes_differ;
  if (asked == name_of(PlotFigure::busbw) && has_no_bandwidth)
    throw ConfigError(
        fmt::format("bench: --plot-of busbw: {} has no bandwidth; take T or efficiency", operation.name));
  for (const PlotFigure figure : {PlotFigure::time, PlotFigure::busbw, PlotFigure::efficiency})
    if (asked == name_of(figure)) return figure;
  throw ConfigError(
      fmt::format("bench: --plot-of draws T, busbw or efficiency, got \"{}\"", core::shown(asked)));
}

std::string bench_picture(const std::vector<Row>& rows, PlotFigure figure) {
  std::vector<PlotPoint> points;
  for (const Row& row : rows) points.push_back(plot_point(row));
  const PlotAxes axes(points);
  const bool has_steps = counts_steps(rows);
  std::vector<std::string> order;  // of panels, as they come
  std::map<std::string, PanelRows> by_panel;
  for (const Row& row : rows) {
    if (!can_be_drawn(row, axes)) continue;
    const PlotPoint point = plot_point(row);
    const std::string panel = axes.panel(point);
    if (by_panel.count(panel) == 0) order.push_back(panel);
    by_panel[panel][row.measurement.algorithm][axes.x(point)] = &row;
  }
  if (order.empty())
    throw ConfigError("bench: --plot has logarithmic axes, and no run has a size and a time above 0");
  picture::Chart chart{
      .title = title_of_bench(rows, axes, figure),
      .x = {axes.is_over_bytes() ? fmt::format("bytes per {}", block_noun(rows.front().measurement)) : "p",
            axes.is_over_bytes() ? picture::Quantity::bytes : picture::Quantity::count},
      .y = axis_of(figure, has_steps),
      .panels = {}};
  bool has_winners = false;
  for (const std::string& name : order) {
    picture::Panel panel{.title = name, .series = {}};
    for (const auto& [algorithm, by_x] : by_panel[name]) panel.series.push_back(series_of(algorithm, by_x));
    if (panel.series.size() > 1) panel.winners = picture::winners_of(panel.series, axes.is_over_bytes());
    has_winners = has_winners || panel.winners.size() > 1;
    chart.panels.push_back(std::move(panel));
  }
  picture::weigh(chart.panels);
  for (std::size_t i = 0; i < order.size(); ++i)
    if (picture::Series bound = bound_of(by_panel[order[i]]); !bound.line.empty())
      chart.panels[i].series.push_back(std::move(bound));
  for (std::size_t i = 0; i < order.size(); ++i)
    for (picture::Series& series : chart.panels[i].series) turn_into(figure, series, by_panel[order[i]]);
  chart.caption = caption_of_bench(rows, has_winners);
  return picture::chart_picture(chart);
}

}  // namespace toruscope::cli
