// SPDX-License-Identifier: Apache-2.0
// toruscope schema: the JSON Schema of what --format json writes; schema events: of a row of the
// event log; schema options: the verbs with their options, for programs that call this one.

#include "cli/command/help.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/files/output_files.hpp"
#include "cli/process/computer.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/schemas.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::cli {

namespace {

/// Names as they are typed, the long ones first.
Json typed_names_json(const CLI::Option& option) {
  Json names = Json::array();
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

Json option_json(const CLI::Option& option) {
  Json json;
  json["names"] = typed_names_json(option);
  if (option.get_items_expected_max() != 0) json["value"] = option.get_type_name();
  if (option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll) json["repeats"] = true;
  json["group"] = option.get_group();
  json["help"] = option.get_description();
  return json;
}

/// What stands behind the verb.
Json words_json(const CLI::App& verb) {
  Json words = Json::array();
  for (const CLI::Option* word : verb.get_options([](const CLI::Option* o) { return o->get_positional(); }))
    words.push_back({{"name", word->get_name(true)},
                     {"repeats", word->get_items_expected_max() > 1},
                     {"help", word->get_description()}});
  return words;
}

/// The verbs that are carried out, and their options, each once, with the verbs that have it.
struct VerbTable {
  Json verbs = Json::array();
  std::vector<std::pair<Json, Json>> options{};  ///< and their verbs

  void add(const CLI::App& verb) {
    for (const CLI::App* below : verb.get_subcommands({})) add(*below);
    if (verb.get_parent() == nullptr || !verb.get_subcommands({}).empty()) return;
    const std::string name = words_of(verb);
    verbs.push_back({{"verb", name}, {"description", verb.get_description()}, {"words", words_json(verb)}});
    for (const std::string& group : verb.get_groups())
      if (!group.empty())
        for (const CLI::Option* option : options_in(verb, group, true)) add(option_json(*option), name);
  }
  void add(const Json& option, const std::string& verb) {
    const auto is_known = [&](const auto& one) { return one.first == option; };
    const auto known = std::find_if(options.begin(), options.end(), is_known);
    (known == options.end() ? options.emplace_back(option, Json::array()) : *known).second.push_back(verb);
  }
  [[nodiscard]] Json options_json() const {
    Json all = Json::array();
    for (const auto& [option, its_verbs] : options) all.emplace_back(option)["verbs"] = its_verbs;
    return all;
  }
};

/// The options of each application.
Json own_options_json() {
  Json all = Json::array();
  for (const Application& app : applications())
    for (const AppOption& option : app.options)
      all.push_back({{"names", Json::array({"--" + option.name})},
                     {"application", app.name},
                     {"help", explained(option)}});
  return all;
}

/// Figures of results.
Json run_figures_json() {
  Json all = Json::array();
  for (const RunFigure& f : run_figures())
    if ((f.places & core::kInDocument) != 0)
      all.push_back({{"figure", core::key_of(core::name_of(f.group, f.name), f.unit)},
                     {"unit", core::name_of(f.unit)},
                     {"help", f.what}});
  return all;
}

/// "name": [...], with a line for each element.
std::string list_text(const char* name, const Json& list) {
  return fmt::format("\"{}\": [\n{}]", name,
                     core::joined(list, ",\n", [](const Json& element) { return element.dump(); }));
}

std::string verb_table_text() {
  CommandOptions unused;
  VerbTree tree(unused);
  VerbTable table;
  table.add(tree.app());
  return fmt::format("{{\"version\": \"{}\",\n{},\n{},\n{},\n{}}}\n", version(),
                     list_text("verbs", table.verbs), list_text("options", table.options_json()),
                     list_text("applications", own_options_json()), list_text("figures", run_figures_json()));
}

}  // namespace

ExitCode write_schema(const Session& session) {
  const std::string what = session.options.subject.value_or("documents");
  constexpr int kIndent = 2;
  if (what == "documents")
    write_to_stdout(document_schema().dump(kIndent) + "\n");
  else if (what == "events")
    write_to_stdout(event_schema().dump(kIndent) + "\n");
  else if (what == "options")
    write_to_stdout(verb_table_text());
  else
    throw ConfigError(core::unknown_name("schema", "schemas", what, {"documents", "events", "options"}));
  return ExitCode::ok;
}

}  // namespace toruscope::cli
