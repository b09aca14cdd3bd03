// SPDX-License-Identifier: Apache-2.0
// The table of figures of a report: names, units and values for documents and their schema, CSV,
// `--require`, columns of tables, the log of a run and docs/output.md.
//
// Adding one   A row in figures.cpp, or in cli/runs/figures.cpp if a command knows it.

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
/// "bytes per second"
const char* name_of(Unit unit);

/// A value of a figure; nothing if unknown or not applicable.
using FigureValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Fate of the key of a figure without a value: impossible, null, left out.
enum class Absence { never, null, left_out };

/// Places of a figure, as a sum.
using Places = unsigned;
inline constexpr Places kInDocument = 1;      ///< results as JSON and CSV
inline constexpr Places kInRequirements = 2;  ///< --require
inline constexpr Places kInLog = 4;           ///< the first row of an event log, and its page
inline constexpr Places kInAll = 7;
inline constexpr Places kOnPage = 8;  ///< counted in words on the page of a run; implies kInLog

/// A column of the tables of several runs.
struct FigureColumn {
  const char* name = "";    ///< for --columns; empty: there is no such column
  const char* title = "";   ///< its head
  int place = 0;            ///< columns stand in this order
  int rank = 0;             ///< lower ranks are shown first if space is short
  bool is_percent = false;  ///< of a ratio
};

/// A row of the table, read from a Source: a report, or other knowledge of a run.
template <class Source>
struct Figure {
  const char* group;  ///< key of its object; empty: the result itself
  const char* name;   ///< of the figure in its group
  Unit unit;
  Absence absence;
  Places places;
  const char* what;  ///< what it counts, for documentation
  std::function<FigureValue(const Source&)> read;
  FigureColumn column{};
};

template <class Source>
using Figures = std::span<const Figure<Source>>;

/// Joins group and name: "critical_path.startups", "efficiency".
std::string name_of(std::string_view group, std::string_view name);
/// The key in a document: "startups", "algbw_bytes_per_second".
std::string key_of(std::string_view name, Unit unit);

/// A virtual time and its machine.
struct MachineTime {
  Ticks time;
  const Parameters& machine;
};

/// Figures of the groups critical_path, totals and links.
Figures<Report> report_figures();
Figures<MachineTime> time_figures();
Figures<Prediction> prediction_figures();
Figures<Bound> bound_figures();

/// Waits of one kind: their number, and total time.
struct WaitTotals {
  std::int64_t conflicts;
  Ticks time;
};
WaitTotals port_waits(const Totals& totals);
/// Headers' waits, whether PEs waited or not.
WaitTotals link_waits(const Totals& totals);

}  // namespace toruscope::core
