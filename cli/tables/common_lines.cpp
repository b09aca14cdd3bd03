// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/common_lines.hpp"

#include "cli/tables/sheets.hpp"

#include <algorithm>

namespace toruscope::cli {

void add_common_lines(TextSheet& sheet, const Places& places) {
  const auto& [options, swept, settings] = places.places.front();
  const bool has_one_network =
      !options.scale && !places.differ_in(Axis::Kind::network) && places.has_one_network();
  const Topology* network = has_one_network ? settings.topology.get() : nullptr;
  if (!places.differ_in(Axis::Kind::machine)) {
    machine_lines(sheet, network, settings.parameters);
    return;
  }
  if (network != nullptr) sheet.line("topology", network->name());
  const std::string machine = common_machine(places);
  if (!machine.empty()) sheet.line("machine", machine);
}

std::vector<std::string> add_common_inputs(TextSheet& sheet, const Places& places,
                                           const std::vector<const Measurement*>& rows,
                                           const Text& segment_rule) {
  std::vector<std::string> differing;
  if (rows.empty()) return differing;
  for (const auto& [name, text] : inputs_of(*rows.front(), segment_rule)) {
    const bool is_common = std::all_of(rows.begin(), rows.end(), [&](const Measurement* m) {
      return input_of(*m, name, segment_rule) == text;
    });
    const bool is_swept = std::any_of(places.axes.begin(), places.axes.end(),
                                      [&](const Axis& axis) { return axis.name == name; });
    if (is_common)
      sheet.line(name, text);
    else if (!is_swept)
      differing.push_back(name);
  }
  return differing;
}

}  // namespace toruscope::cli
