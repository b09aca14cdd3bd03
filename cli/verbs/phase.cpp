// SPDX-License-Identifier: Apache-2.0
// toruscope phase OPERATION: which algorithm is fastest over bytes and p, or over bytes and ts/tw.
// Each cell is measured; beside the fastest stands the one that formulas take, where it is slower.

#include "cli/plots/plots.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

std::vector<std::size_t> phase_sizes(const CommandOptions& options, const collectives::Operation& operation) {
  if (operation.traits.moves == Moves::nothing)
    throw ConfigError(
        fmt::format("phase: {} moves no bytes, which are one of the axes; take bench {} --scale p=4,16,64",
                    operation.name, operation.name));
  constexpr std::int64_t kMostFactor = 1 << 20;
  constexpr std::size_t kUsualEnd = std::size_t{1} << 20U;
  const auto [begin, end] = first_and_last_size(options, "phase", kUsualEnd);
  const auto factor =
      static_cast<std::size_t>(parse_whole(options.factor.value_or("4"), "phase: -f", 2, kMostFactor));
  if (begin == 0) throw ConfigError("phase: -b is 1 byte at least: the axis is logarithmic");
  return geometric(begin, end, factor);
}

std::string subject_of(const collectives::Operation& operation, const Over& over, const PhasePlace& place) {
  const std::string network = place.settings->topology->name();
  return operation.name + " on " +
         (over.kind == Over::Kind::pes ? network.substr(0, network.find(':')) : network);
}

/// "8", "64K": as sizes are written on the command line.
std::string short_size(std::size_t bytes) {
  std::string text = bytes_to_string(bytes);
  const std::size_t blank = text.find(' ');
  const std::string unit = text.substr(blank + 1);
  return text.substr(0, blank) + (unit == "B" ? "" : unit.substr(0, 1));
}

/// The machine of all rows: where ts/tw varies, ts is not its own.
std::string common_text(const Over& over, const Session& session, const PhasePlace& first) {
  if (over.kind == Over::Kind::pes) return machine_text(first.settings->parameters);
  const Parameters machine = read_parameters(session.options, session.tables.machines);
  return fmt::format("{} with ts by ts/tw, tw {}", machine.name, to_string(machine.tw));
}

const PhasePlace& first_made(const std::vector<PhasePlace>& places) {
  for (const PhasePlace& place : places)
    if (place.settings) return place;
  return places.front();
}

/// "A", or "A (B)" where formulas take B, which is slower.
std::string cell_text(const Phase& cell, const PhaseLetters& letters) {
  if (cell.best.empty()) return "-";
  const std::string best = PhaseLetters::letters(letters.number(cell.best));
  return cell.differs() ? fmt::format("{} ({})", best, PhaseLetters::letters(letters.number(cell.formula)))
                        : best;
}

std::string phase_table(const Phases& phases, const Over& over, const collectives::Operation& operation,
                        const PhasePlace& first, const std::string& machine, const Console& console) {
  const PhaseLetters letters(phases);
  TextSheet sheet;
  sheet.line("operation", console.bold_cell(operation.name));
  if (over.kind == Over::Kind::ratio) sheet.line("topology", first.settings->topology->name());
  sheet.line("machine", machine);
  sheet.line("ports", to_string(first.settings->parameters.ports));
  sheet.line("runs", core::grouped(phases.runs));
  TextTable table{on_right(over.name())};
  if (over.kind == Over::Kind::pes) table.column("topology");
  for (const std::size_t size : phases.sizes) table.column(short_size(size));
  std::string notes;
  for (const auto& row : phases.rows) {
    const PhasePlace& place = *row.front().place;
    std::vector<Cell> cells{over.text(place.value)};
    if (over.kind == Over::Kind::pes)
      cells.emplace_back(place.settings ? place.settings->topology->name() : "-");
    for (const Phase& cell : row) cells.emplace_back(cell_text(cell, letters));
    table.row(std::move(cells));
    for (const Phase& cell : row) {
      if (cell.reason.empty()) continue;
      notes += fmt::format("left out: {} = {}, {}: {}\n", over.name(), over.text(place.value),
                           counted(cell.bytes, "byte"), cell.reason);
      if (!place.settings) break;  // the same for all sizes
    }
  }
  std::string legend;
  int number = 0;
  bool differs = false;
  for (const auto& [name, count] : letters.names)
    legend += fmt::format("{:>3}  {}: fastest in {}\n", PhaseLetters::letters(number++), name,
                          counted(count, "cell"));
  for (const auto& row : phases.rows)
    for (const Phase& cell : row) differs = differs || cell.differs();
  if (differs) legend += "in brackets: what formula or estimate take there, which is slower\n";
  return sheet.text(console.width()) + "\nthe fastest algorithm, by bytes per " + block_noun(operation.traits) +
         "\n" + table.text(console.width(), console.bold_paint()) + "\n" +
         folded_text(legend + notes, console.width());
}

Json cell_json(const Phase& cell, const Over& over, const Shard& shard) {
  Json json;
  json["block_bytes"] = cell.bytes;
  json[over.kind == Over::Kind::pes ? "pes" : "ts_over_tw"] = cell.place->value;
  json["topology"] = cell.place->settings ? Json(cell.place->settings->topology->name()) : Json(nullptr);
  const bool is_measured = !cell.best.empty();
  json["fastest"] = or_null(cell.best);
  json["ticks"] = is_measured ? Json(cell.time.count) : Json(nullptr);
  json["seconds"] =
      or_null(is_measured ? core::seconds_of(cell.time, cell.place->settings->parameters) : std::nullopt);
  json["formula"] = or_null(cell.formula);
  json["formula_by"] = cell.formula.empty() ? Json(nullptr) : Json(cell.is_exact ? "formula" : "estimate");
  json["formula_ticks"] = cell.formula_time ? Json(cell.formula_time->count) : Json(nullptr);
  json["differs"] = cell.differs();
  json["reason"] = or_null(cell.reason);
  if (shard.is_asked()) shard.mark(json, cell.unit);
  return json;
}

Json phase_document(const Session& session, const Phases& phases, const Over& over,
                    const collectives::Operation& operation, const PhasePlace& first, const Shard& shard) {
  Json json = document_head();
  const Settings& settings = *first.settings;
  json["operation"] = operation.name;
  json["over"] = over.name();
  json["machine"] = machine_json(settings.parameters, settings.costs,
                                 over.kind == Over::Kind::pes ? nullptr : settings.topology.get());
  if (over.kind == Over::Kind::ratio) {
    json["machine"]["costs"].erase("ts");
    json["machine"]["name"] = read_parameters(session.options, session.tables.machines).name;
  }
  json["runs"] = phases.runs;
  json["cells"] = Json::array();
  for (const auto& row : phases.rows)
    for (const Phase& cell : row)
      if (cell.is_mine) json["cells"].push_back(cell_json(cell, over, shard));
  json["host"] = host_json(session, {});
  return json;
}

}  // namespace

ExitCode find_phases(const Session& session) {
  CommandOptions options = session.options;
  options.data = options.data.value_or("none");  // virtual times are the same
  const Session here{options, session.tables, session.program, session.command};
  const collectives::Operation& operation = operation_asked("phase", options.subject);
  const std::vector<std::string> named = split(options.algorithm.value_or(""), ',');
  if (std::find(named.begin(), named.end(), "auto") != named.end())
    throw ConfigError(
        "phase: auto is not an algorithm; where it would choose a slower one, the table says so. Name "
        "algorithms (-a a,b), or leave -a out for all");
  const std::vector<std::size_t> sizes = phase_sizes(options, operation);
  const Over over = read_over(options.over);
  const std::vector<PhasePlace> places = read_phase_places(here, over);
  const Console console(options);
  Shard shard(options, console);
  const Phases phases = measure_phases(here, operation, over, places, sizes, console, shard);
  if (!phases.has_result() && !shard.is_asked()) {
    report_failure(
        fmt::format("toruscope: phase {}: not one run succeeded, so nothing is written", operation.name));
    console.outputs().write_of_failed(nullptr, phases.code);
    return phases.code;
  }
  for (const std::string& line : phases.left_out)
    report_failure(fmt::format("toruscope: phase {}: left out: {}", operation.name, line));
  const PhasePlace& first = first_made(places);
  const std::string machine = common_text(over, here, first);
  console.outputs().plot(
      [&] {
        return phase_plot(phases, over, subject_of(operation, over, first),
                          machine + ", ports " + to_string(first.settings->parameters.ports),
                          fmt::format("bytes per {}", block_noun(operation.traits)),
                          [&](const PhasePlace& place, std::size_t bytes) {
                            return formula_choice(here, operation, place, bytes);
                          });
      },
      phases.code);
  const Json document = phase_document(here, phases, over, operation, first, shard);
  console.result([&](const Console& form) {
    return form.is_table()    ? phase_table(phases, over, operation, first, machine, form)
           : shard.is_asked() ? shard.text(document["cells"].empty() ? Json() : document)
                              : text_of(document, form);
  });
  return phases.code;
}

}  // namespace toruscope::cli
