// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/figures.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <string_view>
#include <utility>

namespace toruscope::cli {

namespace {

/// The value of a figure whose unit says how it is shown. Bandwidths are of collective operations:
/// a point-to-point benchmark has a column of its own.
Value value_of(const RunFigure& figure, const TableRow& row) {
  const core::FigureValue value = figure.read({row.measurement, row.scaling});
  if (const auto* real = std::get_if<double>(&value)) {
    if (figure.column.is_percent) return Cell(percent_text(*real));
    if (figure.unit != core::Unit::rate) return Cell(fmt::format("{:.3f}", *real));
    return latency_of(row.measurement) ? Value() : Value(BytesPerSecond{*real});
  }
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole == nullptr) return {};
  if (figure.unit == core::Unit::ticks) return VirtualTime(Ticks{*whole}, row.measurement.report.parameters);
  return Cell(core::grouped(*whole));
}

/// Of a PE in a point-to-point benchmark, in MB/s as OSU prints it.
Value bandwidth_of_a_pe(const TableRow& row) {
  if (!latency_of(row.measurement)) return {};
  const auto found = bandwidth_of(row.measurement);
  return found ? Value(Cell(megabytes_text(found->algbw))) : Value();
}

/// With --scale, of a run that did not fail.
Value serial_time(const TableRow& row) {
  const Measurement& m = row.measurement;
  if (row.scaling == nullptr || m.failure || row.scaling->serial <= Ticks{}) return {};
  return VirtualTime(row.scaling->serial, m.report.parameters);
}

Value loaded_link(const TableRow& row) {
  const Report& report = row.measurement.report;
  if (row.measurement.failure) return {};
  const LinkReport* most = core::most_loaded_link(report);
  return Cell(most == nullptr ? "none" : core::link_text(*most, *report.topology));
}

/// Those of the table of figures, where the unit says how the figure is shown.
void add_figures(std::vector<TableColumn>& columns) {
  for (const RunFigure& f : run_figures()) {
    if (*f.column.name == '\0') continue;
    const bool is_makespan = std::string_view(f.column.name) == "T";
    const char* const unit = f.unit == core::Unit::seconds ? "s" : f.column.is_percent ? "%" : "";
    columns.push_back({f.column.place, f.column.name, f.column.title, unit, false, f.column.rank,
                       [&f](const TableRow& row) { return value_of(f, row); },
                       is_makespan ? TableColumn::Role::makespan : TableColumn::Role::plain});
  }
}

std::vector<TableColumn> make_columns() {
  std::vector<TableColumn> columns{{10, "serial", "serial time", "", false, 5, serial_time},
                                   {100, "bandwidth", "bandwidth", "MB/s", false, 1, bandwidth_of_a_pe},
                                   {200, "loaded_link", "most loaded link", "", true, 16, loaded_link},
                                   {220, "check", "check", "", true, 1,
                                    [](const TableRow& row) -> Value {
                                      const Cell all = check_cell(row.measurement, row.console);
                                      return row.measurement.verified.value_or(false)
                                                 ? Cell("ok", all.paint)
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
  if (m.failure) return console.judged("FAILED: " + m.check, false);
  if (!m.verified) return m.check.empty() ? "-" : m.check;
  return console.judged((*m.verified ? "ok" : "FAILED") + (m.check.empty() ? "" : ": " + m.check), *m.verified);
}

namespace {

bool is_number(const std::string& text) {
  return text == "-" || text.find_first_not_of("0123456789.,") == std::string::npos;
}

/// The cells of one column of values, and the unit that stands above them.
struct Figures {
  std::vector<Cell> cells;
  std::string unit;
};

Figures figures(const std::vector<const Value*>& values, const TimeUnit& time_unit, const RateUnit& rate_unit,
                const char* unit) {
  bool has_rates = false;
  std::vector<std::optional<VirtualTime>> times;
  bool has_times = false;
  for (const Value* value : values) {
    const auto* time = std::get_if<VirtualTime>(value);
    times.push_back(time == nullptr ? std::nullopt : std::optional(*time));
    has_times = has_times || time != nullptr;
    has_rates = has_rates || std::holds_alternative<BytesPerSecond>(*value);
  }
  const std::vector<std::string> time_texts = time_unit.texts(times);
  Figures column{{}, has_times ? time_unit.name() : has_rates ? rate_unit.name() : unit};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value& value = *values[i];
    if (const auto* cell = std::get_if<Cell>(&value))
      column.cells.push_back(*cell);
    else if (const auto* rate = std::get_if<BytesPerSecond>(&value))
      column.cells.emplace_back(rate_unit.text(rate->value));
    else
      column.cells.emplace_back(time_texts[i]);
  }
  return column;
}

}  // namespace

void MeasurementTable::row(std::vector<Cell> own, const Measurement& m, const Console& console,
                           const Scaling* scaling) {
  Row row{std::move(own), {}, m.check, !m.failure && m.verified.value_or(true) && m.faults.empty()};
  for (const TableColumn& column : table_columns()) row.values.push_back(column.value({m, scaling, console}));
  rows_.push_back(std::move(row));
}

bool MeasurementTable::is_alike(std::size_t own) const {
  return rows_.size() > 1 && std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) {
           return row.own[own].text == rows_.front().own[own].text;
         });
}

bool MeasurementTable::is_all_right() const {
  return std::all_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.is_right; });
}

bool MeasurementTable::has_values(std::size_t column) const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
    return !std::holds_alternative<std::monostate>(row.values[column]);
  });
}

void MeasurementTable::head(TextSheet& sheet) const {
  for (std::size_t i = 0; i < own_titles_.size(); ++i)
    if (is_alike(i)) sheet.line(own_titles_[i], rows_.front().own[i]);
  if (!is_all_right()) return;
  std::map<std::string, int> checks;
  for (const Row& row : rows_)
    if (!row.check.empty()) ++checks[row.check];
  if (checks.empty()) return;
  std::vector<std::string> texts;
  for (const auto& [text, count] : checks)
    texts.push_back(checks.size() == 1 ? text : fmt::format("{} ({})", text, counted(count, "row")));
  sheet.line("check", fmt::format("ok: {}", core::joined(texts, "; ")));
}

MeasurementTable::Indices MeasurementTable::worth_showing() const {
  const auto columns = table_columns();
  Indices worth;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_in_head = std::find(left_out_.begin(), left_out_.end(), columns[i].name) != left_out_.end() ||
                            (columns[i].role == TableColumn::Role::check && is_all_right());
    if (!is_in_head && has_values(i)) worth.push_back(i);
  }
  return worth;
}

MeasurementTable::Indices MeasurementTable::chosen(const Console& console) const {
  const auto columns = table_columns();
  Indices shown;
  if (const auto& names = console.columns()) {
    for (const std::string& name : *names)
      for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].name == name) shown.push_back(i);
    return shown;
  }
  Indices by_rank = worth_showing();
  std::stable_sort(by_rank.begin(), by_rank.end(),
                   [&](std::size_t a, std::size_t b) { return columns[a].rank < columns[b].rank; });
  constexpr int kAlways = 1;
  for (const std::size_t column : by_rank) {
    Indices wider = shown;
    wider.insert(std::upper_bound(wider.begin(), wider.end(), column), column);
    if (columns[column].rank <= kAlways || table(wider).least_width() <= console.width())
      shown = std::move(wider);
  }
  return shown;
}

TimeUnit MeasurementTable::time_unit(const Indices& columns) const {
  const auto times_of = [&](const auto& is_wanted) {
    std::vector<VirtualTime> times;
    for (const Row& row : rows_)
      for (std::size_t i = 0; i < row.values.size(); ++i)
        if (const auto* time = std::get_if<VirtualTime>(&row.values[i]); time != nullptr && is_wanted(i))
          times.push_back(*time);
    return times;
  };
  const auto all = table_columns();
  const std::vector<VirtualTime> makespans =
      times_of([&](std::size_t i) { return all[i].role == TableColumn::Role::makespan; });
  if (!makespans.empty()) return TimeUnit(makespans);
  return TimeUnit(
      times_of([&](std::size_t i) { return std::find(columns.begin(), columns.end(), i) != columns.end(); }));
}

TextTable MeasurementTable::table(const Indices& shown) const {
  using enum TextTable::Align;
  const auto columns = table_columns();
  TextTable table;
  Indices own;
  for (std::size_t i = 0; i < own_titles_.size(); ++i) {
    if (is_alike(i)) continue;
    const bool has_numbers =
        std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) { return is_number(row.own[i].text); });
    table.column(own_titles_[i], has_numbers ? right : left);
    own.push_back(i);
  }
  std::vector<Figures> all;
  const TimeUnit unit = time_unit(shown);
  std::vector<double> rates;  // of all columns: bandwidths stand beside each other to be compared
  for (const Row& row : rows_)
    for (const Value& value : row.values)
      if (const auto* rate = std::get_if<BytesPerSecond>(&value)) rates.push_back(rate->value);
  const RateUnit rate_unit(rates);
  for (const std::size_t i : shown) {
    std::vector<const Value*> values;
    for (const Row& row : rows_) values.push_back(&row.values[i]);
    all.push_back(figures(values, unit, rate_unit, columns[i].unit));
    table.column(columns[i].title, columns[i].is_left ? left : right, all.back().unit);
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::vector<Cell> cells;
    for (const std::size_t i : own) cells.push_back(rows_[r].own[i]);
    for (const Figures& column : all) cells.push_back(column.cells[r]);
    table.row(std::move(cells));
  }
  return table;
}

std::string MeasurementTable::text(const Console& console) const {
  const Indices shown = chosen(console);
  std::size_t keys = 0;
  for (std::size_t i = 0; i < own_titles_.size(); ++i) keys += is_alike(i) ? 0U : 1U;
  std::string text = console.text(table(shown), keys);
  if (console.columns()) return text;
  std::vector<std::string> hidden;
  for (const std::size_t column : worth_showing())
    if (std::find(shown.begin(), shown.end(), column) == shown.end())
      hidden.emplace_back(table_columns()[column].name);
  if (!hidden.empty())
    text += folded_text(fmt::format("(--columns all adds {})\n", core::joined(hidden, ", ")), console.page());
  return text;
}

}  // namespace toruscope::cli
