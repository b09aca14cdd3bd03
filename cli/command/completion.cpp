// SPDX-License-Identifier: Apache-2.0

#include "apps/application.hpp"
#include "cli/command/help.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/machines/sweep.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/sheets.hpp"
#include "collectives/operations.hpp"
#include "collectives/stamps.hpp"
#include "placement/placement.hpp"
#include "reproduce/item.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/topology/embedding.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <map>
#include <utility>
#include <variant>
#include <vector>

namespace toruscope::cli {

namespace {

/// A word that may stand behind a verb, and what it means.
struct Proposal {
  std::string word;
  std::string meaning;
};
using Proposals = std::vector<Proposal>;

void add_verbs(const CLI::App& above, Proposals& names) {
  for (const CLI::App* verb : above.get_subcommands({}))
    names.push_back({verb->get_name(), verb->get_description()});
}
void add_operations(Proposals& names) {
  for (const collectives::Operation& operation : collectives::operations())
    names.push_back({operation.name, operation.textbook});
}
void add_applications(Proposals& names) {
  for (const Application& app : applications()) names.push_back({app.name, app.description});
}
void add_algorithms(Proposals& names) {
  for (const collectives::Operation& operation : collectives::operations())
    for (const AlgorithmInfo* one : operation.algorithms(builtin_catalogue()))
      names.push_back({operation.name + "/" + one->name, one->summary});
}

/// The words that may stand first behind a verb: verbs, or names from tables.
Proposals names_after(const CLI::App& verb) {
  Proposals names;
  const std::string words = words_of(verb);
  add_verbs(words == "help" || words == "man" ? *verb.get_parent() : verb, names);
  for (const CLI::Option* subject : verb.get_options([](const CLI::Option* o) { return o->get_positional(); }))
    if (subject->get_name(true) == "OPERATION" || words == "explain") add_operations(names);
  if (words == "run" || words == "explain") add_applications(names);
  if (words == "algo show") add_algorithms(names);
  if (words == "machine show")
    for (const Preset& machine : presets()) names.push_back({machine.name, machine.description});
  if (words == "reproduce")
    for (const reproduce::Item& item : reproduce::items()) names.push_back({item.name, item.title});
  return names;
}

std::vector<const CLI::Option*> shown_options(const CLI::App& verb) {
  return verb.get_options(
      [](const CLI::Option* option) { return !option->get_group().empty() && option->nonpositional(); });
}

/// Words in front of the cursor, and what may stand there.
struct Place {
  std::string words;  ///< "machine show"; empty: those before any verb
  Proposals names;
  std::vector<const CLI::Option*> options;
};

/// Places of a verb and of those below it, longer words first: also behind `help` and `man`.
void add_places(const CLI::App& verb, std::vector<Place>& places) {
  for (const CLI::App* below : verb.get_subcommands({})) add_places(*below, places);
  const bool is_root = verb.get_parent() == nullptr;
  for (const char* before : {"help ", "man "}) {
    if (is_root) break;
    Place& place = places.emplace_back(Place{before + words_of(verb), {}, {}});
    add_verbs(verb, place.names);
    if (words_of(verb) == "run") add_applications(place.names);
  }
  places.push_back({is_root ? "" : words_of(verb), names_after(verb), shown_options(verb)});
}

std::vector<Place> places_of(const CLI::App& app) {
  std::vector<Place> places;
  add_places(app, places);
  std::stable_partition(places.begin(), places.end(), [](const Place& place) {
    return place.words.starts_with("help ") ||
           place.words.starts_with("man ");  // before those of help and man alone
  });
  return places;
}

/// What may stand there.
std::vector<std::string> words_at(const Place& place) {
  std::vector<std::string> words;
  for (const Proposal& name : place.names) words.push_back(name.word);
  for (const CLI::Option* option : place.options)
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  return words;
}

std::string joined_formats(Format last) {
  std::vector<std::string> names;
  for (int format = 0; format <= static_cast<int>(last); ++format)
    names.push_back(name_of(static_cast<Format>(format)));
  return core::joined(names, " ");
}

/// Words that may stand behind some options: "-t|--topology".
struct Values {
  std::string options;
  /// By a word that stands in the command, "broadcast"; empty, as the last: whatever stands there.
  std::vector<std::pair<std::string, std::string>> words;
  bool may_be_file = false;  ///< a file can stand there, too
};

/// The options whose values stand in a table.
std::vector<Values> option_values() {
  std::vector<Values> all;
  const auto add = [&](const std::string& options, const std::string& words, bool may_be_file = false) {
    all.push_back({options, {{"", words}}, may_be_file});
  };
  add("-t|--topology|--host",
      core::joined(topologies(), " ", [](const TopologyEntry& entry) { return entry.name + ":"; }), true);
  add("-m|--machine", core::joined(presets(), " ", &Preset::name), true);
  add("--embed", core::joined(core::kEmbeddingRules, " ") + " slurm: " + core::joined(placement::kRules, " "),
      true);
  add("--operator", core::joined(operators(), " ", [](const auto& one) { return one.first; }));
  add("--columns",
      "all " + core::joined(table_columns(), " ", [](const TableColumn& c) { return std::string(c.name); }));
  const auto with_equals = [](const std::string& name) { return name + "="; };
  add("--require", core::joined(required_names(), " ", with_equals));
  add("--sweep", core::joined(swept_names(), " ", with_equals));
  add("--ports", core::joined(std::array{one_port, half_port, telephone, all_ports}, " ", [](Ports ports) {
                   return to_string(ports);
                 }) + " k=");
  for (const core::Setting& setting : core::settings())
    if (const auto* choice = std::get_if<core::Choice>(&setting.held);
        choice != nullptr && !choice->names.empty())
      add("--" + setting.option(), core::joined(choice->names, " "));
  Values& algorithms = all.emplace_back(Values{"-a|--algorithm", {}, true});
  for (const collectives::Operation& operation : collectives::operations())
    algorithms.words.emplace_back(
        operation.name, "auto all " + core::joined(operation.algorithms(builtin_catalogue()), " ",
                                                   [](const AlgorithmInfo* one) { return one->name; }));
  all.push_back({"--format",
                 {{"bench", joined_formats(Format::nccl)},
                  {"grade", joined_formats(Format::md) + " gradescope"},
                  {"", joined_formats(Format::md)}},
                 false});
  return all;
}

/// Lines of bash and zsh, a case for each of the options, that set a variable to the words.
std::string value_lines(const std::string& variable, const std::string& command) {
  std::string text;
  for (const Values& values : option_values()) {
    text += fmt::format("    {}) ", values.options);
    const bool differs = values.words.size() > 1;
    if (differs) text += fmt::format("case \" {} \" in ", command);
    for (const auto& [word, words] : values.words)
      text += (!differs       ? ""
               : word.empty() ? "*) "
                              : fmt::format("*\" {} \"*) ", word)) +
              fmt::format("{}=\"{}\" ;; ", variable, words);
    text += differs ? "esac ;;\n" : "\n";
  }
  return text;
}

/// The same as cases of a switch of fish.
std::string fish_value_lines() {
  std::string text;
  for (const Values& values : option_values()) {
    std::string options = values.options;
    std::replace(options.begin(), options.end(), '|', ' ');
    text += "    case " + options + "\n      switch $line\n";
    for (const auto& [word, words] : values.words)
      text += fmt::format("        case '*{}*'\n          string split ' ' -- '{}'\n",
                          word.empty() ? "" : " " + word + " ", words);
    text += "      end\n";
  }
  return text;
}

/// The first clause of a description: a line of a shell's menu.
std::string brief(const std::string& text) {
  const std::size_t end = text.find_first_of(";\n");
  std::string first = text.substr(0, end);
  constexpr std::size_t kMost = 70;
  if (first.size() <= kMost) return first;
  first.resize(kMost);
  return first.substr(0, first.find_last_of(' ')) + " ...";
}

/// In single quotes, where `escaped` characters have a backslash before them.
std::string quoted(const std::string& text, const std::string& escaped, const char* quote) {
  std::string all = "'";
  for (const char c : text) {
    if (c == '\'')
      all += quote;
    else if (escaped.find(c) != std::string::npos)
      all += std::string("\\") + c;
    else
      all += c;
  }
  return all + "'";
}
std::string for_zsh(const std::string& text) {
  return quoted(text, "", "'\\''");
}
std::string for_fish(const std::string& text) {
  return quoted(text, "\\", "\\'");
}

std::string zsh_proposal(const std::string& word, const std::string& meaning) {
  std::string escaped;
  for (const char c : word) escaped += c == ':' ? std::string("\\:") : std::string(1, c);
  return for_zsh(escaped + ":" + brief(meaning));
}

/// The names and options of a place, as a case of zsh.
std::string zsh_case(const Place& place) {
  std::string text = place.words.empty() ? "    *)\n" : fmt::format("    \"{} \"*)\n", place.words);
  text += "      names=(\n";
  for (const Proposal& name : place.names) text += "        " + zsh_proposal(name.word, name.meaning) + "\n";
  text += "      )\n      options=(\n";
  for (const CLI::Option* option : place.options) {
    for (const std::string& name : option->get_lnames())
      text += "        " + zsh_proposal("--" + name, option->get_description()) + "\n";
    for (const std::string& name : option->get_snames())
      text += "        " + zsh_proposal("-" + name, option->get_description()) + "\n";
  }
  return text + "      ) ;;\n";
}

/// The same as commands of fish.
/// `values`: for each option that has some, " -f" where nothing else may stand, "" where a file
/// may.
std::string fish_lines(const Place& place, const std::map<std::string, const char*>& values) {
  std::string text;
  for (const Proposal& name : place.names)
    text += fmt::format("complete -c toruscope -n '__toruscope_is_after \"{}\"' -f -a {} -d {}\n", place.words,
                        name.word, for_fish(brief(name.meaning)));
  for (const CLI::Option* option : place.options) {
    text += fmt::format("complete -c toruscope -n '{} \"{}\"'",
                        place.words.empty() ? "__toruscope_is_after" : "__toruscope_begins_with", place.words);
    for (const std::string& name : option->get_lnames()) text += " -l " + name;
    for (const std::string& name : option->get_snames()) text += " -s " + name;
    if (option->get_items_expected_max() != 0) text += " -r";
    for (const std::string& name : option->get_lnames())
      if (const auto found = values.find("--" + name); found != values.end())
        text += fmt::format("{} -a '(__fish_append , (__toruscope_values --{}))'", found->second, name);
    text += " -d " + for_fish(brief(option->get_description())) + "\n";
  }
  return text;
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string lines;
  for (const Place& place : places_of(app))
    lines += fmt::format("    {}) words=\"{}\" ;;\n",
                         place.words.empty() ? "*" : fmt::format("\"{} \"*", place.words),
                         core::joined(words_at(place), " "));
  return fmt::format(
      "# Completion of toruscope for bash:  source <(toruscope completion bash)\n"
      "_toruscope() {{\n"
      "  local words=\"\" key=\"\" list=\"\"\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" before=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
      "  if [ \"$word\" = \"=\" ]; then word=\"\"; key=yes; elif [ \"$before\" = \"=\" ]; then "
      "before=\"${{COMP_WORDS[COMP_CWORD-2]}}\"; key=yes; fi\n"
      "  case \"$key$before\" in yes[!-]*) before=\"--$before\" ;; esac\n"
      "  case \"$word\" in *,*) list=\"${{word%,*}},\"; word=\"${{word##*,}}\" ;; esac\n"
      "  case \"$before\" in\n"
      "{}"
      "    :) ;;\n"
      "    *) case \"${{COMP_WORDS[*]:1:COMP_CWORD-1}} \" in\n"
      "{}"
      "    esac ;;\n"
      "  esac\n"
      "  COMPREPLY=($(compgen -P \"$list\" -W \"$words\" -- \"$word\"))\n"
      "  case \"${{COMPREPLY[0]}}\" in *[:=]) compopt -o nospace 2> /dev/null ;; esac\n"
      "}}\n"
      "complete -o default -F _toruscope toruscope\n",
      value_lines("words", "${COMP_WORDS[*]}"), lines);
}

std::string zsh_completion(const CLI::App& app) {
  std::string cases;
  for (const Place& place : places_of(app)) cases += zsh_case(place);
  return fmt::format(
      "#compdef toruscope\n"
      "# Completion of toruscope for zsh: a file _toruscope in a folder of $fpath, or\n"
      "# source <(toruscope completion zsh)\n"
      "_toruscope() {{\n"
      "  local -a names options\n"
      "  local values before=${{words[CURRENT-1]}}\n"
      "  if [[ ${{words[CURRENT]}} == --*=* ]]; then\n"
      "    before=${{words[CURRENT]%%=*}}\n"
      "    compset -P '*='\n"
      "  fi\n"
      "  case $before in\n"
      "{}"
      "  esac\n"
      "  if [[ -n $values ]]; then\n"
      "    names=(${{=values}})\n"
      "    compset -P '*,'\n"
      "    compadd -- ${{names:#*[:=]}}\n"
      "    compadd -S '' -- ${{(M)names:#*[:=]}}\n"
      "    (( compstate[nmatches] )) || {{ compset -P '(graph|file):'; _files }}\n"
      "    return\n"
      "  fi\n"
      "  case \"${{(j: :)words[2,CURRENT-1]}} \" in\n"
      "{}"
      "  esac\n"
      "  if [[ ${{words[CURRENT]}} == -* ]]; then\n"
      "    _describe -o option options\n"
      "  elif [[ ${{#names}} -gt 0 && ${{words[CURRENT-1]}} != -* ]]; then\n"
      "    _describe word names\n"
      "  else\n"
      "    _files\n"
      "  fi\n"
      "}}\n"
      "if [[ ${{funcstack[1]}} == _toruscope ]]; then\n"
      "  _toruscope \"$@\"\n"
      "else\n"
      "  compdef _toruscope toruscope\n"
      "fi\n",
      value_lines("values", "${(j: :)words}"), cases);
}

std::string fish_completion(const CLI::App& app) {
  std::string lines;
  std::map<std::string, const char*> all;
  for (const Values& values : option_values())
    for (const std::string& name : split(values.options, '|')) all[name] = values.may_be_file ? "" : " -f";
  for (const Place& place : places_of(app)) lines += fish_lines(place, all);
  return fmt::format(
      "# Completion of toruscope for fish:  toruscope completion fish | source\n"
      "function __toruscope_words\n"
      "  set -l words (commandline -opc)\n"
      "  string join ' ' -- $words[2..-1]\n"
      "end\n"
      "function __toruscope_is_after\n"
      "  set -l words (__toruscope_words)\n"
      "  test \"$words\" = \"$argv[1]\"\n"
      "end\n"
      "function __toruscope_begins_with\n"
      "  set -l words (__toruscope_words)\n"
      "  string match -q -- \"$argv[1] *\" \"$words \"\n"
      "end\n"
      "function __toruscope_values\n"
      "  set -l line \" \"(string join ' ' -- (commandline -opc))\" \"\n"
      "  switch $argv[1]\n"
      "{}"
      "  end\n"
      "end\n"
      "{}",
      fish_value_lines(), lines);
}

}  // namespace toruscope::cli
