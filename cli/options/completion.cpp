// SPDX-License-Identifier: Apache-2.0

#include "cli/options/completion.hpp"

#include "cli/options/verbs.hpp"
#include "collectives/operations.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toruscope::cli {

namespace {

/// What may stand behind a verb.
std::vector<std::string> words_after(const CLI::App& verb) {
  std::vector<std::string> words = names_of_verbs(verb);
  const std::vector<std::string> options = options_of(verb);
  words.insert(words.end(), options.begin(), options.end());
  const auto subjects = verb.get_options([](const CLI::Option* o) { return o->get_positional(); });
  const bool has_operation = std::any_of(subjects.begin(), subjects.end(), [](const CLI::Option* subject) {
    return subject->get_name(true) == "OPERATION";
  });
  if (has_operation)
    for (const collectives::Operation& operation : collectives::operations()) words.push_back(operation.name);
  return words;
}

/// Of a verb, those below it first: bash takes the first line that fits.
void add_lines(const CLI::App& verb, std::string& text) {
  for (const CLI::App* below : verb.get_subcommands({})) add_lines(*below, text);
  if (verb.get_parent() != nullptr)
    text += fmt::format("    \"{} \"*) words=\"{}\" ;;\n", words_of(verb), fmt::join(words_after(verb), " "));
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string lines;
  add_lines(app, lines);
  return fmt::format(
      "# Completion of toruscope for bash:  source <(toruscope completion bash)\n"
      "_toruscope() {{\n"
      "  local words\n"
      "  case \"${{COMP_WORDS[*]:1:COMP_CWORD-1}} \" in\n"
      "{}"
      "    *) words=\"{} --help --version\" ;;\n"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"${{COMP_WORDS[COMP_CWORD]}}\"))\n"
      "}}\n"
      "complete -o default -F _toruscope toruscope\n",
      lines, fmt::join(names_of_verbs(app), " "));
}

}  // namespace toruscope::cli
