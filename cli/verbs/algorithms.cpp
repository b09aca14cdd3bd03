// SPDX-License-Identifier: Apache-2.0
// toruscope algo list, algo show NAME.

#include "cli/plots/plots.hpp"
#include "cli/verbs/verbs.hpp"
#include "collectives/operations.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <optional>

namespace toruscope::cli {

namespace {

struct Found {
  const collectives::Operation* operation;
  const AlgorithmInfo* algorithm;
};

void add_algorithms(const collectives::Operation& operation, const Catalogue& table,
                    std::vector<Found>& found) {
  for (const AlgorithmInfo* a : operation.algorithms(table)) found.push_back({&operation, a});
}

std::vector<Found> all_algorithms(const Catalogue& table) {
  std::vector<Found> all;
  for (const collectives::Operation& o : collectives::operations()) add_algorithms(o, table, all);
  return all;
}

Json algorithm_json(const Found& found) {
  const AlgorithmInfo& a = *found.algorithm;
  return {{"operation", found.operation->name},
          {"algorithm", a.name},
          {"summary", a.summary},
          {"textbook", found.operation->textbook},
          {"restrictions", a.restrictions},
          {"synchronisation", to_string(a.synchronisation)},
          {"conflict_free", a.conflict_free.where},
          {"conflict_free_premise", kPremiseOfNoConflicts},
          {"formula", a.formula},
          {"source", a.source}};
}

/// Nothing if no option describes one.
std::optional<Parameters> machine_of_picture(const Session& session) {
  CommandOptions options = session.options;
  if (!options.machine && !options.settings["ports"] && !options.settings["lambda"]) return std::nullopt;
  if (!options.machine) options.machine = "unit";
  return read_parameters(options, session.tables.machines);
}

std::optional<Rounds> rounds_of(const Found& found, const Session& session) {
  return cli::rounds_of(*found.operation, *found.algorithm, session.options.topology,
                        machine_of_picture(session), session.tables.topologies);
}

Json document_of(const std::vector<Found>& some, const Session& session, bool has_rounds) {
  Json json = document_head();
  json["algorithms"] = Json::array();
  for (const Found& found : some) {
    Json& one = json["algorithms"].emplace_back(algorithm_json(found));
    if (has_rounds) add_rounds(one, rounds_of(found, session));
  }
  return json;
}

/// A row for each transfer.
Json transfers_of(const Json& document) {
  Json json;
  json["rows"] = Json::array();
  for (const Json& algorithm : document["algorithms"])
    for (const Json& round : algorithm["rounds"])
      for (const Json& transfer : round["transfers"]) {
        Json row;
        for (const char* key : {"operation", "algorithm", "topology"}) row[key] = algorithm[key];
        for (const char* key : {"round", "start"}) row[key] = round[key];
        row.update(transfer);
        json["rows"].push_back(std::move(row));
      }
  return json;
}

std::string sheet_of(const Found& found, const Session& session, const Console& console) {
  const AlgorithmInfo& a = *found.algorithm;
  TextSheet sheet;
  sheet.line("algorithm", console.bold_cell(a.name));
  sheet.line("operation", fmt::format("{} ({})", found.operation->name, found.operation->textbook));
  sheet.line("summary", a.summary);
  sheet.line("needs", a.restrictions);
  sheet.line("synchronisation", to_string(a.synchronisation));
  sheet.line("free of link conflicts",
             fmt::format("{}, given {}", a.conflict_free.where, kPremiseOfNoConflicts));
  sheet.line("formula", a.formula.empty() ? "-" : a.formula);
  sheet.line("source", a.source);
  return sheet.text(console.page()) + "\n" + rounds_text(rounds_of(found, session), console.width());
}

/// The picture of one algorithm, if it was asked for.
void plot(const std::vector<Found>& wanted, const Session& session, const Console& console) {
  if (!session.options.plot) return;
  const Found& found = wanted.front();
  const std::string name = found.operation->name + "/" + found.algorithm->name;
  if (wanted.size() > 1)
    throw ConfigError(
        fmt::format("algo show: --plot draws one algorithm, and {} operations have a {}; write {}",
                    wanted.size(), found.algorithm->name, name));
  const std::optional<Rounds> rounds = rounds_of(found, session);
  if (!rounds)
    throw ConfigError(fmt::format(
        "algo show: no small machine fits {}; give --topology, or --machine, --ports or --lambda", name));
  console.outputs().plot([&] { return rounds_plot(name, *rounds); });
}

/// Tells whoever names an operation its algorithms.
void refuse_operation(const std::string& name, const Catalogue& table) {
  const collectives::Operation* const operation = collectives::find_operation(name);
  if (operation == nullptr) return;
  std::vector<std::string> names;
  for (const AlgorithmInfo* a : operation->algorithms(table)) names.push_back(a->name);
  throw ConfigError(fmt::format("algo show: {0} is an operation; name one of its algorithms, as {1}/{2}: {3}",
                                name, operation->name, names.front(), core::joined(names, ", ")));
}

}  // namespace

ExitCode list_algorithms(const Session& session) {
  const Console console(session.options);
  std::vector<Found> all;
  if (const auto& name = session.options.subject)
    add_algorithms(collectives::operation(*name), session.tables.algorithms, all);
  else
    all = all_algorithms(session.tables.algorithms);
  TextTable table{"operation", "algorithm", "synchronised", "needs"};
  for (const auto& [operation, algorithm] : all)
    table.row(
        {operation->name, algorithm->name, to_string(algorithm->synchronisation), algorithm->restrictions});
  constexpr const char* kMore =
      "\n`toruscope algo show NAME` has formula, source and the rounds of each; --format json has all\n";
  console.result([&](const Console& form) {
    return form.is_table() ? form.text(table) + folded_text(kMore, form.page())
                           : text_of(document_of(all, session, false), form);
  });
  return ExitCode::ok;
}

ExitCode show_algorithm(const Session& session) {
  const CommandOptions& options = session.options;
  if (!options.subject) throw ConfigError("algo show: a name is needed; see `toruscope algo list`");
  const Console console(options);
  std::vector<Found> wanted;
  std::vector<std::string> names;  // of the operation, if there is one before a slash
  const std::string operation = options.subject->substr(0, options.subject->find('/'));
  const bool has_operation = collectives::find_operation(operation) != nullptr;
  for (const Found& found : all_algorithms(session.tables.algorithms)) {
    if (has_operation && found.operation->name != operation) continue;
    const std::string full = found.operation->name + "/" + found.algorithm->name;
    if (found.algorithm->name == *options.subject || full == *options.subject) wanted.push_back(found);
    if (std::find(names.begin(), names.end(), found.algorithm->name) == names.end())
      names.push_back(found.algorithm->name);
  }
  if (wanted.empty()) refuse_operation(*options.subject, session.tables.algorithms);
  if (wanted.empty()) throw ConfigError(core::unknown_name("algorithm", "algorithms", *options.subject, names));
  plot(wanted, session, console);
  if (!console.is_table()) {
    const Json json = document_of(wanted, session, true);
    console.result(text_of(console.format() == Format::csv ? transfers_of(json) : json, console));
    return ExitCode::ok;
  }
  std::string text;
  for (const Found& found : wanted) text += (text.empty() ? "" : "\n") + sheet_of(found, session, console);
  console.result(text);
  return ExitCode::ok;
}

}  // namespace toruscope::cli
