// SPDX-License-Identifier: Apache-2.0

#include "cli/command_line.hpp"

#include "cli/build_info.hpp"
#include "cli/workload.hpp"
#include "runtime/core/nearest.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace toruscope::detail {

namespace {

constexpr const char* kFooter =
    "Exit codes: 0 ok, 1 wrong result, 2 usage or a refused description, 3 deadlock, 4 port rule broken,\n"
    "5 a lower bound was beaten (a defect), 6 a limit of this computer, 7 the PE program threw or misused the\n"
    "interface, 130 interrupted.\n"
    "Of an option that is given twice the last one counts.";

/// The tree of verbs that CLI11 parses, and what each leaf means.
class VerbTree {
 public:
  explicit VerbTree(CommandOptions& options) : options_(options) {
    app_.name("toruscope");
    app_.set_version_flag("--version", "toruscope " + version());
    app_.footer(kFooter);
    add_run();
    add_on_operations();
    add_bench();
    add_tables();
  }

  CLI::App& app() { return app_; }

  /// The leaf that was parsed, null if none.
  const CLI::App* parsed() const {
    const CLI::App* at = &app_;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
    return at == &app_ ? nullptr : at;
  }
  VerbFunction function(const CLI::App* verb) const {
    const auto found = functions_.find(verb);
    return found == functions_.end() ? nullptr : found->second;
  }

 private:
  CLI::App& add(CLI::App& parent, const char* name, const char* description, VerbFunction carry_out) {
    CLI::App* verb = parent.add_subcommand(name, description);
    verb->allow_extras();  // read_command_line says what is unknown, and what was meant
    if (carry_out != nullptr) functions_[verb] = carry_out;
    return *verb;
  }
  void add_subject(CLI::App& verb, const char* name, const std::string& help) {
    verb.add_option_function<std::string>(
        name, [this](const std::string& text) { options_.subject = text; }, help);
  }

  void add_run() {
    CLI::App& run =
        add(app_, "run", "an application end to end on real input, checked against a serial computation",
            run_application);
    add_subject(run, "APP", "fft, matvec or prefix; its own options are shown by `toruscope run APP --help`");
    add_text(run, "--input", options_.app_input, "the application's input", "FILE")->group("The application");
    add_text(run, "--output", options_.app_output, "where its result goes", "FILE")->group("The application");
    add_algorithm_option(run, options_, "of the collective operation inside, default auto");
    add_machine_options(run, options_);
    add_scale_option(run, options_);
    add_execution_options(run, options_);
    add_measure_option(run, options_);
    add_pace_option(run, options_);
    add_log_options(run, options_);
    add_output_options(run, options_);
  }

  void add_on_operations() {
    CLI::App& verify = add(app_, "verify", "one algorithm on stamped data: data, ports, links, formula, bound",
                           verify_algorithm);
    add_subject(verify, "OPERATION", operation_names());
    add_algorithm_option(verify, options_,
                         "default auto: the cheapest by formula that fits; with --all some: a,b");
    verify.add_flag(
        "--all", options_.all_items,
        "every algorithm (of the operation, if one is given) on a grid of topologies, machines, sizes, "
        "roots and ports");
    verify.add_flag("--long", options_.is_long, "with --all: the whole grid, which takes minutes");
    verify
        .add_flag("--staggered", options_.staggered,
                  "each PE begins at a time of its own; no time is claimed then")
        ->group("What is moved");
    add_workload_options(verify, options_);
    add_machine_options(verify, options_);
    add_execution_options(verify, options_);
    add_pace_option(verify, options_);
    add_log_options(verify, options_);
    add_output_options(verify, options_);

    CLI::App& compare =
        add(app_, "compare", "all algorithms of an operation on one machine, ranked", compare_algorithms);
    add_subject(compare, "OPERATION", operation_names());
    add_algorithm_option(compare, options_, "some of them: a,b; default all");
    add_workload_options(compare, options_);
    add_machine_options(compare, options_);
    add_execution_options(compare, options_);
    add_output_options(compare, options_);
  }

  void add_bench() {
    CLI::App& bench =
        add(app_, "bench", "an operation over sizes, algorithms and numbers of PEs: virtual and wall time",
            bench_algorithms);
    add_subject(bench, "OPERATION", operation_names());
    add_algorithm_option(bench, options_, "some of them: a,b; default all");
    add_sizes_options(bench, options_);
    add_values_options(bench, options_);
    add_machine_options(bench, options_);
    add_scale_option(bench, options_);
    add_execution_options(bench, options_);
    add_output_options(bench, options_);
  }

  void add_tables() {
    CLI::App& algo = add(app_, "algo", "the algorithms: list, show NAME", nullptr);
    add_output_options(
        add(algo, "list", "all algorithms with their preconditions, formulas and sources", list_algorithms),
        options_);
    CLI::App& show = add(algo, "show", "one algorithm, with a picture of its rounds", show_algorithm);
    add_subject(show, "NAME", "a name of `algo list`, or OPERATION/NAME");
    add_text(show, "--topology", options_.topology, "of the picture, default a small one that fits",
             "NAME:SIZES");
    add_postal_options(show, options_);
    add_output_options(show, options_);

    CLI::App& machine = add(app_, "machine", "the machines: list, show NAME, check FILE", nullptr);
    add_output_options(add(machine, "list", "the presets and where their figures come from", list_machines),
                       options_);
    CLI::App& one = add(machine, "show", "a machine with all its costs in ticks", show_machine);
    add_subject(one, "NAME", "a name of `machine list`, or a machine file; default generic");
    add_text(one, "--block", options_.block, "bytes that the bounds are for, default 8", "BYTES");
    add_machine_options(one, options_, "none");
    add_output_options(one, options_);
    CLI::App& check =
        add(machine, "check", "a machine file: what is wrong with it, or what it means", check_machine);
    add_subject(check, "FILE", "a TOML file: docs/machines.md");
    add_output_options(check, options_);

    add_subject(add(app_, "new", "a project of your own, ready to build: an algorithm, a program and its test",
                    make_project),
                "NAME", "of the project and its folder");

    CLI::App& reproduce =
        add(app_, "reproduce", "the papers' tables, figures and examples, by formula and by running",
            reproduce_papers);
    add_subject(reproduce, "ITEM", "a name of the list that `reproduce` alone prints, or a paper's short name");
    reproduce.add_flag("--all", options_.all_items, "every item");
    reproduce.add_flag("--large", options_.large_items, "also the runs that need gigabytes of memory");
    add_text(reproduce, "-o", options_.folder, "write a .txt, a .csv and the pictures of each item here", "DIR")
        ->group("Output");
    add_format_options(reproduce, options_);
    add_execution_options(reproduce, options_);

    CLI::App& info =
        add(app_, "info", "this program, this computer, and the memory and time of many PEs", show_info);
    add_machine_options(info, options_, "torus:128x128");
    add_execution_options(info, options_);
    add_output_options(info, options_);
  }

  CommandOptions& options_;
  CLI::App app_{"Toruscope: distributed-memory machines inside one process, in exact virtual time"};
  std::map<const CLI::App*, VerbFunction> functions_;
};

std::vector<std::string> names_of_verbs(const CLI::App& parent) {
  std::vector<std::string> names;
  for (const CLI::App* verb : parent.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

/// "machine check"
std::string words_of(const CLI::App& verb) {
  const CLI::App* above = verb.get_parent();
  return above == nullptr || above->get_parent() == nullptr ? verb.get_name()
                                                            : words_of(*above) + " " + verb.get_name();
}

/// The verbs come first: each word that must be one is looked up before anything is parsed. Returns the last one.
const CLI::App& check_verbs(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (std::size_t i = 0; !at->get_subcommands({}).empty(); ++i) {
    const std::vector<std::string> known = names_of_verbs(*at);
    const std::string kind = at == &app ? "verb" : at->get_name() + " verb";
    if (i < words.size() && words[i].starts_with("-")) {
      if (words[i] == "-h" || words[i] == "--help" || (at == &app && words[i] == "--version")) return *at;
      throw ConfigError(
          fmt::format("{} comes before a {}; {}s are: {}", words[i], kind, kind, fmt::join(known, ", ")));
    }
    if (i >= words.size())
      throw ConfigError(fmt::format("{}a verb is needed: {}", at == &app ? "" : at->get_name() + ": ",
                                    fmt::join(known, ", ")));
    if (std::find(known.begin(), known.end(), words[i]) == known.end())
      throw ConfigError(unknown_name(kind, kind + "s", words[i], known));
    at = at->get_subcommand(words[i]);
  }
  return *at;
}

/// --topology, ...
std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> known;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  return known;
}

/// Words that nothing of the verb took. An application takes its own.
void refuse_rest(const CLI::App& verb, const std::vector<std::string>& rest) {
  if (rest.empty()) return;
  const std::string& first = rest.front();
  if (!first.starts_with("-"))
    throw ConfigError(fmt::format("{}: \"{}\" was not expected", words_of(verb), first));
  const std::string asked = first.substr(0, first.find('='));
  const char* own = verb.get_name() == "run" ? " (an application's own options need its name: run APP)" : "";
  throw ConfigError(fmt::format("{}: unknown option {}{}; see `toruscope {} --help`.{}", words_of(verb), asked,
                                own, words_of(verb), did_you_mean(asked, options_of(verb))));
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

/// The words after `run`, told apart: CLI11 does not know an application's own options, each of which has a value.
struct RunWords {
  std::vector<std::string> known;  ///< options of `run` itself and their values
  std::vector<std::string> own;    ///< of the application: --column NAME, --column=NAME
  Text subject;
  bool asks_for_help = false;
};

/// The option of the verb that the word names, or begins with ("-j4"); null if there is none.
const CLI::Option* option_of(const CLI::App& verb, const std::string& word) {
  const bool is_long = word.starts_with("--");
  const std::string name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
  return verb.get_option_no_throw(name);
}

RunWords split_run(const CLI::App& run, const std::vector<std::string>& words) {
  RunWords split;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!word.starts_with("-") || word == "-") {
      if (split.subject) throw ConfigError(fmt::format("run: \"{}\" was not expected", word));
      split.subject = word;
      continue;
    }
    const CLI::Option* option = option_of(run, word);
    if (option != nullptr && option == run.get_help_ptr()) {
      split.asks_for_help = true;
      continue;
    }
    std::vector<std::string>& into = option != nullptr ? split.known : split.own;
    into.push_back(word);
    const bool is_flag = option != nullptr && option->get_items_expected_max() == 0;
    const bool has_value =
        word.starts_with("--") ? word.find('=') != std::string::npos : option != nullptr && word.size() > 2;
    if (is_flag || has_value || i + 1 >= words.size()) continue;
    if (words[i + 1].starts_with("--"))
      throw ConfigError(fmt::format("run: {}: a value is needed, got the option {}", word, words[i + 1]));
    into.push_back(words[++i]);
  }
  return split;
}

}  // namespace

Command read_command_line(const std::vector<std::string>& words) {
  Command command;
  VerbTree tree(command.options);
  const CLI::App& asked = check_verbs(tree.app(), words);
  std::vector<std::string> parsed = words;
  RunWords run;
  const bool is_run = !words.empty() && words.front() == "run";
  if (is_run) {
    run = split_run(*tree.app().get_subcommand("run"), {words.begin() + 1, words.end()});
    parsed = std::move(run.known);
    parsed.insert(parsed.begin(), "run");
    if (run.asks_for_help && !run.subject) parsed.emplace_back("--help");
  }
  std::vector<std::string> backwards(parsed.rbegin(), parsed.rend());  // as CLI11 wants them
  try {
    tree.app().parse(backwards);
  } catch (const CLI::CallForHelp&) {
    const CLI::App* verb = tree.parsed();
    command.text = verb == nullptr ? tree.app().help() : verb->help();
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
  command.options.rest = is_run ? run.own : verb->remaining();
  command.options.known = options_of(*verb);
  if (is_run) {
    command.options.subject = run.subject;
    command.options.wants_app_help = run.asks_for_help;
  }
  // An application has options of its own; run_application refuses what it does not know.
  if (!is_run || !run.subject) refuse_rest(*verb, command.options.rest);
  return command;
}

}  // namespace toruscope::detail
