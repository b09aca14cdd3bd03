// SPDX-License-Identifier: Apache-2.0

#include "cli/command/verb_tree.hpp"

#include "cli/command/help.hpp"
#include "cli/process/computer.hpp"
#include "cli/runs/synthesis.hpp"
#include "cli/runs/workload.hpp"

namespace toruscope::cli {

using O = CommandOptions;

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
  add_runs();
  add_mpirun();
  add_searches();
  add_lists();
  add_calibrate();
  add_network();
  add_files();
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

CLI::App& VerbTree::add(CLI::App& parent, const Entry& entry, std::initializer_list<Options> options) {
  CLI::App* verb = parent.add_subcommand(entry.name, entry.description);
  verb->allow_extras();  // read_command_line says what is unknown, and what was meant
  verb->footer(examples_text(entry.examples));
  if (entry.carry_out != nullptr) functions_[verb] = entry.carry_out;
  if (entry.subject != nullptr)
    verb->add_option_function<std::string>(
        entry.subject, [this](const std::string& text) { options_.subject = text; }, entry.subject_help);
  add_options(*verb, options_, options);
  return *verb;
}

void VerbTree::add_runs() {
  const Options input = in("The application", {{"--input", &O::app_input, "the application's input", "FILE"}});
  const Options output = in("The application", {{"--output", &O::app_output, "where its result goes", "FILE"}});
  const std::string operations = operation_names();
  add(app_,
      {"run",
       "an application end to end on real input, checked against a serial computation",
       {"run fft --input data/nile.csv -t ring:8", "run matvec --input a.mtx -t torus:4x4 --output y.npy",
        "run prefix --input data/nile.csv -t ring:4 --scale p=1,4,16"},
       run_application,
       "APP",
       "fft, matvec, prefix, or a file of another program: goal, chakra; its own options are shown by "
       "`toruscope run APP --help`"},
      {input, output, own_options_of_applications(),
       algorithm_option("of the collective operation inside, default auto"), machine_options(), scale_option(),
       data_option(), execution_options(),
       in("The program",
          {{"--measure-compute", &O::measures_compute,
            "local work costs what it takes on this computer, in place of what is declared: times differ "
            "from run to run"}}),
       log_options(), columns_option(), require_option("every run"), result_option(), json_option(),
       format_options()});
  add(app_,
      {"verify",
       "one algorithm on stamped data: data, ports, links, formula, bound",
       {"verify broadcast -t torus:8x8 --block 64K",
        "verify alltoall -a at2 -t torus:8x8 -m paragon --critical-path", "verify --all allreduce -a ring"},
       verify_algorithm,
       "OPERATION",
       operations},
      {algorithm_option("default auto: the cheapest by formula that fits; with --all some: a,b"),
       {{"--all", &O::all_items,
         "every algorithm (of the operation, if one is given) on a grid of topologies, machines, sizes, "
         "roots and ports"},
        {"--long", &O::is_long, "with --all: the whole grid, which takes minutes"}},
       in("What is moved",
          {{"--staggered", &O::staggered, "each PE begins at a time of its own; no time is claimed then"}}),
       workload_options(),
       data_option(),
       machine_options(),
       execution_options(),
       log_options(),
       require_option("the run"),
       shard_options(),
       result_option(),
       json_option(),
       format_options()});
  add(app_,
      {"explain",
       "why it takes so long: what T is made of, and what half of each cost would bring",
       {"explain allreduce -t torus:8x8 --block 64K", "explain alltoall -a direct -t torus:8x8 -m paragon",
        "explain fft --input data/sunspots.csv -t torus:4x4"},
       explain_run,
       "WHAT",
       "an operation, an application, or, left out, the own program"},
      {algorithm_option("default auto"), input, workload_options(), own_options_of_applications(),
       data_option(), machine_options(), execution_options(), result_option(), json_option(),
       format_options()});
  add(app_,
      {"compare",
       "all algorithms of an operation on one machine, ranked",
       {"compare allreduce -t torus:4x4 --block 1M",
        "compare alltoall -t torus:8x8 -m paragon -a at2,direct,bruck",
        "compare broadcast --sweep topology=ring:64,torus:8x8"},
       compare_algorithms,
       "OPERATION",
       operations},
      {algorithm_option("some of them: a,b; all (default); auto: the one that it takes"), workload_options(),
       data_option(), machine_options(), sweep_option(), execution_options(), columns_option(),
       refusals_option(), require_option("the fastest algorithm"), shard_options(),
       view_option("write a page that plays two of the runs at a time, for a browser; up to 1,024 PEs"),
       heatmap_option("draw what each link carried, a map for each of the twelve fastest"),
       plot_option("draw what T is made of, a bar for each algorithm"), result_option(), json_option(),
       format_options()});
  add(app_,
      {"bench",
       "an operation over sizes, algorithms, machines and numbers of PEs: virtual and wall time",
       {"bench allreduce -a auto -t torus:8x8 -b 1K -e 16M -f 4", "bench pingpong -t torus:8x8 --tw 10GB/s",
        "bench broadcast -a auto --block 64K --sweep ts=1us,5us,25us"},
       bench_algorithms,
       "OPERATION",
       operations},
      {algorithm_option("some of them: a,b; all (default); auto: what it takes in each row"),
       block_option("one size, in place of -b, -e and -f"),
       range_options("the last, default 64K or the largest that fits into memory; with --scale one size", "2"),
       in("Output",
          {{"--plot-of", &O::plot_of, "what --plot draws: T (default), busbw or efficiency", "FIGURE"},
           {"-c,--validation", &O::validation,
            "with --format osu, osu-full: the column that tells Pass or Fail"}}),
       values_options(), data_option(), machine_options(), scale_option(), sweep_option(), execution_options(),
       columns_option(), refusals_option(), require_option("every row"), shard_options(),
       plot_option("draw T over bytes, or over p where one size is given, with bound and formulas"),
       result_option(), json_option(), format_options()});
}

void VerbTree::add_mpirun() {
  add(app_,
      {"mpirun",
       "an MPI program as it is, each rank a PE, in virtual time",
       {"mpirun -n 64 -t torus:8x8 -m paragon ./heat",
        "mpirun -n 64 --sweep topology=torus:8x8,complete:64 ./heat", "mpirun --check ./heat"},
       run_mpi_program,
       "PROGRAM",
       "an executable that toruscope-mpicc, -mpicxx or -mpifort has linked, and behind it its arguments"},
      {in("The program",
          {{"-n,--ranks", &O::ranks, "ranks, on the first PEs; also -np; default one for each PE, or 1", "N"},
           {"--check", &O::checks_names,
            "run nothing; list the MPI functions that it names and that are missing"},
           {"--virtual-time-limit", &O::virtual_time_limit,
            "end the run when a rank's clock has passed this virtual time: 30s", "TIME"},
           {"--measure-compute", &O::measures_compute,
            "local work costs what it takes on this computer; without it work is free: times differ from run "
            "to "
            "run"},
           {"-a,--algorithm", &O::algorithm,
            "how collective operations are done: allreduce=ring,bcast=auto; default auto, which takes the one "
            "with the least time by formula",
            "OPERATION=NAME,..."}}),
       machine_options("complete:N"), sweep_option(), execution_options(),
       in("Output", {{"--tag-output", &O::tags_output, "begin each line with its rank: [3] ..."},
                     {"--explain", &O::explains,
                      "tell why it takes the time it takes, as `explain` does, and in which MPI calls"}}),
       log_options(), columns_option(), require_option("the run"),
       result_option(
           "write the report to a file instead of standard error; one named .csv, .json or .md has that "
           "format"),
       json_option(), format_options()});
}

void VerbTree::add_searches() {
  add(app_,
      {"phase",
       "which algorithm is fastest, over bytes and p, or over bytes and ts/tw: by run and by formula",
       {"phase allreduce -t torus:8x8 -b 8 -e 4M -f 4 --over p=4..64",
        "phase broadcast -t torus:8x8 --over ts/tw=16..64K", "phase alltoall --plot phase.svg"},
       find_phases,
       "OPERATION",
       operation_names()},
      {algorithm_option("some of them: a,b; all (default)"),
       in("The emulated machine",
          {{"--over", &O::over,
            "the other axis: numbers of PEs (p=4..64, doubled each time; p=4,9,16), on topologies of one "
            "kind, or the startup in bytes (ts/tw=16..64K, four times as long each time), by the "
            "machine's tw; default p=4..64, as far as the network can have them",
            "p=A..B|ts/tw=A..B"}}),
       range_options("the last, default 1M", "4"), values_options(),
       data_option("none (default: messages have lengths only, and times are the same), or carried"),
       machine_options(), execution_options(), shard_options(),
       plot_option("draw the map of the fastest algorithms"), result_option(), json_option(),
       format_options()});
  add(app_,
      {"synth",
       "the schedule with the fewest rounds on a small machine, by an exact search; then it is run",
       {"synth allgather -t torus:3x3 --ports all", "synth broadcast -t ring:8 --hops any",
        "synth allreduce -t hypercube:3 -o cube.xml"},
       synthesise_schedule,
       "OPERATION",
       names_of_searched_operations()},
      {in("The search",
          {{"--chunks", &O::chunks, "parts into which a PE's block, or the vector, is cut; default 1", "C"},
           {"--rounds", &O::rounds,
            "rounds that the schedule may have, for a smaller volume; default the fewest", "R"},
           {"--hops", &O::hops,
            "links that a message may cross, or any; default 1: neighbours send to each other; no two messages "
            "of a round cross the same link",
            "N|any"},
           {"--message", &O::most_in_message, "chunks that a message may have; default any number", "N"},
           {"--time-limit", &O::time_limit,
            "end the search after this wall time, with what it has found; default 60s", "TIME"}}),
       block_option("bytes of a block, or of the vector, in the run; default 8 a chunk"),
       root_option("broadcast, scatter, reduce, gather: the PE that has the data, or gets them; default 0"),
       result_option("write the schedule, as MSCCL XML, to a file named .xml; the result to one named .csv, "
                     ".json or .md"),
       machine_options("hypercube:3"), format_options()});
}

void VerbTree::add_lists() {
  CLI::App& algo = add(app_, {"algo",
                              "the algorithms: list, show NAME",
                              {"algo list allreduce", "algo show at2", "algo show broadcast/knomial"}});
  add(algo,
      {"list",
       "the algorithms with their preconditions, formulas and sources",
       {"algo list", "algo list allreduce", "algo list --format csv -o algorithms.csv"},
       list_algorithms,
       "OPERATION",
       "of this one; all if left out"},
      {result_option(), json_option(), format_options()});
  add(algo,
      {"show",
       "one algorithm, with a picture of its rounds",
       {"algo show at2", "algo show broadcast/knomial -t complete:9 --ports k=2",
        "algo show scan/a -m postal --lambda 3"},
       show_algorithm,
       "NAME",
       "a name of `algo list`, or OPERATION/NAME"},
      {{{"-t,--topology", &O::topology, "of the picture, default a small one that fits", "NAME:SIZES"}},
       postal_options(),
       plot_option("draw the rounds on the topology", "--plot,--svg"),
       result_option(),
       format_options()});
  const Options block{{"--block", &O::block, "bytes that the bounds are for, default 8", "BYTES"}};
  CLI::App& machine =
      add(app_, {"machine",
                 "the machines: list, show NAME, check FILE",
                 {"machine list", "machine show paragon -t torus:8x8", "machine check farm.toml"}});
  add(machine,
      {"list",
       "the presets and where their figures come from",
       {"machine list", "machine list --format json", "machine list -o machines.txt"},
       list_machines},
      {result_option(), json_option(), format_options()});
  add(machine,
      {"show",
       "a machine with all its costs in ticks",
       {"machine show paragon", "machine show generic -t torus:8x8 --block 1M",
        "machine show generic --tw 12.5GB/s"},
       show_machine,
       "NAME",
       "a name of `machine list`, or a machine file; default generic"},
      {block, machine_options("none"), result_option(), format_options()});
  add(machine,
      {"check",
       "a machine file: what is wrong with it, or what it means",
       {"machine check farm.toml", "machine check farm.toml --block 1M",
        "machine check farm.toml --format json"},
       check_machine,
       "FILE",
       "a TOML file: docs/machines.md"},
      {block, result_option(), format_options()});
}

void VerbTree::add_help() {
  add(app_, {"help",
             "what a verb does, its options and examples: help VERB",
             {"help", "help bench", "help run fft"}});
  add(app_,
      {"man",
       "the manual page of a verb, for man -l",
       {"man | man -l -", "man machine show | man -l -", "man --all -o man1"},
       write_manual,
       "VERB",
       "whose page it is, as `machine show`; the program's own if left out"},
      {{{"--all", &O::all_items, "the pages of all verbs, each in a file of the folder -o"},
        {"-o", &O::folder, "where --all writes them", "DIR"}}});
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
