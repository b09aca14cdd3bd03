// SPDX-License-Identifier: Apache-2.0
// toruscope algo list, algo show NAME.

#include "cli/document.hpp"
#include "cli/rounds_picture.hpp"
#include "cli/session.hpp"
#include "cli/settings.hpp"
#include "cli/text_table.hpp"
#include "collectives/operations.hpp"
#include "runtime/core/nearest.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace toruscope::detail {

namespace {

struct Found {
  const Operation* operation;
  const AlgorithmInfo* algorithm;
};

std::vector<Found> all_algorithms(const Catalogue& table) {
  std::vector<Found> all;
  for (const Operation& o : operations())
    for (const AlgorithmInfo* a : o.algorithms(table)) all.push_back({&o, a});
  return all;
}

Json algorithm_json(const Found& found) {
  const AlgorithmInfo& a = *found.algorithm;
  Json json;
  json["operation"] = found.operation->name;
  json["algorithm"] = a.name;
  json["summary"] = a.summary;
  json["textbook"] = found.operation->textbook;
  json["restrictions"] = a.restrictions;
  json["synchronisation"] = to_string(a.synchronisation);
  json["conflict_free"] = a.conflict_free.where;
  json["formula"] = a.formula;
  json["source"] = a.source;
  return json;
}

Json document_of(const std::vector<Found>& some) {
  Json json = document_head();
  json["algorithms"] = Json::array();
  for (const Found& found : some) json["algorithms"].push_back(algorithm_json(found));
  return json;
}

/// Nothing if no option describes one.
std::optional<Parameters> machine_of_picture(const Session& session) {
  CommandOptions options = session.options;
  if (!options.machine && !options.ports && !options.lambda) return std::nullopt;
  if (!options.machine) options.machine = "unit";
  return read_parameters(options, session.tables.machines);
}

std::string sheet_of(const Found& found, const Session& session, const Console& console) {
  const AlgorithmInfo& a = *found.algorithm;
  TextSheet sheet;
  sheet.line("algorithm", {a.name, [&](const std::string& t) { return console.bold(t); }});
  sheet.line("operation", fmt::format("{} ({})", found.operation->name, found.operation->textbook));
  sheet.line("summary", a.summary);
  sheet.line("needs", a.restrictions);
  sheet.line("synchronisation", to_string(a.synchronisation));
  sheet.line("no link conflicts", a.conflict_free.where);
  sheet.line("formula", a.formula.empty() ? "-" : a.formula);
  sheet.line("source", a.source);
  return sheet.text() + "\n" +
         rounds_picture(*found.operation, a, session.options.topology, machine_of_picture(session),
                        session.tables.topologies);
}

/// Who names an operation wants to know its algorithms.
void refuse_operation(const std::string& name, const Catalogue& table) {
  for (const Operation& o : operations()) {
    if (o.name != name && std::find(o.aliases.begin(), o.aliases.end(), name) == o.aliases.end()) continue;
    std::vector<std::string> names;
    for (const AlgorithmInfo* a : o.algorithms(table)) names.push_back(a->name);
    throw ConfigError(fmt::format("algo show: {0} is an operation; name one of its algorithms, as {1}/{2}: {3}",
                                  name, o.name, names.front(), fmt::join(names, ", ")));
  }
}

}  // namespace

ExitCode list_algorithms(const Session& session) {
  const Console console(session.options);
  const std::vector<Found> all = all_algorithms(session.tables.algorithms);
  if (!console.is_table()) {
    console.result(text_of(document_of(all), console));
    return ExitCode::ok;
  }
  TextTable table;
  for (const char* title : {"operation", "algorithm", "synchronisation", "needs"}) table.column(title);
  for (const auto& [operation, algorithm] : all)
    table.row(
        {operation->name, algorithm->name, to_string(algorithm->synchronisation), algorithm->restrictions});
  console.result(table.text([&](const std::string& t) {
    return console.bold(t);
  }) + "\n`toruscope algo show NAME` has formula, source and the rounds of each; --format json has all\n");
  return ExitCode::ok;
}

ExitCode show_algorithm(const Session& session) {
  const CommandOptions& options = session.options;
  if (!options.subject) throw ConfigError("algo show: a name is needed; see `toruscope algo list`");
  const Console console(options);
  std::vector<Found> wanted;
  std::vector<std::string> names;
  for (const Found& found : all_algorithms(session.tables.algorithms)) {
    const std::string full = found.operation->name + "/" + found.algorithm->name;
    if (found.algorithm->name == *options.subject || full == *options.subject) wanted.push_back(found);
    if (std::find(names.begin(), names.end(), found.algorithm->name) == names.end())
      names.push_back(found.algorithm->name);
  }
  if (wanted.empty()) refuse_operation(*options.subject, session.tables.algorithms);
  if (wanted.empty()) throw ConfigError(unknown_name("algorithm", "algorithms", *options.subject, names));
  if (!console.is_table()) {
    console.result(text_of(document_of(wanted), console));
    return ExitCode::ok;
  }
  std::string text;
  for (const Found& found : wanted) text += (text.empty() ? "" : "\n") + sheet_of(found, session, console);
  console.result(text);
  return ExitCode::ok;
}

}  // namespace toruscope::detail
