// SPDX-License-Identifier: Apache-2.0

#include "calibration/machine_text.hpp"
#include "cli/plots/plots.hpp"
#include "picture/chart.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>

namespace toruscope::cli {

namespace {

using calibration::Test;

bool is_drawn(Test test) {
  return test == Test::ping_pong || test == Test::exchange || test == Test::window;
}

std::string series_name(const calibration::Observation& o) {
  std::string name(name_of(o.test));
  if (o.test == Test::window) name += fmt::format(", {} messages", o.count);
  return o.distance >= 0 ? name + fmt::format(", {} links", o.distance) : name;
}

}  // namespace

std::string calibration_picture(const calibration::Fit& fit) {
  picture::Chart chart{.title = "Measured times, and those that the machine predicts",
                       .x = {"bytes of a message", picture::Quantity::bytes},
                       .y = {"time of a message", picture::Quantity::seconds},
                       .panels = {}};
  for (const calibration::Comparison& row : fit.rows) {
    const calibration::Observation& o = row.observed;
    // the axes are logarithmic
    if (!is_drawn(o.test) || o.bytes == 0 || !(row.predicted > 0)) continue;
    const std::string title(name_of(o.test));
    if (chart.panels.empty() || chart.panels.back().title != title)
      chart.panels.push_back({.title = title, .series = {}});
    auto& all = chart.panels.back().series;
    if (all.empty() || all.back().name != series_name(o))
      all.push_back({.name = series_name(o), .style = static_cast<int>(all.size())});
    all.back().beside.push_back({o.bytes, row.predicted / o.count});
    all.back().marks.push_back(
        {.at = {o.bytes, o.seconds / o.count},
         .is_full = !o.is_held_out,
         .note = fmt::format("{:.0f} bytes: {}, predicted {}", o.bytes,
                             calibration::time_text(o.seconds, 0.01 * o.seconds),
                             calibration::time_text(row.predicted, 0.01 * row.predicted))});
  }
  if (chart.panels.empty())
    throw ConfigError("calibrate: --plot: nothing to draw: the machine predicts no time for a size above 0");
  chart.caption = {"Dashed: predicted. Full marks were fitted, hollow ones held out of the fit."};
  if (fit.held_out)
    chart.caption.push_back(fmt::format("Held out: {:.1f} % off in the median.", 100 * *fit.held_out));
  return picture::chart_picture(chart);
}

}  // namespace toruscope::cli
