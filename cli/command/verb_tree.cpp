// SPDX-License-Identifier: Apache-2.0

#include "cli/command/verb_tree.hpp"

#include "cli/command/help_format.hpp"
#include "cli/process/build_info.hpp"
#include "cli/runs/synthesis.hpp"
#include "cli/runs/workload.hpp"

namespace toruscope::cli {

VerbTree::VerbTree(CommandOptions& options)
    : options_(options),
      app_("Toruscope: distributed-memory machines inside one process, in exact virtual time") {
  app_.name("toruscope");
  app_.formatter(help_format());
  app_.set_help_flag("-h,--help", "what the verb does, the options that most people need, examples");
  app_.set_help_all_flag("--help-all", "the same with all options");
  app_.set_version_flag("-V,--version", "toruscope " + version());
  app_.footer(examples_text({"verify broadcast --topology torus:8x8 --block 64K",
                             "compare allreduce -t torus:4x4 --block 1M", "help bench"}));
  add_run();
  add_verify();
  add_explain();
  add_compare();
  add_bench();
  add_phase();
  add_synth();
  add_algo();
  add_machine();
  add_new();
  add_reproduce();
  add_view();
  add_grade();
  add_schema();
  add_info();
  add_help();
}

const CLI::App* VerbTree::parsed() const {
  const CLI::App* at = &app_;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return at == &app_ ? nullptr : at;
}

VerbFunction VerbTree::function(const CLI::App* verb) const {
  const auto found = functions_.find(verb);
  return found == functions_.end() ? nullptr : found->second;
}

CLI::App& VerbTree::add(CLI::App& parent, const Entry& entry) {
  CLI::App* verb = parent.add_subcommand(entry.name, entry.description);
  verb->allow_extras();  // read_command_line says what is unknown, and what was meant
  verb->footer(examples_text(entry.examples));
  if (entry.carry_out != nullptr) functions_[verb] = entry.carry_out;
  return *verb;
}

void VerbTree::add_subject(CLI::App& verb, const char* name, const std::string& help) {
  verb.add_option_function<std::string>(
      name, [this](const std::string& text) { options_.subject = text; }, help);
}

void VerbTree::add_run() {
  CLI::App& run = add(
      app_, {"run",
             "an application end to end on real input, checked against a serial computation",
             {"run fft --input data/nile.csv -t ring:8", "run matvec --input a.mtx -t torus:4x4 --output y.npy",
              "run prefix --input data/nile.csv -t ring:4 --scale p=1,4,16"},
             run_application});
  add_subject(run, "APP",
              "fft, matvec, prefix, or a file of another program: goal, chakra; its own options are shown by "
              "`toruscope run APP --help`");
  add_text(run, "--input", options_.app_input, "the application's input", "FILE")->group("The application");
  add_text(run, "--output", options_.app_output, "where its result goes", "FILE")->group("The application");
  add_application_options(run, options_);
  add_algorithm_option(run, options_, "of the collective operation inside, default auto");
  add_machine_options(run, options_);
  add_scale_option(run, options_);
  add_data_option(run, options_);
  add_execution_options(run, options_);
  add_measure_option(run, options_);
  add_log_options(run, options_);
  add_columns_option(run, options_);
  add_require_option(run, options_, "every run");
  add_output_options(run, options_);
}

void VerbTree::add_verify() {
  CLI::App& verify = add(app_, {"verify",
                                "one algorithm on stamped data: data, ports, links, formula, bound",
                                {"verify broadcast -t torus:8x8 --block 64K",
                                 "verify alltoall -a at2 -t torus:8x8 -m paragon --critical-path",
                                 "verify --all allreduce -a ring"},
                                verify_algorithm});
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
  add_data_option(verify, options_);
  add_machine_options(verify, options_);
  add_execution_options(verify, options_);
  add_log_options(verify, options_);
  add_require_option(verify, options_, "the run");
  add_output_options(verify, options_);
}

void VerbTree::add_explain() {
  CLI::App& explain =
      add(app_,
          {"explain",
           "why it takes so long: what T is made of, and what half of each cost would bring",
           {"explain allreduce -t torus:8x8 --block 64K", "explain alltoall -a direct -t torus:8x8 -m paragon",
            "explain fft --input data/sunspots.csv -t torus:4x4"},
           explain_run});
  add_subject(explain, "WHAT", "an operation, an application, or, left out, the own program");
  add_algorithm_option(explain, options_, "default auto");
  add_text(explain, "--input", options_.app_input, "the application's input", "FILE")->group("The application");
  add_workload_options(explain, options_);
  add_application_options(explain, options_);
  add_data_option(explain, options_);
  add_machine_options(explain, options_);
  add_execution_options(explain, options_);
  add_output_options(explain, options_);
}

void VerbTree::add_compare() {
  CLI::App& compare = add(app_, {"compare",
                                 "all algorithms of an operation on one machine, ranked",
                                 {"compare allreduce -t torus:4x4 --block 1M",
                                  "compare alltoall -t torus:8x8 -m paragon -a at2,direct,bruck",
                                  "compare broadcast --sweep topology=ring:64,torus:8x8"},
                                 compare_algorithms});
  add_subject(compare, "OPERATION", operation_names());
  add_algorithm_option(compare, options_, "some of them: a,b; all (default); auto: the one that it takes");
  add_workload_options(compare, options_);
  add_data_option(compare, options_);
  add_machine_options(compare, options_);
  add_sweep_option(compare, options_);
  add_execution_options(compare, options_);
  add_columns_option(compare, options_);
  add_refusals_option(compare, options_);
  add_require_option(compare, options_, "the fastest algorithm");
  add_view_option(compare, options_,
                  "write a page that plays two of the runs at a time, for a browser; up to 1,024 PEs");
  add_heatmap_option(compare, options_, "draw what each link carried, a map for each of the twelve fastest");
  add_plot_option(compare, options_, "draw what T is made of, a bar for each algorithm");
  add_output_options(compare, options_);
}

void VerbTree::add_bench() {
  CLI::App& bench =
      add(app_,
          {"bench",
           "an operation over sizes, algorithms, machines and numbers of PEs: virtual and wall time",
           {"bench allreduce -a auto -t torus:8x8 -b 1K -e 16M -f 4", "bench pingpong -t torus:8x8 --tw 10GB/s",
            "bench broadcast -a auto --block 64K --sweep ts=1us,5us,25us"},
           bench_algorithms});
  add_subject(bench, "OPERATION", operation_names());
  add_algorithm_option(bench, options_, "some of them: a,b; all (default); auto: what it takes in each row");
  add_bench_options(bench, options_);
  add_values_options(bench, options_);
  add_data_option(bench, options_);
  add_machine_options(bench, options_);
  add_scale_option(bench, options_);
  add_sweep_option(bench, options_);
  add_execution_options(bench, options_);
  add_columns_option(bench, options_);
  add_refusals_option(bench, options_);
  add_require_option(bench, options_, "every row");
  add_plot_option(bench, options_,
                  "draw T over bytes, or over p where one size is given, with bound and formulas");
  add_output_options(bench, options_);
}

void VerbTree::add_phase() {
  CLI::App& phase =
      add(app_, {"phase",
                 "which algorithm is fastest, over bytes and p, or over bytes and ts/tw: by run and by formula",
                 {"phase allreduce -t torus:8x8 -b 8 -e 4M -f 4 --over p=4..64",
                  "phase broadcast -t torus:8x8 --over ts/tw=16..64K", "phase alltoall --plot phase.svg"},
                 find_phases});
  add_subject(phase, "OPERATION", operation_names());
  add_algorithm_option(phase, options_, "some of them: a,b; all (default)");
  add_text(phase, "--over", options_.over,
           "the other axis: numbers of PEs (p=4..64, doubled each time; p=4,9,16), on topologies of one "
           "kind, or the startup in bytes (ts/tw=16..64K, four times as long each time), by the "
           "machine's tw; default p=4..64, as far as the network can have them",
           "p=A..B|ts/tw=A..B")
      ->group("The emulated machine");
  const auto add_size = [&](const char* name, Text& into, const char* help, const char* type) {
    add_text(phase, name, into, help, type)->group("What is moved");
  };
  add_size("-b,--begin", options_.begin, "the first size of a block, vector or message, default 8", "BYTES");
  add_size("-e,--end", options_.end, "the last, default 1M", "BYTES");
  add_size("-f,--factor", options_.factor, "from one size to the next, default 4", "N");
  add_values_options(phase, options_);
  add_size("--data", options_.data,
           "none (default: messages have lengths only, and times are the same), or carried", "KIND");
  add_machine_options(phase, options_);
  add_execution_options(phase, options_);
  add_plot_option(phase, options_, "draw the map of the fastest algorithms");
  add_output_options(phase, options_);
}

void VerbTree::add_synth() {
  CLI::App& synth =
      add(app_, {"synth",
                 "the schedule with the fewest rounds on a small machine, by an exact search; then it is run",
                 {"synth allgather -t torus:3x3 --ports all", "synth broadcast -t ring:8 --hops any",
                  "synth allreduce -t hypercube:3 -o cube.xml"},
                 synthesise_schedule});
  add_subject(synth, "OPERATION", names_of_searched_operations());
  add_synthesis_options(synth, options_);
  add_machine_options(synth, options_, "hypercube:3");
  add_format_options(synth, options_);
}

void VerbTree::add_algo() {
  CLI::App& algo = add(app_, {"algo",
                              "the algorithms: list, show NAME",
                              {"algo list allreduce", "algo show at2", "algo show broadcast/knomial"}});
  CLI::App& list = add(algo, {"list",
                              "the algorithms with their preconditions, formulas and sources",
                              {"algo list", "algo list allreduce", "algo list --format csv -o algorithms.csv"},
                              list_algorithms});
  add_subject(list, "OPERATION", "of this one; all if left out");
  add_output_options(list, options_);
  CLI::App& show = add(algo, {"show",
                              "one algorithm, with a picture of its rounds",
                              {"algo show at2", "algo show broadcast/knomial -t complete:9 --ports k=2",
                               "algo show scan/a -m postal --lambda 3"},
                              show_algorithm});
  add_subject(show, "NAME", "a name of `algo list`, or OPERATION/NAME");
  add_text(show, "-t,--topology", options_.topology, "of the picture, default a small one that fits",
           "NAME:SIZES");
  add_postal_options(show, options_);
  add_plot_option(show, options_, "draw the rounds on the topology", "--plot,--svg");
  add_output_options(show, options_);
}

void VerbTree::add_machine() {
  constexpr const char* kBounds = "bytes that the bounds are for, default 8";
  CLI::App& machine =
      add(app_, {"machine",
                 "the machines: list, show NAME, check FILE",
                 {"machine list", "machine show paragon -t torus:8x8", "machine check farm.toml"}});
  add_output_options(
      add(machine, {"list",
                    "the presets and where their figures come from",
                    {"machine list", "machine list --format json", "machine list -o machines.txt"},
                    list_machines}),
      options_);
  CLI::App& one = add(machine, {"show",
                                "a machine with all its costs in ticks",
                                {"machine show paragon", "machine show generic -t torus:8x8 --block 1M",
                                 "machine show generic --tw 12.5GB/s"},
                                show_machine});
  add_subject(one, "NAME", "a name of `machine list`, or a machine file; default generic");
  add_text(one, "--block", options_.block, kBounds, "BYTES");
  add_machine_options(one, options_, "none");
  add_output_options(one, options_);
  CLI::App& check = add(machine, {"check",
                                  "a machine file: what is wrong with it, or what it means",
                                  {"machine check farm.toml", "machine check farm.toml --block 1M",
                                   "machine check farm.toml --format json"},
                                  check_machine});
  add_subject(check, "FILE", "a TOML file: docs/machines.md");
  add_text(check, "--block", options_.block, kBounds, "BYTES");
  add_output_options(check, options_);
}

void VerbTree::add_new() {
  CLI::App& project =
      add(app_, {"new",
                 "a project of your own, ready to build: an algorithm, a program and its test",
                 {"new mybroadcast", "new lab1 --operation allreduce", "new lab2 --operation alltoall"},
                 make_project});
  add_subject(project, "NAME", "of the project and its folder");
  add_text(project, "--operation", options_.operation,
           "what its algorithm does: a collective operation of `algo list`; default broadcast", "OPERATION");
}

void VerbTree::add_reproduce() {
  CLI::App& reproduce = add(app_, {"reproduce",
                                   "the papers' tables, figures and examples, by formula and by running",
                                   {"reproduce", "reproduce exchange-table1", "reproduce --all -o results"},
                                   reproduce_papers});
  add_subject(reproduce, "ITEM", "a name of the list that `reproduce` alone prints, or a paper's short name");
  reproduce.add_flag("--all", options_.all_items, "every item");
  reproduce.add_flag("--large", options_.large_items, "also the runs that need gigabytes of memory");
  add_text(reproduce, "-o", options_.folder, "write a .txt, a .csv and the pictures of each item here", "DIR")
      ->group("Output");
  add_format_options(reproduce, options_);
  add_execution_options(reproduce, options_);
}

void VerbTree::add_view() {
  CLI::App& view =
      add(app_, {"view",
                 "the page that plays a run, from its log; of several logs one that compares them",
                 {"view fft.jsonl", "view fft.jsonl -o fft.html", "view ring.jsonl torus.jsonl -o both.html"},
                 view_logs});
  view.add_option("EVENTS", options_.files,
                  "a log that --events EVENTS --spans has written; several are compared");
  add_text(view, "-o", options_.output, "the page; default the name of the first log, with .html", "FILE")
      ->group("Output");
}

void VerbTree::add_grade() {
  CLI::App& grade =
      add(app_, {"grade",
                 "marks for solutions of the labs, with a hint for each point that is lost",
                 {"grade labs/01-ring-broadcast mine.cpp", "grade labs/01-ring-broadcast class/ -o marks.csv",
                  "grade 01 mine.cpp --view fault.html"},
                 grade_submissions});
  add_subject(grade, "LAB",
              "a lab by its folder or number, or a folder with submissions, whose file names tell the lab "
              "(01-anna.cpp, anna_lab1.cpp, anna/01.cpp); left out: which labs there are");
  grade.add_option("FILE", options_.files, "submissions, and folders of them; default the lab's starter");
  add_grade_options(grade, options_);
  add_talk_options(grade, options_);
}

void VerbTree::add_schema() {
  const Entry entry{"schema",
                    "the JSON Schema of what --format json or --events writes",
                    {"schema", "schema events", "schema documents"},
                    write_schema};
  add_subject(add(app_, entry), "WHAT", "documents (default), or events: a row of an event log");
}

void VerbTree::add_info() {
  CLI::App& info = add(app_, {"info",
                              "this program, this computer, and the memory and time of many PEs",
                              {"info", "info -t torus:256x256", "info --format json"},
                              show_info});
  add_machine_options(info, options_, "torus:128x128");
  add_execution_options(info, options_);
  add_output_options(info, options_);
}

void VerbTree::add_help() {
  add(app_, {"help",
             "what a verb does, its options and examples: help VERB",
             {"help", "help bench", "help run fft"}});
  CLI::App& man = add(app_, {"man",
                             "the manual page of a verb, for man -l",
                             {"man | man -l -", "man machine show | man -l -", "man --all -o man1"},
                             write_manual});
  add_subject(man, "VERB", "whose page it is, as `machine show`; the program's own if left out");
  man.add_flag("--all", options_.all_items, "the pages of all verbs, each in a file of the folder -o");
  add_text(man, "-o", options_.folder, "where --all writes them", "DIR");
  CLI::App& completion = add(app_, {"completion",
                                    "completion of words with the Tab key: bash, zsh, fish",
                                    {"completion bash", "completion zsh", "completion fish"}});
  add(completion, {"bash",
                   "the completion for bash, as a script",
                   {"completion bash", "completion bash > toruscope.bash", "completion bash | head"}});
  add(completion, {"zsh",
                   "the completion for zsh, as a script",
                   {"completion zsh", "completion zsh > _toruscope", "completion zsh | head"}});
  add(completion, {"fish",
                   "the completion for fish, as a script",
                   {"completion fish", "completion fish > toruscope.fish", "completion fish | head"}});
}

std::vector<std::string> names_of_verbs(const CLI::App& parent) {
  std::vector<std::string> names;
  for (const CLI::App* verb : parent.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

std::string words_of(const CLI::App& verb) {
  const CLI::App* above = verb.get_parent();
  return above == nullptr || above->get_parent() == nullptr ? verb.get_name()
                                                            : words_of(*above) + " " + verb.get_name();
}

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> known;
  for (const CLI::Option* option : verb.get_options())
    if (!option->get_group().empty())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  return known;
}

}  // namespace toruscope::cli
