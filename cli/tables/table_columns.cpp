// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/table_columns.hpp"

#include "cli/machines/scale.hpp"
#include "cli/options/numbers.hpp"
#include "cli/runs/bandwidth.hpp"
#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace toruscope::cli {

namespace {

Value time(const Measurement& m, Ticks ticks) {
  return VirtualTime(ticks, m.report.parameters);
}

Value count(std::int64_t number) {
  return Cell(core::grouped(number));
}

/// What only a run that did not fail has.
template <class Figure>
auto measured(const Figure& figure) {
  return [figure](const TableRow& row) {
    return row.measurement.failure ? Value() : Value(figure(row.measurement));
  };
}

/// What a formula gives, if it gives anything.
template <class Claim>
auto claimed(Claim Measurement::*claim) {
  return [claim](const TableRow& row) {
    const Measurement& m = row.measurement;
    return m.*claim ? time(m, (m.*claim)->ticks) : Value();
  };
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

Value ratio(const std::optional<double>& value, double factor, const char* format) {
  return value ? Value(Cell(fmt::format(fmt::runtime(format), factor * *value))) : Value();
}

const std::vector<TableColumn>& all_columns() {
  const auto account = [](std::int64_t Account::*member) {
    return measured([member](const Measurement& m) { return count(m.report.finish.account.*member); });
  };
  const auto total = [](std::int64_t Totals::*member) {
    return measured([member](const Measurement& m) { return count(m.report.totals.*member); });
  };
  static const std::vector<TableColumn> columns{
      {"serial", "serial time", "", false, 5, gained([](const Scaling& s, const Measurement& m) {
         return s.serial > Ticks{} ? time(m, s.serial) : Value();
       })},
      {"T", "T", "", false, 0, measured([](const Measurement& m) { return time(m, m.report.finish.time); }),
       TableColumn::Role::makespan},
      {"latency", "latency", "", false, 1,
       [](const TableRow& row) {
         const auto latency = latency_of(row.measurement);
         return latency ? time(row.measurement, *latency) : Value();
       }},
      {"speed_up", "speed-up", "", false, 1,
       gained([](const Scaling& s, const Measurement&) { return ratio(s.speed_up(), 1, "{:.3f}"); })},
      {"speed_up_per_pe", "speed-up/p", "%", false, 1,
       gained([](const Scaling& s, const Measurement&) { return ratio(s.speed_up_per_pe(), 100, "{:.1f}"); })},
      {"cost", "cost p T", "", false, 9,
       gained([](const Scaling& s, const Measurement& m) { return s.cost() ? time(m, *s.cost()) : Value(); })},
      {"predicted", "predicted T", "", false, 8, claimed(&Measurement::predicted)},
      {"bound", "lower bound", "", false, 10, claimed(&Measurement::bound)},
      {"efficiency", "efficiency", "%", false, 2, measured([](const Measurement& m) {
         const auto percent = efficiency_percent(m);
         return percent ? Value(Cell(*percent)) : Value();
       })},
      {"bandwidth", "bandwidth", "MB/s", false, 1, bandwidth_of_a_pe},
      {"algbw", "algbw", "", false, 4, bandwidth(&Bandwidth::algbw)},
      {"busbw", "busbw", "", false, 3, bandwidth(&Bandwidth::busbw)},
      {"startups", "startups", "", false, 6, account(&Account::startups)},
      {"bytes", "bytes on path", "", false, 7, account(&Account::bytes)},
      {"hops", "hops on path", "", false, 11, account(&Account::hops)},
      {"link_wait", "link wait", "", false, 5,
       measured([](const Measurement& m) { return time(m, m.report.finish.account.link_wait); })},
      {"link_conflicts", "link conflicts", "", false, 12, total(&Totals::link_conflicts)},
      {"port_conflicts", "port conflicts", "", false, 13, total(&Totals::port_conflicts)},
      {"max_link_bytes", "bytes on one link", "", false, 14, total(&Totals::max_link_bytes)},
      {"loaded_link", "most loaded link", "", true, 16, measured([](const Measurement& m) {
         const LinkReport* most = core::most_loaded_link(m.report);
         return Cell(most == nullptr ? "none" : core::link_text(*most, *m.report.topology));
       })},
      {"wall", "wall time", "s", false, 15,
       measured([](const Measurement& m) { return Cell(fmt::format("{:.3f}", m.wall_seconds)); })},
      {"check", "check", "", true, 1,
       [](const TableRow& row) -> Value {
         const Cell all = check_cell(row.measurement, row.console);
         return row.measurement.verified.value_or(false) ? Cell("ok", all.paint)
                                                         : all;  // the head has the rest
       },
       TableColumn::Role::check}};
  return columns;
}

}  // namespace

std::span<const TableColumn> table_columns() {
  return all_columns();
}

std::string column_names() {
  std::string names;
  for (const TableColumn& column : table_columns())
    names += (names.empty() ? "" : ", ") + std::string(column.name);
  return names;
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
