// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/table_columns.hpp"

#include "cli/machines/scale.hpp"
#include "cli/options/numbers.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/console.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace toruscope::cli {

namespace {

/// The value of a figure whose unit says how it is shown.
Value value_of(const RunFigure& figure, const TableRow& row) {
  const core::FigureValue value = figure.read({row.measurement, row.scaling});
  if (const auto* real = std::get_if<double>(&value)) return Cell(fmt::format("{:.3f}", *real));
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole == nullptr) return {};
  if (figure.unit == core::Unit::ticks) return VirtualTime(Ticks{*whole}, row.measurement.report.parameters);
  return Cell(core::grouped(*whole));
}

/// What only a run that did not fail has.
template <class Read>
auto measured(const Read& read) {
  return
      [read](const TableRow& row) { return row.measurement.failure ? Value() : Value(read(row.measurement)); };
}

/// Of a collective operation.
auto bandwidth(double Bandwidth::*which) {
  return [which](const TableRow& row) {
    const auto found = bandwidth_of(row.measurement);
    return found && !latency_of(row.measurement) ? Value(BytesPerSecond{(*found).*which}) : Value();
  };
}

/// Of a PE in a point-to-point benchmark, in MB/s as OSU prints it.
Value bandwidth_of_a_pe(const TableRow& row) {
  if (!latency_of(row.measurement)) return {};
  const auto found = bandwidth_of(row.measurement);
  return found ? Value(Cell(megabytes_text(found->algbw))) : Value();
}

/// What --scale adds, of a run that did not fail.
template <class Gain>
auto gained(const Gain& gain) {
  return [gain](const TableRow& row) {
    return row.scaling == nullptr || row.measurement.failure ? Value()
                                                             : Value(gain(*row.scaling, row.measurement));
  };
}

/// Those of the table of figures, where the unit says how the figure is shown.
void add_figures(std::vector<TableColumn>& columns) {
  for (const RunFigure& f : run_figures()) {
    if (*f.column.name == '\0') continue;
    const bool is_makespan = std::string_view(f.column.name) == "T";
    columns.push_back({f.column.place, f.column.name, f.column.title, f.unit == core::Unit::seconds ? "s" : "",
                       false, f.column.rank, [&f](const TableRow& row) { return value_of(f, row); },
                       is_makespan ? TableColumn::Role::makespan : TableColumn::Role::plain});
  }
}

std::vector<TableColumn> make_columns() {
  std::vector<TableColumn> columns{
      {10, "serial", "serial time", "", false, 5, gained([](const Scaling& s, const Measurement& m) {
         return s.serial > Ticks{} ? Value(VirtualTime(s.serial, m.report.parameters)) : Value();
       })},
      {50, "speed_up_per_pe", "speed-up/p", "%", false, 1, gained([](const Scaling& s, const Measurement&) {
         const auto ratio = s.speed_up_per_pe();
         return ratio ? Value(Cell(fmt::format("{:.1f}", 100 * *ratio))) : Value();
       })},
      {90, "efficiency", "efficiency", "%", false, 2, measured([](const Measurement& m) {
         const auto percent = efficiency_percent(m);
         return percent ? Value(Cell(*percent)) : Value();
       })},
      {100, "bandwidth", "bandwidth", "MB/s", false, 1, bandwidth_of_a_pe},
      {110, "algbw", "algbw", "", false, 4, bandwidth(&Bandwidth::algbw)},
      {120, "busbw", "busbw", "", false, 3, bandwidth(&Bandwidth::busbw)},
      {200, "loaded_link", "most loaded link", "", true, 16, measured([](const Measurement& m) {
         const LinkReport* most = core::most_loaded_link(m.report);
         return Cell(most == nullptr ? "none" : core::link_text(*most, *m.report.topology));
       })},
      {220, "check", "check", "", true, 1,
       [](const TableRow& row) -> Value {
         const Cell all = check_cell(row.measurement, row.console);
         return row.measurement.verified.value_or(false) ? Cell("ok", all.paint)
                                                         : all;  // the head has the rest
       },
       TableColumn::Role::check}};
  add_figures(columns);
  std::sort(columns.begin(), columns.end(),
            [](const TableColumn& a, const TableColumn& b) { return a.place < b.place; });
  return columns;
}

}  // namespace

std::span<const TableColumn> table_columns() {
  static const std::vector<TableColumn> columns = make_columns();
  return columns;
}

std::string column_names() {
  return core::joined(table_columns(), ", ", &TableColumn::name);
}

std::vector<std::string> read_columns(const std::string& text) {
  std::vector<std::string> known;
  for (const TableColumn& column : table_columns()) known.emplace_back(column.name);
  if (text == "all") return known;
  std::vector<std::string> names;
  for (const std::string& name : split(text, ',')) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw ConfigError(core::unknown_name("column", "columns", name, known));
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw ConfigError(fmt::format("columns: {} is there twice in {}", name, text));
    names.push_back(name);
  }
  return names;
}

Cell check_cell(const Measurement& m, const Console& console) {
  if (!m.verified) return m.check.empty() ? "-" : m.check;
  const bool is_right = *m.verified;
  const std::string text = (is_right ? "ok" : "FAILED") + (m.check.empty() ? "" : ": " + m.check);
  return {text,
          [&console, is_right](const std::string& t) { return is_right ? console.good(t) : console.bad(t); }};
}

}  // namespace toruscope::cli
