// SPDX-License-Identifier: Apache-2.0

#include "cli/plots/time_bars.hpp"

#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/picture.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/core.h>
#include <sstream>

namespace toruscope::cli {

std::string time_bars_picture(const std::vector<Measurement>& measured) {
  const Measurement& first = measured.front();
  const Parameters& machine = first.report.parameters;
  const collectives::Operation* operation = operation_of(first);
  const bool moves_nothing = operation != nullptr && operation->traits.moves == Moves::nothing;
  const std::string size = fmt::format(
      ", {} bytes per {}", core::grouped(static_cast<std::int64_t>(first.block_bytes)), block_noun(first));
  TimeBars bars;
  bars.title = fmt::format("{} on {}{}: what T is made of", first.operation, first.report.topology->name(),
                           moves_nothing ? "" : size);
  for (const Measurement& m : measured) {
    const auto efficiency = efficiency_percent(m);
    bars.runs.push_back({&m.report, m.algorithm, efficiency ? *efficiency + " %" : ""});
  }
  bars.caption = {machine_text(machine) + ", ports " + to_string(machine.ports)};
  if (first.bound) {
    bars.bound = first.bound->ticks;
    bars.caption.push_back("Percent: lower bound / T. The bound: " + first.bound->source);
  }
  std::ostringstream out;
  write_time_bars(out, bars);
  return out.str();
}

std::string heatmaps_picture(const std::vector<Measurement>& measured) {
  const Measurement& first = measured.front();
  const std::size_t shown = std::min(measured.size(), kMostHeatmaps);
  std::vector<TimedRun> runs;
  for (std::size_t i = 0; i < shown; ++i) runs.push_back({&measured[i].report, measured[i].algorithm, ""});
  const std::string which =
      shown < measured.size() ? fmt::format(", the {} fastest of {}", shown, measured.size()) : "";
  std::ostringstream out;
  write_heatmaps(
      out, runs,
      fmt::format("Link loads of {} on {}{}", first.operation, first.report.topology->name(), which));
  return out.str();
}

}  // namespace toruscope::cli
