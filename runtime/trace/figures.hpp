// SPDX-License-Identifier: Apache-2.0
// The table of figures: what a report counts, a row for each. Documents and their schema, CSV,
// `--require`, the columns of tables, the log of a run and docs/output.md take names, units and
// values from here.
//
// Adding one   a row in figures.cpp, or in cli/runs/figures.cpp if it is read from what a command
//              knows besides the report.

#pragma once

#include <toruscope/algorithm_info.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace toruscope::core {

/// Unit of a figure. steps: a whole number, or a fraction as text; rate: bytes per second.
enum class Unit { count, bytes, ticks, seconds, steps, ratio, rate, text };

/// A value of a figure; nothing where it is not known or does not apply.
using FigureValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The key of a figure without a value: it cannot be without; it is null; it is left out.
enum class Absence { never, null, left_out };

/// Where a figure is found, as a sum.
using Places = unsigned;
inline constexpr Places kInDocument = 1;      ///< results as JSON and CSV
inline constexpr Places kInRequirements = 2;  ///< --require
inline constexpr Places kInLog = 4;           ///< the first row of an event log, and its page
inline constexpr Places kInAll = 7;

/// A column of the tables of several runs.
struct FigureColumn {
  const char* name = "";   ///< for --columns; empty: there is no such column
  const char* title = "";  ///< its head
  int place = 0;           ///< columns stand in this order
  int rank = 0;            ///< lower ranks are shown first if not all fit into the width
};

/// A row of the table, read from a Source: a report, or a part of what is known of a run.
template <class Source>
struct Figure {
  const char* group;  ///< the key of the object that it is in; empty: the result itself
  const char* name;   ///< of the figure in its group
  Unit unit;
  Absence absence;
  Places places;
  const char* what;  ///< what it counts, for the documentation
  std::function<FigureValue(const Source&)> read;
  FigureColumn column{};
};

template <class Source>
using Figures = std::span<const Figure<Source>>;

/// "critical_path.startups", "efficiency".
std::string name_of(std::string_view group, std::string_view name);
/// The key in a document: "startups", "algbw_bytes_per_second".
std::string key_of(std::string_view name, Unit unit);

/// A virtual time and the machine that says what a tick is.
struct MachineTime {
  Ticks time;
  const Parameters& machine;
};

/// The groups critical_path, totals and links.
Figures<Report> report_figures();
Figures<MachineTime> time_figures();
Figures<Prediction> prediction_figures();
Figures<Bound> bound_figures();

/// Waits of one kind in a report: how many waited, and for how long in all.
struct WaitTotals {
  std::int64_t conflicts;
  Ticks time;
};
WaitTotals port_waits(const Totals& totals);
/// Headers, whether PEs waited for them or not.
WaitTotals link_waits(const Totals& totals);

}  // namespace toruscope::core
