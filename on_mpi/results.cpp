// SPDX-License-Identifier: Apache-2.0

#include "on_mpi/results.hpp"

#include "cli/plots/plots.hpp"
#include "cli/tables/dialects.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/files/output_file.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <ostream>
#include <set>

namespace toruscope::on_mpi {

namespace {

using cli::Json;

Ticks ticks_of(double seconds, const Parameters& machine) {
  return Ticks{std::llround(seconds / toruscope::seconds(Ticks{1}, machine))};
}

std::string text_of(double seconds) {
  const double micro = seconds * 1e6;
  return micro < 10     ? fmt::format("{:.2f}", micro)
         : micro < 1000 ? fmt::format("{:.1f}", micro)
                        : fmt::format("{:.0f}", micro);
}

/// The lines of each size, which lie side by side.
std::vector<std::span<const Line>> by_size(const std::vector<Line>& lines) {
  std::vector<std::span<const Line>> sizes;
  for (std::size_t begin = 0; begin < lines.size();) {
    std::size_t end = begin;
    while (end < lines.size() && lines[end].bytes == lines[begin].bytes) ++end;
    sizes.emplace_back(lines.data() + begin, end - begin);
    begin = end;
  }
  return sizes;
}

const Line* fastest_of_ours(std::span<const Line> size) {
  const auto found = std::find_if(size.begin(), size.end(), [](const Line& line) { return !line.is_own; });
  return found == size.end() ? nullptr : &*found;
}
const Line* fastest_by_model(std::span<const Line> size) {
  const auto found =
      std::find_if(size.begin(), size.end(), [](const Line& line) { return line.model_place == 1; });
  return found == size.end() ? nullptr : &*found;
}

/// "8 bytes: fastest of ours by measurement ring, by the model swing: they disagree; MPI_Allreduce
/// takes 1.30 times as long"
std::string verdict(std::span<const Line> size) {
  const Line* const ours = fastest_of_ours(size);
  if (ours == nullptr) return "";
  std::string text =
      fmt::format("{}: fastest of ours by measurement {}{}", core::counted(size.front().bytes, "byte"),
                  ours->algorithm, ours->is_distinguished ? "" : " (not distinguished from the next)");
  if (const Line* const model = fastest_by_model(size); model != nullptr)
    text += model == ours ? ", and by the model"
                          : fmt::format(", by the model {}: they disagree", model->algorithm);
  for (const Line& line : size)
    if (line.is_own)
      text += fmt::format("; {} takes {:.2f} times as long", line.algorithm,
                          line.times.median / ours->times.median);
  return text + "\n";
}

std::string discipline(const Timing& timing, const std::vector<Line>& lines) {
  const std::size_t first = lines.front().bytes;
  const std::size_t last = lines.back().bytes;
  const auto both = [&](int a, int b) { return a == b ? std::to_string(a) : fmt::format("{} to {}", a, b); };
  return fmt::format(
      "warm-up {}, then {} repeats of {} calls, a barrier before each call; mean of a rank's calls, maximum "
      "over ranks",
      both(timing.warm_up_of(first), timing.warm_up_of(last)), timing.repeats,
      both(timing.calls_of(first), timing.calls_of(last)));
}

std::string table_text(const Command& command, const Results& results, const cli::Console& console) {
  const cli::Settings& settings = *results.settings;
  const Parameters& machine = settings.parameters;
  cli::TextSheet sheet;
  sheet.line("operation", console.bold_cell(results.operation->name));
  cli::machine_lines(sheet, settings.topology.get(), machine);
  sheet.line("MPI", results.library);
  sheet.line("timing", discipline(command.timing, results.lines));
  sheet.line("data", "correct in every case");
  sheet.line("times", "us; #: place among those of the size, by measurement and by the model");
  const bool has_model = std::any_of(results.lines.begin(), results.lines.end(),
                                     [](const Line& line) { return line.model.has_value(); });
  cli::TextTable table{cli::on_right("bytes"), cli::on_right("#"),      "algorithm",
                       cli::on_right("min"),   cli::on_right("median"), cli::on_right("max")};
  if (has_model) {
    table.column("model", cli::TextTable::Align::right);
    table.column("#", cli::TextTable::Align::right);
  }
  table.column("");
  std::string notes;
  for (const std::span<const Line> size : by_size(results.lines)) {
    for (const Line& line : size) {
      std::vector<cli::Cell> cells{core::grouped(static_cast<std::int64_t>(line.bytes)),
                                   std::to_string(line.place),
                                   line.algorithm + (line.is_auto ? " (auto)" : ""),
                                   text_of(line.times.least),
                                   text_of(line.times.median),
                                   text_of(line.times.most)};
      if (has_model) {
        cells.emplace_back(line.model ? text_of(toruscope::seconds(*line.model, machine)) : "-");
        cells.emplace_back(line.model_place ? std::to_string(*line.model_place) : "-");
      }
      cells.emplace_back(line.is_distinguished ? "" : "not distinguished");
      table.row(std::move(cells));
    }
    notes += verdict(size);
  }
  for (const std::string& note : results.notes) notes += note + (note.ends_with('\n') ? "" : "\n");
  return sheet.text(console.page()) + "\n" + console.text(table) + "\n" +
         cli::folded_text(notes, console.page());
}

Json times_json(const Times& times) {
  return {{"minimum", times.least}, {"median", times.median}, {"maximum", times.most}};
}

Json document(const Command& command, const cli::Session& session, const Results& results) {
  const cli::Settings& settings = *results.settings;
  Json json = cli::document_head();
  json["machine"] = cli::machine_json(settings.parameters, settings.costs, settings.topology.get());
  json["results"] = Json::array();
  for (const Line& line : results.lines) {
    Json row{
        {"operation", results.operation->name},
        {"algorithm", line.algorithm},
        {"is_mpi", line.is_own},
        {"topology", settings.topology->name()},
        {"pes", settings.topology->pes()},
        {"block_bytes", line.bytes},
        {"seconds", times_json(line.times)},
        {"place", line.place},
        {"distinguished", line.is_distinguished},
        {"model_ticks", line.model ? Json(line.model->count) : Json()},
        {"model_seconds", line.model ? Json(toruscope::seconds(*line.model, settings.parameters)) : Json()},
        {"model_place", line.model_place ? Json(*line.model_place) : Json()},
        {"verified", true}};
    json["results"].push_back(std::move(row));
  }
  json["host"] = {{"mpi", results.library},
                  {"timing", discipline(command.timing, results.lines)},
                  {"command", session.command}};
  return json;
}

/// A line as the tables and plots of toruscope see a run.
cli::Measurement measurement(const Results& results, const Line& line, const std::string& name, Ticks time) {
  const cli::Settings& settings = *results.settings;
  cli::Measurement m;
  m.operation = results.operation->name;
  m.algorithm = name;
  m.block_bytes = line.bytes;
  m.report.topology = settings.topology;
  m.report.parameters = settings.parameters;
  m.report.costs = settings.costs;
  m.report.finish.time = time;
  m.leaving = {ticks_of(line.times.least, settings.parameters), static_cast<double>(time.count)};
  m.verified = true;
  return m;
}

std::string dialect(const cli::Console& console, const Results& results) {
  std::vector<cli::Measurement> measured;
  for (const Line& line : results.lines)
    if (!line.is_own)
      measured.push_back(measurement(results, line, line.algorithm,
                                     ticks_of(line.times.median, results.settings->parameters)));
  std::vector<const cli::Measurement*> rows;
  for (const cli::Measurement& m : measured) rows.push_back(&m);
  return cli::dialect_text({console.format(), false}, *results.operation, rows);
}

std::string picture(const Results& results) {
  std::vector<cli::Row> rows;
  const Parameters& machine = results.settings->parameters;
  for (const Line& line : results.lines) {
    rows.push_back(
        {measurement(results, line, line.algorithm, ticks_of(line.times.median, machine)), {}, {}, {}});
    if (line.model)
      rows.push_back({measurement(results, line, line.algorithm + ", model", *line.model), {}, {}, {}});
  }
  return cli::bench_picture(rows, cli::PlotFigure::time);
}

}  // namespace

void rank(Results& results, const Model& model) {
  std::vector<Line>& lines = results.lines;
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : a.times.median < b.times.median;
  });
  for (Line& line : lines)
    if (const auto found = model.find({line.bytes, line.algorithm}); found != model.end() && !line.is_own)
      line.model = found->second;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Line& line = lines[i];
    const bool begins = i == 0 || lines[i - 1].bytes != line.bytes;
    line.place = begins ? 1 : lines[i - 1].place + 1;
    const bool has_next = i + 1 < lines.size() && lines[i + 1].bytes == line.bytes;
    if (has_next)
      line.is_distinguished =
          line.times.most - line.times.least <= lines[i + 1].times.median - line.times.median;
    if (!line.model) continue;
    line.model_place = 1 + static_cast<int>(std::count_if(lines.begin(), lines.end(), [&](const Line& other) {
                         return other.bytes == line.bytes && other.model && *other.model < *line.model;
                       }));
  }
}

void check_outputs(const Command& command) {
  const cli::Console console(command.options, true);
  if (!cli::is_dialect(console.format())) return;
  const std::string names = command.options.algorithm.value_or("all");
  if (names == "all" || names.find(',') != std::string::npos)
    throw ConfigError(
        fmt::format("a table of --format {} has one row for each size; name one algorithm by -a, or auto",
                    cli::name_of(console.format())));
}

void write(const Command& command, const cli::Session& session, const Results& results) {
  const cli::Console console(command.options, true);
  console.outputs().plot([&] { return picture(results); });
  console.result(console.is_table() ? table_text(command, results, console)
                 : cli::is_dialect(console.format())
                     ? dialect(console, results)
                     : cli::text_of(document(command, session, results), console));
}

void write_verified(const Command& command, const std::vector<Results>& all) {
  const cli::Console console(command.options);
  Json json = cli::document_head();
  json["results"] = Json::array();
  cli::TextTable table{"operation", cli::on_right("algorithms"), cli::on_right("runs"),
                       cli::on_right("refused")};
  for (const Results& results : all) {
    std::set<std::string> names;
    std::int64_t runs = 0;
    for (const Line& line : results.lines) {
      if (line.is_own) continue;
      names.insert(line.algorithm);
      ++runs;
    }
    table.row({results.operation->name, std::to_string(names.size()), core::grouped(runs),
               std::to_string(results.refused)});
    json["results"].push_back({{"operation", results.operation->name},
                               {"algorithms", names.size()},
                               {"runs", runs},
                               {"refused", results.refused},
                               {"verified", true}});
  }
  json["host"] = {{"mpi", all.front().library}};
  const cli::Settings& settings = *all.front().settings;
  console.result(console.is_table() ? fmt::format("{} on {}, data correct in every case\n\n",
                                                  all.front().library, settings.topology->name()) +
                                          console.text(table)
                                    : cli::text_of(json, console));
}

namespace {

/// What coll/tuned calls an algorithm of ours.
struct Tuned {
  const char* operation;
  int collective;
  std::vector<std::pair<const char*, int>> algorithms;
};
const std::vector<Tuned>& tuned() {
  static const std::vector<Tuned> all{
      {"allgather", 0, {{"bruck", 2}, {"recursive_doubling", 3}, {"ring", 4}}},
      {"allreduce", 2, {{"recursive_doubling", 3}, {"ring", 4}, {"rabenseifner", 6}}},
      {"alltoall", 3, {{"direct", 2}, {"bruck", 3}}},
      {"broadcast", 7, {{"flat", 1}, {"knomial", 6}, {"scatter_allgather", 8}}}};
  return all;
}

}  // namespace

std::string tuned_rules(const Results& results, int ranks) {
  const auto table = std::find_if(tuned().begin(), tuned().end(),
                                  [&](const Tuned& t) { return t.operation == results.operation->name; });
  if (table == tuned().end())
    throw ConfigError(
        fmt::format("--rules: there are rules for {}",
                    core::joined(tuned(), ", ", [](const Tuned& t) { return std::string(t.operation); })));
  std::vector<std::pair<std::size_t, int>> rules;
  for (const std::span<const Line> size : by_size(results.lines))
    for (const Line& line : size) {
      const auto known = std::find_if(table->algorithms.begin(), table->algorithms.end(),
                                      [&](const auto& a) { return a.first == line.algorithm; });
      if (known == table->algorithms.end()) continue;
      if (rules.empty() || rules.back().second != known->second)
        rules.emplace_back(rules.empty() ? 0 : line.bytes, known->second);
      break;  // the fastest
    }
  if (rules.empty())
    throw ConfigError(
        fmt::format("--rules: none of the measured algorithms is one of Open MPI's; it has of {}: {}",
                    results.operation->name,
                    core::joined(table->algorithms, ", ", [](const auto& a) { return std::string(a.first); })));
  std::string text =
      fmt::format("1 # collectives\n{} # {}\n1 # sizes of communicators\n{} # ranks\n{} # sizes of messages\n",
                  table->collective, results.operation->name, ranks, rules.size());
  for (const auto& [bytes, algorithm] : rules)
    text += fmt::format("{} {} 0 0 # from so many bytes on: algorithm, fan-out, segment\n", bytes, algorithm);
  return text;
}

void write_rules(const std::string& file, const Results& results, int ranks) {
  const std::string text = tuned_rules(results, ranks);
  core::write_file(file, [&](std::ostream& out) { out << text; });
}

}  // namespace toruscope::on_mpi
