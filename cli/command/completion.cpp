// SPDX-License-Identifier: Apache-2.0

#include "cli/command/help.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/sheets.hpp"
#include "collectives/operations.hpp"
#include "collectives/stamps.hpp"
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

bool takes_operation(const CLI::App& verb) {
  const auto subjects = verb.get_options([](const CLI::Option* o) { return o->get_positional(); });
  return std::any_of(subjects.begin(), subjects.end(),
                     [](const CLI::Option* subject) { return subject->get_name(true) == "OPERATION"; });
}

/// A word that may stand behind a verb, and what it means.
struct Proposal {
  std::string word;
  std::string meaning;
};

/// Verbs and operations.
std::vector<Proposal> names_after(const CLI::App& verb) {
  std::vector<Proposal> names;
  for (const CLI::App* below : verb.get_subcommands({}))
    names.push_back({below->get_name(), below->get_description()});
  if (takes_operation(verb))
    for (const collectives::Operation& operation : collectives::operations())
      names.push_back({operation.name, operation.textbook});
  return names;
}

std::vector<const CLI::Option*> shown_options(const CLI::App& verb) {
  return verb.get_options(
      [](const CLI::Option* option) { return !option->get_group().empty() && option->nonpositional(); });
}

/// What may stand behind a verb.
std::vector<std::string> words_after(const CLI::App& verb) {
  std::vector<std::string> words;
  for (const Proposal& name : names_after(verb)) words.push_back(name.word);
  const std::vector<std::string> options = options_of(verb);
  words.insert(words.end(), options.begin(), options.end());
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
  add("--embed", core::joined(core::kEmbeddingRules, " "), true);
  add("--operator", core::joined(operators(), " ", [](const auto& one) { return one.first; }));
  add("--columns",
      "all " + core::joined(table_columns(), " ", [](const TableColumn& c) { return std::string(c.name); }));
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

/// Of a verb, those below it first: bash takes the first line that fits.
void add_lines(const CLI::App& verb, std::string& text) {
  for (const CLI::App* below : verb.get_subcommands({})) add_lines(*below, text);
  if (verb.get_parent() != nullptr)
    text +=
        fmt::format("    \"{} \"*) words=\"{}\" ;;\n", words_of(verb), core::joined(words_after(verb), " "));
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

/// The names and options of a verb and of those below it, as cases of zsh.
void add_zsh_cases(const CLI::App& verb, std::string& text) {
  for (const CLI::App* below : verb.get_subcommands({})) add_zsh_cases(*below, text);
  const bool is_root = verb.get_parent() == nullptr;
  text += is_root ? "    *)\n" : fmt::format("    \"{} \"*)\n", words_of(verb));
  text += "      names=(\n";
  for (const Proposal& name : names_after(verb))
    text += "        " + zsh_proposal(name.word, name.meaning) + "\n";
  text += "      )\n      options=(\n";
  for (const CLI::Option* option : shown_options(verb)) {
    for (const std::string& name : option->get_lnames())
      text += "        " + zsh_proposal("--" + name, option->get_description()) + "\n";
    for (const std::string& name : option->get_snames())
      text += "        " + zsh_proposal("-" + name, option->get_description()) + "\n";
  }
  text += "      ) ;;\n";
}

/// The same as commands of fish.
/// `values`: for each option that has some, " -f" where nothing else may stand, "" where a file
/// may.
void add_fish_lines(const CLI::App& verb, const std::map<std::string, const char*>& values, std::string& text) {
  const bool is_root = verb.get_parent() == nullptr;
  const std::string words = is_root ? "" : words_of(verb);
  for (const Proposal& name : names_after(verb))
    text += fmt::format("complete -c toruscope -n '__toruscope_is_after \"{}\"' -f -a {} -d {}\n", words,
                        name.word, for_fish(brief(name.meaning)));
  for (const CLI::Option* option : shown_options(verb)) {
    text += fmt::format("complete -c toruscope -n '{} \"{}\"'",
                        is_root ? "__toruscope_is_after" : "__toruscope_begins_with", words);
    for (const std::string& name : option->get_lnames()) text += " -l " + name;
    for (const std::string& name : option->get_snames()) text += " -s " + name;
    if (option->get_items_expected_max() != 0) text += " -r";
    for (const std::string& name : option->get_lnames())
      if (const auto found = values.find("--" + name); found != values.end())
        text += fmt::format("{} -a '(__toruscope_values --{})'", found->second, name);
    text += " -d " + for_fish(brief(option->get_description())) + "\n";
  }
  for (const CLI::App* below : verb.get_subcommands({})) add_fish_lines(*below, values, text);
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string lines;
  add_lines(app, lines);
  return fmt::format(
      "# Completion of toruscope for bash:  source <(toruscope completion bash)\n"
      "_toruscope() {{\n"
      "  local words=\"\" word=\"${{COMP_WORDS[COMP_CWORD]}}\" before=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
      "  if [ \"$word\" = \"=\" ]; then word=\"\"; elif [ \"$before\" = \"=\" ]; then "
      "before=\"${{COMP_WORDS[COMP_CWORD-2]}}\"; fi\n"
      "  case \"$before\" in\n"
      "{}"
      "    :) ;;\n"
      "    *) case \"${{COMP_WORDS[*]:1:COMP_CWORD-1}} \" in\n"
      "{}"
      "    *) words=\"{} --help --version\" ;;\n"
      "    esac ;;\n"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  case \"${{COMPREPLY[0]}}\" in *[:=]) compopt -o nospace 2> /dev/null ;; esac\n"
      "}}\n"
      "complete -o default -F _toruscope toruscope\n",
      value_lines("words", "${COMP_WORDS[*]}"), lines, core::joined(names_of_verbs(app), " "));
}

std::string zsh_completion(const CLI::App& app) {
  std::string cases;
  add_zsh_cases(app, cases);
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
  add_fish_lines(app, all, lines);
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
