// SPDX-License-Identifier: Apache-2.0
// Measurements and machines as text.

#pragma once

#include "cli/console.hpp"
#include "cli/measurement.hpp"
#include "cli/text_table.hpp"

#include <string>

namespace toruscope::detail {

/// All that a run showed, a line each.
std::string measurement_text(const Measurement& m, const Console& console);
/// "tw by dimension 1ns / 2ns, 4 slow links": where links differ in cost; empty if they do not. With the slow links of the
/// network, if there is one.
std::string link_costs_text(const Parameters& parameters, const Topology* network);
/// The same of the whole machine: "paragon: ts 75us, tw 11.1ns, cut-through, ..."
std::string machine_text(const Parameters& parameters, const Topology* network = nullptr);
/// "75us", or "3/2 steps" on a step machine.
std::string cost_text(Time time, Ticks ticks, const Parameters& machine);

/// The cells that a sheet and a table share.
std::string time_with_ticks(Ticks time, const Parameters& machine);
std::string loaded_link_text(const Report& report);
Cell check_cell(const Measurement& m, const Console& console);

/// Topology, machine, ports and p: what heads every table. Without `topology` for several of them.
void machine_lines(TextSheet& sheet, const Topology* topology, const Parameters& machine);
/// Root, operator, values, distance, segment: those that the operation has. `segment_rule`: it differs from run to run.
void input_lines(TextSheet& sheet, const Measurement& m, const Text& segment_rule = {});

/// One row per run, after columns of the verb's own.
class MeasurementTable {
 public:
  explicit MeasurementTable(const std::vector<std::string>& own);
  void row(std::vector<Cell> own, const Measurement& m, const Console& console);
  [[nodiscard]] std::string text(const Console& console) const;

 private:
  TextTable table_;
};

}  // namespace toruscope::detail
