// SPDX-License-Identifier: Apache-2.0

#include "apps/application.hpp"
#include "cli/command/help.hpp"
#include "cli/command/verb_tree.hpp"
#include "cli/tables/console.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace toruscope::cli {

namespace {

/// The verbs that know the option, "verify, compare".
std::vector<std::string> verbs_with(const CLI::App& app, const std::string& option) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_option_no_throw(option) != nullptr) verbs.push_back(words_of(*verb));
    for (const std::string& below : verbs_with(*verb, option)) verbs.push_back(below);
  }
  return verbs;
}

/// An option stands where a verb should.
[[noreturn]] void refuse_early_option(const CLI::App& app, const CLI::App& at, const std::string& word) {
  const std::string option = word.substr(0, word.find('='));
  const std::vector<std::string> known = names_of_verbs(at);
  const std::string before = &at == &app ? "" : words_of(at) + " ";
  if (!verbs_with(at, option).empty())
    throw ConfigError(fmt::format("{0} stands after the verb: toruscope {1}VERB {0} ...; verbs are: {2}",
                                  option, before, core::joined(known, ", ")));
  const std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  throw ConfigError(fmt::format("{}unknown option {}; before a verb there are only --help{}; verbs are: {}.{}",
                                before.empty() ? "" : words_of(at) + ": ", option,
                                before.empty() ? " and --version" : "", core::joined(known, ", "),
                                core::did_you_mean(name, known)));
}

[[noreturn]] void refuse_beside_version(const std::string& before, const std::string& option) {
  throw ConfigError(fmt::format("{}{} stands alone: toruscope {}", before, option, option));
}

bool asks_for_help(const std::string& word) {
  return word == "-h" || word == "--help" || word == "--help-all";
}

/// Looks up each word that must be a verb before anything is parsed. Returns the last one.
const CLI::App& check_verbs(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (std::size_t i = 0; !at->get_subcommands({}).empty(); ++i) {
    const std::vector<std::string> known = names_of_verbs(*at);
    const std::string kind = at == &app ? "verb" : at->get_name() + " verb";
    if (i < words.size() && words[i].starts_with("-")) {
      const bool asks_for_version = at == &app && (words[i] == "-V" || words[i] == "--version");
      if (asks_for_version && words.size() > 1 && !asks_for_help(words[1])) refuse_beside_version("", words[i]);
      if (asks_for_help(words[i]) || asks_for_version) return *at;
      refuse_early_option(app, *at, words[i]);
    }
    if (i >= words.size())
      throw ConfigError(fmt::format("{0} what? {1}: write `toruscope {0} {2}`", at->get_name(),
                                    core::joined(known, ", "), known.front()));
    if (std::find(known.begin(), known.end(), words[i]) == known.end())
      throw ConfigError(core::unknown_name(kind, kind + "s", words[i], known));
    at = at->get_subcommand(words[i]);
  }
  return *at;
}

/// Long options that are cut short become whole.
void complete_options(const CLI::App& verb, std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (std::string& word : words) {
    if (!word.starts_with("--") || word.size() < 3) continue;
    const std::string name = word.substr(0, word.find('='));
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::vector<std::string> meant;
    for (const std::string& option : known)
      if (option.starts_with(name) && std::find(meant.begin(), meant.end(), option) == meant.end())
        meant.push_back(option);
    if (meant.size() > 1)
      throw ConfigError(
          fmt::format("{}: {} may be {}; write more of it", words_of(verb), name, core::joined(meant, ", ")));
    if (meant.size() == 1) word = meant.front() + word.substr(name.size());
  }
}

/// Options of other programs, and what is said here in their place.
struct Habit {
  std::string_view word, here, means;
};
constexpr Habit kHabits[] = {
    {"-n", "--topology", "The topology says how many PEs there are: --topology ring:8."},
    {"-np", "--topology", "The topology says how many PEs there are: --topology ring:8."},
    {"-p", "--topology", "The topology says how many PEs there are: --topology ring:8."},
    {"-b", "--block", "Bytes are those of --block; bench takes sizes from -b to -e."},
    {"--size", "--block", "Bytes are those of --block."},
    {"--bytes", "--block", "Bytes are those of --block."},
};

/// What was meant by an option that the verb has not.
std::string meant_by(const std::string& asked, const std::vector<std::string>& known) {
  for (const Habit& habit : kHabits)
    if (habit.word == asked && std::find(known.begin(), known.end(), habit.here) != known.end())
      return fmt::format(" {}", habit.means);
  return core::did_you_mean(asked, known);
}

/// Words that nothing of the verb took.
void refuse_rest(const CLI::App& verb, const std::vector<std::string>& rest) {
  if (rest.empty()) return;
  const std::string& first = rest.front();
  if (!first.starts_with("-"))
    throw ConfigError(
        fmt::format("{0}: \"{1}\" was not expected; see `toruscope {0} --help`", words_of(verb), first));
  const std::string asked = first.substr(0, first.find('='));
  if (asked == "-V" || asked == "--version") refuse_beside_version(words_of(verb) + ": ", asked);
  const char* own = verb.get_name() == "run" ? " (an application's own options need its name: run APP)" : "";
  throw ConfigError(fmt::format("{}: unknown option {}{}; see `toruscope {} --help`.{}", words_of(verb), asked,
                                own, words_of(verb), meant_by(asked, options_of(verb))));
}

/// CLI11's "--block: 1 required BYTES missing" in our words.
std::string value_needed(const std::string& told) {
  const std::string option = told.substr(0, told.find(':'));
  constexpr std::string_view kBefore = " required ";
  const std::size_t before = told.find(kBefore);
  const std::size_t after = told.rfind(" missing");
  if (before == std::string::npos || after == std::string::npos) return told;
  const std::size_t from = before + kBefore.size();
  return fmt::format("{}: a value is needed; write {} {}", option, option, told.substr(from, after - from));
}

/// --critical-path has a value only if the next word is one.
std::vector<std::string> with_optional_values(std::vector<std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "--critical-path") continue;
    const bool has_value = i + 1 < words.size() && (words[i + 1] == "full" || words[i + 1] == "steps");
    words[i] += "=" + (has_value ? words[i + 1] : "steps");
    if (has_value) words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return words;
}

/// `run` and a name, or `explain` and one of an application.
bool names_application(const CLI::App& verb, const CommandOptions& options) {
  if (!options.subject) return false;
  return words_of(verb) == "run" ||
         (words_of(verb) == "explain" && find_application(*options.subject) != nullptr);
}

/// `help bench` is `bench --help`, and no word at all is `--help`.
std::vector<std::string> with_help_last(std::vector<std::string> words) {
  if (words.empty()) return {"--help"};
  if (words.front() != "help") return words;
  words.erase(words.begin());
  if (words.empty() || !asks_for_help(words.back())) words.emplace_back("--help");
  return words;
}

/// `help` and `man` take the words of one verb; behind those of `run` an application. The last of
/// `words` is --help.
void check_words_of_verb(const CLI::App& app, const std::string& by, const std::vector<std::string>& words) {
  const CLI::App& asked = check_verbs(app, words);
  if (&asked == &app) return;  // words that are none of a verb are refused elsewhere
  const std::size_t own = split(words_of(asked), ' ').size();
  const std::size_t most = own + (words_of(asked) == "run" ? 1 : 0);
  if (words.size() > most + 1)
    throw ConfigError(fmt::format("{0}: \"{1}\" was not expected; write toruscope {0} {2}", by, words[most],
                                  words_of(asked)));
  if (words.size() > own + 1) (void)application(words[own]);
}

/// Takes the words of the verb out of `man machine show`: the parser would take them for verbs.
std::vector<std::string> take_manual_words(const CLI::App& app, std::vector<std::string>& words) {
  if (words.empty() || words.front() != "man") return {};
  const auto begin = words.begin() + 1;
  const auto end =
      std::find_if(begin, words.end(), [](const std::string& word) { return word.starts_with("-"); });
  std::vector<std::string> taken(begin, end);
  words.erase(begin, end);
  taken.emplace_back("--help");
  check_words_of_verb(app, "man", taken);
  taken.pop_back();
  return taken;
}

/// True if the option is followed by a word of its own.
bool takes_word(const CLI::App& verb, const std::string& word) {
  if (word.find('=') != std::string::npos || word == "--critical-path") return false;
  const bool is_long = word.starts_with("--");
  if (!is_long && word.size() > 2) return false;  // -n4
  for (const CLI::Option* option : verb.get_options()) {
    const bool is_flag = option->get_items_expected_max() == 0;
    const auto& names = is_long ? option->get_lnames() : option->get_snames();
    const std::string name = word.substr(is_long ? 2 : 1);
    for (const std::string& known : names)
      if (known == name || (is_long && known.starts_with(name))) return !is_flag;
  }
  return false;
}

/// Takes the program and its arguments out of `mpirun -n 4 ./heat --steps 10`: what follows the
/// program is its own.
std::vector<std::string> take_program_words(const CLI::App& verb, std::vector<std::string>& words) {
  if (words.empty() || words.front() != "mpirun") return {};
  std::size_t at = 1;
  for (; at < words.size() && words[at].starts_with("-") && words[at] != "--"; ++at) {
    if (words[at] == "-np") words[at] = "-n";  // as other launchers call it
    if (words[at] == "--critical-path" && at + 1 < words.size() &&
        (words[at + 1] == "full" || words[at + 1] == "steps"))
      ++at;
    else if (takes_word(verb, words[at]))
      ++at;
  }
  if (at > words.size()) return {};  // the parser tells that a value is missing
  const std::size_t program = at + (at < words.size() && words[at] == "--" ? 1 : 0);
  std::vector<std::string> taken(words.begin() + static_cast<std::ptrdiff_t>(program), words.end());
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return taken;
}

}  // namespace

Command read_command_line(const std::vector<std::string>& typed) {
  Command command;
  VerbTree tree(command.options);
  std::vector<std::string> words = with_help_last(typed);
  command.options.words = take_manual_words(tree.app(), words);
  const CLI::App& asked = check_verbs(tree.app(), words);
  if (!typed.empty() && typed.front() == "help") check_words_of_verb(tree.app(), "help", words);
  const std::vector<std::string> program = take_program_words(asked, words);
  complete_options(asked, words);
  words = with_optional_values(std::move(words));
  CommandOptions& options = command.options;
  std::vector<std::string> backwards(words.rbegin(), words.rend());  // as CLI11 wants them
  try {
    tree.app().parse(backwards);
  } catch (const CLI::CallForHelp&) {
    command.text = names_application(asked, options)
                       ? application_help(application(*options.subject), page_width()) +
                             "\nThe options of all applications: toruscope run --help\n"
                       : folded_help(tree.app().help(), page_width());
    return command;
  } catch (const CLI::CallForAllHelp&) {
    const bool is_leaf = asked.get_subcommands({}).empty();
    const auto mode = is_leaf ? CLI::AppFormatMode::All : CLI::AppFormatMode::Normal;
    if (names_application(asked, options))
      command.text = application_help(application(*options.subject), page_width()) + "\n";
    command.text += folded_help(tree.app().help("", mode), page_width());
    return command;
  } catch (const CLI::CallForVersion& e) {
    command.text = std::string(e.what()) + "\n";
    return command;
  } catch (const CLI::ArgumentMismatch& e) {
    throw ConfigError(fmt::format("{}: {}", words_of(asked), value_needed(e.what())));
  } catch (const CLI::ParseError& e) {
    throw ConfigError(e.what());
  }
  const CLI::App* verb = tree.parsed();
  command.carry_out = tree.function(verb);
  options.rest = tree.app().remaining(true);  // also what stands after "--"
  options.known = options_of(*verb);
  for (const CLI::Option* option : verb->get_options([](const CLI::Option* o) { return o->nonpositional(); }))
    if (option->count() > 0)
      options.given.push_back(option->get_lnames().empty() ? "-" + option->get_snames().front()
                                                           : "--" + option->get_lnames().front());
  if (options.subject == "" || std::find(options.files.begin(), options.files.end(), "") != options.files.end())
    throw ConfigError(fmt::format("{}: a name is needed, got an empty one", words_of(*verb)));
  if (!program.empty()) {
    options.subject = program.front();
    options.files.assign(program.begin() + 1, program.end());  // its own: they may be empty
  }
  if (options.folder == "-")
    throw ConfigError(
        fmt::format("{}: -o - : several files are written, and standard output has no place for "
                    "them; name a folder",
                    words_of(*verb)));
  if (!options.subject)
    for (const auto& [name, value] : options.app_options) options.rest.push_back("--" + name);
  // run_application refuses what an application does not know.
  const bool is_of_application =
      words_of(*verb) == "run" && options.subject && find_application(*options.subject) != nullptr;
  const bool is_for_student = words_of(*verb) == "grade" && options.format == "gradescope";
  try {
    if (!is_of_application || (!options.rest.empty() && !options.rest.front().starts_with("-")))
      refuse_rest(*verb, options.rest);
  } catch (const ConfigError& error) {
    if (!is_for_student) throw;
    options.refused = error.what();
  }
  if (words_of(*verb) == "completion bash") command.text = bash_completion(tree.app());
  if (words_of(*verb) == "completion zsh") command.text = zsh_completion(tree.app());
  if (words_of(*verb) == "completion fish") command.text = fish_completion(tree.app());
  return command;
}

}  // namespace toruscope::cli
