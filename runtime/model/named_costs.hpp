// SPDX-License-Identifier: Apache-2.0
// Costs of a machine by name, for code that treats them alike: rows of the table of settings.

#pragma once

#include <toruscope/parameters.hpp>

#include <string>
#include <vector>

namespace toruscope::core {

struct NamedCost {
  const char* name;        ///< in options, files and documents
  const char* symbol;      ///< in formulas
  const char* textbook;    ///< textbooks' symbol where it differs: "alpha"; else null
  const char* says;        ///< description in few words
  Time Parameters::*time;  ///< as the machine has it
  Ticks Costs::*ticks;     ///< null for the tick itself
  std::vector<Time> Parameters::*by_dimension = nullptr;  ///< null: the same in all
  bool is_left_out_at_0 = false;                          ///< in documents and logs
};

/// ts, tr, tm, tw, th, latency, gap, flop, poll, gamma.
const std::vector<NamedCost>& named_costs();
/// The length of the tick, and the costs.
const std::vector<NamedCost>& named_times();

/// Writes " (alpha)" behind a cost with another name in textbooks; else nothing.
inline std::string textbook_name(const NamedCost& cost) {
  return cost.textbook == nullptr ? std::string() : std::string(" (") + cost.textbook + ")";
}

}  // namespace toruscope::core
