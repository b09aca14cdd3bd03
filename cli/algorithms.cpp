// SPDX-License-Identifier: Apache-2.0
// toruscope algo list, toruscope algo show NAME: the table of algorithms, and one line of it in full.

#include "cli/document.hpp"
#include "cli/rounds_picture.hpp"
#include "cli/sheets.hpp"
#include "cli/workload.hpp"
#include "runtime/core/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toruscope::detail {

namespace {

/// An algorithm with the operation that it performs.
struct Entry {
  const Operation* operation;
  const AlgorithmInfo* info;
};

std::vector<Entry> entries(const Catalogue& table) {
  std::vector<Entry> all;
  for (const Operation& o : operations())
    for (const AlgorithmInfo* info : o.algorithms(table)) all.push_back({&o, info});
  return all;
}

/// "at2" or "alltoall/at2"; all of them where operations share the name.
/// Errors    ConfigError with the known names and the nearest one.
std::vector<Entry> find(const Catalogue& table, const std::string& asked) {
  std::vector<Entry> found;
  std::vector<std::string> known;
  for (const Entry& entry : entries(table)) {
    if (entry.info->name == asked || entry.operation->name + "/" + entry.info->name == asked) found.push_back(entry);
    if (std::find(known.begin(), known.end(), entry.info->name) == known.end()) known.push_back(entry.info->name);
  }
  if (found.empty()) throw ConfigError("algo show: " + unknown_name("algorithm", "algorithms", asked, known));
  return found;
}

/// A machine on which the picture is small and the algorithm runs: the given one, else the first that fits.
/// Nothing if none does.
TopologyPtr small_topology(const Entry& entry, const CommandOptions& options, const Parameters& unit,
                           std::size_t block) {
  if (options.topology) return parse_topology(*options.topology);
  for (const char* name : {"ring:8", "torus:4x4", "torus:4x4x4", "complete:8", "ring:7", "ring:4", "torus:2x2", "ring:2"}) {
    TopologyPtr topology = parse_topology(name);
    if (!entry.info->refusal(case_of(*topology, unit, block, 0, entry.operation->element))) return topology;
  }
  return nullptr;
}

std::string picture_text(const Entry& entry, const CommandOptions& options) {
  constexpr std::size_t kBlock = 8;
  constexpr int kMostPes = 128;
  Settings settings;
  settings.parameters = preset("unit");
  settings.topology = small_topology(entry, options, settings.parameters, kBlock);
  if (settings.topology == nullptr) return "no small machine fits it; give one with --topology\n";
  if (settings.topology->nodes() > kMostPes)
    throw ConfigError(fmt::format("algo show: a picture has at most {} PEs, got {}; give a smaller --topology", kMostPes,
                                  settings.topology->name()));
  settings.execution.record_events = true;
  const Workload workload{entry.operation->moves_data ? kBlock : 0, 0};
  const AlgorithmInfo& algorithm = *entry.info;
  if (const auto reason = algorithm.refusal(question(*entry.operation, settings, workload)))
    throw ConfigError(fmt::format("{}/{}: {}", entry.operation->name, algorithm.name, *reason));
  const Verdict verdict = entry.operation->verify(algorithm, settings.topology, settings.parameters,
                                                  settings.execution, workload.bytes, workload.root);
  return fmt::format("\n{} on machine unit ({}; > sends to, < receives from, | synchronised):\n\n{}",
                     settings.topology->name(), counted(verdict.report.finish.time.count, "step"),
                     rounds_picture(verdict.report, workload.bytes));
}

std::string entry_text(const Entry& entry, const CommandOptions& options, const Console& console) {
  const AlgorithmInfo& info = *entry.info;
  TextSheet sheet;
  sheet.line("algorithm", {info.name, [&](const std::string& t) { return console.bold(t); }});
  sheet.line("operation", entry.operation->name + " (" + entry.operation->textbook + ")");
  sheet.line("what it does", info.summary);
  sheet.line("needs", info.restrictions.empty() ? "nothing special" : info.restrictions);
  sheet.line("T by formula", info.formula.empty() ? "-" : info.formula);
  sheet.line("synchronises", to_string(info.synchronisation));
  sheet.line("link conflicts", info.conflict_free ? "none, as it claims" : "possible");
  sheet.line("source", info.source.empty() ? "-" : info.source);
  return sheet.text() + picture_text(entry, options);
}

Json entry_json(const Entry& entry) {
  const AlgorithmInfo& info = *entry.info;
  Json json;
  json["operation"] = entry.operation->name;
  json["name"] = info.name;
  json["summary"] = info.summary;
  json["restrictions"] = info.restrictions;
  json["formula"] = info.formula;
  json["synchronisation"] = to_string(info.synchronisation);
  json["conflict_free"] = info.conflict_free;
  json["source"] = info.source;
  return json;
}

std::string json_text(const std::vector<Entry>& shown) {
  Json document = document_head();
  document["algorithms"] = Json::array();
  for (const Entry& entry : shown) document["algorithms"].push_back(entry_json(entry));
  return text_of(document);
}

}  // namespace

ExitCode list_algorithms(const Session& session) {
  const Console console(session.options);
  const std::vector<Entry> all = entries(session.table);
  if (console.is_json()) {
    console.result(json_text(all));
    return ExitCode::ok;
  }
  TextTable table;
  for (const char* title : {"operation", "name", "synchronises", "needs", "T by formula", "source"}) table.column(title);
  for (const auto& [operation, info] : all)
    table.row({operation->name, info->name, to_string(info->synchronisation), info->restrictions, info->formula,
               info->source});
  console.result(table.text([&](const std::string& t) { return console.bold(t); }));
  return ExitCode::ok;
}

ExitCode show_algorithm(const Session& session) {
  const Console console(session.options);
  if (!session.options.subject)
    throw ConfigError("algo show: name an algorithm; `algo list` shows them all");
  const std::vector<Entry> found = find(session.table, *session.options.subject);
  if (console.is_json()) {
    console.result(json_text(found));
    return ExitCode::ok;
  }
  std::string text;
  for (const Entry& entry : found) text += (text.empty() ? "" : "\n") + entry_text(entry, session.options, console);
  console.result(text);
  return ExitCode::ok;
}

}  // namespace toruscope::detail
