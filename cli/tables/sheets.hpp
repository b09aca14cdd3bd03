// SPDX-License-Identifier: Apache-2.0
// One run, or a machine, as text for people: lines of a label and what it says.

#pragma once

#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/text_table.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// All that a run showed, a line each; without those that say nothing about it.
std::string measurement_text(const Measurement& m, const Console& console);
/// "tw by dimension 1ns / 2ns, 4 slow links": where links differ in cost; empty if they do not. With the slow links of the
/// network, if there is one.
std::string link_costs_text(const Parameters& parameters, const Topology* network);
/// The same of the whole machine: "paragon: ts 75us, tw 11.1ns, cut-through, ..."
std::string machine_text(const Parameters& parameters, const Topology* network = nullptr);
std::string time_with_ticks(Ticks time, const Parameters& machine);
/// "1.000 s on 2 workers, fibers".
std::string wall_text(double seconds, const HostReport& host);
/// "one for each PE", or how many share one and why.
std::string stack_guards_text(const HostReport& host);

/// Topology, machine, ports and p: what heads every table. Without `topology` for several of them.
void machine_lines(TextSheet& sheet, const Topology* topology, const Parameters& machine);
/// What an operation was given besides the block: "root" and "3".
struct Input {
  std::string name;
  std::string text;
};
/// Root, operator, values, distance, segment: those that the operation has. `segment_rule`: it differs from run to run.
std::vector<Input> inputs_of(const Measurement& m, const Text& segment_rule = {});
/// The text of one of them, "-" if there is none.
std::string input_of(const Measurement& m, const std::string& name, const Text& segment_rule = {});
void input_lines(TextSheet& sheet, const Measurement& m, const Text& segment_rule = {});

/// "bytes per vector  1,048,576", if the run said what it moves.
void size_line(TextSheet& sheet, const Measurement& m);

}  // namespace toruscope::cli
